/**
 * Reads visitors for queries: entries older than the retention are left out, whether the sweep has removed them or not.
 * A thread keeps one reader, which sees one state of the store between two refreshes.
 */
import { join } from 'node:path';
import type { Remembered, Visitor, VisitorSource } from './visitor.js';
import { decodeVisitor, isEmpty, type StoredVisitor } from './visitor-codec.js';
import { type Environment, openEnvironment, STORE_FILE } from './visitor-environment.js';
import { visitorKey } from './visitor-key.js';
import { WatchedFile } from './watched-file.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

export interface VisitorReaderOptions {
  dir: string;
  /** Retention, in days. */
  visitorDays: number;
  /** See `WatchedFile`; by default, that of this thread alone. */
  watch?: SharedArrayBuffer | undefined;
}

export class VisitorReader implements VisitorSource {
  /** Undefined while there is none that can be read. */
  private environment: Environment | undefined;
  private readonly file: WatchedFile;
  private oldest = 0;

  /** @throws Problem UNAVAILABLE when a newer version wrote the folder. */
  constructor(private readonly options: VisitorReaderOptions) {
    this.file = new WatchedFile(join(options.dir, STORE_FILE), options.watch);
    this.refresh(Date.now());
  }

  /**
   * Refreshes to the latest commit of the store, with retention as of `nowMs`. Of a store that is damaged nothing is
   * read, until another has taken its place. A reader opens the file of the writer alone, and after it: LMDB would make
   * one that is missing, and the first to open it may do so on a disk that is read-only.
   */
  refresh(nowMs: number): void {
    this.oldest = oldestKept(nowMs, this.options.visitorDays);
    if (this.options.watch !== undefined && !this.file.isClaimed) return;
    const state = this.file.look();
    if (state === 'damaged' || state === 'other') this.release();
    if (state === 'other') this.file.follow();
    if (this.environment) this.environment.resetReadTxn();
    else if (state === 'same' || state === 'other') this.environment = openEnvironment(this.options.dir);
  }

  get(market: string, customerKey: string): Visitor | undefined {
    const bytes = this.environment?.getBinary(visitorKey(market, customerKey));
    const visitor = bytes && decodeVisitor(bytes);
    return visitor && withinRetention(visitor, this.oldest);
  }

  private release(): void {
    const { environment } = this;
    this.environment = undefined;
    void environment?.close();
  }

  async close(): Promise<void> {
    await this.environment?.close();
  }
}

/** @returns the oldest minute (since 1970) within the retention. */
export function oldestKept(nowMs: number, visitorDays: number): number {
  return Math.floor(nowMs / MINUTE_MS) - visitorDays * DAY_MINUTES;
}

/** A visitor without entries before `oldest` (minutes since 1970); undefined when none is left. */
export function withinRetention(visitor: StoredVisitor, oldest: number): Visitor | undefined {
  if (visitor.lastSeen < oldest) return undefined;
  const { searches, views, favorites, cart, bought, boughtVariants } = visitor;
  const kept: Visitor = {
    searches: since(searches, oldest),
    views: since(views, oldest),
    favorites: since(favorites, oldest),
    cart: since(cart, oldest),
    bought: since(bought, oldest),
    boughtVariants: since(boughtVariants, oldest),
  };
  return isEmpty(kept) ? undefined : kept;
}

/** The entries from `oldest` on; the same list if none is older. */
function since(list: Remembered[], oldest: number): Remembered[] {
  for (const { at } of list) if (at < oldest) return list.filter(entry => entry.at >= oldest);
  return list;
}
