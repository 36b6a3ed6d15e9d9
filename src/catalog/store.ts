/**
 * The catalog store: what the imports said, durably, in one LMDB folder. One process writes (the ingest process), any
 * number read. Every change happens inside `transaction`, which commits whole or not at all; `flushed` tells when a
 * commit has reached the disk. Snapshots are built from here and can always be built again.
 *
 * Databases: groups, contents, translations (key → record, see codec.ts), documents (see documents.ts), owners (see
 * owners.ts), and state (format, generation, and one record of counts and view names). Format and generation are
 * readable whatever the format.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Database, open, type RootDatabase } from 'lmdb';
import { Problem } from '../errors/problem.js';
import { decodeRecord, encodeRecord } from './codec.js';
import { ConfiguredViews, type KnownViews } from './configured-views.js';
import { type CatalogCounts, emptyCounts } from './counts.js';
import { DecodedGroups } from './decoded-groups.js';
import { Documents } from './documents.js';
import { type KeyConflict, type Owner, OwnerIndex } from './owners.js';
import { CatalogReading } from './reading.js';
import type { Content, ProductGroup, Translation } from './records.js';
import { CONFIGURATION_KEY, type Configuration } from './site/configuration.js';
import { Totals } from './totals.js';
import { ViewCensus } from './view-census.js';

/** Raised with every change of the records or of the layout that older code could not read. */
export const CATALOG_FORMAT = 1;

interface State {
  counts: CatalogCounts;
  views: Record<string, number>;
}

interface Pending {
  generation: number;
  totals: Totals;
  changed: boolean;
}

/** What a put or remove did: the record before it, where there was one and it differed. */
export interface Replaced<T> {
  changed: boolean;
  before?: T;
}

const UNCHANGED = { changed: false } as const;

export class CatalogStore {
  private readonly root: RootDatabase<unknown, string>;
  private readonly groupRecords: Database<Buffer, string>;
  private readonly contentRecords: Database<Buffer, string>;
  private readonly translationRecords: Database<Buffer, string>;
  private readonly state: Database<Buffer, string>;
  private readonly ownerEntries: Database<string, string>;
  private readonly owners: OwnerIndex;
  /** Pages, navigation and the like. */
  readonly documents: Documents;
  private readonly decoded = new DecodedGroups();
  /** Set while a transaction runs. */
  private pending: Pending | undefined;

  private constructor(root: RootDatabase<unknown, string>) {
    this.root = root;
    const binary = { encoding: 'binary' } as const;
    this.groupRecords = root.openDB<Buffer, string>('groups', binary);
    this.contentRecords = root.openDB<Buffer, string>('contents', binary);
    this.translationRecords = root.openDB<Buffer, string>('translations', binary);
    this.state = root.openDB<Buffer, string>('state', binary);
    this.ownerEntries = root.openDB<string, string>('owners', { encoding: 'string' });
    const documents = root.openDB<Buffer, string>('documents', binary);
    this.documents = new Documents(documents, () => this.touch());
    this.owners = new OwnerIndex(this.ownerEntries, key => this.getGroup(key));
  }

  /**
   * Opens or creates the store in `dir`.
   * @throws Problem UNAVAILABLE when it is to be read only and does not exist, or was written by a newer version.
   */
  static open(dir: string, options: { readOnly?: boolean } = {}): CatalogStore {
    const readOnly = options.readOnly ?? false;
    // A file without a byte, as a store that is just being made has, ends a reader's process.
    if (readOnly && !statSync(join(dir, 'data.mdb'), { throwIfNoEntry: false })?.size) {
      throw new Problem('no_products', `catalog store: nothing imported yet (no store in ${dir})`);
    }
    if (!readOnly) mkdirSync(dir, { recursive: true });
    const root = open<unknown, string>({ path: dir, noSubdir: false, maxDbs: 12, readOnly });
    const store = new CatalogStore(root);
    const format = store.format();
    if (format === undefined && !readOnly) store.root.transactionSync(() => store.writeFormat());
    if (format !== undefined && format > CATALOG_FORMAT) {
      void root.close();
      throw new Problem(
        'format_unknown',
        `catalog store: format ${format} found, this version reads up to ${CATALOG_FORMAT}`,
      );
    }
    return store;
  }

  private format(): number | undefined {
    const bytes = this.state.getBinary('format');
    return bytes && decodeRecord<number>(bytes);
  }

  private writeFormat(): void {
    this.state.putSync('format', encodeRecord(CATALOG_FORMAT));
  }

  private writeState(pending: Pending): void {
    const { counts, census } = pending.totals;
    const state: State = { counts, views: census.toCounts() };
    this.state.putSync('state', encodeRecord(state));
    this.state.putSync('generation', encodeRecord(pending.generation));
  }

