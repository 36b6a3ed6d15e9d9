/**
 * Where the campaigns of a view compete: for a text, categories, a page and a touchpoint, which campaigns are aimed at
 * them. What a request costs grows with the campaigns that name its text, categories or page, and by a bit for each of all
 * others.
 */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import { type Bitmap, bitmapWords, emptyBitmap, setBit } from '../../kernel/bitmap.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { type Analyzer, phraseKey, stemsOf } from '../../text/index.js';

/** Texts whose campaigns are remembered. */
const KEPT_TEXTS = 512;

/** What is asked for. */
export interface Place {
  touchpoint: 'DESKTOP' | 'MOBILE';
  phrase: string;
  /** Ordinals of categories, with those above them. */
  categories: readonly number[];
  pageId?: string | undefined;
}

/** Where a campaign competes, as far as it says so: its limits on a place. */
export type Limit = 'touchpoint' | 'category' | 'phrase' | 'page' | 'excluded-phrase' | 'excluded-category';

/** Numbers of campaigns by what they name. */
class Named<Key> {
  private readonly byKey = new Map<Key, number[]>();

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  add(key: Key, campaign: number): void {
    const there = this.byKey.get(key);
    if (!there) this.byKey.set(key, [campaign]);
    else if (there.at(-1) !== campaign) there.push(campaign);
  }

  get(key: Key): readonly number[] {
    return this.byKey.get(key) ?? NONE;
  }
}

const NONE: readonly number[] = [];

/** Phrases that a text is, or has. */
class Phrases {
  private readonly exact = new Named<string>();
  private readonly contained = new Named<string>();
  private longest = 0;

  get isEmpty(): boolean {
    return this.exact.isEmpty && this.contained.isEmpty;
  }

  add(key: string, campaign: number, whole: boolean): void {
    if (key === '') return;
    (whole ? this.exact : this.contained).add(key, campaign);
    if (!whole) this.longest = Math.max(this.longest, key.length);
  }

  /** Sets the bits of the campaigns with a phrase of the text. */
  mark(stems: readonly string[], bits: Bitmap): void {
    mark(this.exact.get(stems.join('')), bits);
    if (this.contained.isEmpty) return;
    for (let from = 0; from < stems.length; from++) {
      let key = '';
      for (let at = from; at < stems.length; at++) {
        key += stems[at];
        if (key.length > this.longest) break;
        mark(this.contained.get(key), bits);
      }
    }
  }
}

function mark(campaigns: readonly number[], bits: Bitmap): void {
  for (let i = 0; i < campaigns.length; i++) setBit(bits, campaigns[i]!);
}

/** Campaigns that are aimed at a text, and those that avoid it. */
interface OfText {
  aimed: Bitmap;
  avoiding: Bitmap;
}

export class Targets {
  private readonly onTouchpoint: Record<Place['touchpoint'], Bitmap>;
  /** Campaigns without a limit of a kind. */
  private readonly anyPhrase: Bitmap;
  private readonly anyCategory: Bitmap;
  private readonly anyPage: Bitmap;
  private readonly phrases = new Phrases();
  private readonly avoidedPhrases = new Phrases();
  private readonly categories = new Named<number>();
  private readonly avoidedCategories = new Named<number>();
  private readonly pages = new Named<string>();
  private readonly texts = new TwoGenerationCache<OfText>(KEPT_TEXTS);
  /** Whether any campaign is limited to categories or to texts, such as no product or text of the view has too. */
  private limitsCategories = false;
  private limitsPhrases = false;
  private readonly scratch: Bitmap;
  private readonly words: number;

  /** @param size how many campaigns will be added */
  constructor(
    private readonly size: number,
    private readonly analyzer: Analyzer,
  ) {
    this.words = bitmapWords(size);
    this.onTouchpoint = { DESKTOP: emptyBitmap(size), MOBILE: emptyBitmap(size) };
    this.anyPhrase = emptyBitmap(size);
    this.anyCategory = emptyBitmap(size);
    this.anyPage = emptyBitmap(size);
    this.scratch = emptyBitmap(size);
  }

