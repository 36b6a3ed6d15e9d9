/**
 * What undoes the transactions of the catalog store: of each record that has changed since a generation, what it was
 * then. The store can be taken back to each generation that is kept, and such a rollback
 * can be taken back itself.
 *
 * Database `undo`, by key:
 *   generation (ten digits), letter of the table, key of the record: u32 checksum (CRC-32) of what follows; u8 1 where
 *     the record was stored at that generation, 0 where it was not; the record as it was stored
 *   `state`: an `UndoState` (see record-codec.ts)
 * A record has one entry for each kept generation after which it has changed; the one of the lowest generation from
 * some generation on is what the record was then.
 */
import type { Database, RootDatabase } from 'lmdb';
import { Problem } from '../errors/problem.js';
import { crc32 } from '../kernel/crc32.js';
import { decodeRecord, encodeRecord, isSoundRecord } from './record-codec.js';

/** The tables of the store whose records are kept, by the letter in keys. */
export const UNDO_TABLES = { groups: 'g', contents: 'c', translations: 't', documents: 'd' } as const;
export type UndoTable = (typeof UNDO_TABLES)[keyof typeof UNDO_TABLES];

/** What a record was at a generation. */
export interface FormerRecord {
  table: UndoTable;
  key: string;
  /** As it was stored; undefined where it was not. */
  bytes: Buffer | undefined;
}

/** A transaction that took the store back to an earlier generation. */
interface Rollback {
  /** That of the transaction. */
  generation: number;
  to: number;
}

interface UndoState {
  version: number;
  /** The earliest generation that the store can be taken back to. */
  since: number;
  /** That of the last transaction that is undone: a version without a log leaves the store at a later one. */
  until: number;
  /** In their order. */
  rollbacks: Rollback[];
}

const VERSION = 1;
const STATE = 'state';
const DIGITS = 10;
const CHECKSUM_BYTES = 4;
const STORED = CHECKSUM_BYTES;
const HEAD_BYTES = STORED + 1;
/** Records that are read at once: a cursor does not stay open while what it reads is changed. */
const BATCH = 256;

export class UndoLog {
  /** The generation before the running transaction; undefined where nothing is kept for it. */
  private generation: number | undefined;
  /** Key of the entry that was written last: consecutive edits concern the same record. */
  private last = '';

  private constructor(private readonly database: Database<Buffer, string>) {}

  /** The log in a store. */
  static in(root: RootDatabase<unknown, string>): UndoLog {
    return new UndoLog(root.openDB<Buffer, string>('undo', { encoding: 'binary' }));
  }

  /** To be called when a transaction begins. @param generation of the store before it; nothing is kept for 0 */
  begin(generation: number): void {
    this.generation = generation > 0 ? generation : undefined;
    this.last = '';
  }

  /** To be called when a transaction ends. */
  end(): void {
    this.generation = undefined;
  }

  /** To be called in a transaction before a record changes. @param read the record as it is stored */
  keep(table: UndoTable, key: string, read: () => Buffer | undefined): void {
    const { generation } = this;
    if (generation === undefined) return;
    const entry = `${digits(generation)}${table}${key}`;
    if (entry === this.last) return;
    if (this.last === '') this.continue(generation);
    this.last = entry;
    const bytes = read();
    const value = Buffer.allocUnsafe(HEAD_BYTES + (bytes?.length ?? 0));
    value[STORED] = bytes ? 1 : 0;
    if (bytes) value.set(bytes, HEAD_BYTES);
    value.writeUInt32LE(crc32(value, CHECKSUM_BYTES));
    this.database.putSync(entry, value, { noOverwrite: true });
  }

  /** Whether a store can be taken back to a generation. @param current that of the store */
  reaches(generation: number, current: number): boolean {
    const state = this.state();
    return state !== undefined && generation >= state.since && generation <= current && state.until === current;
  }

