/**
 * Where campaigns stand at a second: which of them compete, and how often they are clicked. The ledger publishes it once a
 * second, in memory shared by threads; auctions read it. There are two halves: one is written while the other is read.
 *
 *   words of 32 bits
 *   0  layout version
 *   1  the half that is read: 0 none yet, 1 or 2
 *   2  1: a ledger publishes, and nothing competes before it has
 *   3  first half, then the second, each:
 *        generation of campaigns (u32), second since 1970 (u32), number of slots (u32)
 *        click-through by position from 0 (64 × f32)
 *        click-through at position 0 by slot (10,000 × f32)
 *        why it does not compete, by slot (10,000 × u8, bits of CLOSED)
 *
 * The slot of a campaign is the position of its id among those of all published campaigns, in the order of UTF-16. Slots are
 * valid for one generation: a reader with another one takes all campaigns for open, with the rates of the prior. Before the
 * ledger has read what was spent, none is: a campaign would be shown that has nothing left.
 */
import { createHash } from 'node:crypto';
import { type Campaign, MAX_CAMPAIGNS } from '../../catalog/site/campaign-document.js';

/** Bits of why a campaign does not compete; 0: it does. */
export const CLOSED = { TOTAL_SPENT: 1, DAY_SPENT: 2, PACED: 4, UNREAD: 8 } as const;

/** Positions with a click-through of their own; what stands below has that of the last. */
export const RATED_POSITIONS = 64;

export interface Standing {
  /** Seconds since 1970 at which it was published. */
  second: number;
  /** Bits of CLOSED. */
  closed(slot: number): number;
  /** Clicks an impression that are expected of a campaign at a position from 0; more than 0, at most 1. */
  clickThrough(slot: number, position: number): number;
  /** Clicks at a position for one at position 0. */
  relative(position: number): number;
}

/** What the writer publishes; arrays are by slot. */
export interface PublishedStanding {
  generation: number;
  second: number;
  closed: Uint8Array;
  clickThrough: Float32Array;
  /** By position; RATED_POSITIONS of them. */
  byPosition: Float32Array;
}

const LAYOUT_VERSION = 2;
const HEADER_WORDS = 3;
const HALF_HEADER_WORDS = 3;
const HALF_WORDS = HALF_HEADER_WORDS + RATED_POSITIONS + MAX_CAMPAIGNS + Math.ceil(MAX_CAMPAIGNS / 4);
const BYTES = 4 * (HEADER_WORDS + 2 * HALF_WORDS);

/** Clicks an impression before anything is learned. @param position from 0 */
export function priorClickThrough(position: number): number {
  return 0.02 / (1 + 0.35 * position);
}

/**
 * A number that differs between sets of campaigns whose slots or budgets differ.
 * @param campaigns all published ones, in the order of their slots
 */
export function campaignsGeneration(campaigns: Iterable<readonly [id: string, campaign: Campaign]>): number {
  const hash = createHash('sha256');
  for (const [id, { budget }] of campaigns) hash.update(`${id} ${budget.total} ${budget.daily ?? ''}\n`);
  return hash.digest().readUInt32LE();
}

/** Of campaigns of which nothing is known. */
const PRIOR: Standing = {
  second: 0,
  closed: () => 0,
  clickThrough: (_slot, position) => priorClickThrough(Math.min(position, RATED_POSITIONS - 1)),
  relative: position => priorClickThrough(Math.min(position, RATED_POSITIONS - 1)) / priorClickThrough(0),
};

/** Of campaigns whose accounts are still being read. */
const UNREAD: Standing = { ...PRIOR, closed: () => CLOSED.UNREAD };

class Half implements Standing {
  readonly header: Uint32Array;
  readonly byPosition: Float32Array;
  readonly rates: Float32Array;
  readonly closedBits: Uint8Array;

  constructor(memory: SharedArrayBuffer, number: number) {
    let at = 4 * (HEADER_WORDS + number * HALF_WORDS);
    this.header = new Uint32Array(memory, at, HALF_HEADER_WORDS);
    at += 4 * HALF_HEADER_WORDS;
    this.byPosition = new Float32Array(memory, at, RATED_POSITIONS);
    at += 4 * RATED_POSITIONS;
    this.rates = new Float32Array(memory, at, MAX_CAMPAIGNS);
    at += 4 * MAX_CAMPAIGNS;
    this.closedBits = new Uint8Array(memory, at, MAX_CAMPAIGNS);
  }

  get generation(): number {
    return this.header[0];
  }

  get second(): number {
    return this.header[1];
  }

  closed(slot: number): number {
    return this.closedBits[slot];
  }

  clickThrough(slot: number, position: number): number {
    return Math.min(1, this.rates[slot] * this.relative(position));
  }

  relative(position: number): number {
    const { byPosition } = this;
    return byPosition[Math.min(position, RATED_POSITIONS - 1)] / byPosition[0];
  }
}

export class CampaignStanding {
  private readonly words: Int32Array;
  private readonly halves: readonly [Half, Half];

  /** @param memory that of another thread, to share it */
  constructor(readonly memory = new SharedArrayBuffer(BYTES)) {
    this.words = new Int32Array(memory, 0, HEADER_WORDS);
    this.words[0] = LAYOUT_VERSION;
    this.halves = [new Half(memory, 0), new Half(memory, 1)];
  }

  /**
   * What was published last by a second, to be used for one auction: a second after the next publication its memory is
   * written to. What is published ahead of its second is in effect from then on in all threads.
   * @param generation that of the reader's campaigns: see `campaignsGeneration`
   * @param second since 1970
   */
  read(generation: number, second: number): Standing {
    const current = Atomics.load(this.words, 1);
    const unpublished = this.words[2] === 1 ? UNREAD : PRIOR;
    if (current === 0) return unpublished;
    const last = this.halves[current - 1];
    const half = last.second <= second ? last : this.halves[2 - current];
    if (half.second === 0) return unpublished;
    return half.second <= second && half.generation === generation ? half : PRIOR;
  }

  /** Has nothing compete before the first publication. To be called before other threads read. */
  awaitLedger(): void {
    this.words[2] = 1;
  }

  /** To be called by one thread alone, and not twice within a second. */
  publish({ generation, second, closed, clickThrough, byPosition }: PublishedStanding): void {
    const other = Atomics.load(this.words, 1) === 1 ? 2 : 1;
    const half = this.halves[other - 1];
    half.header.set([generation, second, closed.length]);
    half.byPosition.set(byPosition);
    half.rates.set(clickThrough);
    half.closedBits.set(closed);
    Atomics.store(this.words, 1, other);
  }
}
