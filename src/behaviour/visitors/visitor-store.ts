/**
 * The writer of the visitor store. Each batch of activities is one transaction that also records the journal position
 * it reaches, so that after a crash no record is applied twice or left out. A folder has one writer. A damaged store is
 * replaced by an empty one, which the journal fills again; visits are not in the journal.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity } from '../activities/activity.js';
import { applyActivity, customerOf } from './apply-activity.js';
import { removeSuccessor, SuccessorStore } from './successor-store.js';
import type { Visitor } from './visitor.js';
import {
  decodeVisitor,
  emptyVisitor,
  encodeVisitor,
  hasProducts,
  isEmpty,
  readVisitorHeader,
  type StoredVisitor,
} from './visitor-codec.js';
import {
  type Environment,
  environmentFault,
  openEnvironment,
  readApplied,
  removeEnvironment,
  writeApplied,
} from './visitor-environment.js';
import { customerPrefix, FIRST_VISITOR, LAST_VISITOR, marketOf, visitorKey } from './visitor-key.js';
import { oldestKept, withinRetention } from './visitor-reader.js';
import { STORE_FILE, WatchedFile } from './watched-file.js';

/** Of so many visitors a quarter goes at once where there are too many: reading them takes some milliseconds. */
const COMPARED = 1000;
const SHARE_REMOVED = 0.25;
/** Visitors that are copied to a successor in one go. */
const COPIED_AT_ONCE = 1000;

/** Of a customer that no visitor is. */
const REHEARSED: Activity = {
  type: 'view',
  at: 0,
  market: '',
  customerKey: '',
  userContext: 'PERSONALIZED',
  productKey: 'rehearsed',
};

export interface VisitorStoreOptions {
  dir: string;
  /** Retention, in days. */
  visitorDays: number;
  /** Most visitors that are stored, in all markets. */
  mostVisitors: number;
  /** Called with the inode of the file of the store, and whenever another file has taken its place. */
  announce?(inode: bigint): void;
  /** Called for every stored visitor: when it is written, and when a sweep reads it. */
  known(key: Uint8Array, hasProducts: boolean): void;
  /** Called for faults that do not stop the store. */
  warn(facts: object, message: string): void;
}

/** The file was changed by another process: the writer is to end, and the next one inspects the store. */
export class DamagedStore extends Error {}

/** Whether an error tells of damage to the file, noticed before LMDB read it or by LMDB, whose codes have that prefix. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedStore || (error instanceof Error && error.message.startsWith('MDB_'));
}

/** A customer in one market. */
export interface VisitorInMarket {
  market: string;
  visitor: Visitor;
  /** Minutes since 1970. */
  lastSeen: number;
}

export class VisitorStore {
  private opened: Environment;
  private readonly file: WatchedFile;
  private appliedTo: number;
  /** Keys of visitors that have changed since a successor of the file was begun, as texts. */
  private changedKeys: Map<string, Buffer> | undefined;
  /** The key up to which visitors were compared when there were too many; undefined: from the first one on. */
  private comparedTo: Buffer | undefined;

  /** @throws Problem UNAVAILABLE when a newer version wrote the folder. */
  constructor(private readonly options: VisitorStoreOptions) {
    const { dir, warn } = options;
    const fault = environmentFault(dir);
    if (fault !== undefined) {
      removeEnvironment(dir);
      warn(
        { file: dir, fault },
        'the store of visitors is damaged; it is made again from the journal of notifications',
      );
    }
    removeSuccessor(dir);
    this.opened = openEnvironment(dir);
    this.file = new WatchedFile(join(dir, STORE_FILE));
    this.appliedTo = readApplied(this.opened);
    // A store without visitors has a record of its format too, which a later version can read.
    this.file.write(() => this.opened.transactionSync(() => writeApplied(this.opened, this.appliedTo)));
    // Readers go by the last commit in the file, which until then may be one that a power cut has undone.
    this.claim();
  }

  /** @throws DamagedStore */
  private get environment(): Environment {
    this.look();
    return this.opened;
  }

  /**
   * Whether its file was removed or replaced by another process: what is open is whole, until it is closed.
   * @throws DamagedStore
   */
  get isDisplaced(): boolean {
    return this.look() === 'displaced';
  }

  private look(): ReturnType<WatchedFile['look']> {
    const state = this.file.look();
    if (state === 'damaged') throw new DamagedStore('the store of visitors was changed by another process');
    return state;
  }

  /** Its file has what cannot be right: the next request throws DamagedStore. */
  doubt(): void {
    this.file.doubt();
  }

  private claim(): void {
    this.file.claim();
    this.options.announce?.(this.file.inode);
  }