  /**
   * What the records that have changed since a generation were then, to be called in a transaction, which may change
   * them meanwhile.
   * @throws `internal` when an entry is damaged
   */
  *recordsAt(generation: number): Generator<FormerRecord> {
    const until = this.generation;
    if (until === undefined) return;
    const generations = this.generations(generation, until);
    for (const own of generations) {
      const earlier = generations.filter(other => other < own);
      for (const { key: entry, value } of this.entries(own)) {
        const record = entry.slice(DIGITS);
        if (earlier.some(other => this.database.doesExist(`${digits(other)}${record}`))) continue;
        if (crc32(value, CHECKSUM_BYTES) !== value.readUInt32LE(0)) {
          throw new Problem('internal', `catalog store: what undoes the change of ${record.slice(1)} is damaged`);
        }
        const bytes = value[STORED] === 1 ? value.subarray(HEAD_BYTES) : undefined;
        yield { table: record[0] as UndoTable, key: record.slice(1), bytes };
      }
    }
  }

  /** Notes that the running transaction has taken the store back. */
  addRollback(rollback: Rollback): void {
    const state = this.continue(rollback.generation - 1);
    // No snapshot was made of one that is followed by another.
    const rollbacks = state.rollbacks.filter(({ generation }) => generation !== rollback.generation - 1);
    this.writeState({ ...state, rollbacks: [...rollbacks, rollback] });
  }

  /** The generation that a transaction took the store back to; undefined where it was no rollback. */
  rollbackAt(generation: number): number | undefined {
    return this.state()?.rollbacks.find(rollback => rollback.generation === generation)?.to;
  }

  /** Whether `trim` would change anything. */
  needsTrim(kept: readonly number[]): boolean {
    return this.generations(0, Number.POSITIVE_INFINITY).some(generation => !kept.includes(generation));
  }

  /**
   * Forgets what takes the store back to other generations than those that are kept; to be called in a transaction of
   * the database, while none of the store runs.
   */
  trim(kept: readonly number[]): void {
    const state = this.state();
    if (state === undefined || kept.length === 0) return;
    const since = Math.max(state.since, Math.min(...kept));
    const before = kept.filter(generation => generation >= since);
    for (const generation of this.generations(0, Number.POSITIVE_INFINITY)) {
      if (before.includes(generation)) continue;
      // What changed after this generation has changed since the kept one before it, unless it had changed already.
      const lower = Math.max(...before.filter(other => other < generation));
      for (const { key, value } of this.entries(generation)) {
        if (lower > 0) this.database.putSync(`${digits(lower)}${key.slice(DIGITS)}`, value, { noOverwrite: true });
        this.database.removeSync(key);
      }
    }
    this.writeState({ ...state, since, rollbacks: state.rollbacks.filter(({ generation }) => generation > since) });
  }

  /** Forgets everything, for the rest of the running transaction too. */
  clear(): void {
    this.database.clearSync();
    this.generation = undefined;
  }

  /** The generations that have entries, from one up to another, without that. */
  private generations(from: number, until: number): number[] {
    const found: number[] = [];
    const end = until === Number.POSITIVE_INFINITY ? STATE : digits(until);
    for (let next = from; ; next = found.at(-1)! + 1) {
      const [key] = [...this.database.getKeys({ start: digits(next), end, limit: 1 })];
      if (key === undefined) return found;
      found.push(Number(key.slice(0, DIGITS)));
    }
  }

  private *entries(generation: number): Generator<{ key: string; value: Buffer }> {
    const end = digits(generation + 1);
    let start = digits(generation);
    while (true) {
      const batch = [...this.database.getRange({ start, end, limit: BATCH, exclusiveStart: true })];
      yield* batch;
      if (batch.length < BATCH) return;
      start = batch.at(-1)!.key;
    }
  }

  /** Undefined where nothing is kept yet, or it cannot be read: then the store cannot be taken back. */
  private state(): UndoState | undefined {
    const bytes = this.database.getBinary(STATE);
    if (!bytes || !isSoundRecord(bytes)) return undefined;
    const state = decodeRecord<UndoState>(bytes);
    return state.version === VERSION ? state : undefined;
  }

  /** Begins a transaction of the log, which begins anew where it does not reach to the generation before that. */
  private continue(generation: number): UndoState {
    const known = this.state();
    const until = generation + 1;
    const isWhole = known?.until === generation || known?.until === until;
    if (!isWhole) this.database.clearSync();
    const state = isWhole ? { ...known, until } : { version: VERSION, since: generation, until, rollbacks: [] };
    this.writeState(state);
    return state;
  }

  private writeState(state: UndoState): void {
    this.database.putSync(STATE, encodeRecord(state));
  }
}

function digits(generation: number): string {
  return String(generation).padStart(DIGITS, '0');
}
