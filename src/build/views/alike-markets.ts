/**
 * Finds the markets that see the same in a locale but for prices and stock: the same products and variants, texts,
 * values and images. Their views are built as one. A market counts as different as soon as anything but offers is said
 * for it alone, whether or not that comes to the same.
 */
import type { Image, Product, ProductGroup, Variant, VariantData } from '../../catalog/records.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';
import { OFFER_MEMBERS } from '../input/change.js';

/** Views of one locale whose markets are alike. */
export interface AlikeViews {
  locale: string;
  markets: string[];
}

export class AlikeMarkets {
  /** By locale, the markets that are alike as far as has been seen. */
  private readonly byLocale = new Map<string, string[][]>();
  /** Whether any two still are. */
  private open = true;

  constructor(views: readonly { market: string; locale: string }[]) {
    for (const { market, locale } of views) {
      const sets = this.byLocale.get(locale);
      if (sets) sets[0].push(market);
      else this.byLocale.set(locale, [[market]]);
    }
    this.look();
  }

  /** Takes in what a group says. */
  see(group: ProductGroup): void {
    if (!this.open) return;
    for (const product of Object.values(group.products)) this.seeProduct(product);
  }

  /** In the order of the views that they begin with. */
  views(): AlikeViews[] {
    return [...this.byLocale].flatMap(([locale, sets]) => sets.map(markets => ({ locale, markets })));
  }

  private seeProduct({ markets, overrides, variants, images }: Product): void {
    this.limit(markets);
    if (overrides) for (const key of Object.keys(overrides)) this.setApart(key);
    for (const variant of Object.values(variants)) this.seeVariant(variant);
    if (images) for (const image of Object.values(images)) this.seeImage(image);
  }

  private seeVariant({ limitedMarkets, overrides }: Variant): void {
    if (limitedMarkets) this.limit(limitedMarkets);
    if (!overrides) return;
    for (const key of Object.keys(overrides)) if (!isOffer(overrides[key])) this.setApart(key);
  }

  private seeImage({ limitedMarkets, overrides }: Image): void {
    if (limitedMarkets) this.limit(limitedMarkets);
    if (overrides) for (const key of Object.keys(overrides)) this.setApart(key);
  }

  /** Only these markets have something. */
  private limit(markets: readonly string[]): void {
    this.divide(market => markets.includes(market), ANY);
  }

  /** Something is said under this key of overrides. */
  private setApart(key: string): void {
    if (key.startsWith(ANY)) return;
    const { market, locale } = splitOverrideKey(key);
    this.divide(other => other === market, locale);
  }

  private divide(belongs: (market: string) => boolean, locale: string): void {
    for (const [of, sets] of this.byLocale) {
      if (locale !== ANY && locale !== of) continue;
      if (!sets.some(markets => markets.length > 1 && markets.some(belongs) && !markets.every(belongs))) continue;
      const divided = sets.flatMap(markets => [markets.filter(belongs), markets.filter(market => !belongs(market))]);
      this.byLocale.set(
        of,
        divided.filter(markets => markets.length > 0),
      );
      this.look();
    }
  }

  private look(): void {
    this.open = [...this.byLocale.values()].some(sets => sets.some(markets => markets.length > 1));
  }
}

function isOffer(block: VariantData): boolean {
  for (const name in block) if (!OFFER_MEMBERS.has(name)) return false;
  return true;
}
