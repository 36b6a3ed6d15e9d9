/**
 * Documents that are stored beside the catalog's records: pages, navigation, templates, product sets, search settings,
 * configuration. A key is made of parts joined by `|`; the first part is the kind of document (see site/*.ts).
 * Documents share the transactions and the generation of the catalog store.
 */
import { isDeepStrictEqual } from 'node:util';
import { decodeRecord, encodeRecord } from './record-codec.js';
import type { UndoableTable } from './undoable-table.js';

export class Documents {
  /** @param beforeChange called before every change; throws outside a transaction */
  constructor(
    private readonly database: UndoableTable,
    private readonly beforeChange: () => void,
  ) {}

  get<T>(key: string): T | undefined {
    const bytes = this.database.getBinary(key);
    return bytes && decodeRecord<T>(bytes);
  }

  /** @returns whether the stored record was absent or different */
  put(key: string, record: unknown): boolean {
    const before = this.get(key);
    if (before !== undefined && isDeepStrictEqual(before, record)) return false;
    this.beforeChange();
    this.database.putSync(key, encodeRecord(record));
    return true;
  }

  /** @returns whether a record was stored under the key */
  remove(key: string): boolean {
    if (this.database.getBinary(key) === undefined) return false;
    this.beforeChange();
    this.database.removeSync(key);
    return true;
  }

  /** The keys that begin with `prefix`, in their order: no document is decoded. */
  keys(prefix: string): Iterable<string> {
    return this.database.getKeys({ start: prefix, end: `${prefix}\uffff` });
  }

  /** The documents whose key begins with `prefix`, in key order. */
  *entries<T>(prefix = ''): Iterable<{ key: string; record: T }> {
    for (const { key, value } of this.database.getRange({ start: prefix, end: `${prefix}\uffff` })) {
      yield { key, record: decodeRecord<T>(value) };
    }
  }
}