  /** True when an older version wrote the folder: nothing can be read until a full import has replaced it all. */
  get needsUpgrade(): boolean {
    const format = this.format();
    return format !== undefined && format < CATALOG_FORMAT;
  }

  private read(): State {
    const bytes = this.needsUpgrade ? undefined : this.state.getBinary('state');
    return bytes ? decodeRecord<State>(bytes) : { counts: emptyCounts(), views: {} };
  }

  private census(): ViewCensus {
    return this.pending?.totals.census ?? ViewCensus.from(this.read().views);
  }

  /** The markets and locales that are configured; undefined where the records tell. */
  configured(): ConfiguredViews | undefined {
    return ConfiguredViews.from(this.documents.get<Configuration>(CONFIGURATION_KEY));
  }

  private known(): KnownViews {
    return this.configured() ?? this.census();
  }

  private writing(): Pending {
    if (!this.pending) throw new Error('the catalog store changes inside transaction() alone');
    return this.pending;
  }

  /** Grows by one with every committed transaction that changed something; 0 for a new store. */
  get generation(): number {
    if (this.pending) return this.pending.generation;
    const bytes = this.state.getBinary('generation');
    return bytes ? decodeRecord<number>(bytes) : 0;
  }

  get counts(): CatalogCounts {
    return { ...(this.pending?.totals.counts ?? this.read().counts) };
  }

  /** Market → sorted known locales. */
  markets(): Map<string, string[]> {
    return this.known().markets();
  }

  hasMarket(market: string): boolean {
    return this.known().hasMarket(market);
  }

  /** Every locale that is configured, or that any record names. */
  locales(): Set<string> {
    return this.known().locales();
  }

  /** Known locales, and any well-formed one where no data block of the market states its locale. */
  acceptsLocale(market: string, locale: string): boolean {
    return this.known().acceptsLocale(market, locale);
  }

  /** True when `acceptsLocale` takes any well-formed locale for this market. */
  isOpen(market: string): boolean {
    return this.known().isOpen(market);
  }

  /** All groups in key order. */
  *groups(): Iterable<{ key: string; group: ProductGroup }> {
    this.requireReadable();
    for (const { key, value } of this.groupRecords.getRange()) yield { key, group: decodeRecord<ProductGroup>(value) };
  }

  /** A group as it is stored, for `decodeRecord`. */
  groupBytes(key: string): Buffer | undefined {
    return this.groupRecords.getBinary(key);
  }

  /** All group keys in order, as they are now. */
  groupKeys(): string[] {
    return [...this.groupRecords.getKeys()];
  }

  *contents(): Iterable<{ key: string; content: Content }> {
    this.requireReadable();
    for (const { key, value } of this.contentRecords.getRange()) yield { key, content: decodeRecord<Content>(value) };
  }

  *translations(): Iterable<{ key: string; translation: Translation }> {
    this.requireReadable();
    for (const { key, value } of this.translationRecords.getRange()) {
      yield { key, translation: decodeRecord<Translation>(value) };
    }
  }

  contentKeys(): string[] {
    return [...this.contentRecords.getKeys()];
  }

  translationKeys(): string[] {
    return [...this.translationRecords.getKeys()];
  }

  /** Not to be changed: others may be given the same. */
  getGroup(key: string): ProductGroup | undefined {
    const known = this.decoded.get(key);
    if (known) return known;
    const bytes = this.groupRecords.getBinary(key);
    const group = bytes && decodeRecord<ProductGroup>(bytes);
    if (group && this.pending) this.decoded.keep(key, group);
    return group;
  }

  getContent(key: string): Content | undefined {
    const bytes = this.contentRecords.getBinary(key);
    return bytes && decodeRecord<Content>(bytes);
  }

  getTranslation(key: string): Translation | undefined {
    const bytes = this.translationRecords.getBinary(key);
    return bytes && decodeRecord<Translation>(bytes);
  }

  /** What a key names: a group, a product (with its group) or a variant (with its group and product). */
  owner(key: string): Owner | undefined {
    return this.owners.get(key);
  }

  groupOfProduct(productKey: string): string | undefined {
    const owner = this.owner(productKey);
    return owner?.kind === 'product' ? owner.group : undefined;
  }

  productOfVariant(variantKey: string): { product: string; group: string } | undefined {
    const owner = this.owner(variantKey);
    return owner?.kind === 'variant' ? { product: owner.product, group: owner.group } : undefined;
  }

