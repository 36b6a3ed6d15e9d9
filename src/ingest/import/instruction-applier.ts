/**
 * Applies the instructions of a catalog import to the store, one after the other, inside the store's transaction. Each
 * sees the changes of those before it. An instruction with a fault is recorded and skipped, so that one run finds all
 * faults of a file; the caller aborts the transaction when there are any.
 */

import { StoredComparison } from '../../build/input/compare-stored.js';
import { ChangeLog, type Comparison, compareGroups } from '../../build/input/import-change.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { decodeGroup, groupJson } from '../../catalog/group-codec.js';
import { entriesOf } from '../../catalog/key-owners.js';
import { marketsIn, namedMarkets, namesOfContent, namesOfGroup } from '../../catalog/observed-views.js';
import type { PreparedGroup } from '../../catalog/prepared-group.js';
import type { Content, Product, ProductGroup } from '../../catalog/records.js';
import type { MarketLimits } from '../market-limits.js';
import { parseContent, parseTranslation } from './content-record.js';
import type { Instruction } from './instructions.js';
import { contentWithout, groupWithout } from './market-removal.js';
import { parseProductGroup } from './product-record.js';
import type { JsonObject, RecordCheck } from './record-check.js';
import { mergeContent, mergeGroup, mergeProductAttributes, mergeVariantAttributes } from './record-edits.js';
import { Removals } from './removals.js';

const PRODUCT_ATTRIBUTES = new Set(['markets', 'defaults', 'overrides', 'images', 'colorInitial', 'colorOverride']);
const VARIANT_ATTRIBUTES = new Set(['defaults', 'overrides', 'limitedMarkets']);
/** The difference of a group that is added or removed. */
const FULL_DIFFERENCE: Comparison = { difference: 'full', products: [] };

export class InstructionApplier {
  readonly changes = new ChangeLog();
  private readonly removals: Removals;
  /** Only in a full import: the keys that it names. */
  private readonly full: { groups: Set<string>; contents: Set<string>; translations: Set<string> } | undefined;
  /** Markets and locales at the beginning of the import: they can be cleared even after a line has emptied them. */
  private readonly knownMarkets: ReadonlySet<string>;
  private readonly knownLocales: ReadonlySet<string>;
  private readonly comparison = new StoredComparison();

  /**
   * @param replaceAll whether `finish` removes every record that was not replaced
   * @param limits the markets that may be changed; undefined: all
   */
  constructor(
    private readonly store: CatalogStore,
    private readonly check: RecordCheck,
    replaceAll: boolean,
    private readonly limits?: MarketLimits,
  ) {
    this.removals = new Removals(store);
    this.full = replaceAll ? { groups: new Set(), contents: new Set(), translations: new Set() } : undefined;
    this.knownMarkets = new Set(store.views.markets().keys());
    this.knownLocales = store.views.locales();
  }

  /** Applies a `replace` of a product group that another thread has parsed without a fault. */
  replacePrepared(group: PreparedGroup): void {
    const { key } = group;
    this.full?.groups.add(key);
    for (const market of marketsIn(group.names)) this.check.catalogMarkets.add(market);
    const result = this.store.addGroup(group);
    if (result === 'added') {
      this.limits?.require(`product group ${key}`, namedMarkets(group.names));
      this.changes.addGroup(key, FULL_DIFFERENCE);
    } else if (result === 'taken' && !this.replaceStored(group)) this.setGroup(key, decodeGroup(group.bytes));
  }

  /**
   * Replaces a group by one with the same keys and names of views, decoding neither.
   * @returns whether that is possible
   */
  private replaceStored({ key, bytes, names }: PreparedGroup): boolean {
    const comparison = this.comparison.of(groupJson(this.store.groupBytes(key)!), groupJson(bytes));
    if (!comparison) return false;
    if (comparison.difference === 'none') return true;
    this.limits?.require(`product group ${key}`, namedMarkets(names));
    this.store.updateGroup(key, bytes);
    this.changes.addGroup(key, comparison);
    return true;
  }

  apply(instruction: Instruction): void {
    switch (instruction.name) {
      case 'replace':
        this.replace(instruction.kind, instruction.key, instruction.record);
        break;
      case 'edit':
        this.edit(instruction.kind, instruction.key, instruction.record);
        break;
      case 'editAttributes':
        this.editAttributes(instruction.kind, instruction.key, instruction.record);
        break;
      case 'remove':
        this.remove(instruction.kind, instruction.key);
        break;
      case 'removePartial':
        this.removePartial(instruction.kind, instruction.key, instruction.market);
        break;
      case 'clearProductGroups':
        this.clearProductGroups(instruction.market);
        break;
      case 'clearContent':
        this.clearContent(instruction.market);
        break;
      case 'clearTranslations':
        this.clearTranslations(instruction.locale);
        break;
    }
  }

