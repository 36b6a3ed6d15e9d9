/**
 * Reads the catalog's records as of one commit, however many imports are committed meanwhile. It holds a read
 * transaction until it is closed, and until then the store cannot reuse pages that newer imports have freed.
 */
import type { Transaction } from 'lmdb';
import { decodeGroup } from './group-codec.js';
import type { GroupRecords } from './group-records.js';
import { decodeRecord } from './record-codec.js';
import type { Content, ProductGroup, Translation } from './records.js';
import type { UndoableTable } from './undoable-table.js';

export class CatalogReader {
  /** Made by `CatalogStore.openReader`. @param transaction already referenced; `close` releases it */
  constructor(
    private readonly databases: { groups: GroupRecords; contents: UndoableTable; translations: UndoableTable },
    private readonly transaction: Transaction,
  ) {}

  /** All groups in key order. */
  *groups(): Generator<{ key: string; group: ProductGroup }> {
    const { transaction } = this;
    for (const { key, value } of this.databases.groups.getRange({ transaction })) {
      yield { key, group: decodeGroup(value) };
    }
  }

  *contents(): Generator<{ key: string; content: Content }> {
    for (const { key, value } of this.range(this.databases.contents)) yield { key, content: decodeRecord(value) };
  }

  *translations(): Generator<{ key: string; translation: Translation }> {
    for (const { key, value } of this.range(this.databases.translations)) {
      yield { key, translation: decodeRecord(value) };
    }
  }

  getGroup(key: string): ProductGroup | undefined {
    const bytes = this.databases.groups.getBinary(key, { transaction: this.transaction });
    return bytes && decodeGroup(bytes);
  }

  /** To be called once, when no iteration is in progress. */
  close(): void {
    this.transaction.done();
  }

  private range(records: UndoableTable) {
    return records.getRange({ transaction: this.transaction });
  }
}
