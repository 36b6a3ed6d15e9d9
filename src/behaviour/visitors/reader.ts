/**
 * Visitors as queries see them: what is older than the retention is not there, whether it was swept away yet or not.
 * A thread keeps one reader; between two refreshes it sees one state of the store.
 */

import { decodeVisitor, isEmpty, type StoredVisitor } from './codec.js';
import { type Environment, openEnvironment } from './environment.js';
import { visitorKey } from './key.js';
import type { Remembered, Visitor, VisitorSource } from './visitor.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

export interface VisitorReaderOptions {
  dir: string;
  /** Days after which what is remembered fades. */
  visitorDays: number;
}

export class VisitorReader implements VisitorSource {
  private readonly environment: Environment;
  private oldest = 0;

  /** @throws Problem UNAVAILABLE when a newer version wrote the folder. */
  constructor(private readonly options: VisitorReaderOptions) {
    this.environment = openEnvironment(options.dir);
    this.refresh(Date.now());
  }

  /** Sees what is committed from now on, and with the eyes of this moment. */
  refresh(nowMs: number): void {
    this.environment.resetReadTxn();
    this.oldest = oldestKept(nowMs, this.options.visitorDays);
  }

  get(market: string, customerKey: string): Visitor | undefined {
    const bytes = this.environment.getBinary(visitorKey(market, customerKey));
    const visitor = bytes && decodeVisitor(bytes);
    return visitor && unfaded(visitor, this.oldest);
  }

  async close(): Promise<void> {
    await this.environment.close();
  }
}

/** Minutes since 1970. */
export function oldestKept(nowMs: number, visitorDays: number): number {
  return Math.floor(nowMs / MINUTE_MS) - visitorDays * DAY_MINUTES;
}

/** Without what is older; undefined when nothing is left. */
export function unfaded(visitor: StoredVisitor, oldest: number): Visitor | undefined {
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

/** The list itself where nothing is older. */
function since(list: Remembered[], oldest: number): Remembered[] {
  for (const { at } of list) if (at < oldest) return list.filter(entry => entry.at >= oldest);
  return list;
}
