/**
 * The order of the items of two segments, base and overlay, in their union: runs of consecutive ordinals of either. A
 * column by item is then copied in runs, at the speed of memory, and an ordinal of a segment is translated by a map.
 */
import { placed } from '../../kernel/array-blocks.js';

type Numbers = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export const BASE = 0;
export const OVERLAY = 1;
export type Segment = typeof BASE | typeof OVERLAY;

/** Stands for the ordinal of an item that the union does not have. */
export const DROPPED = 0xffffffff;

export interface Run {
  segment: Segment;
  from: number;
  to: number;
}

export class MergedOrder {
  readonly runs: Run[] = [];
  size = 0;

  /** Appends the items `from` to `to` of a segment. */
  add(segment: Segment, from: number, to: number): void {
    if (from === to) return;
    const last = this.runs.at(-1);
    if (last && last.segment === segment && last.to === from) last.to = to;
    else this.runs.push({ segment, from, to });
    this.size += to - from;
  }

  /** Whether the union has the items of the base alone, all of them. @param size their number */
  isBase(size: number): boolean {
    return this.size === size && this.runs.every(({ segment }) => segment === BASE);
  }

  /** Whether the union numbers all items that it has of the base as the base does. */
  keepsBase(): boolean {
    let at = 0;
    for (const { segment, from, to } of this.runs) {
      if (segment === BASE && from !== at) return false;
      at += to - from;
    }
    return true;
  }

  /** The ordinal in the union of each item of a segment. @param size its number of items */
  mapOf(segment: Segment, size: number): Uint32Array {
    const map = placed(Uint32Array, size).fill(DROPPED);
    let at = 0;
    for (const { segment: of, from, to } of this.runs) {
      if (of === segment) map.set(ordinals(at, at + to - from), from);
      at += to - from;
    }
    return map;
  }

  /** The items of a segment that the union does not have. @param size number of all, whose order the union keeps */
  missing(segment: Segment, size: number): number[] {
    const missing: number[] = [];
    let next = 0;
    for (const { segment: of, from, to } of this.runs) {
      if (of !== segment) continue;
      for (; next < from; next++) missing.push(next);
      next = to;
    }
    for (; next < size; next++) missing.push(next);
    return missing;
  }

  /**
   * The column of the union; that of the base itself where it has nothing else.
   * @param width values of each item
   */
  gather<T extends Numbers>(base: T, overlay: T, width = 1): T {
    if (this.isBase(base.length / width)) return base;
    const out = new (base.constructor as new (length: number) => T)(this.size * width);
    let at = 0;
    for (const { segment, from, to } of this.runs) {
      out.set((segment === BASE ? base : overlay).subarray(from * width, to * width), at);
      at += (to - from) * width;
    }
    return out;
  }

  /** The order of what items own: of variants by that of products. @param starts first of each item, by segment */
  expand(starts: readonly [Uint32Array, Uint32Array]): MergedOrder {
    const order = new MergedOrder();
    for (const { segment, from, to } of this.runs) {
      order.add(segment, starts[segment][from], starts[segment][to]);
    }
    return order;
  }

  /** The first of what each item owns, and behind the last item the number of all. */
  starts([base, overlay]: readonly [Uint32Array, Uint32Array]): Uint32Array {
    const out = placed(Uint32Array, this.size + 1);
    let at = 0;
    let owned = 0;
    for (const { segment, from, to } of this.runs) {
      const start = segment === BASE ? base : overlay;
      owned += addEnds(start.subarray(from, to + 1), owned - start[from], out, at);
      at += to - from;
    }
    return out;
  }
}

/** 0, 1, 2 and so on; a run of ordinals is copied from it. */
let ascending = new Uint32Array(0);

function ordinals(from: number, to: number): Uint32Array {
  if (ascending.length < to) {
    ascending = new Uint32Array(to * 2);
    for (let i = 0; i < ascending.length; i++) ascending[i] = i;
  }
  return ascending.subarray(from, to);
}

/**
 * Writes where items end, behind place `at`. Most often that is where they ended in their segment, and copied.
 * @param starts of the items and of the one behind
 * @returns how many things they own
 */
function addEnds(starts: Uint32Array, shift: number, into: Uint32Array, at: number): number {
  if (shift === 0) into.set(starts.subarray(1), at + 1);
  else for (let i = 1; i < starts.length; i++) into[at + i] = starts[i] + shift;
  return starts[starts.length - 1] - starts[0];
}

/** Lists of items by owner: those of owner `i` are `items[start[i] … start[i + 1])`. */
export interface Lists {
  start: Uint32Array;
  items: Uint32Array;
}

