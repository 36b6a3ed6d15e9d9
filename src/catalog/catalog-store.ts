/**
 * The catalog store: all imported records and documents in one LMDB folder. One process writes (the ingest process),
 * any number read. Every change happens inside `transaction`, which commits whole or not at all; `flushed` resolves
 * when commits are on disk. A snapshot can always be built again from the store.
 *
 * Databases: groups (see group-records.ts), contents and translations (key → record, see record-codec.ts), documents
 * (see documents.ts), owners (see key-owners.ts), changes (see change-history.ts), undo (see undo-log.ts), and state
 * (see store-state.ts).
 */
import { mkdirSync } from 'node:fs';
import type { RootDatabase } from 'lmdb';
import { type CatalogCounts, emptyCounts } from './catalog-counts.js';
import { CatalogReader } from './catalog-reader.js';
import { CatalogTotals } from './catalog-totals.js';
import { ChangeHistory, type GroupChanges } from './change-history.js';
import { ConfiguredViews, type KnownViews } from './configured-views.js';
import { DecodedGroups } from './decoded-groups.js';
import { Documents } from './documents.js';
import { decodeOutline, GROUP_CODEC } from './group-codec.js';
import type { GroupOutline } from './group-outline.js';
import { GroupRecords } from './group-records.js';
import { type KeyConflict, KeyOwners, type Owner } from './key-owners.js';
import { ObservedViews } from './observed-views.js';
import { openRoot } from './open-root.js';
import { OwnerTable } from './owner-table.js';
import type { PreparedGroup } from './prepared-group.js';
import { decodeRecord } from './record-codec.js';
import type { Content, ProductGroup, Translation } from './records.js';
import { type RecordCodec, type RecordTable, type Replacement, replaceRecord } from './replace-record.js';
import type { RestorableTables } from './restore-records.js';
import { Rollbacks } from './rollbacks.js';
import { CONFIGURATION_KEY, type Configuration } from './site/configuration.js';
import { type AppliedImport, StoreState } from './store-state.js';
import { UNDO_TABLES, UndoLog } from './undo-log.js';
import { UndoableTable } from './undoable-table.js';

interface OpenTransaction {
  generation: number;
  totals: CatalogTotals;
  changed: boolean;
}

export class CatalogStore {
  private readonly state: StoreState;
  private readonly tables: RestorableTables;
  /** Undefined in a process that reads alone. */
  private readonly undo: UndoLog | undefined;
  readonly rollbacks: Rollbacks;
  /** Pages, navigation, templates and other documents. */
  readonly documents: Documents;
  /** In a process that reads alone, undefined until it is asked for: an older store lacks it. */
  private history: ChangeHistory | undefined;
  /** Set while a transaction runs. */
  private transactionState: OpenTransaction | undefined;

  private constructor(
    private readonly root: RootDatabase<unknown, string>,
    readOnly: boolean,
  ) {
    const binary = (name: string) => root.openDB<Buffer, string>(name, { encoding: 'binary' });
    const state = binary('state');
    this.state = new StoreState(state);
    this.undo = readOnly ? undefined : UndoLog.in(root);
    const table = (name: keyof typeof UNDO_TABLES) => new UndoableTable(binary(name), UNDO_TABLES[name], this.undo);
    const owners = new KeyOwners(new OwnerTable(root.openDB('owners', { encoding: 'string' })), key =>
      this.getGroup(key),
    );
    const groups = new GroupRecords(table('groups'), state);
    const [contents, translations, documents] = [table('contents'), table('translations'), table('documents')];
    this.tables = { groups, contents, translations, documents, owners, decoded: new DecodedGroups() };
    const change = () => this.markChanged();
    this.documents = new Documents(documents, change);
    this.rollbacks = new Rollbacks(root, this.undo, this.tables, { generation: () => this.generation, change });
    if (!readOnly) this.history = ChangeHistory.in(root);
  }

  /**
   * Opens or creates the store in `dir`.
   * @throws `no_products` when a store to be read only does not exist, `format_unknown` when a newer version wrote it
   */
  static open(dir: string, options: { readOnly?: boolean } = {}): CatalogStore {
    const readOnly = options.readOnly ?? false;
    const root = openRoot(dir, readOnly);
    const store = new CatalogStore(root, readOnly);
    const unknown = store.state.unknownFormat;
    if (unknown) {
      void root.close();
      throw unknown;
    }
    // The previous version cannot read the records that this version writes, so the format is set first.
    if (store.state.isOutdated && !readOnly) root.transactionSync(() => store.state.writeFormat());
    return store;
  }

  /** Whether nothing can be read until a full import has replaced it all: see `StoreState`. */
  get needsFullImport(): boolean {
    return this.state.needsFullImport;
  }

  /** @throws `full_import_required` when `needsFullImport` */
  requireReadable(): void {
    this.state.requireReadable();
  }

  /** Remembers that imports are missing, up to that of a generation: a full import is needed. */
  markLoss(generation: number): void {
    this.root.transactionSync(() => this.state.writeLoss(generation));
  }

