/**
 * The order of the items of two segments, base and overlay, in their union: runs of consecutive ordinals of either. A
 * column by item is then copied in runs, at the speed of memory, and an ordinal of a segment is translated by a map.
 */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

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

  /** The ordinal in the union of each item of a segment. @param size its number of items */
  mapOf(segment: Segment, size: number): Uint32Array {
    const map = new Uint32Array(size).fill(DROPPED);
    let at = 0;
    for (const { segment: of, from, to } of this.runs) {
      if (of === segment) for (let i = from; i < to; i++) map[i] = at + i - from;
      at += to - from;
    }
    return map;
  }

  /** The column of the union. @param base column of the base @param overlay column of the overlay */
  gather<T extends Numbers>(base: T, overlay: T): T {
    const out = new (base.constructor as new (length: number) => T)(this.size);
    let at = 0;
    for (const { segment, from, to } of this.runs) {
      out.set((segment === BASE ? base : overlay).subarray(from, to), at);
      at += to - from;
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
    const out = new Uint32Array(this.size + 1);
    let at = 0;
    let owned = 0;
    for (const { segment, from, to } of this.runs) {
      const start = segment === BASE ? base : overlay;
      for (let i = from; i < to; i++) {
        owned += start[i + 1] - start[i];
        out[++at] = owned;
      }
    }
    return out;
  }
}

/** Lists of items by owner: those of owner `i` are `items[start[i] … start[i + 1])`. */
export interface Lists {
  start: Uint32Array;
  items: Uint32Array;
}

/**
 * Joins lists by owner, and translates their items; items that the union does not have are left out.
 * @param maps the ordinal in the union of each item, by segment
 */
export function joinLists(
  owners: MergedOrder,
  lists: readonly [Lists, Lists],
  maps: readonly [Uint32Array, Uint32Array],
): Lists {
  const start = new Uint32Array(owners.size + 1);
  const items = new Uint32Array(lists[BASE].items.length + lists[OVERLAY].items.length);
  let at = 0;
  let n = 0;
  for (const { segment, from, to } of owners.runs) {
    const { start: starts, items: own } = lists[segment];
    const map = maps[segment];
    for (let owner = from; owner < to; owner++) {
      for (let i = starts[owner]; i < starts[owner + 1]; i++) {
        const item = map[own[i]];
        if (item !== DROPPED) items[n++] = item;
      }
      start[++at] = n;
    }
  }
  return { start, items: items.subarray(0, n) };
}

/**
 * Where the sorted items of an overlay stand among the sorted items of a base: for each the ordinal of the equal one, or
 * the bitwise complement of the ordinal before which it comes.
 * @param compare below 0 where the item of the base comes before that of the overlay
 */
export function placesOf(
  baseSize: number,
  overlaySize: number,
  compare: (base: number, overlay: number) => number,
): Int32Array {
  const places = new Int32Array(overlaySize);
  for (let item = 0, least = 0; item < overlaySize; item++) {
    let low = least;
    let high = baseSize;
    let found = -1;
    while (low < high && found < 0) {
      const middle = (low + high) >>> 1;
      const order = compare(middle, item);
      if (order === 0) found = middle;
      else if (order < 0) low = middle + 1;
      else high = middle;
    }
    places[item] = found >= 0 ? found : ~low;
    least = found >= 0 ? found + 1 : low;
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
    let first = from;
    for (; from < to; from++) {
      if (base[from] !== DROPPED) continue;
      order.add(BASE, first, from);
      first = from + 1;
    }
    order.add(BASE, first, to);
  };
  for (let place = 0; place < overlay.length; place++) {
    if (overlay[place] === DROPPED) continue;
    let low = from;
    let high = base.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((compare(middle, place) || base[middle] - overlay[place]) < 0) low = middle + 1;
      else high = middle;
    }
    addBase(low);
    order.add(OVERLAY, place, place + 1);
  }
  addBase(base.length);
  return order;
}

/** A sorted list of ordinals, translated to those of the union. */
export function translated(list: Uint32Array, map: Uint32Array): SortedItems {
  return list.map(item => map[item]);
}
