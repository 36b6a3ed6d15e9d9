/**
 * Joins the attributes of a base and an overlay, with their labels. Values are those that any product of the union has,
 * in the order of a build of all; of spellings that differ in case alone, that of the base stays.
 */
import { placed } from '../../kernel/array-blocks.js';
import type { Attribute } from '../attributes.js';
import type { Level } from '../numbers.js';
import { PartWriter } from '../part.js';
import type { Structure } from '../structure.js';
import { type AttributeLabels, foldName } from '../value-labels.js';
import { copyValueSets, writeValueSets } from '../value-sets.js';
import { joinLabels } from './join-labels.js';
import { joinStrings } from './join-strings.js';
import type { JoinedOrdinals } from './join-structure.js';
import { joinValueSets, keepsValueSets } from './join-value-sets.js';
import type { AttributeSegment, JoinedAttribute, ValueMaps } from './joined-attribute.js';
import { BASE, DROPPED, joinLists, type Lists, MergedOrder, OVERLAY, placesOf } from './merged-order.js';

/** The lists of one attribute in one segment, at the level of the union. */
interface Column {
  start: Uint32Array;
  of: Uint32Array;
  ownersStart: Uint32Array;
  owners: Uint32Array;
}

/** How attributes are joined. */
interface AttributeJoin {
  ordinals: JoinedOrdinals;
  /** Of the view, `*` for any. */
  locale: string;
  /**
   * The attributes that are those of the base, as they are: by id, the ordinals in the base of the overlay's values.
   */
  kept: ReadonlyMap<string, Uint32Array>;
}

interface JoinedAttributes {
  attributes(): PartWriter;
  labels(): PartWriter;
  /** The ordinals of attributes and values in the union, by segment. */
  maps: readonly [ValueMaps, ValueMaps];
  /** Whether all attributes are those of the base. */
  isBase: boolean;
}

export function joinAttributes(
  base: AttributeSegment,
  overlay: AttributeSegment,
  { ordinals, locale, kept }: AttributeJoin,
): JoinedAttributes {
  const segments = [base, overlay] as const;
  const ids = [...new Set(segments.flatMap(({ attributes }) => attributes.all.map(({ id }) => id)))].sort();
  const joined: JoinedAttribute[] = [];
  const maps = segments.map(({ attributes }): { attributes: Uint32Array; values: Uint32Array[] } => ({
    attributes: placed(Uint32Array, attributes.all.length).fill(DROPPED),
    values: attributes.all.map(({ size }) => placed(Uint32Array, size).fill(DROPPED)),
  }));
  for (const id of ids) {
    const own = kept.get(id);
    const attribute = own ? keptAttribute(base.attributes.get(id)!, own) : joinAttribute(id, segments, ordinals);
    if (attribute.values.size === 0) continue;
    segments.forEach(({ attributes }, segment) => {
      const own = attributes.get(id);
      if (!own) return;
      maps[segment].attributes[own.index] = joined.length;
      maps[segment].values[own.index] = attribute.valueMaps[segment];
    });
    joined.push(attribute);
  }
  return {
    attributes: () => writeAttributes(segments, joined, ordinals),
    labels: () => joinLabels(base.labels, overlay.labels, joined, locale),
    maps: [maps[BASE], maps[OVERLAY]],
    isBase: joined.every(({ isBase }) => isBase) && joined.length === base.attributes.all.length,
  };
}

function writeAttributes(
  [base, overlay]: readonly [AttributeSegment, AttributeSegment],
  joined: readonly JoinedAttribute[],
  ordinals: JoinedOrdinals,
): PartWriter {
  const { valueSets, setColumns } = base.attributes;
  const sets = keepsValueSets(valueSets, joined) ? undefined : joinValueSets(valueSets, joined, ordinals);
  const part = new PartWriter('attributes', {
    attributes: joined.map(({ id, level, values, single }) => ({ id, level, values: values.size, single })),
    sets: sets?.map(({ members }) => members.map(({ id }) => id)) ?? setColumns,
  });
  for (const { id, values } of joined) {
    joinStrings(part, `${id}.values`, values, valuesOf(base, id), valuesOf(overlay, id));
  }
  for (const { id, start, of, ownersStart, owners } of joined) {
    part
      .add(`${id}.start`, start)
      .add(`${id}.of`, of)
      .add(`${id}.ownersStart`, ownersStart)
      .add(`${id}.owners`, owners);
  }
  if (sets) writeValueSets(part, sets, ordinals.products.size);
  else copyValueSets(part, valueSets);
  return part;
}

