/**
 * What the learner takes no notice of, so that a sender of many notifications moves little: reactions to tickets that
 * are too old, of visitors who have asked nothing, or repeated by a visitor, and what comes too often in a day from one
 * range of addresses. What one range chooses for a phrase counts once in a day: of a phrase that is hardly searched, a
 * few choices are all that there are. Like the learner it goes by the times of activities alone, and it is a part of its
 * state.
 */
import type { Part, PartWriter } from '../../index/part.js';
import type { Activity } from '../activities/activity.js';
import type { ActivityContext, Reaction } from '../activities/notification.js';
import { visitorHash } from './sessions.js';

export interface SignalBoundsOptions {
  /** Reactions to older tickets teach nothing. */
  ticketDays: number;
  /** How often in a day one range of addresses teaches the same by reactions; 0: as often as it comes. */
  rangeSignals: number;
}

export const DEFAULT_BOUNDS: Readonly<SignalBoundsOptions> = { ticketDays: 30, rangeSignals: 5 };

/** How many counts are kept in each of two generations. */
const KEPT = 100_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Views of product pages, which weigh little, in proportion to reactions. */
const VIEWS_PER_REACTION = 4;

/**
 * A range of addresses chooses nothing where it chooses a product so often in a day, or some times so often, and hardly
 * any other for that phrase. The customers of a telephone network share a range, too, but do not all choose the same.
 */
const INSISTENT = { often: 5, most: 20, share: 0.8 } as const;
/** Largest count of what a range chooses for a phrase. */
const MOST_CHOICES = 65_535;

/** `known`: the range has chosen it already; `withdrawn`: too often, so that its choice counts no longer. */
export type RangeChoice = 'counts' | 'known' | 'withdrawn';

/** `beyond range`: more than its range of addresses may teach, but not a repetition. */
export type Admission = 'admitted' | 'beyond range' | 'refused';

export class SignalBounds {
  /**
   * Counts by hash, of reactions of a visitor and of what came from a range of addresses, which has another number each
   * day. When the younger generation is full, it takes the place of the older one.
   */
  private younger = new Map<number, number>();
  private older = new Map<number, number>();

  constructor(private readonly options: SignalBoundsOptions) {}

  /**
   * Whether an activity is to be learned from. Searches always are: the more there are of a phrase, the less weighs what
   * is chosen for it. So are payments, which come from the shop's server.
   */
  admits(activity: Activity): Admission {
    switch (activity.type) {
      case 'click':
      case 'add-to-cart':
        if (activity.unasked || !this.isFresh(activity) || !this.isFirst(activity)) return 'refused';
        return this.withinRange(activity, activity.productKey ?? activity.contentKey, 1);
      case 'add-favorite':
        return activity.unasked ? 'refused' : this.withinRange(activity, activity.productKey, 1);
      case 'view':
        return this.withinRange(activity, activity.productKey, VIEWS_PER_REACTION);
      default:
        return 'admitted';
    }
  }

  /**
   * What is to be learned of a product that was chosen for a phrase.
   * @param mayCount whether it may be the choice of its range that counts: another is only added to that, which alone
   *   can be withdrawn
   */
  choice(reaction: ActivityContext & Reaction, phrase: string, mayCount: boolean): RangeChoice {
    const { market, range, productKey, shown } = reaction;
    if (range === undefined || this.options.rangeSignals === 0) return 'counts';
    const place = [range, market, shown.locale, phrase];
    const hash = hashOf(['choice', ...place, productKey]);
    if (!mayCount && this.countOf(hash) === 0) return 'known';
    const all = this.count(hashOf(['choices', ...place]), MOST_CHOICES) || MOST_CHOICES;
    const { often, most, share } = INSISTENT;
    const times = this.count(hash, most);
    if (times === 1) return 'counts';
    if (times === 0 || times % often !== 0 || times < share * all) return 'known';
    // It is not to be withdrawn again.
    this.younger.set(hash, most);
    return 'withdrawn';
  }

  private isFresh({ at, shown }: ActivityContext & Reaction): boolean {
    return at / MINUTE_MS - shown.minute <= this.options.ticketDays * DAY_MINUTES;
  }

  write(part: PartWriter): void {
    part.add('bounds.younger', pairsOf(this.younger)).add('bounds.older', pairsOf(this.older));
  }

  /** Restores encoded counts. */
  read(part: Part): void {
    this.younger = mapOf(part.u32('bounds.younger'));
    this.older = mapOf(part.u32('bounds.older'));
  }

  /** Whether the visitor has not reacted to this hit of this list before: a visitor without a key never has. */
  private isFirst(reaction: ActivityContext & Reaction): boolean {
    const { type, market, customerKey, sessionKey, userContext, productKey, contentKey, shown } = reaction;
    const visitor = customerKey ?? sessionKey;
    if (visitor === undefined || userContext === 'ANONYMOUS') return true;
    const { pageType, pageReference, list, q, position, minute } = shown;
    const place = [pageType, pageReference, list, q, position, minute];
    return this.counts([type, market, visitor, productKey, contentKey, ...place], 1);
  }

  /** Whether no more than admitted came of a product or content item from the range of addresses, if there is one. */
  private withinRange({ type, market, range }: Activity, key: string | undefined, share: number): Admission {
    const most = this.options.rangeSignals * share;
    const isWithin = range === undefined || most === 0 || this.counts([range, type, market, key], most);
    return isWithin ? 'admitted' : 'beyond range';
  }

  /** Counts once more, unless that is more than `most`. @returns whether it has counted */
  private counts(of: readonly (string | number | undefined)[], most: number): boolean {
    return this.count(hashOf(of), most) > 0;
  }

  /** As `counts`. @returns the count, 0 beyond `most` */
  private count(hash: number, most: number): number {
    const count = this.countOf(hash);
    if (count >= most) return 0;
    if (this.younger.size >= KEPT) {
      this.older = this.younger;
      this.younger = new Map();
    }
    this.younger.set(hash, count + 1);
    return count + 1;
  }

  private countOf(hash: number): number {
    return this.younger.get(hash) ?? this.older.get(hash) ?? 0;
  }
}

function hashOf(of: readonly (string | number | undefined)[]): number {
  return visitorHash(of.join('\0'));
}

function pairsOf(counts: ReadonlyMap<number, number>): Uint32Array {
  return Uint32Array.from([...counts].flat());
}

function mapOf(pairs: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) counts.set(pairs[i], pairs[i + 1]);
  return counts;
}
