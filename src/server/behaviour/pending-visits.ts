/**
 * Counts the visits in progress per customer, across all front ends: a query of a customer waits until the visits that
 * the customer began before it are visible, whichever front end took them. The counters are in shared memory: for each
 * front end a table of slots, chosen by the hash of the customer, with the numbers of visits begun and ended, which
 * only grow and wrap around. Customers of one slot wait for each other, which takes milliseconds.
 *
 *   0                    1 while visits are followed, 2 while the store of visitors is opened first: queries wait for
 *                        it; 0: they do not wait
 *   1 + 2 (f S + s)      begun at front end f in slot s of S; the next word: ended
 */
import { waitAsync } from '../../kernel/wait-async.js';
import { hashOf } from './visitor-hash.js';

const SLOTS = 1 << 13;
/** Longest wait of a query for visits. */
const LONGEST_WAIT_MS = 1000;
const STATE = 0;
const UNFOLLOWED = 0;
const FOLLOWED = 1;
const OPENING = 2;

export class PendingVisits {
  private readonly words: Int32Array;

  /**
   * @param own number of the front end that begins visits here, from 0
   * @param memory another thread's, to share it
   */
  constructor(
    frontEnds: number,
    private readonly own = 0,
    readonly memory = new SharedArrayBuffer(4 * (1 + 2 * SLOTS * frontEnds)),
  ) {
    this.words = new Int32Array(memory);
  }

  set followed(followed: boolean) {
    this.enter(followed ? FOLLOWED : UNFOLLOWED);
  }

  /** Queries wait until `opened` or `followed`. */
  opening(): void {
    this.enter(OPENING);
  }

  opened(): void {
    if (this.isOpening) this.enter(UNFOLLOWED);
  }

  get isOpening(): boolean {
    return Atomics.load(this.words, STATE) === OPENING;
  }

  /** @returns the slot, which `end` takes */
  begin(market: string, customerKey: string): number {
    const slot = slotOf(market, customerKey);
    Atomics.add(this.words, this.at(this.own, slot), 1);
    return slot;
  }

  end(frontEnd: number, slot: number): void {
    const at = this.at(frontEnd, slot) + 1;
    Atomics.add(this.words, at, 1);
    Atomics.notify(this.words, at);
  }

  /**
   * Resolves when the store is open and the visits of a customer that have begun have ended, or after the longest wait;
   * undefined: it is, and they have.
   */
  settled(market: string, customerKey: string): Promise<void> | undefined {
    const state = Atomics.load(this.words, STATE);
    if (state === OPENING) return this.left(OPENING).then(() => this.settled(market, customerKey));
    if (state === UNFOLLOWED) return undefined;
    const slot = slotOf(market, customerKey);
    let waiting: Promise<void>[] | undefined;
    for (let at = 1 + 2 * slot; at < this.words.length; at += 2 * SLOTS) {
      const begun = Atomics.load(this.words, at);
      if (Atomics.load(this.words, at + 1) !== begun) (waiting ??= []).push(this.reached(at + 1, begun));
    }
    return waiting && Promise.all(waiting).then(() => undefined);
  }

  /** Resolves when the state is no longer this one. */
  private async left(state: number): Promise<void> {
    while (Atomics.load(this.words, STATE) === state)
      await waitAsync(this.words, STATE, state, Number.POSITIVE_INFINITY);
  }

  private enter(state: number): void {
    Atomics.store(this.words, STATE, state);
    Atomics.notify(this.words, STATE);
  }

  private async reached(at: number, count: number): Promise<void> {
    const until = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const now = Atomics.load(this.words, at);
      const leftMs = until - performance.now();
      // The difference of two counters that may have wrapped around.
      if (((now - count) | 0) >= 0 || leftMs <= 0) return;
      await waitAsync(this.words, at, now, leftMs);
    }
  }

  private at(frontEnd: number, slot: number): number {
    return 1 + 2 * (frontEnd * SLOTS + slot);
  }
}

/** FNV-1a, folded: its low bits alone depend on the low bits of the text. */
function slotOf(market: string, customerKey: string): number {
  const value = hashOf(market, customerKey);
  return (value ^ (value >>> 15)) & (SLOTS - 1);
}
