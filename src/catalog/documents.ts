/**
 * Records beside the catalog: pages, navigation, templates, product sets, configuration. Each stands under a key whose
 * parts are joined by `|`; the first part says what it is (see site/*.ts). They share the catalog's transactions and
 * its generation.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'lmdb';
import { decodeRecord, encodeRecord } from './codec.js';

export class Documents {
  /** @param touch called before every change; throws outside a transaction. */
  constructor(
    private readonly database: Database<Buffer, string>,
    private readonly touch: () => void,
  ) {}

  get<T>(key: string): T | undefined {
    const bytes = this.database.getBinary(key);
    return bytes && decodeRecord<T>(bytes);
  }

  /** @returns whether the record differs from the one before. */
  put(key: string, record: unknown): boolean {
    const before = this.get(key);
    if (before !== undefined && isDeepStrictEqual(before, record)) return false;
    this.touch();
    this.database.putSync(key, encodeRecord(record));
    return true;
  }

  /** @returns whether there was one. */
  remove(key: string): boolean {
    if (this.database.getBinary(key) === undefined) return false;
    this.touch();
    this.database.removeSync(key);
    return true;
  }

  /** All whose key begins with `prefix`, in key order. */
  *entries<T>(prefix = ''): Iterable<{ key: string; record: T }> {
    for (const { key, value } of this.database.getRange({ start: prefix, end: `${prefix}\uffff` })) {
      yield { key, record: decodeRecord<T>(value) };
    }
  }
}