/**
 * Joins lists by owner, and translates their items. The union has the items of all its owners.
 * @param maps the ordinal in the union of each item, by segment
 */
export function joinLists(
  owners: MergedOrder,
  lists: readonly [Lists, Lists],
  maps: readonly [Uint32Array, Uint32Array],
): Lists {
  const start = placed(Uint32Array, owners.size + 1);
  const items = placed(Uint32Array, lists[BASE].items.length + lists[OVERLAY].items.length);
  const kept = maps.map(keepsOrdinals);
  let at = 0;
  let n = 0;
  for (const { segment, from, to } of owners.runs) {
    const { start: starts, items: own } = lists[segment];
    const shift = n - starts[from];
    const end = starts[to];
    if (kept[segment]) items.set(own.subarray(starts[from], end), n);
    else translate(own, starts[from], end, maps[segment], items, n);
    addEnds(starts.subarray(from, to + 1), shift, start, at);
    at += to - from;
    n = end + shift;
  }
  return { start, items: items.subarray(0, n) };
}

/** Whether the union has all items of a segment, numbered as there. */
export function keepsAll(map: Uint32Array): boolean {
  for (let i = 0; i < map.length; i++) if (map[i] !== i) return false;
  return true;
}

/** Whether the union numbers all items that it has as their segment does. */
export function keepsOrdinals(map: Uint32Array): boolean {
  for (let i = 0; i < map.length; i++) if (map[i] !== i && map[i] !== DROPPED) return false;
  return true;
}

/** Writes the ordinals in the union of `items[from … to)` to `into`, from `at` on. */
export function translate(
  items: Uint32Array,
  from: number,
  to: number,
  map: Uint32Array,
  into: Uint32Array,
  at: number,
) {
  for (let i = from; i < to; i++) into[at + i - from] = map[items[i]];
}

/**
 * The first place that is not before what is looked for, among sorted ones. Looks in growing steps from `from` on: of
 * sorted things that are looked up one after the other, the next is rarely far from the last.
 */
export function firstFrom(from: number, to: number, isBefore: (place: number) => boolean): number {
  let low = from;
  let high = to;
  for (let step = 1; low < high; step *= 2) {
    const place = Math.min(low + step, high) - 1;
    if (!isBefore(place)) {
      high = place;
      break;
    }
    low = place + 1;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where the sorted items of an overlay stand among the sorted items of a base: for each the ordinal of the equal one,
 * or the bitwise complement of the ordinal before which it comes.
 * @param compare below 0 where the item of the base comes before that of the overlay
 */
export function placesOf(
  baseSize: number,
  overlaySize: number,
  compare: (base: number, overlay: number) => number,
): Int32Array {
  const places = placed(Int32Array, overlaySize);
  for (let item = 0, least = 0; item < overlaySize; item++) {
    const place = firstFrom(least, baseSize, own => compare(own, item) < 0);
    const found = place < baseSize && compare(place, item) === 0;
    places[item] = found ? place : ~place;
    least = found ? place + 1 : place;
  }
  return places;
}

/** A sorted list of items of a segment, each by its ordinal in the union; DROPPED stands for those that it has not. */
export type SortedItems = Uint32Array;

/**
 * The order of the places of two sorted lists in the list that joins them.
 * @param compare below 0 where what stands at a place of the base comes before what stands at one of the overlay; of
 *   equal ones the first by ordinal of the union comes first
 */
export function mergePlaces(
  base: SortedItems,
  overlay: SortedItems,
  compare: (base: number, overlay: number) => number,
): MergedOrder {
  const order = new MergedOrder();
  let from = 0;
  const addBase = (to: number): void => {
    addPresent(order, base, from, to);
    from = Math.max(from, to);
  };
  for (let place = 0; place < overlay.length; place++) {
    if (overlay[place] === DROPPED) continue;
    addBase(firstFrom(from, base.length, own => (compare(own, place) || base[own] - overlay[place]) < 0));
    order.add(OVERLAY, place, place + 1);
  }
  addBase(base.length);
  return order;
}

/** Adds the items of the base that the union has. */
function addPresent(order: MergedOrder, base: SortedItems, from: number, to: number): void {
  let first = from;
  for (let i = from; i < to; i++) {
    if (base[i] !== DROPPED) continue;
    order.add(BASE, first, i);
    first = i + 1;
  }
  if (first < to) order.add(BASE, first, to);
}

/** A sorted list of ordinals, translated to those of the union. */
export function translated(list: Uint32Array, map: Uint32Array): SortedItems {
  const out = placed(Uint32Array, list.length);
  translate(list, 0, list.length, map, out, 0);
  return out;
}
