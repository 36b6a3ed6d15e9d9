/**
 * What each visitor has done last at which daemon of a fleet, so that the visitor's next request waits for it at another one.
 * A reply to what is remembered of a customer sets a cookie that names the act, and a request with the cookie waits until
 * the act has come. The table is in shared memory, for all front ends: by the hash of daemon and customer, the time of the
 * newest act that has come (milliseconds since 1970, their lower 32 bits; 0: none). Customers who share a place may wait
 * too little, never for long.
 *
 *   cookie   DAEMON.SLOT.TIME   slot of the customer and time as numbers to the base 36
 */
import { waitAsync } from '../../kernel/wait-async.js';
import type { Incoming } from '../http/transport.js';
import { hashOf } from './visitor-hash.js';

const SLOTS = 1 << 16;
const COOKIE = 'vitrine-last-act';
const TOKEN = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{16})\\.([0-9a-z]{1,4})\\.([0-9a-z]{1,9})(?:;|$)`);
/** Acts come to the other daemons within some hundredths of a second; after that long they are no longer waited for. */
export const LONGEST_WAIT_MS = 500;
const LASTS_S = 10;
/** Clocks of daemons may differ by so much. */
const CLOCKS_DIFFER_MS = 5000;

export interface Act {
  market: string;
  customerKey?: string | undefined;
  /** Milliseconds since 1970, by the clock of its daemon. */
  at: number;
}

/** For the threads of a daemon that take requests. */
export interface SharedActs {
  /** The id of the daemon. */
  daemon: string;
  memory: SharedArrayBuffer;
}

export class LastActs {
  private readonly times: Int32Array;

  /**
   * @param daemon the id of this one
   * @param memory another thread's, to share it
   */
  constructor(
    private readonly daemon: string,
    private readonly memory = new SharedArrayBuffer(4 * SLOTS),
  ) {
    this.times = new Int32Array(memory);
  }

  get shared(): SharedActs {
    const { daemon, memory } = this;
    return { daemon, memory };
  }

  /** Notes that an act of a daemon is visible here. */
  came(daemon: string, { market, customerKey, at }: Act): void {
    if (customerKey === undefined) return;
    const place = this.placeOf(daemon, slotOf(market, customerKey));
    const word = wordOf(at);
    const before = Atomics.load(this.times, place);
    if (before !== 0 && ((before - word) | 0) >= 0) return;
    Atomics.store(this.times, place, word);
    Atomics.notify(this.times, place);
  }

  /** @returns the header by which other daemons know of an act of this one; none of a visitor without a customer key */
  cookieOf(act: Act): readonly string[] {
    const { daemon } = this;
    const { market, customerKey, at } = act;
    if (customerKey === undefined) return [];
    this.came(daemon, act);
    const token = `${daemon}.${slotOf(market, customerKey).toString(36)}.${at.toString(36)}`;
    return ['Set-Cookie', `${COOKIE}=${token}; Path=/; Max-Age=${LASTS_S}; HttpOnly; SameSite=Lax`];
  }

  /** Resolves when what a request's cookie names has come, or that takes too long; undefined: there is nothing to wait for. */
  awaited(incoming: Incoming, nowMs = Date.now()): Promise<void> | undefined {
    const cookie = incoming.header('cookie');
    const token = cookie === '' ? null : TOKEN.exec(cookie);
    if (!token) return undefined;
    const [, daemon, slot, time] = token;
    const at = Number.parseInt(time!, 36);
    if (at > nowMs + CLOCKS_DIFFER_MS || at < nowMs - LASTS_S * 1000 - CLOCKS_DIFFER_MS) return undefined;
    const place = this.placeOf(daemon!, Number.parseInt(slot!, 36));
    const word = wordOf(at);
    return this.has(place, word) ? undefined : this.reached(place, word);
  }

  private async reached(place: number, word: number): Promise<void> {
    const endMs = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const known = Atomics.load(this.times, place);
      const leftMs = endMs - performance.now();
      if (this.has(place, word) || leftMs <= 0) return;
      await waitAsync(this.times, place, known, leftMs);
    }
  }

  private has(place: number, word: number): boolean {
    const known = Atomics.load(this.times, place);
    return known !== 0 && ((known - word) | 0) >= 0;
  }

  private placeOf(daemon: string, slot: number): number {
    return (hashOf(daemon) ^ slot) & (SLOTS - 1);
  }
}

/** 0 is no time. */
const wordOf = (at: number): number => (at % 2 ** 32) | 0 || 1;

function slotOf(market: string, customerKey: string): number {
  const value = hashOf(market, '|', customerKey);
  return (value ^ (value >>> 16)) & (SLOTS - 1);
}
