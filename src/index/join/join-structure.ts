/** Joins the structures of a base and an overlay: groups stand where a build of all groups would put them. */
import { placed } from '../../kernel/array-blocks.js';
import { bitmapWords } from '../../kernel/bitmap.js';
import { PartWriter } from '../part.js';
import { writeStrings } from '../strings.js';
import { type KeyList, type Structure, styleSections } from '../structure.js';
import { joinStrings } from './join-strings.js';
import { BASE, DROPPED, MergedOrder, mergePlaces, OVERLAY, translated } from './merged-order.js';

/** The order of groups, products and variants in the union, and the ordinals of products and variants by segment. */
export interface JoinedOrdinals {
  groups: MergedOrder;
  products: MergedOrder;
  variants: MergedOrder;
  productMaps: readonly [Uint32Array, Uint32Array];
  variantMaps: readonly [Uint32Array, Uint32Array];
  /** First variant of each product of the union. */
  variantStart: Uint32Array;
  /** Products of the base that the union does not have, ascending. */
  deadProducts: readonly number[];
}

/**
 * @param changed keys of the groups that are those of the overlay, or of none; all groups of the overlay are among them
 */
export function joinOrdinals(base: Structure, overlay: Structure, changed: Iterable<string>): JoinedOrdinals {
  const groups = orderOfGroups(base, overlay, changed);
  const products = groups.expand([base.groupStart, overlay.groupStart]);
  const variants = products.expand([base.variantStart, overlay.variantStart]);
  return {
    groups,
    products,
    variants,
    productMaps: mapsOf(products, base.productCount, overlay.productCount),
    variantMaps: mapsOf(variants, base.variantCount, overlay.variantCount),
    variantStart: products.starts([base.variantStart, overlay.variantStart]),
    deadProducts: products.missing(BASE, base.productCount),
  };
}

function mapsOf(order: MergedOrder, base: number, overlay: number): readonly [Uint32Array, Uint32Array] {
  return [order.mapOf(BASE, base), order.mapOf(OVERLAY, overlay)];
}

function orderOfGroups(base: Structure, overlay: Structure, changed: Iterable<string>): MergedOrder {
  const dead: number[] = [];
  for (const key of changed) {
    const group = base.groups.find(key);
    if (group >= 0) dead.push(group);
  }
  dead.sort((a, b) => a - b);
  const order = new MergedOrder();
  let from = 0;
  let nextDead = 0;
  const addBase = (to: number): void => {
    for (; nextDead < dead.length && dead[nextDead] < to; nextDead++) {
      order.add(BASE, from, dead[nextDead]);
      from = dead[nextDead] + 1;
    }
    order.add(BASE, from, to);
    from = Math.max(from, to);
  };
  for (let category = 0; category < overlay.categories.size; category++) {
    const name = overlay.categories.at(category);
    for (let group = overlay.categoryStart[category]; group < overlay.categoryStart[category + 1]; group++) {
      addBase(placeOfGroup(base, name, overlay.groups.at(group)));
      order.add(OVERLAY, group, group + 1);
    }
  }
  addBase(base.groupCount);
  return order;
}

/** The group of the base before which a group stands: groups are ordered by category, then key (group-order.ts). */
function placeOfGroup({ categories, categoryStart, groups }: Structure, category: string, key: string): number {
  const at = firstAtLeast(0, categories.size, i => categories.at(i) < category);
  if (at === categories.size || categories.at(at) !== category) return categoryStart[at];
  return firstAtLeast(categoryStart[at], categoryStart[at + 1], i => groups.at(i) < key);
}

