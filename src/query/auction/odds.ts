/**
 * What the campaigns of a view are worth in a second: which of them may win, and what an impression of each is expected to
 * earn at the first position. Computed once a second, of the time, the standing and the reserve alone, so that all threads
 * have the same.
 */
import { priorClickThrough, RATED_POSITIONS, type Standing } from '../../behaviour/campaigns/standing.js';
import { type Bitmap, clearBit, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import type { CompetingCampaign, Pools } from './campaigns.js';

/** Campaigns with one billing, by pool. */
export interface RankedPools {
  /** CSR: numbers `of[start[p] … start[p + 1])` are those of pool `p`, those worth the most first; ties by number. */
  start: Uint32Array;
  of: Uint16Array;
  /** The most of the open ones; 0: there are none. */
  worth: Float64Array;
}

export class Odds {
  /** Campaigns that may win in this second, wherever they are aimed at. */
  readonly open: Bitmap;
  /** Expected clicks of an impression at position 0, by campaign. */
  readonly clickRate: Float64Array;
  /** Micros that an impression at position 0 is expected to earn, by campaign. */
  readonly worth: Float64Array;
  /** Of each pool, its campaigns that pay by the click, and those that pay by the impression. */
  readonly clicks: RankedPools;
  readonly views: RankedPools;
  /** Grows whenever they change: most seconds of a quiet shop leave them as they are. */
  version = 0;
  private readonly byWorth: Uint16Array;
  private isOrdered = false;
  private isRanked = false;
  private second = -1;
  private standing: Standing | undefined;
  private standingSecond = -1;
  private reserve = -1;
  /** Clicks by position for one at the first, as the standing had them. */
  private readonly relative = new Float64Array(RATED_POSITIONS);

  constructor(
    private readonly all: readonly CompetingCampaign[],
    pools: Pools,
  ) {
    this.open = emptyBitmap(all.length);
    this.clickRate = new Float64Array(all.length);
    this.worth = new Float64Array(all.length);
    this.clicks = rankedPools(pools, campaign => all[campaign]!.billing === 'CPC');
    this.views = rankedPools(pools, campaign => all[campaign]!.billing === 'CPM');
    this.byWorth = Uint16Array.from(all, (_, campaign) => campaign);
  }

  /** @param second since 1970 */
  refresh(second: number, standing: Standing, reserveMicros: number): void {
    const isKnown =
      second === this.second &&
      standing === this.standing &&
      standing.second === this.standingSecond &&
      reserveMicros === this.reserve;
    if (isKnown) return;
    // Prices depend on the reserve, too.
    const isOtherReserve = reserveMicros !== this.reserve;
    this.second = second;
    this.standing = standing;
    this.standingSecond = standing.second;
    this.reserve = reserveMicros;
    if (!this.read(standing) && !isOtherReserve) return;
    this.version++;
    this.isOrdered = false;
    this.rankPools(this.clicks);
    this.rankPools(this.views);
    this.isRanked = true;
  }

  /** Computes what campaigns are worth by a standing. @returns whether anything has changed */
  private read(standing: Standing): boolean {
    const { all, open, clickRate, worth, relative, second, reserve } = this;
    const nowMs = second * 1000;
    const prior = priorClickThrough(0);
    let isChanged = !this.isRanked;
    for (let position = 0; position < relative.length; position++) {
      const rate = standing.relative(position);
      isChanged ||= rate !== relative[position];
      relative[position] = rate;
    }
    for (let c = 0; c < all.length; c++) {
      const { slot, enabled, fromMs, untilMs, bidMicros, billing } = all[c]!;
      const rate = slot < 0 ? prior : standing.clickThrough(slot, 0);
      isChanged ||= rate !== clickRate[c];
      clickRate[c] = rate;
      worth[c] = billing === 'CPC' ? bidMicros * rate : bidMicros / 1000;
      const isOpen =
        enabled &&
        fromMs <= nowMs &&
        nowMs < untilMs &&
        bidMicros >= reserve &&
        (slot < 0 || standing.closed(slot) === 0);
      isChanged ||= isOpen !== hasBit(open, c);
      if (isOpen) setBit(open, c);
      else clearBit(open, c);
    }
    return isChanged;
  }

  /** Numbers of all campaigns, those worth the most first; ties by number. */
  get order(): Uint16Array {
    if (!this.isOrdered) sortByWorth(this.byWorth, this.worth, true);
    this.isOrdered = true;
    return this.byWorth;
  }

  private rankPools({ start, of, worth: most }: RankedPools): void {
    const { open, worth } = this;
    for (let pool = 0; pool < most.length; pool++) {
      const from = start[pool]!;
      const to = start[pool + 1]!;
      if (to - from > 1) sortByWorth(of.subarray(from, to), worth, !this.isRanked);
      let best = from;
      while (best < to && !hasBit(open, of[best]!)) best++;
      most[pool] = best === to ? 0 : worth[of[best]!]!;
    }
  }
}

function rankedPools({ campaigns }: Pools, isOf: (campaign: number) => boolean): RankedPools {
  const start = new Uint32Array(campaigns.length + 1);
  const of: number[] = [];
  for (let pool = 0; pool < campaigns.length; pool++) {
    for (const campaign of campaigns[pool]!) if (isOf(campaign)) of.push(campaign);
    start[pool + 1] = of.length;
  }
  return { start, of: Uint16Array.from(of), worth: new Float64Array(campaigns.length) };
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
