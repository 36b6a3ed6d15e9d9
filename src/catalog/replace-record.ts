/** Replaces one record of a database of the catalog store, where the new one differs. */
import { isDeepStrictEqual } from 'node:util';
import { decodeRecord, encodeRecord } from './record-codec.js';

/** Result of a put or remove: `before` is the former record, where there was one and it differed. */
export interface Replacement<T> {
  changed: boolean;
  before?: T;
}

/** Encoded records by key: a database of the store. */
export interface RecordTable {
  getBinary(key: string): Buffer | undefined;
  putSync(key: string, bytes: Buffer): void;
  removeSync(key: string): void;
}

/** How a record is encoded, and compared with the one that it replaces. */
export interface RecordCodec<T> {
  encode?(record: T): Buffer;
  decode?(bytes: Buffer): T;
  /** Whether two records whose bytes differ count as equal; by default, when their members are equal. */
  same?: ((before: T, after: T) => boolean) | undefined;
  /** The former record, where it has been decoded already. */
  known?: T | undefined;
}

const UNCHANGED = { changed: false } as const;

/** @param after undefined removes the record */
export function replaceRecord<T>(
  table: RecordTable,
  key: string,
  after: T | undefined,
  { encode = encodeRecord, decode = decodeRecord<T>, same = isDeepStrictEqual, known }: RecordCodec<T> = {},
): Replacement<T> {
  const old = table.getBinary(key);
  const now = after === undefined ? undefined : encode(after);
  if (old === undefined ? now === undefined : now !== undefined && old.equals(now)) return UNCHANGED;
  const before = known ?? (old && decode(old));
  if (before !== undefined && after !== undefined && same(before, after)) return UNCHANGED;
  if (now) table.putSync(key, now);
  else table.removeSync(key);
  return before === undefined ? { changed: true } : { changed: true, before };
}