function firstAtLeast(from: number, to: number, isBefore: (i: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function joinStructure(base: Structure, overlay: Structure, ordinals: JoinedOrdinals): PartWriter {
  const { groups, products, variants, variantStart } = ordinals;
  const groupStart = groups.starts([base.groupStart, overlay.groupStart]);
  const productsSorted = joinKeys(base.products, overlay.products, products);
  const groupsSorted = joinKeys(base.groups, overlay.groups, groups);
  const variantsSorted = joinKeys(base.variants, overlay.variants, variants);
  const keyRank = placed(Uint32Array, products.size);
  for (let i = 0; i < productsSorted.sorted.length; i++) keyRank[productsSorted.sorted[i]] = i;
  const categories = joinCategories(base, overlay, groups);
  const part = new PartWriter('structure')
    .add('groupStart', groupStart)
    .add('variantStart', variantStart)
    .add('groupOf', ownersOf(groupStart, products.size))
    .add('productOf', ownersOf(variantStart, variants.size))
    .add('keyRank', keyRank)
    .add('collapsed', joinCollapsed(base, overlay, groups));
  addStyles(part, base, overlay, ordinals);
  part
    .add('categoryStart', categories.start)
    .add('groupsSorted', groupsSorted.sorted)
    .add('productsSorted', productsSorted.sorted)
    .add('variantsSorted', variantsSorted.sorted)
    .add('groupsFolded', groupsSorted.folded)
    .add('productsFolded', productsSorted.folded)
    .add('variantsFolded', variantsSorted.folded);
  writeStrings(part, 'categories', categories.names);
  joinStrings(part, 'groups', groups, base.groups.strings, overlay.groups.strings);
  joinStrings(part, 'products', products, base.products.strings, overlay.products.strings);
  joinStrings(part, 'variants', variants, base.variants.strings, overlay.variants.strings);
  return part;
}

function ownersOf(starts: Uint32Array, size: number): Uint32Array {
  const owner = placed(Uint32Array, size);
  for (let i = 0; i + 1 < starts.length; i++) for (let k = starts[i]; k < starts[i + 1]; k++) owner[k] = i;
  return owner;
}

/** The orders of keys, as they are and in lower case. */
function joinKeys(base: KeyList, overlay: KeyList, order: MergedOrder): { sorted: Uint32Array; folded: Uint32Array } {
  const maps = mapsOf(order, base.strings.size, overlay.strings.size);
  const listsOf = (name: 'sorted' | 'folded') =>
    [translated(base[name], maps[BASE]), translated(overlay[name], maps[OVERLAY])] as const;
  const join = (name: 'sorted' | 'folded', lists: ReturnType<typeof listsOf>, keys: readonly string[]) => {
    const [own, added] = [base[name], overlay[name]];
    const compare = (a: number, b: number) => base.strings.compareText(keys[added[b]], own[a], name === 'folded');
    return mergePlaces(...lists, compare).gather(...lists);
  };
  const keys = Array.from({ length: overlay.strings.size }, (_, i) => overlay.at(i));
  const lower = keys.map(key => key.toLowerCase());
  const lists = listsOf('sorted');
  const areAlike = areOrderedAlike(base) && areOrderedAlike(overlay);
  // Also those in capitals alone are ordered alike, and among others they are not.
  return { sorted: join('sorted', lists, keys), folded: join('folded', areAlike ? lists : listsOf('folded'), lower) };
}

/** Whether keys are in the same order in lower case. */
function areOrderedAlike({ sorted, folded }: KeyList): boolean {
  const bytes = (order: Uint32Array) => Buffer.from(order.buffer, order.byteOffset, order.byteLength);
  return bytes(sorted).equals(bytes(folded));
}

function joinCollapsed(base: Structure, overlay: Structure, groups: MergedOrder): Uint32Array {
  const collapsed = placed(Uint32Array, bitmapWords(groups.size));
  if (!base.hasCollapsed && !overlay.hasCollapsed) return collapsed;
  let at = 0;
  for (const { segment, from, to } of groups.runs) {
    const structure = segment === BASE ? base : overlay;
    for (let group = from; group < to; group++, at++) {
      if (structure.isCollapsed(group)) collapsed[at >>> 5] |= 1 << (at & 31);
    }
  }
  return collapsed;
}

function joinCategories(base: Structure, overlay: Structure, groups: MergedOrder) {
  const names: string[] = [];
  const start: number[] = [];
  let at = 0;
  for (const { segment, from, to } of groups.runs) {
    const { categories, categoryStart } = segment === BASE ? base : overlay;
    let category = firstAtLeast(0, categories.size, i => categoryStart[i + 1] <= from);
    for (let group = from; group < to; category++) {
      const name = categories.at(category);
      if (names.at(-1) !== name) {
        names.push(name);
        start.push(at);
      }
      const end = Math.min(to, categoryStart[category + 1]);
      at += end - group;
      group = end;
    }
  }
  return { names, start: Uint32Array.from([...start, at]) };
}

/** The products shown with others. Keys that one segment does not have are looked up in the union. */
function addStyles(part: PartWriter, base: Structure, overlay: Structure, ordinals: JoinedOrdinals): void {
  const { products, productMaps } = ordinals;
  const styleWith = new Map<number, readonly string[]>();
  for (const [segment, structure] of [base, overlay].entries()) {
    const { styleStart, styleWith: others, openStyles, openStart, openKeys, productCount } = structure;
    const map = productMaps[segment];
    for (let product = 0; product < productCount && others.length > 0; product++) {
      if (map[product] === DROPPED || styleStart[product] === styleStart[product + 1]) continue;
      const own = others.subarray(styleStart[product], styleStart[product + 1]);
      styleWith.set(
        map[product],
        Array.from(own, other => structure.products.at(other)),
      );
    }
    openStyles.forEach((product, i) => {
      if (map[product] === DROPPED) return;
      const keys = Array.from({ length: openStart[i + 1] - openStart[i] }, (_, k) => openKeys.at(openStart[i] + k));
      styleWith.set(map[product], keys);
    });
  }
  const find = (key: string): number => {
    const added = overlay.products.find(key);
    if (added >= 0) return productMaps[OVERLAY][added];
    const kept = base.products.find(key);
    return kept < 0 || productMaps[BASE][kept] === DROPPED ? -1 : productMaps[BASE][kept];
  };
  const style = styleSections(styleWith, products.size, find);
  part
    .add('styleStart', style.start)
    .add('styleWith', style.products)
    .add('openStyles', style.open)
    .add('openStart', style.openStart);
  writeStrings(part, 'openKeys', style.openKeys);
}
