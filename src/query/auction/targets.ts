/**
 * Where the campaigns of a view compete: whether a campaign is aimed at a text, categories, a page and a touchpoint. Only
 * those are asked for that may win otherwise; a text is looked up once, for all campaigns.
 */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import { type Bitmap, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
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

  /** Ascending, as they were added. */
  get(key: Key): readonly number[] {
    return this.byKey.get(key) ?? NONE;
  }

  has(key: Key, campaign: number): boolean {
    const there = this.get(key);
    let from = 0;
    for (let to = there.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if (there[middle]! < campaign) from = middle + 1;
      else to = middle;
    }
    return there[from] === campaign;
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

/** Limits on places but for texts. */
interface Limits {
  onTouchpoint: Record<Place['touchpoint'], Bitmap>;
  /** Campaigns without a limit of a kind. */
  anyCategory: Bitmap;
  anyPage: Bitmap;
  categories: Named<number>;
  avoidedCategories: Named<number>;
  pages: Named<string>;
}

/** The campaigns that compete at a place. */
export class Aim {
  constructor(
    private readonly limits: Limits,
    private readonly place: Place,
    private readonly text: OfText | undefined,
  ) {}

  /** The first limit that keeps a campaign from the place; undefined: it competes there. */
  limitOf(campaign: number): Limit | undefined {
    const { onTouchpoint, anyPage, anyCategory, pages, categories, avoidedCategories } = this.limits;
    const { touchpoint, pageId } = this.place;
    if (!hasBit(onTouchpoint[touchpoint], campaign)) return 'touchpoint';
    if (!hasBit(anyPage, campaign) && !(pageId !== undefined && pages.has(pageId, campaign))) return 'page';
    if (!hasBit(anyCategory, campaign) && !this.isIn(categories, campaign)) return 'category';
    if (this.text && !hasBit(this.text.aimed, campaign)) return 'phrase';
    if (this.text && hasBit(this.text.avoiding, campaign)) return 'excluded-phrase';
    return !avoidedCategories.isEmpty && this.isIn(avoidedCategories, campaign) ? 'excluded-category' : undefined;
  }

  private isIn(named: Named<number>, campaign: number): boolean {
    const { categories } = this.place;
    for (let i = 0; i < categories.length; i++) if (named.has(categories[i]!, campaign)) return true;
    return false;
  }
}

export class Targets {
  private readonly limits: Limits;
  private readonly anyPhrase: Bitmap;
  private readonly phrases = new Phrases();
  private readonly avoidedPhrases = new Phrases();
  private readonly texts = new TwoGenerationCache<OfText>(KEPT_TEXTS);
  /** Whether any campaign is limited to texts, such as no text of the view has too. */
  private limitsPhrases = false;

  /** @param size how many campaigns will be added */
  constructor(
    private readonly size: number,
    private readonly analyzer: Analyzer,
  ) {
    this.anyPhrase = emptyBitmap(size);
    this.limits = {
      onTouchpoint: { DESKTOP: emptyBitmap(size), MOBILE: emptyBitmap(size) },
      anyCategory: emptyBitmap(size),
      anyPage: emptyBitmap(size),
      categories: new Named(),
      avoidedCategories: new Named(),
      pages: new Named(),
    };
  }

  /** @param categoriesNamed ordinals of the categories with a name */
  add(
    campaign: number,
    { targeting = {}, exclusions = {} }: Campaign,
    categoriesNamed: (name: string) => readonly number[],
  ): void {
    const { categories = [], phrases: { exact = [], containing = [] } = {}, pages = [], touchpoints = [] } = targeting;
    const { analyzer, limits } = this;
    for (const touchpoint of ['DESKTOP', 'MOBILE'] as const) {
      if (touchpoints.length === 0 || touchpoints.includes(touchpoint)) {
        setBit(limits.onTouchpoint[touchpoint], campaign);
      }
    }
    if (categories.length === 0) setBit(limits.anyCategory, campaign);
    for (const category of categories.flatMap(categoriesNamed)) limits.categories.add(category, campaign);
    if (exact.length + containing.length === 0) setBit(this.anyPhrase, campaign);
    else this.limitsPhrases = true;
    for (const phrase of exact) this.phrases.add(phraseKey(phrase, analyzer), campaign, true);
    for (const phrase of containing) this.phrases.add(phraseKey(phrase, analyzer), campaign, false);
    if (pages.length === 0) setBit(limits.anyPage, campaign);
    for (const page of pages) limits.pages.add(page, campaign);
    for (const phrase of exclusions.phrases ?? []) {
      this.avoidedPhrases.add(phraseKey(phrase, analyzer), campaign, false);
    }
    for (const category of (exclusions.categories ?? []).flatMap(categoriesNamed)) {
      limits.avoidedCategories.add(category, campaign);
    }
  }

  /** Whether any campaign names a category: otherwise those of a page need not be found. */
  get nameCategories(): boolean {
    const { categories, avoidedCategories } = this.limits;
    return !categories.isEmpty || !avoidedCategories.isEmpty;
  }

  /** Which campaigns compete at a place. */
  at(place: Place): Aim {
    const isNamed = this.limitsPhrases || !this.avoidedPhrases.isEmpty;
    return new Aim(this.limits, place, isNamed ? this.ofText(place.phrase) : undefined);
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
