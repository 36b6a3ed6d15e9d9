/**
 * Changes visitors: activities go in by batches, each one transaction that also notes up to which journal record it
 * went, so that after a crash nothing is applied twice or left out. The one writer of the folder.
 */
import type { Activity } from '../activities/activity.js';
import { decodeVisitor, emptyVisitor, encodeVisitor, glimpseVisitor, isEmpty, type StoredVisitor } from './codec.js';
import { type Environment, openEnvironment, readApplied, writeApplied } from './environment.js';
import { customerPrefix, FIRST_VISITOR, LAST_VISITOR, marketOf, visitorKey } from './key.js';
import { oldestKept, unfaded } from './reader.js';
import { customerOf, remember } from './remembering.js';
import type { Visitor } from './visitor.js';

export interface VisitorStoreOptions {
  dir: string;
  /** Days after which what is remembered fades. */
  visitorDays: number;
  /** Told of every visitor that something is remembered of: when it is written, and as a sweep comes by. */
  known(key: Uint8Array, hasViews: boolean): void;
  /** Told of what is odd but no reason to stop. */
  warn(facts: object, message: string): void;
}

/** A customer in one market. */
export interface VisitorInMarket {
  market: string;
  visitor: Visitor;
  /** Minutes since 1970. */
  lastSeen: number;
}

export class VisitorStore {
  private readonly environment: Environment;
  private appliedTo: number;

  /** @throws Problem UNAVAILABLE when a newer version wrote the folder. */
  constructor(private readonly options: VisitorStoreOptions) {
    this.environment = openEnvironment(options.dir);
    this.appliedTo = readApplied(this.environment);
    // So that the next version knows what it finds, even where nobody has come by.
    this.environment.transactionSync(() => writeApplied(this.environment, this.appliedTo));
  }

  /** Number of the first journal record that is not applied. */
  get applied(): number {
    return this.appliedTo;
  }

  /** How many visitors are stored, in all markets. */
  get size(): number {
    const { entryCount } = this.environment.getStats() as { entryCount: number };
    return entryCount - 1;
  }

  /**
   * Applies activities in their order; readers see them when it returns. What a power cut may take away of them, the
   * last commit, is applied again from the journal.
   * @param applied number of the journal record behind the last of them; undefined where none is from the journal.
   */
  apply(activities: readonly Activity[], applied = this.appliedTo): void {
    const changed = this.change(activities);
    // What concerns no visitor is not worth a commit: to apply it again does nothing.
    if (changed.size > 0) {
      this.environment.transactionSync(() => {
        for (const { key, visitor } of changed.values()) this.put(key, visitor);
        writeApplied(this.environment, applied);
      });
    }
    this.appliedTo = applied;
  }

  /** Goes on at another journal record: what lies between is lost. */
  skipTo(applied: number): void {
    this.environment.transactionSync(() => writeApplied(this.environment, applied));
    this.appliedTo = applied;
  }

  /** What is remembered now, as `VisitorReader.get`. */
  get(market: string, customerKey: string, nowMs: number): Visitor | undefined {
    const visitor = this.read(visitorKey(market, customerKey));
    return visitor && unfaded(visitor, oldestKept(nowMs, this.options.visitorDays));
  }

  /** A customer's markets, also what has faded but is not swept away: all that is stored. */
  everywhere(customerKey: string): VisitorInMarket[] {
    const found: VisitorInMarket[] = [];
    for (const { key, value } of this.environment.getRange(keysOf(customerKey))) {
      const visitor = decodeVisitor(value);
      if (visitor === undefined) continue;
      found.push({ market: marketOf(key), visitor: shown(visitor), lastSeen: visitor.lastSeen });
    }
    return found;
  }

  /** Forgets a customer in all markets, durably. @returns how many there were. */
  remove(customerKey: string): number {
    const keys = [...this.environment.getKeys(keysOf(customerKey))];
    this.environment.transactionSync(() => {
      for (const key of keys) this.environment.removeSync(key);
    });
    // A commit is safe from a power cut with the next.
    this.skipTo(this.appliedTo);
    return keys.length;
  }

  /**
   * Goes through visitors in the order of their keys, removes those that have faded, and tells of the others.
   * @param from where the last call ended; undefined at the beginning.
   * @param most visitors to look at: some milliseconds a thousand.
   * @returns where to go on; undefined at the end.
   */
  sweep(from: Buffer | undefined, most: number, nowMs: number): Buffer | undefined {
    const { visitorDays, known, warn } = this.options;
    const oldest = oldestKept(nowMs, visitorDays);
    const gone: Buffer[] = [];
    let seen = 0;
    let last: Buffer | undefined;
    for (const { key, value } of this.environment.getRange({ start: from ?? FIRST_VISITOR, end: LAST_VISITOR })) {
      if (seen++ === most) {
        last = Buffer.from(key);
        break;
      }
      const glimpse = glimpseVisitor(value);
      if (glimpse === undefined) warn({ bytes: value.length }, 'a visitor is damaged on disk and was removed');
      if (glimpse === undefined || glimpse.lastSeen < oldest) gone.push(Buffer.from(key));
      else known(key, glimpse.hasViews);
    }
    if (gone.length > 0) {
      this.environment.transactionSync(() => {
        for (const key of gone) this.environment.removeSync(key);
      });
    }
    return last;
  }

  async close(): Promise<void> {
    await this.environment.close();
  }

  private change(activities: readonly Activity[]): Map<string, { key: Buffer; visitor: StoredVisitor }> {
    const touched = new Map<string, { key: Buffer; visitor: StoredVisitor }>();
    const changed: typeof touched = new Map();
    for (const activity of activities) {
      const customerKey = customerOf(activity);
      if (customerKey === undefined) continue;
      const name = `${activity.market}\0${customerKey}`;
      let one = touched.get(name);
      if (one === undefined) {
        const key = visitorKey(activity.market, customerKey);
        touched.set(name, (one = { key, visitor: this.read(key) ?? emptyVisitor() }));
      }
      if (remember(one.visitor, activity)) changed.set(name, one);
    }
    return changed;
  }

  private read(key: Buffer): StoredVisitor | undefined {
    const bytes = this.environment.getBinary(key);
    if (bytes === undefined) return undefined;
    const visitor = decodeVisitor(bytes);
    if (visitor === undefined) {
      this.options.warn({ bytes: bytes.length }, 'a visitor is damaged on disk and begins anew');
    }
    return visitor;
  }

  private put(key: Buffer, visitor: StoredVisitor): void {
    if (isEmpty(visitor)) {
      this.environment.removeSync(key);
      return;
    }
    this.environment.putSync(key, encodeVisitor(visitor));
    this.options.known(key, visitor.views.length > 0);
  }
}

function shown({ searches, views, favorites, cart, bought }: StoredVisitor): Visitor {
  return { searches, views, favorites, cart: cart.map(({ key, at }) => ({ key, at })), bought };
}

/** Bounds of a customer's keys. */
function keysOf(customerKey: string): { start: Buffer; end: Buffer } {
  const start = customerPrefix(customerKey);
  return { start, end: Buffer.concat([start, Buffer.of(255)]) };
}
