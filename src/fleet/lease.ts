/**
 * The lease of the writer: the one daemon of a fleet that changes the catalog. It is a key that goes by itself unless its
 * holder renews it. Its revision when it was acquired is the token of the term: later terms have greater ones, and what
 * a writer publishes is refused where the token of a later term stands there (see import-log.ts).
 */
import type { KV, KvEntry } from '@nats-io/kv';
import { isOvertaken } from './connection.js';

/** After so long without renewal the key goes. */
export const LEASE_MS = 5000;
const RENEW_EVERY_MS = 1500;
/** A holder that could not renew it gives it up so long before others can take it. */
const SAFETY_MS = 1000;
const KEY = 'writer';

export interface Holder {
  /** The id of a daemon. */
  daemon: string;
  /** The name of it in status and logs. */
  name: string;
}

export interface LeaseOptions {
  bucket: KV;
  holder: Holder;
  /** Called with the token when this daemon becomes the writer. */
  acquired(token: number): void;
  /** Called when it is no longer. */
  lost(why: string): void;
  /** Called with the holder whenever it changes; undefined while there is none. */
  changed?(holder: Holder | undefined): void;
}

export class WriterLease {
  private token: number | undefined;
  /** The key's revision at its last renewal. */
  private revision = 0;
  private renewedMs = 0;
  private wanted = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaseOptions) {}

  /** Undefined while another daemon is the writer, or none. */
  get term(): number | undefined {
    return this.token;
  }

  /** @param wanted whether this daemon is to become the writer where there is none: it has all that was accepted */
  async start(wanted: boolean): Promise<void> {
    this.wanted = wanted;
    if (this.options.changed) await this.follow(this.options.changed);
    this.step();
  }

  /** As `wanted` of `start`, from now on. */
  want(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.now();
  }

  /** Gives the lease up at once, so that another daemon can take it without waiting; this one does not until `want`. */
  async yield(): Promise<void> {
    this.wanted = false;
    await this.running;
    await this.release();
  }

  /** As `yield`, for good. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.release();
  }

  private async release(): Promise<void> {
    if (this.token === undefined) return;
    this.token = undefined;
    try {
      await this.options.bucket.delete(KEY, { previousSeq: this.revision });
    } catch {
      // It is another daemon's by now, or goes by itself.
    }
  }

  /** Does the next step without waiting for its time. */
  private now(): void {
    void this.running.then(() => {
      clearTimeout(this.timer);
      this.step();
    });
  }

  private step(): void {
    if (this.stopped) return;
    this.running = this.attempt().finally(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.step(), RENEW_EVERY_MS);
    });
  }

  private async attempt(): Promise<void> {
    const startedMs = performance.now();
    if (this.token === undefined) return this.wanted ? this.acquire(startedMs) : undefined;
    try {
      this.revision = await this.options.bucket.update(KEY, JSON.stringify(this.options.holder), this.revision);
      this.renewedMs = startedMs;
    } catch (error) {
      const isLate = performance.now() - this.renewedMs > LEASE_MS - SAFETY_MS - RENEW_EVERY_MS;
      if (isOvertaken(error)) this.lose('another daemon has become the writer');
      else if (isLate) this.lose(`it could not be renewed: ${(error as Error).message}`);
    }
  }

  private async acquire(startedMs: number): Promise<void> {
    try {
      this.revision = await this.options.bucket.create(KEY, JSON.stringify(this.options.holder));
    } catch {
      // Another daemon holds it, or the servers cannot be reached: the next attempt will tell.
      return;
    }
    this.renewedMs = startedMs;
    this.token = this.revision;
    this.options.acquired(this.token);
  }

  private lose(why: string): void {
    this.token = undefined;
    this.options.lost(why);
  }

  private async follow(changed: (holder: Holder | undefined) => void): Promise<void> {
    const entries = await this.options.bucket.watch({ key: KEY });
    let known: string | undefined;
    const read = async () => {
      for await (const entry of entries) {
        const holder = holderOf(entry);
        // Servers before 2.11 may give two of a cluster the lease that was given up: it is that of the later one.
        if (
          holder &&
          holder.daemon !== this.options.holder.daemon &&
          entry.revision > this.revision &&
          this.token !== undefined
        ) {
          this.lose('another daemon has become the writer');
        }
        if (known === holder?.daemon) continue;
        known = holder?.daemon;
        changed(holder);
        // Otherwise a writer that has given it up would be missed for as long as a renewal takes.
        if (!holder && this.token === undefined) this.now();
      }
    };
    read().catch(() => undefined);
  }
}

function holderOf(entry: KvEntry): Holder | undefined {
  return entry.operation === 'PUT' ? (entry.json() as Holder) : undefined;
}
