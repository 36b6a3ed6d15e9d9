/**
 * Reads visitors for queries: entries older than the retention are left out, whether the sweep has removed them or not.
 * A thread keeps one reader, which sees one state of the store between two refreshes.
 */

import type { Remembered, Visitor, VisitorSource } from './visitor.js';
import { decodeVisitor, isEmpty, type StoredVisitor } from './visitor-codec.js';
import { type Environment, EnvironmentFile, openEnvironment } from './visitor-environment.js';
import { visitorKey } from './visitor-key.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

export interface VisitorReaderOptions {
  dir: string;
  /** Retention, in days. */
  visitorDays: number;
}

export class VisitorReader implements VisitorSource {
  private environment: Environment;
  private readonly file: EnvironmentFile;
  /** Whether there is nothing to read until another store has taken the place of this one. */
  private isCutShort = false;
  private oldest = 0;

  /** @throws Problem UNAVAILABLE when a newer version wrote the folder. */
  constructor(private readonly options: VisitorReaderOptions) {
    this.environment = openEnvironment(options.dir);
    this.file = new EnvironmentFile(options.dir);
    this.refresh(Date.now());
  }

  /** Refreshes to the latest commit of the store, with retention as of `nowMs`. */
  refresh(nowMs: number): void {
    const file = this.file.look();
    if (file === 'other') this.reopen();
    this.isCutShort = file === 'cut short';
    if (!this.isCutShort) this.environment.resetReadTxn();
    this.oldest = oldestKept(nowMs, this.options.visitorDays);
  }

  private reopen(): void {
    void this.environment.close();
    this.environment = openEnvironment(this.options.dir);
    this.file.follow();
  }

  get(market: string, customerKey: string): Visitor | undefined {
    if (this.isCutShort) return undefined;
    const bytes = this.environment.getBinary(visitorKey(market, customerKey));
    const visitor = bytes && decodeVisitor(bytes);
    return visitor && withinRetention(visitor, this.oldest);
  }

  async close(): Promise<void> {
    await this.environment.close();
  }
}

/** @returns the oldest minute (since 1970) within the retention. */
export function oldestKept(nowMs: number, visitorDays: number): number {
  return Math.floor(nowMs / MINUTE_MS) - visitorDays * DAY_MINUTES;
}

/** A visitor without entries before `oldest` (minutes since 1970); undefined when none is left. */
export function withinRetention(visitor: StoredVisitor, oldest: number): Visitor | undefined {
  if (visitor.lastSeen < oldest) return undefined;
  const { searches, views, favorites, cart, bought } = visitor;
  const kept: Visitor = {
    searches: since(searches, oldest),
    views: since(views, oldest),
    favorites: since(favorites, oldest),
    cart: since(cart, oldest),
    bought: since(bought, oldest),
  };
  return isEmpty(kept) ? undefined : kept;
}

/** The entries from `oldest` on; the same list if none is older. */
function since(list: Remembered[], oldest: number): Remembered[] {
  for (const { at } of list) if (at < oldest) return list.filter(entry => entry.at >= oldest);
  return list;
}
