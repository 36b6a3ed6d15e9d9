/**
 * The metadata of the catalog store: the format of its records, the generation of the catalog, and the counts
 * and view names of all records. Format and generation can be read in every format.
 */
import type { Database } from 'lmdb';
import { Problem } from '../errors/problem.js';
import { type CatalogCounts, emptyCounts } from './catalog-counts.js';
import { CatalogTotals } from './catalog-totals.js';
import { ObservedViews } from './observed-views.js';
import { decodeRecord, encodeRecord } from './record-codec.js';

/** Version of the records and of their layout; incremented when older code could not read them. */
export const CATALOG_FORMAT = 3;
/** The oldest version that this code reads. */
export const OLDEST_FORMAT = 1;

interface StoredTotals {
  counts: CatalogCounts;
  views: Record<string, number>;
}

export class StoreState {
  constructor(private readonly database: Database<Buffer, string>) {}

  /** Undefined where nothing was ever stored. */
  get format(): number | undefined {
    return this.read<number>('format');
  }

  writeFormat(): void {
    this.write('format', CATALOG_FORMAT);
  }

  /**
   * Whether a version that is no longer read wrote the folder: nothing can be read until a full import has replaced it
   * all.
   */
  get needsUpgrade(): boolean {
    const { format } = this;
    return format !== undefined && format < OLDEST_FORMAT;
  }

  /** @throws `full_import_required` when an older version wrote the store */
  requireReadable(): void {
    if (this.needsUpgrade) {
      throw new Problem('full_import_required', 'catalog: written by an older version; import it in full (PUT) first');
    }
  }

  /** The number of committed transactions that changed something. */
  get generation(): number {
    return this.read<number>('generation') ?? 0;
  }

  /** The stored totals, or those of an empty catalog where the store needs an upgrade. */
  totals(): CatalogTotals {
    const stored = this.needsUpgrade ? undefined : this.read<StoredTotals>('state');
    return new CatalogTotals(stored?.counts ?? emptyCounts(), ObservedViews.from(stored?.views ?? {}));
  }

  writeTotals({ counts, views }: CatalogTotals, generation: number): void {
    const stored: StoredTotals = { counts, views: views.toCounts() };
    this.write('state', stored);
    this.write('generation', generation);
  }

  /** Removes all metadata, and sets the format to the current one. */
  clear(): void {
    this.database.clearSync();
    this.writeFormat();
  }

  private read<T>(key: string): T | undefined {
    const bytes = this.database.getBinary(key);
    return bytes && decodeRecord<T>(bytes);
  }

  private write(key: string, value: unknown): void {
    this.database.putSync(key, encodeRecord(value));
  }
}
