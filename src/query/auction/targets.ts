/**
 * Where the campaigns of a view compete: whether a campaign is aimed at a text, categories, a page and a touchpoint. Only
 * those are asked for that may win otherwise.
 */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import { type Bitmap, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import type { Analyzer } from '../../text/index.js';
import { NamedCampaigns } from './named-campaigns.js';
import { TargetedTexts } from './targeted-texts.js';

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

export class Targets {
  private readonly onTouchpoint: Record<Place['touchpoint'], Bitmap>;
  /** Campaigns without a limit of a kind. */
  private readonly anyCategory: Bitmap;
  private readonly anyPage: Bitmap;
  private readonly categories = new NamedCampaigns<number>();
  private readonly avoidedCategories = new NamedCampaigns<number>();
  private readonly pages = new NamedCampaigns<string>();
  private readonly texts: TargetedTexts;

  /** @param size how many campaigns will be added */
  constructor(size: number, analyzer: Analyzer) {
    this.onTouchpoint = { DESKTOP: emptyBitmap(size), MOBILE: emptyBitmap(size) };
    this.anyCategory = emptyBitmap(size);
    this.anyPage = emptyBitmap(size);
    this.texts = new TargetedTexts(size, analyzer);
  }

  /** @param categoriesNamed ordinals of the categories with a name */
  add(
    campaign: number,
    { targeting = {}, exclusions = {} }: Campaign,
    categoriesNamed: (name: string) => readonly number[],
  ): void {
    const { categories = [], phrases = {}, pages = [], touchpoints = [] } = targeting;
    for (const touchpoint of ['DESKTOP', 'MOBILE'] as const) {
      if (touchpoints.length === 0 || touchpoints.includes(touchpoint)) setBit(this.onTouchpoint[touchpoint], campaign);
    }
    if (categories.length === 0) setBit(this.anyCategory, campaign);
    for (const category of categories.flatMap(categoriesNamed)) this.categories.add(category, campaign);
    if (pages.length === 0) setBit(this.anyPage, campaign);
    for (const page of pages) this.pages.add(page, campaign);
    this.texts.add(campaign, phrases, exclusions.phrases ?? []);
    for (const category of (exclusions.categories ?? []).flatMap(categoriesNamed)) {
      this.avoidedCategories.add(category, campaign);
    }
  }

  /** Whether any campaign names a category: otherwise those of a page need not be found. */
  get nameCategories(): boolean {
    return !this.categories.isEmpty || !this.avoidedCategories.isEmpty;
  }

  /** The first limit that keeps a campaign from a place; undefined: it competes there. */
  limitOf(campaign: number, { touchpoint, phrase, categories, pageId }: Place): Limit | undefined {
    const { pages } = this;
    if (!hasBit(this.onTouchpoint[touchpoint], campaign)) return 'touchpoint';
    if (!hasBit(this.anyPage, campaign) && !(pageId !== undefined && pages.has(pageId, campaign))) return 'page';
    if (!hasBit(this.anyCategory, campaign) && !isIn(this.categories, categories, campaign)) return 'category';
    const ofText = this.texts.limitOf(campaign, phrase);
    if (ofText) return ofText;
    const avoids = !this.avoidedCategories.isEmpty && isIn(this.avoidedCategories, categories, campaign);
    return avoids ? 'excluded-category' : undefined;
  }
}

function isIn(named: NamedCampaigns<number>, categories: readonly number[], campaign: number): boolean {
  for (let i = 0; i < categories.length; i++) if (named.has(categories[i]!, campaign)) return true;
  return false;
}
