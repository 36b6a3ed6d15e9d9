/**
 * Erasures of customers under data protection law. An order is on disk before it is begun, and until no file of the data
 * folder has anything of the customer: what a crash or a fault interrupts is done by the next try, or the next start.
 *
 * Orders that come together share one rewriting of the journal, one change of the visitors and of what was learned, and
 * one rewriting of their files.
 *
 * `erasures.json` exists while there are orders. It is JSON, `{version: 1, sha256, customerKeys}`; sha256 (hex) is of
 * JSON.stringify(customerKeys). It is kept twice.
 */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VisitorErasure } from '../../api/visitor-data.js';
import {
  type Journal,
  type LatestNotifications,
  type NotificationRecord,
  withoutVisitor,
} from '../../behaviour/index.js';
import { Problem } from '../../errors/problem.js';
import { shuttingDown } from '../admission/refusals.js';
import type { Log } from '../observability/log.js';
import { readTwice, removeTwice, writeTwice } from '../storage/kept-twice.js';

export interface ErasuresOptions {
  dataDir: string;
  journal: Pick<Journal, 'rewrite'>;
  latest: Pick<LatestNotifications, 'rewrite'>;
  /** Removes customers from the visitors and from what is learned, durably. @returns for each, the number of markets with data */
  eraseVisitors(customerKeys: readonly string[]): Promise<number[]>;
  /** Writes the files of both anew. */
  renewVisitors(): Promise<void>;
  /** Ends backups that run: they have copies of files as they were. */
  endBackups(): Promise<void>;
  /** @throws Problem where the data folder cannot be written to */
  requireWritable(): void;
  log: Log;
}

interface Waiter {
  resolve(erased: VisitorErasure): void;
  reject(error: unknown): void;
}

/** Most orders that are on disk at once. */
const MOST_ORDERS = 1000;
/** Customers whom the visitors' thread forgets in one go: what was learned is looked through for each. */
const ERASED_AT_ONCE = 100;
/** Pause between two rewritings of the files of visitors, as a multiple of what the last one took, and its bound. */
const PAUSE_FACTOR = 10;
const LONGEST_PAUSE_MS = 25_000;
/** Pauses before a step that has failed is tried again. */
const FIRST_RETRY_MS = 500;
const SLOWEST_RETRY_MS = 20_000;
const VERSION = 1;
const ORDERS = 'erasures.json';

