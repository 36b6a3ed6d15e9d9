/**
 * What of the union is that of the base, byte for byte: the overlay has the same groups in the same places, and they
 * have what they had. Takes time in proportion to the overlay; it may say no where a join would tell otherwise.
 */
import { placed } from '../../kernel/array-blocks.js';
import { positionIn } from '../../kernel/sorted-search.js';
import type { Attribute, Attributes } from '../attributes.js';
import type { Level, NumberColumn, NumberColumns } from '../numbers.js';
import type { Offers } from '../offers.js';
import { type EmbeddingColumn, type ProductVectors, paddedDimensions } from '../product-vectors.js';
import type { KeyList, Structure } from '../structure.js';
import type { JoinedOrdinals } from './join-structure.js';
import { DROPPED, OVERLAY } from './merged-order.js';

/** A segment's owners of values. */
interface Owners {
  structure: Structure;
}

/** Whether the union has the groups, products and variants of the base, in the same order. */
export function isStructureOfBase(base: Structure, overlay: Structure, ordinals: JoinedOrdinals): boolean {
  const { groups, products, variants, productMaps, variantMaps } = ordinals;
  const sizes = [base.groupCount, base.productCount, base.variantCount];
  // The overlay fills the gaps.
  if (![groups, products, variants].every((order, i) => order.keepsBase() && order.size === sizes[i])) return false;
  const groupMap = groups.mapOf(OVERLAY, overlay.groupCount);
  return (
    haveEqualKeys(base.groups, overlay.groups, groupMap) &&
    haveEqualKeys(base.products, overlay.products, productMaps[OVERLAY]) &&
    haveEqualKeys(base.variants, overlay.variants, variantMaps[OVERLAY]) &&
    startAlike(base.groupStart, overlay.groupStart, groupMap, productMaps[OVERLAY]) &&
    startAlike(base.variantStart, overlay.variantStart, productMaps[OVERLAY], variantMaps[OVERLAY]) &&
    groupMap.every((own, group) => base.isCollapsed(own) === overlay.isCollapsed(group)) &&
    haveEqualCategories(base, overlay, groupMap) &&
    haveEqualStyles(base, overlay, productMaps[OVERLAY])
  );
}

function haveEqualKeys(base: KeyList, overlay: KeyList, map: Uint32Array): boolean {
  return map.every((own, item) => Buffer.compare(base.strings.bytesAt(own), overlay.strings.bytesAt(item)) === 0);
}

function startAlike(base: Uint32Array, overlay: Uint32Array, owners: Uint32Array, items: Uint32Array): boolean {
  return owners.every(
    (own, owner) =>
      base[own + 1] - base[own] === overlay[owner + 1] - overlay[owner] && base[own] === items[overlay[owner]],
  );
}

function haveEqualCategories(base: Structure, overlay: Structure, groupMap: Uint32Array): boolean {
  let own = 0;
  for (let category = 0; category < overlay.categories.size; category++) {
    const name = overlay.categories.at(category);
    for (let group = overlay.categoryStart[category]; group < overlay.categoryStart[category + 1]; group++) {
      while (base.categoryStart[own + 1] <= groupMap[group]) own++;
      if (groupMap[group] < base.categoryStart[own] || base.categories.at(own) !== name) return false;
    }
  }
  return true;
}

/** Whether products are shown with the same others. */
function haveEqualStyles(base: Structure, overlay: Structure, productMap: Uint32Array): boolean {
  const isWithout = ({ styleWith, openStyles }: Structure) => styleWith.length === 0 && openStyles.length === 0;
  if (isWithout(base) && isWithout(overlay)) return true;
  return productMap.every((own, product) => {
    const [before, after] = [styleKeys(base, own), styleKeys(overlay, product)];
    return before.length === after.length && before.every((key, i) => key === after[i]);
  });
}

/** The keys of the products that one is shown with, without its own. */
function styleKeys(structure: Structure, product: number): string[] {
  const { products, styleStart, styleWith, openStyles, openStart, openKeys } = structure;
  const open = positionIn(openStyles, product);
  const own = products.at(product);
  if (open < 0) {
    return Array.from(styleWith.subarray(styleStart[product], styleStart[product + 1]), other => products.at(other));
  }
  const keys = Array.from({ length: openStart[open + 1] - openStart[open] }, (_, i) =>
    openKeys.at(openStart[open] + i),
  );
  return keys.filter(key => key !== own);
}

/**
 * Whether owners of the overlay have the numbers that they had. To be asked where the structure is that of the base.
 */
export function areNumbersOfBase(
  base: Owners & { numbers: NumberColumns },
  overlay: Owners & { numbers: NumberColumns },
  ordinals: JoinedOrdinals,
): boolean {
  const [known, stored] = [base.numbers.stored(), overlay.numbers.stored()];
  if (!stored.every(({ id }) => known.some(column => column.id === id))) return false;
  for (const own of known) {
    const added = stored.find(({ id }) => id === own.id);
    if (!isLevelOf(own.level, added)) return false;
    const at = ownerAt(own.level, added, overlay.structure);
    const isEqual = mapOf(own.level, ordinals).every(
      (to, owner) =>
        Object.is(own.values[to], added ? added.values[at(owner)] : Number.NaN) &&
        unitOf(own, to) === (added && unitOf(added, at(owner))),
    );
    if (!isEqual) return false;
  }
  return true;
}