  /** @param categoriesNamed ordinals of the categories with a name */
  add(
    campaign: number,
    { targeting = {}, exclusions = {} }: Campaign,
    categoriesNamed: (name: string) => readonly number[],
  ): void {
    const { categories = [], phrases: { exact = [], containing = [] } = {}, pages = [], touchpoints = [] } = targeting;
    const { analyzer } = this;
    for (const touchpoint of ['DESKTOP', 'MOBILE'] as const) {
      if (touchpoints.length === 0 || touchpoints.includes(touchpoint)) {
        setBit(this.onTouchpoint[touchpoint], campaign);
      }
    }
    if (categories.length === 0) setBit(this.anyCategory, campaign);
    else this.limitsCategories = true;
    for (const category of categories.flatMap(categoriesNamed)) this.categories.add(category, campaign);
    if (exact.length + containing.length === 0) setBit(this.anyPhrase, campaign);
    else this.limitsPhrases = true;
    for (const phrase of exact) this.phrases.add(phraseKey(phrase, analyzer), campaign, true);
    for (const phrase of containing) this.phrases.add(phraseKey(phrase, analyzer), campaign, false);
    if (pages.length === 0) setBit(this.anyPage, campaign);
    for (const page of pages) this.pages.add(page, campaign);
    for (const phrase of exclusions.phrases ?? []) {
      this.avoidedPhrases.add(phraseKey(phrase, analyzer), campaign, false);
    }
    for (const category of (exclusions.categories ?? []).flatMap(categoriesNamed)) {
      this.avoidedCategories.add(category, campaign);
    }
  }

  /** Whether any campaign names a category: otherwise those of a page need not be found. */
  get nameCategories(): boolean {
    return !this.categories.isEmpty || !this.avoidedCategories.isEmpty;
  }

  /** Keeps the bits of the campaigns that compete at a place. */
  keepAimed(place: Place, campaigns: Bitmap): void {
    and(campaigns, this.onTouchpoint[place.touchpoint], this.words);
    const { pages, anyPage } = this;
    if (!pages.isEmpty) this.keepNamed(place.pageId === undefined ? [] : [pages.get(place.pageId)], anyPage, campaigns);
    if (this.limitsCategories) {
      const named = place.categories.map(category => this.categories.get(category));
      this.keepNamed(named, this.anyCategory, campaigns);
    }
    if (this.limitsPhrases || !this.avoidedPhrases.isEmpty) {
      const { aimed, avoiding } = this.ofText(place.phrase);
      for (let w = 0; w < this.words; w++) campaigns[w]! &= aimed[w]! & ~avoiding[w]!;
    }
    for (const category of place.categories) {
      const avoiding = this.avoidedCategories.get(category);
      for (let i = 0; i < avoiding.length; i++) campaigns[avoiding[i]! >>> 5]! &= ~(1 << (avoiding[i]! & 31));
    }
  }

  /** The first limit that keeps a campaign from a place; undefined: it competes there. */
  limitOf(campaign: number, place: Place): Limit | undefined {
    const has = (bits: Bitmap) => ((bits[campaign >>> 5]! >>> (campaign & 31)) & 1) === 1;
    if (!has(this.onTouchpoint[place.touchpoint])) return 'touchpoint';
    if (!has(this.anyPage) && !(place.pageId !== undefined && this.pages.get(place.pageId).includes(campaign))) {
      return 'page';
    }
    const isIn = (named: Named<number>) => place.categories.some(category => named.get(category).includes(campaign));
    if (!has(this.anyCategory) && !isIn(this.categories)) return 'category';
    const { aimed, avoiding } = this.ofText(place.phrase);
    if (!has(aimed)) return 'phrase';
    if (has(avoiding)) return 'excluded-phrase';
    return isIn(this.avoidedCategories) ? 'excluded-category' : undefined;
  }

  private keepNamed(named: readonly (readonly number[])[], any: Bitmap, campaigns: Bitmap): void {
    const { scratch, words } = this;
    scratch.set(any);
    for (const some of named) mark(some, scratch);
    and(campaigns, scratch, words);
  }

  private ofText(text: string): OfText {
    let known = this.texts.get(text);
    if (!known) {
      known = { aimed: this.anyPhrase.slice(), avoiding: emptyBitmap(this.size) };
      const stems = text === '' ? [] : stemsOf(text, this.analyzer);
      if (stems.length > 0) {
        this.phrases.mark(stems, known.aimed);
        this.avoidedPhrases.mark(stems, known.avoiding);
      }
      this.texts.set(text, known);
    }
    return known;
  }
}

function and(bits: Bitmap, other: Bitmap, words: number): void {
  for (let w = 0; w < words; w++) bits[w]! &= other[w]!;
}