  /**
   * To be called once after the last instruction: removes records that a full import left out, and checks moved keys.
   */
  finish(): void {
    if (this.full) {
      const { groups, contents, translations } = this.full;
      for (const key of this.store.groupKeys()) if (!groups.has(key)) this.setGroup(key, undefined);
      for (const key of this.store.contentKeys()) if (!contents.has(key)) this.setContent(key, undefined);
      for (const key of this.store.translationKeys()) {
        if (!translations.has(key) && this.store.removeTranslation(key).changed) this.changes.addOther();
      }
    }
    this.check.finishMarkets();
    for (const { key, places } of this.store.resolveKeyConflicts()) {
      this.check.within('productGroups', key, () =>
        this.check.fault('key', 'a key that names one thing', places.join(' and ')),
      );
    }
  }

  /** To be called after `finish`. @throws `import_dangerous` when the import takes most of the catalog or of a market away */
  refuseDangerous(): void {
    this.removals.refuseDangerous();
  }

  /** @param market the only one that the change is about; absent: all of the group */
  private setGroup(key: string, group: ProductGroup | undefined, market?: string): void {
    if (!group) {
      const { before } = this.store.removeGroup(key);
      this.requireMarkets(`product group ${key}`, market, [before], namesOfGroup);
      if (before) this.groupChanged(key, before, undefined, FULL_DIFFERENCE);
      return;
    }
    let comparison = FULL_DIFFERENCE;
    const same = (old: ProductGroup, now: ProductGroup): boolean => {
      comparison = compareGroups(old, now);
      return comparison.difference === 'none';
    };
    const { changed, before } = this.store.putGroup(key, group, same);
    if (!changed) return;
    this.requireMarkets(`product group ${key}`, market, [before, group], namesOfGroup);
    this.groupChanged(key, before, group, comparison);
  }

  /**
   * @param market see `setGroup`
   * @param records before and after the change
   * @throws `market_refused` where a change is about a market that may not be changed
   */
  private requireMarkets<T>(
    what: string,
    market: string | undefined,
    records: readonly (T | undefined)[],
    namesOf: (record: T) => ReadonlySet<string>,
  ): void {
    if (!this.limits) return;
    if (market !== undefined) this.limits.require(what, [market]);
    else for (const record of records) if (record) this.limits.require(what, namedMarkets(namesOf(record)));
  }

  private groupChanged(
    key: string,
    before: ProductGroup | undefined,
    after: ProductGroup | undefined,
    comparison: Comparison,
  ): void {
    this.changes.addGroup(key, comparison);
    if (before && comparison.difference === 'full') this.removals.noteGroup(before, after);
  }

  private setContent(key: string, content: Content | undefined, market?: string): void {
    const { changed, before } = content ? this.store.putContent(key, content) : this.store.removeContent(key);
    if (!changed) return;
    this.requireMarkets(`content ${key}`, market, [before, content], namesOfContent);
    this.changes.addContent();
    if (!content) this.removals.noteContent(key);
  }

  private replace(kind: 'productGroup' | 'content' | 'translation', key: string, raw: unknown): void {
    if (kind === 'productGroup') {
      this.full?.groups.add(key);
      const group = parseProductGroup(this.check, key, raw);
      if (group) this.setGroup(key, group);
    } else if (kind === 'content') {
      this.full?.contents.add(key);
      const content = parseContent(this.check, key, raw);
      if (content) this.setContent(key, content);
    } else {
      this.limits?.requireAll(`translation ${key}`);
      this.full?.translations.add(key);
      const translation = parseTranslation(this.check, key, raw);
      if (translation && this.store.putTranslation(key, translation).changed) this.changes.addOther();
    }
  }

  private edit(kind: 'productGroup' | 'content' | 'translation', key: string, edit: unknown): void {
    if (kind === 'productGroup') {
      const old = this.store.getGroup(key);
      const group = parseProductGroup(this.check, key, mergeGroup(old, edit, this.check.catalogMarkets));
      if (group && this.addsFreeKeys(key, old, group)) this.setGroup(key, group);
    } else {
      const markets = this.check.catalogMarkets;
      const content = parseContent(this.check, key, mergeContent(this.store.getContent(key), edit, markets));
      if (content) this.setContent(key, content);
    }
  }

  /** Whether no other group has the keys that an edit adds: only `replace` moves keys between groups. */
  private addsFreeKeys(key: string, old: ProductGroup | undefined, group: ProductGroup): boolean {
    const held = old ? entriesOf(key, old) : new Map<string, string>();
    const before = this.check.findings.count;
    for (const name of entriesOf(key, group).keys()) {
      const owner = held.has(name) ? undefined : this.store.owner(name);
      if (!owner) continue;
      const holder = owner.kind === 'productGroup' ? 'the key of a group' : `a key of group ${owner.group}`;
      this.check.within('productGroups', key, () =>
        this.check.fault('key', `a key for ${name} that nothing else has`, holder),
      );
    }
    return this.check.findings.count === before;
  }