  private write(change: () => void): void {
    const { environment } = this;
    this.file.write(() => environment.transactionSync(change));
  }

  /** Writes a copy as `data.mdb` of a folder. */
  async copyTo(dir: string): Promise<void> {
    mkdirSync(dir, { recursive: true });
    await this.environment.backup(dir, true);
  }

  /** Number of the first journal record that is not applied. */
  get applied(): number {
    return this.appliedTo;
  }

  /** Number of stored visitors, in all markets. */
  get size(): number {
    const { entryCount } = this.environment.getStats() as { entryCount: number };
    return entryCount - 1;
  }

  /**
   * Applies activities in their order; readers see them when it returns. A power cut may undo the last commit, which is
   * then applied again from the journal.
   * @param applied number of the journal record behind the last of them; absent when none is from the journal.
   */
  apply(activities: readonly Activity[], applied = this.appliedTo): void {
    const changed = this.change(activities);
    // Activities that change no visitor need no commit: applying them again after a crash has no effect.
    if (changed.size > 0) {
      this.write(() => {
        for (const { key, visitor } of changed.values()) this.put(key, visitor);
        writeApplied(this.opened, applied);
      });
      while (this.size > this.options.mostVisitors) this.removeLeast();
    }
    this.appliedTo = applied;
  }

  /** Runs what a visit runs, and writes nothing: a query waits for the first one, whose code is then compiled. */
  rehearse(): void {
    for (const { visitor } of this.change([REHEARSED]).values()) decodeVisitor(encodeVisitor(visitor));
  }

  /** Moves the journal position; records between are never applied. */
  skipTo(applied: number): void {
    this.write(() => writeApplied(this.opened, applied));
    this.appliedTo = applied;
  }

  /** The visitor as of `nowMs`; see `VisitorReader.get`. */
  get(market: string, customerKey: string, nowMs: number): Visitor | undefined {
    const visitor = this.read(visitorKey(market, customerKey));
    return visitor && withinRetention(visitor, oldestKept(nowMs, this.options.visitorDays));
  }

  /** All stored data of a customer, market by market, including expired data that the sweep has not removed yet. */
  inAllMarkets(customerKey: string): VisitorInMarket[] {
    const found: VisitorInMarket[] = [];
    for (const { key, value } of this.environment.getRange(keysOf(customerKey))) {
      const visitor = decodeVisitor(value);
      if (visitor === undefined) continue;
      found.push({ market: marketOf(key), visitor: shown(visitor), lastSeen: visitor.lastSeen });
    }
    return found;
  }

  /**
   * Removes customers in all markets, durably and in one commit: each waits for the disk.
   * @returns for each, the number of markets that had data
   */
  remove(...customerKeys: string[]): number[] {
    const { environment } = this;
    const found = customerKeys.map(customerKey => [...environment.getKeys(keysOf(customerKey))]);
    this.write(() => {
      for (const key of found.flat()) this.removeKey(key);
    });
    // A commit survives a power cut once the next one is written.
    this.skipTo(this.appliedTo);
    return found.map(keys => keys.length);
  }

  /**
   * Reads visitors in the order of their keys, removes expired ones, and calls `known` for the others.
   * @param from the key that the last call returned; undefined at the beginning.
   * @param most visitors read in this call; a thousand take some milliseconds.
   * @returns the key to continue at; undefined at the end.
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
      const glimpse = readVisitorHeader(value);
      if (glimpse === undefined) warn({ bytes: value.length }, 'a visitor is damaged on disk and was removed');
      if (glimpse === undefined || glimpse.lastSeen < oldest) gone.push(Buffer.from(key));
      else known(key, glimpse.hasProducts);
    }
    if (gone.length > 0) {
      this.write(() => {
        for (const key of gone) this.removeKey(key);
      });
    }
    return last;
  }

  /**
   * Copies all visitors to another file, which takes the place of this one: no file of the folder has a byte then of
   * visitors that were removed before the call. Changes go on meanwhile.
   * @param turn awaited between slices that take some milliseconds; false gives it up
   * @returns whether it was done
   */
  async renew(turn: () => Promise<boolean>): Promise<boolean> {
    const successor = new SuccessorStore(this.options.dir);
    this.changedKeys = new Map();
    try {
      for (let from: Buffer | undefined = FIRST_VISITOR; from; ) {
        from = this.copySlice(successor, from);
        if (!(await turn())) return false;
      }
      while (this.changedKeys.size > COPIED_AT_ONCE) {
        this.amend(successor);
        if (!(await turn())) return false;
      }
      const former = this.environment;
      this.file.write(() => {
        this.amend(successor);
        successor.succeed(this.appliedTo);
      });
      this.opened = successor.environment;
      this.claim();
      await former.close();
      successor.settle();
      return true;
    } finally {
      this.changedKeys = undefined;
      if (this.opened !== successor.environment) await successor.discard();
    }
  }

