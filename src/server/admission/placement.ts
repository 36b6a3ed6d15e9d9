/** Which markets a daemon of a fleet holds, and where the others are: requests for those are answered with 421. */
import { MarketElsewhere } from '../../errors/problem.js';

/** A daemon of the fleet, as it tells the others. */
export interface PlacedDaemon {
  /** Where clients reach it. */
  address: string;
  /** None: it holds all. */
  markets: readonly string[];
}

export class Placement {
  private others: readonly PlacedDaemon[] = [];

  /** @param markets that this daemon holds; none: all */
  constructor(private readonly markets: readonly string[]) {}

  /** Takes over what the other daemons that are in service have told. */
  set(others: readonly PlacedDaemon[]): void {
    this.others = others;
  }

  /** @param market undefined or empty where the request names none: that is answered elsewhere @throws MarketElsewhere */
  require(market: string | undefined): void {
    if (!market || this.markets.length === 0 || this.markets.includes(market)) return;
    const addresses = this.others
      .filter(({ markets }) => markets.length === 0 || markets.includes(market))
      .map(({ address }) => address);
    throw new MarketElsewhere(market, this.markets, addresses);
  }
}