/** As `areNumbersOfBase`, of the vectors of products. */
export function areVectorsOfBase(
  { vectors: base }: { vectors: ProductVectors },
  { vectors: overlay }: { vectors: ProductVectors },
  { productMaps }: JoinedOrdinals,
): boolean {
  const map = productMaps[OVERLAY];
  if (!areRowsOfBase(base, overlay, base.dimensions, map)) return false;
  if (base.spaceNames().join() !== overlay.spaceNames().join()) return false;
  return base.spaceNames().every(name => {
    const [own, added] = [base.space(name)!, overlay.space(name)!];
    // A column without any vector is empty.
    const isScaled = map.every((to, product) => (own.scale[to] ?? 0) === (added.scale[product] ?? 0));
    if (!isScaled || own.scale.length === 0 || added.scale.length === 0) return isScaled;
    return areRowsOfBase(own, added, paddedDimensions(own.dimensions), map);
  });
}

type Vectors = Pick<EmbeddingColumn, 'vectors'>;

function areRowsOfBase({ vectors: base }: Vectors, { vectors: overlay }: Vectors, size: number, map: Uint32Array) {
  return map.every((to, product) => {
    for (let d = 0; d < size; d++) if (base[to * size + d] !== overlay[product * size + d]) return false;
    return true;
  });
}

function unitOf({ units }: NumberColumn, owner: number): string | undefined {
  return units?.names[units.of[owner] - 1];
}

/** Whether what an overlay has can be told by owners of a level. */
function isLevelOf(level: Level, added: { level: Level } | undefined): boolean {
  return level === 'variant' || added?.level !== 'variant';
}

function mapOf(level: Level, { productMaps, variantMaps }: JoinedOrdinals): Uint32Array {
  return (level === 'variant' ? variantMaps : productMaps)[OVERLAY];
}

/** The owner of an overlay's column that stands for one of a level. */
function ownerAt(
  level: Level,
  added: { level: Level } | undefined,
  { productOf }: Structure,
): (owner: number) => number {
  return added && added.level !== level ? owner => productOf[owner] : owner => owner;
}

/**
 * The attributes of the base of which the owners of the overlay have the values that they had. To be asked where the
 * structure is that of the base.
 * @returns by id, the ordinals in the base of the overlay's values
 */
export function attributesOfBase(
  base: Owners & { attributes: Attributes },
  overlay: Owners & { attributes: Attributes },
  ordinals: JoinedOrdinals,
): Map<string, Uint32Array> {
  const kept = new Map<string, Uint32Array>();
  for (const own of base.attributes.all) {
    const added = overlay.attributes.get(own.id);
    if (!isLevelOf(own.level, added)) continue;
    const map = keptValues(own, added, mapOf(own.level, ordinals), ownerAt(own.level, added, overlay.structure));
    if (map) kept.set(own.id, map);
  }
  return kept;
}

/**
 * Compares what owners have with what they had, so that no value is looked up.
 * @param ordinals of the overlay's owners in the base
 * @param at the owner of the overlay's attribute that stands for one of these
 * @returns the ordinals in the base of the overlay's values; undefined where an owner has other values
 */
function keptValues(
  base: Attribute,
  added: Attribute | undefined,
  ordinals: Uint32Array,
  at: (owner: number) => number,
): Uint32Array | undefined {
  const map = placed(Uint32Array, added?.size ?? 0).fill(DROPPED);
  for (let owner = 0; owner < ordinals.length; owner++) {
    const from = base.start[ordinals[owner]];
    const count = base.start[ordinals[owner] + 1] - from;
    const first = added ? added.start[at(owner)] : 0;
    if (count !== (added ? added.start[at(owner) + 1] - first : 0)) return undefined;
    for (let i = 0; i < count; i++) {
      const value = added!.of[first + i];
      const own = base.of[from + i];
      if (map[value] === own) continue;
      if (map[value] !== DROPPED || !haveEqualValue(base, own, added!, value)) return undefined;
      map[value] = own;
    }
  }
  return map.includes(DROPPED) ? undefined : map;
}

function haveEqualValue(base: Attribute, own: number, added: Attribute, value: number): boolean {
  return Buffer.compare(base.values.bytesAt(own), added.values.bytesAt(value)) === 0;
}

/**
 * Whether variants of the overlay have the offers that they had. To be asked where the structure is that of the base.
 */
export function areOffersOfBase(base: Offers, overlay: Offers, { variantMaps }: JoinedOrdinals): boolean {
  const map = variantMaps[OVERLAY];
  const isEqual = (name: 'list' | 'sell' | 'stock') =>
    map.every((own, i) => Object.is(base[name][own], overlay[name][i]));
  return (
    isEqual('list') &&
    isEqual('sell') &&
    isEqual('stock') &&
    overlay.stores.every(key => base.storeIndex(key) >= 0) &&
    overlay.priceIds.every(id => base.priceIndex(id) >= 0) &&
    base.stores.every((key, store) => hasEqualStore(base, store, overlay, overlay.storeIndex(key), map)) &&
    base.priceIds.every((id, price) => hasEqualPrices(base, price, overlay, overlay.priceIndex(id), map))
  );
}

function hasEqualStore(base: Offers, store: number, overlay: Offers, added: number, map: Uint32Array): boolean {
  const [own, other] = [base.storeColumn(store), added < 0 ? undefined : overlay.storeColumn(added)];
  return map.every((to, variant) => {
    const [at, i] = [positionIn(own.variants, to), other ? positionIn(other.variants, variant) : -1];
    return at < 0 || i < 0 ? at < 0 && i < 0 : own.stock[at] === other!.stock[i];
  });
}

function hasEqualPrices(base: Offers, price: number, overlay: Offers, added: number, map: Uint32Array): boolean {
  const [own, other] = [base.priceColumn(price), added < 0 ? undefined : overlay.priceColumn(added)];
  return map.every((to, variant) => {
    const [at, i] = [positionIn(own.variants, to), other ? positionIn(other.variants, variant) : -1];
    if (at < 0 || i < 0) return at < 0 && i < 0;
    return own.list[at] === other!.list[i] && own.sell[at] === other!.sell[i];
  });
}
