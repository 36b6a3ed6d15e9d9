/**
 * What the campaigns of a view are worth in a second: which of them may win, and what an impression of each is expected to
 * earn at the first position. Computed once a second, of the time, the standing and the reserve alone, so that all threads
 * have the same.
 */
import { priorClickThrough, type Standing } from '../../behaviour/campaigns/standing.js';
import { type Bitmap, clearBit, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import type { CompetingCampaign, Pools } from './campaigns.js';

/** How far the order of pools may be from what they are worth before it is made anew. */
const MOST_SLACK = 1.25;

export class Odds {
  /** Campaigns that may win in this second, wherever they are aimed at. */
  readonly open: Bitmap;
  /** Expected clicks of an impression at position 0, by campaign. */
  readonly clickRate: Float64Array;
  /** Micros that an impression at position 0 is expected to earn, by campaign. */
  readonly worth: Float64Array;
  /** The most of the open campaigns of each pool. */
  readonly poolWorth: Float64Array;
  /** Numbers of campaigns by pool, those worth the most first; ties by number. */
  readonly ranked: readonly Uint16Array[];
  /** Pools with many products, those worth the most first. */
  readonly broad: Uint16Array;
  /** What pools were worth when their order was made, by which those of a product are sorted. */
  readonly sortedBy: Float64Array;
  /** No pool is worth more than this times `sortedBy`. */
  slack = 1;
  /** Counts how often the order of pools was made. */
  orders = 0;
  private second = -1;
  private standing: Standing | undefined;
  private standingSecond = -1;
  private reserve = -1;

  constructor(
    private readonly all: readonly CompetingCampaign[],
    private readonly pools: Pools,
  ) {
    const poolCount = pools.campaigns.length;
    this.open = emptyBitmap(all.length);
    this.clickRate = new Float64Array(all.length);
    this.worth = new Float64Array(all.length);
    this.poolWorth = new Float64Array(poolCount);
    this.sortedBy = new Float64Array(poolCount);
    this.ranked = pools.campaigns.map(campaigns => campaigns.slice());
    this.broad = Uint16Array.from(pools.broad.keys());
  }

  /** @param second since 1970 */
  refresh(second: number, standing: Standing, reserveMicros: number): void {
    const isKnown =
      second === this.second &&
      standing === this.standing &&
      standing.second === this.standingSecond &&
      reserveMicros === this.reserve;
    if (isKnown) return;
    this.second = second;
    this.standing = standing;
    this.standingSecond = standing.second;
    this.reserve = reserveMicros;
    const { all, open, clickRate, worth } = this;
    const nowMs = second * 1000;
    const prior = priorClickThrough(0);
    for (let c = 0; c < all.length; c++) {
      const { slot, enabled, fromMs, untilMs, bidMicros, billing } = all[c]!;
      const rate = slot < 0 ? prior : standing.clickThrough(slot, 0);
      clickRate[c] = rate;
      worth[c] = billing === 'CPC' ? bidMicros * rate : bidMicros / 1000;
      const isOpen =
        enabled &&
        fromMs <= nowMs &&
        nowMs < untilMs &&
        bidMicros >= reserveMicros &&
        (slot < 0 || standing.closed(slot) === 0);
      if (isOpen) setBit(open, c);
      else clearBit(open, c);
    }
    this.rankPools();
  }

  private rankPools(): void {
    const { pools, open, worth, poolWorth, ranked, sortedBy, broad, orders } = this;
    let slack = 0;
    for (let pool = 0; pool < ranked.length; pool++) {
      const campaigns = ranked[pool]!;
      if (campaigns.length > 1) sortByWorth(campaigns, worth, orders === 0);
      let most = 0;
      for (let i = 0; i < campaigns.length; i++) {
        if (!hasBit(open, campaigns[i]!)) continue;
        most = worth[campaigns[i]!]!;
        break;
      }
      poolWorth[pool] = most;
      if (most > 0) slack = Math.max(slack, most / sortedBy[pool]!);
    }
    this.slack = slack;
    if (slack > MOST_SLACK) {
      for (let pool = 0; pool < ranked.length; pool++) {
        // Closed campaigns count too: they may open again.
        sortedBy[pool] = ranked[pool]!.length > 0 ? worth[ranked[pool]![0]!]! : 0;
      }
      this.slack = 1;
      this.orders++;
    }
    if (pools.broad.size > 1) sortByWorth(broad, poolWorth, orders === 0);
  }
}

/** Largest first, ties by number. @param anew otherwise mostly sorted already: worth changes little in a second */
function sortByWorth(numbers: Uint16Array, worth: Float64Array, anew: boolean): void {
  if (anew) numbers.sort((a, b) => worth[b]! - worth[a]! || a - b);
  for (let i = 1; i < numbers.length; i++) {
    const moved = numbers[i]!;
    const own = worth[moved]!;
    let at = i;
    for (; at > 0; at--) {
      const before = numbers[at - 1]!;
      if (worth[before]! > own || (worth[before] === own && before < moved)) break;
      numbers[at] = before;
    }
    numbers[at] = moved;
  }
}
