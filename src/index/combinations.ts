/**
 * What products carry, whole: most share their set of values (a category with all above it, the sizes of a shirt) with
 * many others, so that counting sets first takes one step a product, whatever it carries. A product carries what any
 * of its variants does. Attributes that go together, as brand and series do, have their sets in common: a column. The
 * sets of all columns are counted in one pass over the rows of products.
 *
 *   sets u16[P × W]    the set of each product in each of W columns, numbered through over all; meta: each one's ids
 *   ID.sets.start u32[C+1], ID.sets.values u32    the attribute's values in each set of its column
 */
import { growableU32 } from '../kernel/growable.js';
import type { Part, PartWriter } from './part.js';

/** Products a set must stand for on average, for counting by sets to pay. */
const PRODUCTS_PER_SET = 16;
/** Sets of all columns together. */
const MAX_SETS = 0xffff;
/** A joint column may have so many sets more than the larger of the two, whose counting it saves. */
const JOINT_SHARE = 1.25;
const JOINT_MORE = 64;

interface Values {
  /** Of each set, from the first value on. */
  start: Uint32Array;
  values: Uint32Array;
}

interface Column {
  /** Set of each product. */
  of: Uint16Array;
  size: number;
  members: (Values & { id: string })[];
}

/** An attribute's values by owner (CSR); owners are products where `level` says so, otherwise variants. */
interface Section {
  id: string;
  level: 'product' | 'variant';
  start: Uint32Array;
  of: Uint32Array;
}

/** Columns of the attributes whose sets many products share, those joined that go together. */
export function combinedColumns(sections: readonly Section[], products: number, variantStart: Uint32Array): Column[] {
  const columns: Column[] = [];
  let room = MAX_SETS;
  for (const section of sections) {
    const most = Math.min(room, Math.floor(products / PRODUCTS_PER_SET));
    const column = combine(section, products, section.level === 'variant' ? variantStart : undefined, most);
    if (!column) continue;
    columns.push(column);
    room -= column.size;
  }
  return joinColumns(columns, room);
}

/** The distinct sets of values that products have; undefined where there are more than `most`. */
function combine(
  { id, start, of }: Section,
  products: number,
  variantStart: Uint32Array | undefined,
  most: number,
): Column | undefined {
  const ordinals = new Map<string, number>();
  const setOf = new Uint16Array(products);
  const starts = [0];
  const values: number[] = [];
  for (let product = 0; product < products; product++) {
    const from = start[variantStart ? variantStart[product] : product];
    const to = start[variantStart ? variantStart[product + 1] : product + 1];
    let carried: Iterable<number> = of.subarray(from, to);
    if (variantStart) carried = [...new Set(carried)].sort((a, b) => a - b);
    const key = String(carried);
    let set = ordinals.get(key);
    if (set === undefined) {
      if (ordinals.size === most) return undefined;
      ordinals.set(key, (set = ordinals.size));
      values.push(...carried);
      starts.push(values.length);
    }
    setOf[product] = set;
  }
  const member = { id, start: Uint32Array.from(starts), values: Uint32Array.from(values) };
  return { of: setOf, size: ordinals.size, members: [member] };
}

/**
 * Joins columns of which one follows from the other, or nearly (brand from series, type from category), and small ones:
 * each is a step for every product that is counted. The largest come first.
 * @param room sets that there may be more
 */
function joinColumns(columns: readonly Column[], room: number): Column[] {
  const joined: Column[] = [];
  for (const column of [...columns].sort((a, b) => b.size - a.size)) {
    let at = 0;
    let pairs: Column | undefined;
    for (; at < joined.length && !pairs; at++) pairs = pairUp(joined[at], column, room);
    if (pairs) {
      room -= pairs.size - joined[at - 1].size - column.size;
      joined[at - 1] = pairs;
    } else joined.push(column);
  }
  return joined;
}

/** The pairs of sets that products have, numbered as they turn up; undefined where there are too many. */
function pairUp(a: Column, b: Column, room: number): Column | undefined {
  const most = Math.min(Math.max(a.size, b.size) * JOINT_SHARE + JOINT_MORE, a.size + b.size + room);
  const numbers = new Map<number, number>();
  const of = new Uint16Array(a.of.length);
  const fromA: number[] = [];
  const fromB: number[] = [];
  for (let product = 0; product < of.length; product++) {
    const pair = a.of[product] * b.size + b.of[product];
    let number = numbers.get(pair);
    if (number === undefined) {
      number = numbers.size;
      if (number >= most) return undefined;
      numbers.set(pair, number);
      fromA.push(a.of[product]);
      fromB.push(b.of[product]);
    }
    of[product] = number;
  }
  const members = [
    ...a.members.map(member => ({ id: member.id, ...picked(member, fromA) })),
    ...b.members.map(member => ({ id: member.id, ...picked(member, fromB) })),
  ];
  return { of, size: numbers.size, members };
}

/** The values of some sets, in their order. */
function picked({ start, values }: Values, sets: readonly number[]): Values {
  const pickedStart = new Uint32Array(sets.length + 1);
  const pickedValues = growableU32();
  sets.forEach((set, i) => {
    for (let k = start[set]; k < start[set + 1]; k++) pickedValues.push(values[k]);
    pickedStart[i + 1] = pickedStart[i] + start[set + 1] - start[set];
  });
  return { start: pickedStart, values: pickedValues.view().slice() };
}

export function writeCombinations(part: PartWriter, columns: readonly Column[], products: number): void {
  const rows = new Uint16Array(products * columns.length);
  let base = 0;
  columns.forEach(({ of, size, members }, column) => {
    for (let product = 0; product < products; product++) rows[product * columns.length + column] = base + of[product];
    for (const { id, start, values } of members) {
      part.add(`${id}.sets.start`, start).add(`${id}.sets.values`, values);
    }
    base += size;
  });
  part.add('sets', rows);
}

/** The sets of one attribute. */
export interface Combinations extends Values {
  /** Its place in a row. */
  column: number;
  /** Ordinal of the column's first set. */
  base: number;
}

export class CombinationTable {
  /** The sets of each product: `width` ordinals in the order of columns. */
  readonly rows: Uint16Array;
  readonly width: number;
  /** Ordinal of the first set of each column, and behind the last one their number. */
  readonly bases: Uint32Array;
  readonly byId = new Map<string, Combinations>();

  /** @param columns the attributes of each column */
  constructor(part: Part, columns: readonly (readonly string[])[]) {
    this.rows = part.u16('sets');
    this.width = columns.length;
    this.bases = new Uint32Array(this.width + 1);
    columns.forEach((ids, column) => {
      const base = this.bases[column];
      for (const id of ids) {
        const start = part.u32(`${id}.sets.start`);
        this.byId.set(id, { column, base, start, values: part.u32(`${id}.sets.values`) });
        this.bases[column + 1] = base + start.length - 1;
      }
    });
  }

  /** Sets of all columns together. */
  get setCount(): number {
    return this.bases[this.width];
  }
}