  private requireReadable(): void {
    if (this.needsUpgrade) {
      throw new Problem('full_import_required', 'catalog: written by an older version; import it in full (PUT) first');
    }
  }

  /**
   * Runs `change` as one write transaction: reads inside see its writes; when it throws nothing has happened.
   * The generation is raised by the first change, so that what is built inside sees the number it will have.
   */
  transaction<T>(change: () => T): T {
    if (this.pending) throw new Error('a catalog transaction is already running');
    try {
      return this.root.transactionSync(() => {
        const { counts, views } = this.read();
        const totals = new Totals(counts, ViewCensus.from(views));
        const pending = { generation: this.generation, totals, changed: false };
        this.pending = pending;
        const result = change();
        if (pending.changed) this.writeState(pending);
        return result;
      });
    } finally {
      this.pending = undefined;
      this.decoded.clear();
      this.owners.forget();
    }
  }

  /** Resolves when every committed transaction has reached the disk. */
  async flushed(): Promise<void> {
    await this.root.flushed;
  }

  /** Lets a reader see the latest commit at once; without it, it does so with the next turn of the event loop. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  /**
   * The records as they are committed now. The caller ends it.
   * @throws Problem METHOD_NOT_ALLOWED when an older version wrote them
   */
  reading(): CatalogReading {
    this.requireReadable();
    this.refresh();
    const databases = {
      groups: this.groupRecords,
      contents: this.contentRecords,
      translations: this.translationRecords,
    };
    return new CatalogReading(databases, this.root.useReadTransaction());
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  private touch(): Pending {
    const pending = this.writing();
    if (!pending.changed) {
      pending.changed = true;
      pending.generation++;
    }
    return pending;
  }

  /** Empties the store and makes it one of the present format. */
  clear(): void {
    const pending = this.touch();
    for (const database of [
      this.groupRecords,
      this.contentRecords,
      this.translationRecords,
      this.ownerEntries,
      this.state,
    ]) {
      database.clearSync();
    }
    this.writeFormat();
    this.decoded.clear();
    pending.totals = new Totals(emptyCounts(), ViewCensus.from({}));
  }

  /**
   * Stores a group. `same` may declare a record of other bytes (members in another order) equal to the stored one,
   * which then stays.
   */
  putGroup(
    key: string,
    group: ProductGroup,
    same?: (before: ProductGroup, after: ProductGroup) => boolean,
  ): Replaced<ProductGroup> {
    const known = this.decoded.get(key);
    const follow = (before: ProductGroup | undefined) => this.followGroup(key, before, group);
    return this.change(this.groupRecords, key, group, follow, same, known);
  }

  removeGroup(key: string): Replaced<ProductGroup> {
    return this.change<ProductGroup>(this.groupRecords, key, undefined, before =>
      this.followGroup(key, before, undefined),
    );
  }

  putContent(key: string, content: Content): Replaced<Content> {
    return this.change(this.contentRecords, key, content, (before, after) =>
      this.writing().totals.content(before, after),
    );
  }

  removeContent(key: string): Replaced<Content> {
    return this.change<Content>(this.contentRecords, key, undefined, before =>
      this.writing().totals.content(before, undefined),
    );
  }

  putTranslation(key: string, translation: Translation): Replaced<Translation> {
    return this.change(this.translationRecords, key, translation, (before, after) =>
      this.writing().totals.translation(before, after),
    );
  }

  removeTranslation(key: string): Replaced<Translation> {
    return this.change<Translation>(this.translationRecords, key, undefined, before =>
      this.writing().totals.translation(before, undefined),
    );
  }

  /** Settles keys that stood in several groups during this transaction; gives those that still do. */
  settleKeys(): KeyConflict[] {
    return this.owners.settle();
  }

  private change<T>(
    database: Database<Buffer, string>,
    key: string,
    after: T | undefined,
    follow: (before: T | undefined, after: T | undefined) => void,
    same: (before: T, after: T) => boolean = isDeepStrictEqual,
    known?: T,
  ): Replaced<T> {
    const old = database.getBinary(key);
    const now = after === undefined ? undefined : encodeRecord(after);
    if (old === undefined ? now === undefined : now !== undefined && old.equals(now)) return UNCHANGED;
    const before = known ?? (old && decodeRecord<T>(old));
    if (before !== undefined && after !== undefined && same(before, after)) return UNCHANGED;
    this.touch();
    if (now) database.putSync(key, now);
    else database.removeSync(key);
    follow(before, after);
    return before === undefined ? { changed: true } : { changed: true, before };
  }

  private followGroup(key: string, before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    this.decoded.follow(key, after);
    this.owners.update(key, before, after);
    this.writing().totals.group(before, after);
  }
}
