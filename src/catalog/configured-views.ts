/**
 * The markets and locales that a shop's configuration lists. Where it lists any, they replace those observed in the
 * records (see observed-views.ts); both answer the same queries, `KnownViews`.
 */
import type { Configuration } from './site/configuration.js';
import { ANY } from './view.js';

/** The markets and locales of a catalog. */
export interface KnownViews {
  /** Market → its known locales, both sorted. */
  markets(): Map<string, string[]>;
  hasMarket(market: string): boolean;
  /** Every known locale of any market. */
  locales(): Set<string>;
  /** Whether a locale is known, or well formed in a market of which no data block states its locale. */
  acceptsLocale(market: string, locale: string): boolean;
  /** Whether `acceptsLocale` is true for every well-formed locale of the market. */
  acceptsAnyLocale(market: string): boolean;
}

export class ConfiguredViews implements KnownViews {
  private constructor(private readonly known: ReadonlyMap<string, ReadonlySet<string>>) {}

  /** @returns undefined where no market is configured */
  static from(configuration: Configuration | undefined): ConfiguredViews | undefined {
    const markets = Object.entries(configuration?.markets ?? {});
    if (markets.length === 0) return undefined;
    markets.sort(([a], [b]) => (a < b ? -1 : 1));
    return new ConfiguredViews(new Map(markets.map(([market, { locales }]) => [market, new Set([...locales].sort())])));
  }

  markets(): Map<string, string[]> {
    return new Map(Array.from(this.known, ([market, locales]) => [market, [...locales]]));
  }

  hasMarket(market: string): boolean {
    return this.known.has(market);
  }

  locales(): Set<string> {
    return new Set([...this.known.values()].flatMap(locales => [...locales]));
  }

  acceptsLocale(market: string, locale: string): boolean {
    return this.known.get(market)?.has(locale) ?? false;
  }

  acceptsAnyLocale(_market: string): boolean {
    return false;
  }

  /**
   * Whether an override applies to a configured view.
   * @param markets the markets of the record that has the override
   * @param market a market, or `*` for all of `markets`
   * @param locale a locale, or `*` for all locales of the market
   */
  acceptsOverride(markets: readonly string[], market: string, locale: string): boolean {
    const scope = market === ANY ? markets : [market];
    return scope.some(name => (locale === ANY ? this.hasMarket(name) : this.acceptsLocale(name, locale)));
  }
}
