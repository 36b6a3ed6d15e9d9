/**
 * The catalog's records as they were at one moment, however many imports are committed while they are read. Ended when
 * done: until then the store cannot use the room again that newer imports have freed.
 */
import type { Database, Transaction } from 'lmdb';
import { decodeRecord } from './codec.js';
import type { Content, ProductGroup, Translation } from './records.js';

type Records = Database<Buffer, string>;

export class CatalogReading {
  /** Made by CatalogStore.reading(). @param transaction in use, which `end` gives back */
  constructor(
    private readonly databases: { groups: Records; contents: Records; translations: Records },
    private readonly transaction: Transaction,
  ) {}

  /** All groups in key order. */
  *groups(): Generator<{ key: string; group: ProductGroup }> {
    for (const { key, value } of this.range(this.databases.groups)) yield { key, group: decodeRecord(value) };
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
    const bytes = this.databases.groups.get(key, { transaction: this.transaction });
    return bytes && decodeRecord<ProductGroup>(bytes);
  }

  /** Only once, when no iteration is under way. */
  end(): void {
    this.transaction.done();
  }

  private range(records: Records) {
    return records.getRange({ transaction: this.transaction });
  }
}
