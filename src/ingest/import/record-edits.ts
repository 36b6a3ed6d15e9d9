/**
 * Merges the JSON of an edit into a stored record. The result is parsed like a new record, so the same rules apply.
 * Maps of products, variants, images and overrides are merged key by key, data blocks member by member; other members
 * are replaced. `null` removes an optional member (an image, an override). The parameter `markets` has all markets of
 * the catalog, see RecordCheck.
 */
import type { Content, Product, ProductGroup, Variant } from '../../catalog/records.js';
import { ANY, canonicalOverrideKey, splitOverrideKey } from '../../catalog/view.js';
import { isObject, type JsonObject } from './record-check.js';

type Markets = ReadonlySet<string>;

type Merge = (old: JsonObject | undefined, edit: JsonObject) => unknown;

// Only the parser knows the members of a record; here it is JSON like the edit.
function json(record: object | undefined): JsonObject | undefined {
  return record as JsonObject | undefined;
}

/** Assignment to `__proto__` would set the prototype: it is defined as a member, which the parser refuses. */
function set(target: JsonObject, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function member(record: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = record && Object.hasOwn(record, name) ? record[name] : undefined;
  return isObject(value) ? value : undefined;
}

/** Merges members; null removes one. Values of a wrong type are left for the parser to refuse. */
function overlay(old: JsonObject | undefined, edit: JsonObject): JsonObject {
  const merged: JsonObject = { ...old };
  for (const [name, value] of Object.entries(edit)) {
    if (value === null) delete merged[name];
    else set(merged, name, value);
  }
  return merged;
}

function mergeBlock(old: JsonObject | undefined, edit: JsonObject): JsonObject {
  const merged = overlay(old, edit);
  // `size` and `sizes` are two spellings of one member: the one in the edit replaces the other.
  if (edit['size'] && !edit['sizes']) delete merged['sizes'];
  if (edit['sizes'] && !edit['size']) delete merged['size'];
  return merged;
}

/** Merges a map whose values are merged by `merge`. */
function mergeMap(old: JsonObject | undefined, edit: unknown, merge: Merge): unknown {
  if (!isObject(edit)) return edit;
  const merged: JsonObject = { ...old };
  for (const [name, value] of Object.entries(edit)) {
    if (value === null) delete merged[name];
    else set(merged, name, isObject(value) ? merge(member(old, name), value) : value);
  }
  return merged;
}

/** The overrides of an edit with their keys in the long form, in which they are stored. */
function longKeys(edit: unknown, markets: Markets): unknown {
  if (!isObject(edit)) return edit;
  const renamed: JsonObject = {};
  for (const [name, value] of Object.entries(edit)) {
    const key = canonicalOverrideKey(name, markets) ?? name;
    // Two spellings of one key are left for the parser to refuse.
    if (Object.hasOwn(renamed, key)) return edit;
    set(renamed, key, value);
  }
  return renamed;
}

/** Merges the data blocks of a record, and replaces its other members. */
function mergeRecord(old: JsonObject | undefined, edit: JsonObject, known: Markets): JsonObject {
  const merged = overlay(old, edit);
  if (isObject(edit['defaults'])) merged['defaults'] = mergeBlock(member(old, 'defaults'), edit['defaults']);
  if (isObject(edit['overrides'])) {
    merged['overrides'] = mergeMap(member(old, 'overrides'), longKeys(edit['overrides'], known), mergeBlock);
  }
  return merged;
}

/** Removes the overrides for markets that an edit removes, in a record and in the records inside it. */
function withoutLostMarkets(record: JsonObject, markets: readonly string[]): JsonObject {
  const kept: JsonObject = { ...record };
  const overrides = member(record, 'overrides');
  if (overrides) {
    const blocks = Object.entries(overrides).filter(([key]) => {
      const { market } = splitOverrideKey(key);
      return market === ANY || markets.includes(market);
    });
    kept['overrides'] = Object.fromEntries(blocks);
  }
  for (const name of ['variants', 'images']) {
    const parts = member(record, name);
    if (parts) kept[name] = mapValues(parts, part => (isObject(part) ? withoutLostMarkets(part, markets) : part));
  }
  const image = member(record, 'image');
  if (image) kept['image'] = withoutLostMarkets(image, markets);
  return kept;
}

function mapValues(map: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

/** The stored record without overrides for markets that the edit removes, and all markets known after the edit. */
function baseOf(
  record: object | undefined,
  edit: JsonObject,
  known: Markets,
): { old: JsonObject | undefined; known: Markets } {
  const old = json(record);
  if (!Array.isArray(edit['markets'])) return { old, known };
  const markets = edit['markets'].filter(market => typeof market === 'string');
  return { old: old && withoutLostMarkets(old, markets), known: new Set([...known, ...markets]) };
}

function mergeProduct(stored: JsonObject | undefined, edit: JsonObject, catalogMarkets: Markets): JsonObject {
  const { old, known } = baseOf(stored, edit, catalogMarkets);
  const merged = mergeRecord(old, edit, known);
  const mergePart: Merge = (part, change) => mergeRecord(part, change, known);
  for (const name of ['variants', 'images']) {
    if (isObject(edit[name])) merged[name] = mergeMap(member(old, name), edit[name], mergePart);
  }
  keepNulls(merged, edit, 'variants');
  return merged;
}

/** Restores nulls that must not remove (products and variants), so that the parser refuses them. */
function keepNulls(merged: JsonObject, edit: JsonObject, name: string): void {
  const [target, source] = [member(merged, name), member(edit, name)];
  if (target && source) for (const [key, value] of Object.entries(source)) if (value === null) set(target, key, null);
}

/** `edit` of a product group; absent members stay. */
export function mergeGroup(old: ProductGroup | undefined, edit: unknown, markets: Markets): unknown {
  if (!isObject(edit)) return edit;
  const stored = json(old);
  const merged = overlay(stored, edit);
  if (edit['products'] !== undefined) {
    const mergeOne: Merge = (product, change) => mergeProduct(product, change, markets);
    merged['products'] = mergeMap(member(stored, 'products'), edit['products'], mergeOne);
    keepNulls(merged, edit, 'products');
  }
  return merged;
}

/** `edit` of a content item. */
export function mergeContent(old: Content | undefined, edit: unknown, markets: Markets): unknown {
  if (!isObject(edit)) return edit;
  const { old: stored, known } = baseOf(old, edit, markets);
  const merged = mergeRecord(stored, edit, known);
  if (isObject(edit['image'])) merged['image'] = mergeRecord(member(stored, 'image'), edit['image'], known);
  return merged;
}

/** `editAttributes` of a product that exists. */
export function mergeProductAttributes(old: Product, edit: JsonObject, markets: Markets): JsonObject {
  return mergeProduct(json(old), edit, markets);
}

/** `editAttributes` of a variant that exists. */
export function mergeVariantAttributes(old: Variant, edit: JsonObject, markets: Markets): JsonObject {
  return mergeRecord(json(old), edit, markets);
}