  private get totals(): CatalogTotals {
    return this.transactionState?.totals ?? this.state.totals();
  }

  /** The markets and locales of the configuration; undefined where it lists none, so that those of records apply. */
  configuredViews(): ConfiguredViews | undefined {
    return ConfiguredViews.from(this.documents.get<Configuration>(CONFIGURATION_KEY));
  }

  /** The markets and locales that are known: those of the configuration, or else those of the records. */
  get views(): KnownViews {
    return this.configuredViews() ?? this.totals.views;
  }

  /** The number of product groups and content items of a market. */
  recordsOf(market: string): number {
    return this.totals.views.recordsOf(market);
  }

  private requireTransaction(): OpenTransaction {
    if (!this.transactionState) throw new Error('the catalog store changes inside transaction() alone');
    return this.transactionState;
  }

  /** The number of committed transactions that changed something; inside one that has, it is counted already. */
  get generation(): number {
    return this.transactionState?.generation ?? this.state.generation;
  }

  get counts(): CatalogCounts {
    return { ...this.totals.counts };
  }

  /** All groups in key order. */
  *groups(): Iterable<{ key: string; group: ProductGroup }> {
    this.state.requireReadable();
    for (const { key, value } of this.tables.groups.getRange()) yield { key, group: GROUP_CODEC.decode(value) };
  }

  /** The outlines of all groups in key order. */
  *groupOutlines(): Iterable<{ key: string; outline: GroupOutline }> {
    this.state.requireReadable();
    for (const { key, value } of this.tables.groups.getOutlines()) yield { key, outline: decodeOutline(value) };
  }

  /** A stored group before decoding, for `decodeGroup`. */
  groupBytes(key: string): Buffer | undefined {
    return this.tables.groups.getBinary(key);
  }

  /** All group keys in order, those of the running transaction included. */
  groupKeys(): string[] {
    return [...this.tables.groups.getKeys()];
  }

  *contents(): Iterable<{ key: string; content: Content }> {
    this.state.requireReadable();
    for (const { key, value } of this.tables.contents.getRange()) yield { key, content: decodeRecord<Content>(value) };
  }

  *translations(): Iterable<{ key: string; translation: Translation }> {
    this.state.requireReadable();
    for (const { key, value } of this.tables.translations.getRange()) {
      yield { key, translation: decodeRecord<Translation>(value) };
    }
  }

  contentKeys(): string[] {
    return [...this.tables.contents.getKeys()];
  }

  translationKeys(): string[] {
    return [...this.tables.translations.getKeys()];
  }

  /** The result is shared between callers and must not be changed. */
  getGroup(key: string): ProductGroup | undefined {
    const known = this.tables.decoded.get(key);
    if (known) return known;
    const bytes = this.tables.groups.getBinary(key);
    const group = bytes && GROUP_CODEC.decode(bytes);
    if (group && this.transactionState) this.tables.decoded.add(key, group);
    return group;
  }

  getContent(key: string): Content | undefined {
    const bytes = this.tables.contents.getBinary(key);
    return bytes && decodeRecord<Content>(bytes);
  }

  getTranslation(key: string): Translation | undefined {
    const bytes = this.tables.translations.getBinary(key);
    return bytes && decodeRecord<Translation>(bytes);
  }

  /** Whether a key is that of a group, of a product (in which group) or of a variant (in which group and product). */
  owner(key: string): Owner | undefined {
    return this.tables.owners.get(key);
  }

  /**
   * Runs `change` as one write transaction: reads inside see its writes; when it throws, nothing is changed. The first
   * change increments the generation, so that a snapshot built inside is given its final number.
   */
  transaction<T>(change: () => T): T {
    if (this.transactionState) throw new Error('a catalog transaction is already running');
    try {
      return this.root.transactionSync(() => {
        const pending = { generation: this.state.generation, totals: this.state.totals(), changed: false };
        this.transactionState = pending;
        this.undo?.begin(pending.generation);
        const result = change();
        this.tables.owners.enterAdded();
        if (pending.changed) this.state.writeTotals(pending.totals, pending.generation);
        return result;
      });
    } finally {
      this.transactionState = undefined;
      this.undo?.end();
      this.tables.decoded.clear();
      this.tables.groups.reset();
      this.tables.owners.reset();
    }
  }

  /** The import whose changes came last, so that one which a crash has cut off is not applied again. */
  get lastImport(): AppliedImport | undefined {
    return this.state.lastImport;
  }

  /** Remembers which import the running transaction applies, where it changes anything. */
  recordImport(applied: AppliedImport): void {
    if (this.requireTransaction().changed) this.state.writeLastImport(applied);
  }

  /** Remembers what the running transaction has changed. @param changes undefined: more than groups and content */
  recordChanges(changes: GroupChanges | undefined): void {
    const { changed, generation } = this.requireTransaction();
    if (changed) this.history?.add(generation, changes);
  }

  /** What has changed since a generation, the running transaction included; undefined where that is not known. */
  changesSince(generation: number): GroupChanges | undefined {
    return (this.history ??= ChangeHistory.in(this.root)).between(generation, this.generation);
  }

