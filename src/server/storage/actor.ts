/** Who sends a request of the administration, by its Api-Key: what history and log tell, and the markets it may touch. */
import { Problem } from '../../errors/problem.js';

/** The id of the key of the settings, which is not stored. */
const SETTINGS_KEY = 'settings';

export class Actor {
  /**
   * @param key id of the key
   * @param name as it was given with the key
   * @param markets the only ones; undefined: all
   */
  constructor(
    readonly key: string,
    readonly name: string,
    readonly markets?: readonly string[],
  ) {}

  /** The actor of the key of the settings. */
  static ofSettings(): Actor {
    return new Actor(SETTINGS_KEY, SETTINGS_KEY);
  }

  /** @throws `market_refused` */
  requireMarket(market: string): void {
    if (this.markets === undefined || this.markets.includes(market)) return;
    throw new Problem('market_refused', `Api-Key: ${this.limits()}, and this request is about ${market}`);
  }

  /** @throws `market_refused` for a key of some markets */
  requireAllMarkets(): void {
    if (this.markets === undefined) return;
    throw new Problem('market_refused', `Api-Key: ${this.limits()}, and this request is about all markets`);
  }

  private limits(): string {
    return `the key ${this.key} is for ${this.markets!.length === 1 ? 'market' : 'markets'} ${this.markets!.join(', ')}`;
  }
}
