/**
 * Holds an import to the markets of the key that sent it. A record that several markets share may be changed by a key
 * of all of them; what belongs to no market, such as translations, by a key of all markets alone.
 */
import { Problem } from '../errors/problem.js';
import { quote } from '../kernel/quote.js';

export class MarketLimits {
  private readonly allowed: ReadonlySet<string>;

  /** @param markets the only ones that may be changed */
  constructor(markets: readonly string[]) {
    this.allowed = new Set(markets);
  }

  /**
   * @param what the record, as messages name it
   * @param markets those that it is sold or shown in, before or after the change
   * @throws `market_refused`
   */
  require(what: string, markets: Iterable<string>): void {
    for (const market of markets) {
      if (this.allowed.has(market)) continue;
      throw new Problem('market_refused', `${what}: found market ${quote(market)}, as ${this.expected()}`);
    }
  }

  /** @throws `market_refused` for what belongs to no market */
  requireAll(what: string): void {
    throw new Problem('market_refused', `${what}: it is of all markets, and ${this.expected()}`);
  }

  /** @throws `market_refused` where the document names another market; one that names none is refused by its schema */
  requireDocument(body: unknown): void {
    const { market } = Object(body) as { market?: unknown };
    if (typeof market === 'string') this.require('/market', [market]);
  }

  private expected(): string {
    return `the Api-Key is for ${[...this.allowed].join(', ')}`;
  }
}
