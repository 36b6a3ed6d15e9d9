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
export const CATALOG_FORMAT = 5;
/** The oldest version that this code reads. */
export const OLDEST_FORMAT = 1;

export const FORMAT_KEY = 'format';
export const CHECKED_FORMAT_KEY = 'checked-format';
export const GENERATION_KEY = 'generation';
/** Present while imports are missing that the announced snapshot was built from. */
const LOSS_KEY = 'loss';

/** The import whose changes the store has got last. */
const LAST_IMPORT_KEY = 'last-import';

/** An import that has changed the store. */
export interface AppliedImport {
  id: string;
  counts: Readonly<Record<string, number>>;
}

interface StoredTotals {
  counts: CatalogCounts;
  views: Record<string, number>;
}

export class StoreState {
  constructor(private readonly database: Database<Buffer, string>) {}

  /** Undefined where nothing was ever stored. */
  get format(): number | undefined {
    return this.read<number>(FORMAT_KEY);
  }

  /** Of a store that a newer version wrote. */
  get unknownFormat(): Problem | undefined {
    const { format = 0 } = this;
    if (format <= CATALOG_FORMAT) return undefined;
    const message = `catalog store: format ${format} found, this version reads up to ${CATALOG_FORMAT}`;
    return new Problem('format_unknown', message);
  }

  /** Whether nothing was ever stored, or in an older format that is read: the current one is to be set. */
  get isOutdated(): boolean {
    const { format } = this;
    return format === undefined || (format < CATALOG_FORMAT && this.unreadable !== 'old');
  }

  writeFormat(): void {
    // MessagePack without a checksum, which versions that know none can read, and with one.
    this.database.putSync(FORMAT_KEY, Buffer.of(CATALOG_FORMAT));
    this.write(CHECKED_FORMAT_KEY, CATALOG_FORMAT);
  }

  /** Why nothing can be read until a full import has replaced it all. */
  get unreadable(): 'old' | 'incomplete' | undefined {
    const { format } = this;
    if (format !== undefined && format < OLDEST_FORMAT) return 'old';
    return this.database.getBinary(LOSS_KEY) ? 'incomplete' : undefined;
  }

  /** Whether nothing can be read until a full import has replaced it all. */
  get needsFullImport(): boolean {
    return this.unreadable !== undefined;
  }

  /** @throws `full_import_required` when `needsFullImport` */
  requireReadable(): void {
    const { unreadable } = this;
    if (unreadable === undefined) return;
    const why = unreadable === 'old' ? 'written by an older version' : 'its store was damaged, and imports are missing';
    throw new Problem('full_import_required', `catalog: ${why}; import it in full (PUT) first`);
  }

  /** Remembers that imports are missing, up to that of a generation. */
  writeLoss(generation: number): void {
    this.write(LOSS_KEY, true);
    this.write(GENERATION_KEY, generation);
  }

  /** The number of committed transactions that changed something. */
  get generation(): number {
    return this.read<number>(GENERATION_KEY) ?? 0;
  }

  /** The stored totals, or those of an empty catalog where the store needs a full import. */
  totals(): CatalogTotals {
    const stored = this.needsFullImport ? undefined : this.read<StoredTotals>('state');
    return new CatalogTotals(stored?.counts ?? emptyCounts(), ObservedViews.from(stored?.views ?? {}));
  }

  writeTotals({ counts, views }: CatalogTotals, generation: number): void {
    const stored: StoredTotals = { counts, views: views.toCounts() };
    this.write('state', stored);
    this.write(GENERATION_KEY, generation);
  }

  get lastImport(): AppliedImport | undefined {
    return this.read<AppliedImport>(LAST_IMPORT_KEY);
  }

  writeLastImport(applied: AppliedImport): void {
    this.write(LAST_IMPORT_KEY, applied);
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