  private editAttributes(kind: 'product' | 'variant', key: string, edit: unknown): void {
    const subject = kind === 'product' ? 'products' : 'variants';
    const attributes = kind === 'product' ? PRODUCT_ATTRIBUTES : VARIANT_ATTRIBUTES;
    const raw = this.check.within(subject, key, () => {
      const before = this.check.findings.count;
      const known = this.check.strictObject('editAttributes', edit, attributes);
      return this.check.findings.count === before ? known : undefined;
    });
    if (!raw) return;
    const owner = this.store.owner(key);
    if (owner?.kind !== kind) {
      this.check.within(subject, key, () => this.check.fault('key', `the key of a ${kind} in the catalog`, key));
      return;
    }
    const group = this.groupOf(owner.group, key);
    const productKey = owner.kind === 'product' ? key : owner.product;
    const product = group.products[productKey]!;
    const markets = this.check.catalogMarkets;
    const merged =
      owner.kind === 'product'
        ? mergeProductAttributes(product, raw, markets)
        : withVariant(product, key, raw, markets);
    const edited = { ...group, products: { ...group.products, [productKey]: merged } };
    const parsed = parseProductGroup(this.check, owner.group, edited);
    if (parsed) this.setGroup(owner.group, parsed);
  }

  private remove(kind: 'productGroup' | 'product' | 'variant' | 'content', key: string): void {
    if (kind === 'content') {
      if (this.store.getContent(key)) this.setContent(key, undefined);
      else this.warnMissing(kind, key);
      return;
    }
    const owner = this.store.owner(key);
    if (owner?.kind !== kind) this.warnMissing(kind, key);
    else if (owner.kind === 'productGroup') this.setGroup(key, undefined);
    else {
      const group = this.groupOf(owner.group, key);
      const left = owner.kind === 'product' ? withoutProduct(group, key) : withoutVariant(group, owner.product, key);
      this.setGroup(owner.group, left);
    }
  }

  private removePartial(kind: 'productGroup' | 'product' | 'content', key: string, market: string): void {
    if (!this.isKnownMarket(market, 'removePartial')) return;
    if (kind === 'content') {
      const content = this.store.getContent(key);
      if (content) this.setContent(key, contentWithout(content, market), market);
      else this.warnMissing(kind, key);
      return;
    }
    const owner = this.store.owner(key);
    if (owner?.kind !== kind) this.warnMissing(kind, key);
    else if (owner.kind === 'product') {
      this.setGroup(owner.group, groupWithout(this.groupOf(owner.group, key), market, key), market);
    } else this.setGroup(key, groupWithout(this.groupOf(key, key), market), market);
  }

  /** The group that owns a key. */
  private groupOf(groupKey: string, key: string): ProductGroup {
    const group = this.store.getGroup(groupKey);
    if (!group) throw new Error(`the owner index gives ${key} to group ${groupKey}, which is not there`);
    return group;
  }

  private clearProductGroups(market: string): void {
    if (!this.isKnownMarket(market, 'clearProductGroups')) return;
    for (const key of this.store.groupKeys()) {
      const group = this.store.getGroup(key);
      if (group) this.setGroup(key, groupWithout(group, market), market);
    }
  }

  private clearContent(market: string): void {
    if (!this.isKnownMarket(market, 'clearContent')) return;
    for (const key of this.store.contentKeys()) {
      const content = this.store.getContent(key);
      if (content) this.setContent(key, contentWithout(content, market), market);
    }
  }

  private clearTranslations(locale: string): void {
    this.limits?.requireAll(`translations of ${locale}`);
    if (!this.knownLocales.has(locale) && !this.store.views.locales().has(locale)) {
      this.check.fault('clearTranslations.locale', 'a locale that the catalog data uses', locale);
      return;
    }
    for (const key of this.store.translationKeys()) {
      if (this.store.getTranslation(key)?.locale !== locale) continue;
      if (this.store.removeTranslation(key).changed) this.changes.addOther();
    }
  }

  private isKnownMarket(market: string, instruction: string): boolean {
    if (this.knownMarkets.has(market) || this.store.views.hasMarket(market)) return true;
    this.check.fault(`${instruction}.market`, 'a market that the catalog data uses', market);
    return false;
  }

  /** Removing an absent record is a warning, not a fault: the result is the intended one. */
  private warnMissing(kind: string, key: string): void {
    this.check.warn(`there is no ${kind} ${JSON.stringify(key)} to remove`);
  }
}

function withVariant(product: Product, key: string, edit: JsonObject, markets: ReadonlySet<string>): JsonObject {
  const variant = product.variants[key]!;
  const merged = mergeVariantAttributes(variant, edit, markets);
  return { ...product, variants: { ...product.variants, [key]: merged } };
}

function withoutProduct(group: ProductGroup, key: string): ProductGroup | undefined {
  const { [key]: _, ...products } = group.products;
  return Object.keys(products).length === 0 ? undefined : { ...group, products };
}

function withoutVariant(group: ProductGroup, productKey: string, key: string): ProductGroup | undefined {
  const product = group.products[productKey]!;
  const { [key]: _, ...variants } = product.variants;
  if (Object.keys(variants).length === 0) return withoutProduct(group, productKey);
  return { ...group, products: { ...group.products, [productKey]: { ...product, variants } } };
}
