/**
 * Which markets and locales there are, where a configuration says so: then those hold, whatever records name. It
 * answers the same questions as the census of the records, which holds otherwise.
 */
import type { Configuration } from './site/configuration.js';
import { ANY } from './view.js';

/** What markets and locales there are. */
export interface KnownViews {
  /** Market → its known locales, both sorted. */
  markets(): Map<string, string[]>;
  hasMarket(market: string): boolean;
  /** Every known locale, of whatever market. */
  locales(): Set<string>;
  acceptsLocale(market: string, locale: string): boolean;
  /** True when any well-formed locale is accepted for the market. */
  isOpen(market: string): boolean;
}

export class ConfiguredViews implements KnownViews {
  private constructor(private readonly known: ReadonlyMap<string, ReadonlySet<string>>) {}

  /** Gives undefined where nothing is configured. */
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

  isOpen(_market: string): boolean {
    return false;
  }

  /**
   * Whether an override speaks of anything that is configured.
   * @param markets of the record it stands in; `market` may be `*` for all of them, `locale` for all of theirs
   */
  acceptsOverride(markets: readonly string[], market: string, locale: string): boolean {
    const scope = market === ANY ? markets : [market];
    return scope.some(name => (locale === ANY ? this.hasMarket(name) : this.acceptsLocale(name, locale)));
  }
}
