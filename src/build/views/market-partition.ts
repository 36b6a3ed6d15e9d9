/**
 * Partitions the markets of each locale into sets whose views are equal but for prices and stock: they have the same
 * products and variants, texts, values and images, so that one build serves the whole set. Markets are separated as soon
 * as a record says anything but an offer for one of them, even where the result is the same.
 */
import type { Image, Product, ProductGroup, Variant, VariantData } from '../../catalog/records.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';
import { OFFER_MEMBERS } from '../input/import-change.js';

/** Views of one locale that are equal but for prices and stock. */
export interface EqualViews {
  locale: string;
  markets: string[];
}

export class MarketPartition {
  /** By locale, the sets of markets that are equal in all groups added so far. */
  private readonly byLocale = new Map<string, string[][]>();
  /** Whether any set has two markets or more. */
  private divisible = true;

  constructor(views: readonly { market: string; locale: string }[]) {
    for (const { market, locale } of views) {
      const sets = this.byLocale.get(locale);
      if (sets) sets[0].push(market);
      else this.byLocale.set(locale, [[market]]);
    }
    this.updateDivisible();
  }

  /** Separates the markets between which a group differs. */
  add(group: ProductGroup): void {
    if (!this.divisible) return;
    for (const product of Object.values(group.products)) this.addProduct(product);
  }

  /** The sets, in the order of their first views. */
  views(): EqualViews[] {
    return [...this.byLocale].flatMap(([locale, sets]) => sets.map(markets => ({ locale, markets })));
  }

  private addProduct({ markets, overrides, variants, images }: Product): void {
    this.limitTo(markets);
    if (overrides) for (const key of Object.keys(overrides)) this.separate(key);
    for (const variant of Object.values(variants)) this.addVariant(variant);
    if (images) for (const image of Object.values(images)) this.addImage(image);
  }

  private addVariant({ limitedMarkets, overrides }: Variant): void {
    if (limitedMarkets) this.limitTo(limitedMarkets);
    if (!overrides) return;
    for (const key of Object.keys(overrides)) if (!isOffer(overrides[key])) this.separate(key);
  }

  private addImage({ limitedMarkets, overrides }: Image): void {
    if (limitedMarkets) this.limitTo(limitedMarkets);
    if (overrides) for (const key of Object.keys(overrides)) this.separate(key);
  }

  /** A product, variant or image belongs to these markets alone. */
  private limitTo(markets: readonly string[]): void {
    this.divide(market => markets.includes(market), ANY);
  }

  /** A record has an override under this key. */
  private separate(key: string): void {
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
      this.updateDivisible();
    }
  }

  private updateDivisible(): void {
    this.divisible = [...this.byLocale.values()].some(sets => sets.some(markets => markets.length > 1));
  }
}

function isOffer(block: VariantData): boolean {
  for (const name in block) if (!OFFER_MEMBERS.has(name)) return false;
  return true;
}