  /** @returns the key to go on at; undefined at the end */
  private copySlice(successor: SuccessorStore, from: Buffer): Buffer | undefined {
    const slice: { key: Buffer; value: Buffer }[] = [];
    const range = { start: from, end: LAST_VISITOR, limit: COPIED_AT_ONCE + 1 };
    for (const { key, value } of this.environment.getRange(range)) {
      slice.push({ key: Buffer.from(key), value: Buffer.from(value) });
    }
    const next = slice.length > COPIED_AT_ONCE ? slice.pop() : undefined;
    successor.append(slice);
    return next?.key;
  }

  /** Writes the changes so far to a successor. */
  private amend(successor: SuccessorStore): void {
    const changed = [...this.changedKeys!.values()];
    this.changedKeys!.clear();
    successor.amend(changed, key => this.environment.getBinary(key));
  }

  async close(): Promise<void> {
    await this.opened.close();
  }

  /**
   * Removes some of the next visitors in the order of their keys: those who only looked and searched, and of these the
   * ones that were seen the longest ago. To find the least of all would take an index, or reading all of them.
   */
  private removeLeast(): void {
    const compared: { key: Buffer; isSlight: boolean; lastSeen: number }[] = [];
    const range = { start: this.comparedTo ?? FIRST_VISITOR, end: LAST_VISITOR, limit: COMPARED };
    for (const { key, value } of this.environment.getRange(range)) {
      const visitor = decodeVisitor(value);
      const { lastSeen = 0 } = visitor ?? {};
      compared.push({ key: Buffer.from(key), isSlight: visitor === undefined || isSlight(visitor), lastSeen });
    }
    this.comparedTo = compared.length < COMPARED ? undefined : compared.at(-1)!.key;
    compared.sort((a, b) => Number(b.isSlight) - Number(a.isSlight) || a.lastSeen - b.lastSeen);
    const least = compared.slice(0, Math.ceil(compared.length * SHARE_REMOVED));
    this.write(() => {
      for (const { key } of least) this.removeKey(key);
    });
  }

  private change(activities: readonly Activity[]): Map<string, { key: Buffer; visitor: StoredVisitor }> {
    const touched = new Map<string, { key: Buffer; visitor: StoredVisitor }>();
    const changed: typeof touched = new Map();
    // Looked at once for all of them: it takes as long as one is read.
    const { environment } = this;
    for (const activity of activities) {
      const customerKey = customerOf(activity);
      if (customerKey === undefined) continue;
      const name = `${activity.market}\0${customerKey}`;
      let entry = touched.get(name);
      if (entry === undefined) {
        const key = visitorKey(activity.market, customerKey);
        touched.set(name, (entry = { key, visitor: this.read(key, environment) ?? emptyVisitor() }));
      }
      if (applyActivity(entry.visitor, activity)) changed.set(name, entry);
    }
    return changed;
  }

  private removeKey(key: Buffer): void {
    this.changedKeys?.set(key.toString('latin1'), key);
    this.opened.removeSync(key);
  }

  private read(key: Buffer, environment = this.environment): StoredVisitor | undefined {
    const bytes = environment.getBinary(key);
    if (bytes === undefined) return undefined;
    const visitor = decodeVisitor(bytes);
    if (visitor === undefined) {
      this.options.warn({ bytes: bytes.length }, 'a visitor is damaged on disk and begins anew');
    }
    return visitor;
  }

  private put(key: Buffer, visitor: StoredVisitor): void {
    if (isEmpty(visitor)) {
      this.removeKey(key);
      return;
    }
    this.changedKeys?.set(key.toString('latin1'), key);
    this.opened.putSync(key, encodeVisitor(visitor));
    this.options.known(key, hasProducts(visitor));
  }
}

/** Whether the visitor has only looked and searched. */
function isSlight({ favorites, cart, bought }: StoredVisitor): boolean {
  return favorites.length + cart.length + bought.length === 0;
}

function shown({ lastSeen: _, cart, ...lists }: StoredVisitor): Visitor {
  return { ...lists, cart: cart.map(({ key, at }) => ({ key, at })) };
}

/** Bounds of a customer's keys. */
function keysOf(customerKey: string): { start: Buffer; end: Buffer } {
  const start = customerPrefix(customerKey);
  return { start, end: Buffer.concat([start, Buffer.of(255)]) };
}