  /** Resolves when every committed transaction is on disk. */
  async flushed(): Promise<void> {
    await this.root.flushed;
  }

  /** Writes a compact copy of the latest commit as `data.mdb` of a folder, while transactions go on. */
  async copyTo(dir: string): Promise<void> {
    mkdirSync(dir, { recursive: true });
    await this.root.backup(dir, true);
  }

  /** Makes reads see the latest commit at once, not with the next turn of the event loop. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  /**
   * A reader of the latest commit, which the caller closes.
   * @throws `full_import_required` when `needsFullImport`
   */
  openReader(): CatalogReader {
    this.state.requireReadable();
    this.refresh();
    return new CatalogReader(this.tables, this.root.useReadTransaction());
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  private markChanged(): OpenTransaction {
    const pending = this.requireTransaction();
    if (!pending.changed) {
      pending.changed = true;
      pending.generation++;
    }
    return pending;
  }

  /** Removes all records but documents, and sets the format to the current one. */
  clear(): void {
    const pending = this.markChanged();
    for (const table of [this.tables.groups, this.tables.contents, this.tables.translations]) table.clearSync();
    this.tables.owners.clear();
    this.state.clear();
    this.history?.clear();
    this.undo?.clear();
    this.tables.decoded.clear();
    this.tables.groups.reset();
    pending.totals = new CatalogTotals(emptyCounts(), ObservedViews.from({}));
  }

  /**
   * Stores a group.
   * @param same whether two records whose bytes differ (members in another order) count as equal; the stored one stays
   */
  putGroup(
    key: string,
    group: ProductGroup,
    same?: (before: ProductGroup, after: ProductGroup) => boolean,
  ): Replacement<ProductGroup> {
    const known = this.tables.decoded.get(key);
    const follow = (before: ProductGroup | undefined) => this.groupReplaced(key, before, group);
    return this.replace(this.tables.groups, key, group, follow, { ...GROUP_CODEC, same, known });
  }

  /** Adds a group. @returns `unchanged` when an equal record is stored; `taken` when another one is, which is kept */
  addGroup(group: PreparedGroup): 'added' | 'unchanged' | 'taken' {
    const { key, bytes } = group;
    const old = this.tables.groups.getBinary(key);
    if (old) return old.equals(bytes) ? 'unchanged' : 'taken';
    const { totals } = this.markChanged();
    this.tables.groups.putSync(key, bytes);
    this.tables.owners.add(group);
    totals.addGroup(group);
    return 'added';
  }

  /** Stores another record of a group, with the same keys and names of views. */
  updateGroup(key: string, bytes: Buffer): void {
    this.markChanged();
    this.tables.groups.putSync(key, bytes);
    this.tables.decoded.replace(key, undefined);
  }

  removeGroup(key: string): Replacement<ProductGroup> {
    const follow = (before: ProductGroup | undefined) => this.groupReplaced(key, before, undefined);
    return this.replace<ProductGroup>(this.tables.groups, key, undefined, follow, GROUP_CODEC);
  }

  putContent(key: string, content: Content): Replacement<Content> {
    const { totals } = this.requireTransaction();
    return this.replace(this.tables.contents, key, content, (before, after) => totals.replaceContent(before, after));
  }

  removeContent(key: string): Replacement<Content> {
    const { totals } = this.requireTransaction();
    return this.replace<Content>(this.tables.contents, key, undefined, old => totals.replaceContent(old, undefined));
  }

  putTranslation(key: string, translation: Translation): Replacement<Translation> {
    return this.replace(this.tables.translations, key, translation, (before, after) =>
      this.requireTransaction().totals.replaceTranslation(before, after),
    );
  }

  removeTranslation(key: string): Replacement<Translation> {
    return this.replace<Translation>(this.tables.translations, key, undefined, before =>
      this.requireTransaction().totals.replaceTranslation(before, undefined),
    );
  }

  /** Assigns the keys that were in several groups during this transaction. @returns those that still are */
  resolveKeyConflicts(): KeyConflict[] {
    return this.tables.owners.resolveConflicts();
  }

  /** Enters some keys of added groups before the transaction ends. @returns whether some are left */
  enterKeys(most: number): boolean {
    return this.tables.owners.enterAdded(most);
  }

  /** Stores or removes a record; `follow` is told of a change. */
  private replace<T>(
    table: RecordTable,
    key: string,
    after: T | undefined,
    follow: (before: T | undefined, after: T | undefined) => void,
    codec?: RecordCodec<T>,
  ): Replacement<T> {
    this.requireTransaction();
    const replacement = replaceRecord(table, key, after, codec);
    if (!replacement.changed) return replacement;
    this.markChanged();
    follow(replacement.before, after);
    return replacement;
  }

  private groupReplaced(key: string, before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    this.tables.decoded.replace(key, after);
    this.tables.owners.update(key, before, after);
    this.requireTransaction().totals.replaceGroup(before, after);
  }
}
