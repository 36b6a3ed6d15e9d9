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
/** So often a daemon that wants it asks for it: the servers do not tell when it goes by itself. */
const ASK_EVERY_MS = 500;
/** A holder that could not renew it gives it up so long before others can take it. */
const SAFETY_MS = 1000;
const KEY = 'writer';

const OVERTAKEN = 'another daemon has become the writer';
const LATE = 'it could not be renewed in time';

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
  private wanted = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  /** When the lease is over that is not renewed: an attempt to do so may take longer. */
  private expiry: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  /** What the key was seen to be last. */
  private holder: Holder | undefined;
  private seen: { revision: number; daemon: string | undefined; atMs: number } | undefined;

  constructor(private readonly options: LeaseOptions) {}

  /** Undefined while another daemon is the writer, or none. */
  get term(): number | undefined {
    return this.token;
  }

  async start(): Promise<void> {
    await this.follow();
    this.step();
  }

  /** @param wanted whether this daemon is to become the writer where there is none: it has all that was accepted */
  want(wanted: boolean): void {
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    if (wanted) this.now();
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
    clearTimeout(this.expiry);
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
      if (this.stopped) return;
      const pauseMs = this.token === undefined && this.wanted ? ASK_EVERY_MS : RENEW_EVERY_MS;
      this.timer = setTimeout(() => this.step(), pauseMs);
    });
  }

  private async attempt(): Promise<void> {
    const startedMs = performance.now();
    const { token } = this;
    if (token === undefined) {
      // Servers tell nothing of a key that goes by itself, and those that went nothing at all.
      await this.look();
      const isFree = !this.holder || this.holder.daemon === this.options.holder.daemon;
      return this.wanted && isFree ? this.acquire(startedMs) : undefined;
    }
    try {
      const revision = await this.options.bucket.update(KEY, JSON.stringify(this.options.holder), this.revision);
      // It may have been over before the reply came.
      if (this.token !== token) return;
      this.revision = revision;
      this.renewed(startedMs);
    } catch (error) {
      if (isOvertaken(error) && !(await this.catchUp())) this.lose(OVERTAKEN);
    }
  }

  /** Of a renewal the reply may have been lost. @returns whether the key is this daemon's, or may be: it has to be renewed */
  private async catchUp(): Promise<boolean> {
    const entry = await this.options.bucket.get(KEY).catch(() => undefined);
    // A server that is behind tells of an earlier one.
    if (entry === undefined || (entry && entry.revision < this.revision)) return true;
    if (entry === null || holderOf(entry)?.daemon !== this.options.holder.daemon) return false;
    this.revision = entry.revision;
    return true;
  }

  private async acquire(startedMs: number): Promise<void> {
    const { bucket, holder, acquired } = this.options;
    const value = JSON.stringify(holder);
    let revision: number;
    try {
      // One that this daemon has lost, or had before it was started again.
      const isOwn = this.holder && this.seen;
      revision = await (isOwn ? bucket.update(KEY, value, isOwn.revision) : bucket.create(KEY, value));
    } catch {
      // Another daemon has been quicker, or the servers cannot be reached: the next attempt will tell.
      return;
    }
    this.revision = revision;
    if (this.isOvertaken(revision)) return;
    this.token = revision;
    this.renewed(startedMs);
    if (this.token === undefined) return;
    this.held(holder);
    acquired(this.token);
  }

  /** Servers before 2.11 may give two of a cluster the lease that was given up: it is that of the later one. */
  private isOvertaken(revision: number): boolean {
    const daemon = this.seen?.daemon;
    return daemon !== undefined && daemon !== this.options.holder.daemon && this.hasSeenLater(revision);
  }

  private hasSeenLater(revision: number): boolean {
    const { seen } = this;
    return seen !== undefined && seen.revision > revision && performance.now() - seen.atMs < LEASE_MS;
  }

  /** @param startedMs when the renewal was asked for: the servers have counted from then on at the earliest */
  private renewed(startedMs: number): void {
    clearTimeout(this.expiry);
    const leftMs = startedMs + LEASE_MS - SAFETY_MS - performance.now();
    if (leftMs <= 0) this.lose(LATE);
    else this.expiry = setTimeout(() => this.lose(LATE), leftMs);
  }

  private lose(why: string): void {
    if (this.token === undefined) return;
    clearTimeout(this.expiry);
    this.token = undefined;
    this.options.lost(why);
  }

  private async follow(): Promise<void> {
    const entries = await this.options.bucket.watch({ key: KEY });
    const read = async () => {
      for await (const entry of entries) {
        this.note(entry);
        if (this.isOvertaken(this.revision)) this.lose(OVERTAKEN);
        // Otherwise a writer that has given it up would be missed for as long as a renewal takes.
        if (!this.holder && this.token === undefined) this.now();
      }
    };
    read().catch(() => undefined);
  }

  private async look(): Promise<void> {
    try {
      this.note(await this.options.bucket.get(KEY));
    } catch {
      // The servers cannot be reached.
    }
  }

  /** @param entry null: there is none */
  private note(entry: KvEntry | null): void {
    // A server that is behind tells of an earlier one.
    if (entry && this.hasSeenLater(entry.revision)) return;
    const holder = entry ? holderOf(entry) : undefined;
    if (entry) this.seen = { revision: entry.revision, daemon: holder?.daemon, atMs: performance.now() };
    this.held(holder);
  }

  private held(holder: Holder | undefined): void {
    if (holder?.daemon === this.holder?.daemon) return;
    this.holder = holder;
    this.options.changed?.(holder);
  }
}

function holderOf(entry: KvEntry): Holder | undefined {
  return entry.operation === 'PUT' ? (entry.json() as Holder) : undefined;
}