/** An attribute of the base as it is. @param overlayMap the ordinals of the overlay's values */
function keptAttribute(attribute: Attribute, overlayMap: Uint32Array): JoinedAttribute {
  const { id, level, size, single, start, of, ownersStart, owners } = attribute;
  const values = new MergedOrder();
  values.add(BASE, 0, size);
  const valueMaps: [Uint32Array, Uint32Array] = [values.mapOf(BASE, size), overlayMap];
  return { id, level, single, isBase: true, values, valueMaps, start, of, ownersStart, owners };
}

/** Whether no owner has more than one value. */
function isSingle(sides: readonly (Attribute | undefined)[], start: Uint32Array): boolean {
  if (sides.every(side => side?.single !== false)) return true;
  for (let i = 1; i < start.length; i++) if (start[i] - start[i - 1] > 1) return false;
  return true;
}

/** The values of an attribute; where a segment does not have it, those of any other, of which none are used. */
function valuesOf({ attributes }: AttributeSegment, id: string): Attribute['values'] {
  return (attributes.get(id) ?? attributes.all[0])?.values;
}

function joinAttribute(
  id: string,
  segments: readonly [AttributeSegment, AttributeSegment],
  ordinals: JoinedOrdinals,
): JoinedAttribute {
  const sides = segments.map(({ attributes }) => attributes.get(id));
  const level: Level = sides.some(side => side?.level === 'variant') ? 'variant' : 'product';
  const [base, overlay] = sides.map((side, i) => columnAt(level, side, segments[i].structure));
  const owners = level === 'variant' ? ordinals.variants : ordinals.products;
  const ownerMaps = level === 'variant' ? ordinals.variantMaps : ordinals.productMaps;
  const dead = deadValues(base, segments[BASE].structure, level, ordinals);
  const places = placesOfValues(sides[BASE], segments[BASE].labels.get(id), dead, sides[OVERLAY]);
  const values = new MergedOrder();
  const gone = Uint32Array.from(dead).sort();
  /** By value of the base the equal value of the overlay, or -1. */
  const addedTo = placed(Int32Array, base.ownersStart.length - 1).fill(-1);
  let from = 0;
  let nextGone = 0;
  const addBase = (to: number): void => {
    for (; nextGone < gone.length && gone[nextGone] < to; nextGone++) {
      values.add(BASE, from, gone[nextGone]);
      from = gone[nextGone] + 1;
    }
    values.add(BASE, from, to);
    from = to;
  };
  places.forEach((place, value) => {
    if (place >= 0) addedTo[place] = value;
    else {
      addBase(~place);
      values.add(OVERLAY, value, value + 1);
    }
  });
  addBase(base.ownersStart.length - 1);
  const baseMap = values.mapOf(BASE, base.ownersStart.length - 1);
  const overlayMap = values.mapOf(OVERLAY, overlay.ownersStart.length - 1);
  for (let own = 0; own < addedTo.length; own++) if (addedTo[own] >= 0) overlayMap[addedTo[own]] = baseMap[own];
  const valueMaps: [Uint32Array, Uint32Array] = [baseMap, overlayMap];
  const byOwner = joinLists(
    owners,
    [
      { start: base.start, items: base.of },
      { start: overlay.start, items: overlay.of },
    ],
    valueMaps,
  );
  sortAdded(owners, byOwner);
  const byValue = joinOwners(base, overlay, values, addedTo, ownerMaps);
  return {
    id,
    level,
    single: isSingle(sides, byOwner.start),
    isBase: false,
    values,
    valueMaps,
    start: byOwner.start,
    of: byOwner.items,
    ownersStart: byValue.start,
    owners: byValue.items,
  };
}

const NO_ITEMS = new Uint32Array(0);

function columnAt(level: Level, attribute: Attribute | undefined, structure: Structure): Column {
  if (!attribute) {
    const size = level === 'variant' ? structure.variantCount : structure.productCount;
    return { start: placed(Uint32Array, size + 1), of: NO_ITEMS, ownersStart: new Uint32Array(1), owners: NO_ITEMS };
  }
  return attribute.level === level ? attribute : byVariant(attribute, structure);
}

