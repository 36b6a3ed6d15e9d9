/**
 * Stores the joined parts of the live snapshot, so that the next start of the daemon reads them instead of joining base
 * and overlays again. That costs what the parts weigh, not what an import has changed: it is done at the lowest priority
 * and for a small share of the time, and no import waits for it. While imports follow each other, the parts are written
 * in haste, which no disk takes part in: a start after a crash of the daemon finds them, and joins the few overlays that
 * came since. They become durable when imports rest. What the start has read must have been verified before: damaged
 * parts, and what is joined from them, would get a checksum that is right.
 */
import { within } from '../../kernel/within.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { Log } from '../observability/log.js';

export interface StoredJoinsOptions {
  /**
   * Writes the joined parts of a snapshot.
   * @returns the bytes written
   */
  store(snapshot: SharedSnapshot, how: StoreManner, stop: AbortSignal): Promise<number>;
  /** Removes what is stored. */
  remove(): Promise<void>;
  /** Resolves when no import runs. */
  idle(): Promise<void>;
  log: Log;
}

export interface StoreManner {
  /** Whether queries and imports have precedence. */
  background: boolean;
  /** Whether the parts survive a crash of the system, too. */
  isDurable: boolean;
}

const IN_HASTE: StoreManner = { background: true, isDurable: false };

/** How long no snapshot has gone live when the parts are written. */
const REST_MS = 500;
/**
 * After a write, this many times as long as it took passes before the next one: after one to disk, and one in haste. A
 * write takes cores from the import that it falls into, and each import that comes after it costs a start after a crash.
 */
const LEAST_PAUSE = 20;
const LEAST_PAUSE_IN_HASTE = 4;
/**
 * Bytes after which the pause of a write in haste is a millisecond longer: the parts of a million products are not
 * written anew with every import or two where memory takes them faster than disks would, to which they may have to go.
 */
const HASTY_BYTES_PER_MS = 400_000;

export class StoredJoins {
  /** The live snapshot, where its joined parts are still to be stored. */
  private due: SharedSnapshot | undefined;
  private timer: NodeJS.Timeout | undefined;
  private hasteTimer: NodeJS.Timeout | undefined;
  private earliestMs = 0;
  private earliestInHasteMs = 0;
  private last: Promise<void> = Promise.resolve();
  private readonly verification: Promise<void>;
  /** To be called when what the start has read is verified, or not used any longer. */
  verified!: () => void;
  private readonly stop = new AbortController();

  constructor(private readonly options: StoredJoinsOptions) {
    this.verification = new Promise(resolve => {
      this.verified = resolve;
    });
  }

  /** To be called with every snapshot that has gone live. */
  wentLive(snapshot: SharedSnapshot): void {
    this.forgetDue();
    const { joined = new Map<string, string>(), stored, unusable } = snapshot;
    if (stored || this.stop.signal.aborted) return;
    // A write leaves the files that are listed, which may be the damaged ones.
    if (joined.size === 0 || unusable !== undefined) void this.remove();
    if (joined.size === 0) return;
    this.due = snapshot;
    const wait = Math.max(REST_MS, this.earliestMs - performance.now());
    const { id } = snapshot;
    this.timer = setTimeout(() => void this.storeAtRest(id), wait).unref();
    this.storeSoon(id);
  }

  /** Removes what is stored, after a write that runs. Never throws. */
  remove(): Promise<void> {
    this.forgetDue();
    this.last = this.last.then(() => this.removeStored());
    return this.last;
  }

  /** Stores what is still to be stored, for a bounded time: the start that follows takes longer without. */
  async close(longestMs: number): Promise<void> {
    clearTimeout(this.timer);
    await within(this.storeAtEnd(), longestMs);
    this.stop.abort();
  }

  private async storeAtEnd(): Promise<void> {
    if (this.due) await this.verification;
    this.storeDue({ background: false, isDurable: true });
    await this.last;
  }

  private forgetDue(): void {
    clearTimeout(this.timer);
    clearTimeout(this.hasteTimer);
    this.due = undefined;
  }

  /** What waits knows the id alone: a snapshot that is replaced meanwhile is garbage. */
  private async storeAtRest(id: string): Promise<void> {
    await this.verification;
    await this.options.idle();
    if (this.due?.id === id) this.storeDue({ background: true, isDurable: true });
  }

  /** After the pause of the write before. */
  private storeSoon(id: string): void {
    const pause = Math.max(0, this.earliestInHasteMs - performance.now());
    this.hasteTimer = setTimeout(() => void this.storeInHaste(id), pause).unref();
  }

  /** What is stored so remains to be stored at rest. */
  private async storeInHaste(id: string): Promise<void> {
    await this.verification;
    this.last = this.last.then(async () => {
      const { due } = this;
      if (due?.id !== id || this.stop.signal.aborted) return;
      // The write before, which has ended by now, ran when this one was put off.
      if (performance.now() < this.earliestInHasteMs) return this.storeSoon(id);
      const { ms, bytes } = await this.store(due, IN_HASTE);
      const pause = Math.max(LEAST_PAUSE_IN_HASTE * ms, bytes / HASTY_BYTES_PER_MS);
      this.earliestInHasteMs = performance.now() + pause;
    });
  }

  private storeDue(how: StoreManner): void {
    const { due } = this;
    this.due = undefined;
    clearTimeout(this.hasteTimer);
    if (!due || this.stop.signal.aborted) return;
    this.last = this.last.then(async () => {
      const { ms } = await this.store(due, how);
      this.earliestMs = performance.now() + LEAST_PAUSE * ms;
    });
  }

  private async removeStored(): Promise<void> {
    try {
      await this.options.remove();
    } catch (error) {
      this.options.log.warn({ err: error }, 'joined parts that are of no use any more cannot be removed');
    }
  }

  /** Never throws: without stored parts, a start joins them. @returns how long it took, and what was written */
  private async store(snapshot: SharedSnapshot, how: StoreManner): Promise<{ ms: number; bytes: number }> {
    const { log, store } = this.options;
    const { id } = snapshot;
    const started = performance.now();
    let bytes = 0;
    try {
      bytes = await store(snapshot, how, this.stop.signal);
      const seconds = (performance.now() - started) / 1000;
      log.debug({ snapshot: id, bytes, seconds, ...how }, 'joined parts are stored');
    } catch (error) {
      log.warn({ snapshot: id, err: error }, 'joined parts cannot be stored; the next start joins them again');
    }
    return { ms: performance.now() - started, bytes };
  }
}
