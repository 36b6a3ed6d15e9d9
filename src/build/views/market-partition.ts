/**
 * Partitions the markets of each locale into sets whose views are equal but for prices and stock: they have the same
 * products and variants, texts, values and images, so that one build serves the whole set. Markets are separated as
 * soon as a record has an override or limit for one of them that is not an offer, even where the resolved data is
 * equal.
 */
import type { GroupOutline } from '../../catalog/group-outline.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';

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
  add({ limits, overrides }: GroupOutline): void {
    if (!this.divisible) return;
    for (const markets of limits) this.limitTo(markets);
    for (const key of overrides) this.separate(key);
  }

  /** The sets, in the order of their first views. */
  views(): EqualViews[] {
    return [...this.byLocale].flatMap(([locale, sets]) => sets.map(markets => ({ locale, markets })));
  }

  /** Separates the markets to which a product, variant or image is limited from the others. */
  private limitTo(markets: readonly string[]): void {
    this.divide(market => markets.includes(market), ANY);
  }

  /** Separates the market that the key of an override names from the others, in the locales that the key names. */
  private separate(key: string): void {
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