export class Erasures {
  /** Customers who are still known, with the requests that wait for their erasure. */
  private readonly known = new Map<string, Waiter[]>();
  /** Those whom freed places of files still have, and of these the ones whom the rewriting that runs removes. */
  private forgotten = new Set<string>();
  private vanishing = new Set<string>();
  private working: Promise<void> | undefined;
  private retryMs = FIRST_RETRY_MS;
  private timer: NodeJS.Timeout | undefined;
  /** When the files of visitors may be written anew again. */
  private nextRenewalMs = 0;
  private closed = false;
  /** Serialises writes of the file. */
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: ErasuresOptions) {}

  /** Goes on with what the last daemon has left. */
  async resume(): Promise<void> {
    const { dataDir, log } = this.options;
    await removeUnfinished(dataDir);
    const { value = [], fault } = await readTwice(orderFile(dataDir), parse);
    if (fault !== undefined)
      log.error({ fault }, 'the orders to forget customers are damaged; look which were not answered');
    for (const customerKey of value) this.known.set(customerKey, []);
    if (value.length > 0) {
      log.info({ customers: value.length }, 'customers are forgotten whose erasure was interrupted');
      this.workSoon(0);
    }
  }

  /**
   * Resolves when queries, lists and exports know nothing of the customer any more, durably; files follow.
   * @throws Problem; where the order is on disk, it is tried again all the same
   */
  async erase(customerKey: string): Promise<VisitorErasure> {
    if (this.closed) throw shuttingDown();
    this.options.requireWritable();
    if (!this.known.has(customerKey) && this.orders().length >= MOST_ORDERS) {
      throw new Problem('overloaded', `${MOST_ORDERS} customers are being forgotten; try again in a minute`);
    }
    const waiting = this.known.get(customerKey) ?? [];
    this.known.set(customerKey, waiting);
    const erased = new Promise<VisitorErasure>((resolve, reject) => waiting.push({ resolve, reject }));
    this.workSoon(0);
    return erased;
  }

  /** Writes the orders again where a file of theirs is damaged. @returns what was wrong */
  readAgain(): Promise<string | undefined> {
    const read = this.writing.then(async () => {
      const file = orderFile(this.options.dataDir);
      const { value, fault } = await readTwice(file, parse);
      if (fault === undefined || value !== undefined) return fault;
      const customerKeys = this.orders();
      if (customerKeys.length === 0) await removeTwice(file);
      else await writeOrders(file, customerKeys);
      return `${fault}; what is known of them is on disk again`;
    });
    this.writing = read.then(
      () => undefined,
      () => undefined,
    );
    return read;
  }

  /** The next start goes on. A rewriting of the files of visitors that runs is given up by their thread. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.vanishing.size === 0) await this.working;
    for (const waiting of this.known.values()) for (const { reject } of waiting) reject(shuttingDown());
  }

  private workSoon(inMs: number): void {
    if (this.closed || this.working) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.working = this.work().finally(() => {
        this.working = undefined;
        if (this.orders().length > 0) this.workSoon(this.pauseMs());
      });
    }, inMs);
    this.timer.unref();
  }

  private pauseMs(): number {
    if (this.retryMs > FIRST_RETRY_MS) return this.retryMs;
    return this.known.size > 0 ? 0 : Math.max(0, this.nextRenewalMs - performance.now());
  }

  /** Never rejects. */
  private async work(): Promise<void> {
    try {
      if (this.known.size > 0) await this.forget();
      else await this.renew();
      this.retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (this.closed) return;
      this.retryMs = Math.min(SLOWEST_RETRY_MS, this.retryMs * 2);
      const facts = { customers: this.orders().length, retryMs: this.retryMs, err: error };
      this.options.log.warn(facts, 'customers cannot be forgotten at the moment; it is tried again');
    }
  }

  private async forget(): Promise<void> {
    const { journal, latest, eraseVisitors } = this.options;
    // Requests that come from here on wait for the next run.
    const taken = [...this.known].map(([customerKey, waiting]) => ({ customerKey, waiting: waiting.splice(0) }));
    try {
      await this.store();
      const found = new Map(taken.map(({ customerKey }) => [customerKey, 0]));
      const change = (record: NotificationRecord) => {
        const customer = record.customerKey;
        const count = customer === undefined ? undefined : found.get(customer);
        if (count === undefined) return undefined;
        found.set(customer!, count + 1);
        return withoutVisitor(record);
      };
      // The journal first: otherwise the data could be learned from it again.
      await journal.rewrite(change);
      const notifications = new Map(found);
      latest.rewrite(change);
      for (let from = 0; from < taken.length; from += ERASED_AT_ONCE) {
        const some = taken.slice(from, from + ERASED_AT_ONCE);
        const visitors = await eraseVisitors(some.map(({ customerKey }) => customerKey));
        for (const [i, { customerKey, waiting }] of some.entries()) {
          this.forgotten.add(customerKey);
          if (this.known.get(customerKey)!.length === 0) this.known.delete(customerKey);
          const erased = { visitors: visitors[i]!, notifications: notifications.get(customerKey)! };
          for (const { resolve } of waiting) resolve(erased);
        }
      }
    } catch (error) {
      for (const { waiting } of taken) for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  private async renew(): Promise<void> {
    const { renewVisitors, endBackups, log } = this.options;
    const started = performance.now();
    const customers = this.forgotten;
    this.vanishing = customers;
    this.forgotten = new Set();
    try {
      await renewVisitors();
      this.vanishing = new Set();
      await this.store();
      await endBackups();
    } catch (error) {
      this.vanishing = new Set();
      this.forgotten = new Set([...customers, ...this.forgotten]);
      throw error;
    }
    const ended = performance.now();
    this.nextRenewalMs = ended + Math.min(LONGEST_PAUSE_MS, PAUSE_FACTOR * (ended - started));
    const seconds = Math.round(ended - started) / 1000;
    log.info({ customers: customers.size, seconds }, 'no file has anything of the forgotten customers any more');
  }

  private orders(): string[] {
    return [...new Set([...this.known.keys(), ...this.forgotten, ...this.vanishing])];
  }

  /** Resolves when the orders are on disk. */
  private store(): Promise<void> {
    const written = this.writing.then(async () => {
      const file = orderFile(this.options.dataDir);
      const customerKeys = this.orders();
      if (customerKeys.length === 0) await removeTwice(file);
      else await writeOrders(file, customerKeys);
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}

/** What is wrong with the orders on disk. */
export async function erasuresFault(dataDir: string): Promise<string | undefined> {
  return (await readTwice(orderFile(dataDir), parse, false)).fault;
}

const orderFile = (dataDir: string): string => join(dataDir, ORDERS);

function writeOrders(file: string, customerKeys: readonly string[]): Promise<void> {
  return writeTwice(file, JSON.stringify({ version: VERSION, sha256: checksum(customerKeys), customerKeys }));
}

/** Removes the files that a crash has left unfinished: they name customers too. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(ORDERS) && name.endsWith('.tmp')) await rm(join(dataDir, name), { force: true });
  }
}

function parse(text: string): string[] | undefined {
  try {
    const { version, sha256, customerKeys } = JSON.parse(text) as {
      version: number;
      sha256: string;
      customerKeys: string[];
    };
    return version === VERSION && sha256 === checksum(customerKeys) ? customerKeys : undefined;
  } catch {
    // Not JSON, or no object.
    return undefined;
  }
}

function checksum(customerKeys: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(customerKeys)).digest('hex');
}