/** The lists of an attribute of products by variant: each has the values of its product. */
function byVariant({ start, of, ownersStart, owners }: Attribute, { productOf, variantStart }: Structure): Column {
  const byOwner: number[] = [];
  const starts = placed(Uint32Array, productOf.length + 1);
  productOf.forEach((product, variant) => {
    for (let i = start[product]; i < start[product + 1]; i++) byOwner.push(of[i]);
    starts[variant + 1] = byOwner.length;
  });
  const byValue: number[] = [];
  const valueStarts = placed(Uint32Array, ownersStart.length);
  for (let value = 0; value + 1 < ownersStart.length; value++) {
    for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) {
      const product = owners[i];
      for (let variant = variantStart[product]; variant < variantStart[product + 1]; variant++) byValue.push(variant);
    }
    valueStarts[value + 1] = byValue.length;
  }
  return {
    start: starts,
    of: Uint32Array.from(byOwner),
    ownersStart: valueStarts,
    owners: Uint32Array.from(byValue),
  };
}

/** The values that only products had which the union does not have. */
function deadValues(
  { start, of, ownersStart, owners }: Column,
  { variantStart }: Structure,
  level: Level,
  { deadProducts, productMaps, variantMaps }: JoinedOrdinals,
): Set<number> {
  const touched = new Set<number>();
  for (const product of deadProducts) {
    const from = start[level === 'variant' ? variantStart[product] : product];
    const to = start[level === 'variant' ? variantStart[product + 1] : product + 1];
    for (let i = from; i < to; i++) touched.add(of[i]);
  }
  const map = (level === 'variant' ? variantMaps : productMaps)[BASE];
  for (const value of touched) {
    for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) {
      if (map[owners[i]] === DROPPED) continue;
      touched.delete(value);
      break;
    }
  }
  return touched;
}

/**
 * The place of each value of the overlay among those of the base (see `placesOf`), or that of another spelling. Dead
 * values that the overlay has are taken out of `dead`: most products that change keep most of their values.
 */
function placesOfValues(
  base: Attribute | undefined,
  names: AttributeLabels | undefined,
  dead: Set<number>,
  overlay: Attribute | undefined,
): Int32Array {
  if (!overlay) return new Int32Array(0);
  const ids = Array.from({ length: overlay.size }, (_, value) => overlay.values.at(value));
  const at = (value: number) => base!.values.at(value);
  const places = placesOf(base?.size ?? 0, overlay.size, (value, added) =>
    base!.values.compareText(ids[added], value, false),
  );
  const spelling = (added: number): number | undefined => {
    const folded = foldName(ids[added]);
    return names?.resolve(ids[added]).find(value => !dead.has(value) && foldName(at(value)) === folded);
  };
  return places.map((place, added) => {
    const found = place >= 0 ? place : (spelling(added) ?? place);
    if (found >= 0) dead.delete(found);
    return found;
  });
}

/** Sorts the lists of the overlay's owners: another spelling of a value may stand elsewhere in its order. */
function sortAdded(owners: MergedOrder, { start, items }: Lists): void {
  let at = 0;
  for (const { segment, from, to } of owners.runs) {
    const end = at + to - from;
    for (let owner = at; segment === OVERLAY && owner < end; owner++) sortList(items, start[owner], start[owner + 1]);
    at = end;
  }
}

function sortList(items: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    if (items[i] >= items[i - 1]) continue;
    items.subarray(from, to).sort();
    return;
  }
}

/** The owners of each value. @param addedTo by value of the base, the equal value of the overlay, or -1 */
function joinOwners(
  base: Column,
  overlay: Column,
  values: MergedOrder,
  addedTo: Int32Array,
  [baseMap, overlayMap]: readonly [Uint32Array, Uint32Array],
): Lists {
  const start = placed(Uint32Array, values.size + 1);
  const items = placed(Uint32Array, base.owners.length + overlay.owners.length);
  let n = 0;
  let at = 0;
  for (const { segment, from, to } of values.runs) {
    for (let value = from; value < to; value++) {
      const added = segment === OVERLAY ? value : addedTo[value];
      let o = added < 0 ? 0 : overlay.ownersStart[added];
      const end = added < 0 ? 0 : overlay.ownersStart[added + 1];
      const last = segment === BASE ? base.ownersStart[value + 1] : 0;
      let i = segment === BASE ? base.ownersStart[value] : 0;
      for (; o === end && i < last; i++) {
        const owner = baseMap[base.owners[i]];
        if (owner !== DROPPED) items[n++] = owner;
      }
      for (; i < last; i++) {
        const owner = baseMap[base.owners[i]];
        if (owner === DROPPED) continue;
        while (o < end && overlayMap[overlay.owners[o]] < owner) items[n++] = overlayMap[overlay.owners[o++]];
        items[n++] = owner;
      }
      while (o < end) items[n++] = overlayMap[overlay.owners[o++]];
      start[++at] = n;
    }
  }
  return { start, items: items.subarray(0, n) };
}
