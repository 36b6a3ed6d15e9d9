/**
 * Distinct value sets, for fast facet counts. Many products have the same set of values of an attribute
 * (a category with all above it, the sizes of a shirt): counting sets first takes one step for a product, however many
 * values it has. A product has the values of all its variants. Attributes whose values depend on each other, as those
 * of brand and series do, share one column of sets. One pass over the rows of products counts the sets of all columns.
 *
 *   sets u16[P × W]    the set of each product in each of W columns, numbered over all columns; meta: ids by column
 *   ID.sets.start u32[C+1], ID.sets.values u32    the attribute's values in each set of its column
 */
import { growableU32 } from '../kernel/growable.js';
import type { Part, PartWriter } from './part.js';

/** Least number of products for each set, on average, from which counting by sets is faster. */
const PRODUCTS_PER_SET = 16;
/** Limit of sets in all columns together. */
export const MAX_SETS = 0xffff;
/** Limit of a joint column's sets, against those of the larger column: factor and addend. */
const JOINT_SHARE = 1.25;
const JOINT_MORE = 64;

interface Values {
  /** First value of each set; behind the last one, the number of values. */
  start: Uint32Array;
  values: Uint32Array;
}

export interface Column {
  /** Set of each product. */
  of: Uint16Array | Uint32Array;
  size: number;
  members: (Values & { id: string })[];
}

/** An attribute's values by owner (CSR); owners are products where `level` says so, otherwise variants. */
interface Section {
  id: string;
  level: 'product' | 'variant';
  /** Its values; only their number is read. */
  values: ArrayLike<string>;
  start: Uint32Array;
  of: Uint32Array;
}

/** Finds the columns of sets for those attributes whose sets many products share. */
export class ValueSetColumns {
  private readonly columns: Column[] = [];
  private room = MAX_SETS;

  /** @param variantStart first variant of each product */
  constructor(
    private readonly products: number,
    private readonly variantStart: Uint32Array,
  ) {}

  /** Adds an attribute, of which nothing is kept but its column. */
  add(section: Section): void {
    const { products } = this;
    const most = Math.min(this.room, Math.floor(products / PRODUCTS_PER_SET));
    const column = distinctSets(section, products, section.level === 'variant' ? this.variantStart : undefined, most);
    if (!column) return;
    this.columns.push(column);
    this.room -= column.size;
  }

  /** The columns of all attributes, those together whose values depend on each other. */
  joined(): Column[] {
    return joinColumns(this.columns, this.room);
  }
}

/** The distinct sets of one attribute's values; undefined where there are more than `most`. */
function distinctSets(
  { id, values: all, start, of }: Section,
  products: number,
  variantStart: Uint32Array | undefined,
  most: number,
): Column | undefined {
  const sets = new SetNumbers(all.length);
  const setOf = new Uint16Array(products);
  const starts = [0];
  const values: number[] = [];
  for (let product = 0; product < products; product++) {
    const from = start[variantStart ? variantStart[product] : product];
    const to = start[variantStart ? variantStart[product + 1] : product + 1];
    const set = sets.numberOf(of, from, to, variantStart !== undefined);
    if (set === sets.size) {
      if (sets.size === most) return undefined;
      values.push(...sets.take());
      starts.push(values.length);
    }
    setOf[product] = set;
  }
  const member = { id, start: Uint32Array.from(starts), values: Uint32Array.from(values) };
  return { of: setOf, size: sets.size, members: [member] };
}

/** Numbers sets of values in the order in which they are met. */
class SetNumbers {
  size = 0;
  private empty = -1;
  /** Numbers of the sets with one value, by that value, plus one; of the others, by their values joined. */
  private readonly single: Uint32Array;
  private readonly several = new Map<string, number>();
  /** The values of the set that was asked for last. */
  private readonly carried: number[] = [];
  /** By value, the last product that has it: counted from 1, as they are asked for. */
  private readonly lastOf: Uint32Array;
  private product = 0;
  /** Where the values of the product before lie, and their set; -1: there is none. */
  private before = { from: 0, to: 0, set: -1 };

  /** @param values number of distinct values */
  constructor(values: number) {
    this.single = new Uint32Array(values);
    this.lastOf = new Uint32Array(values);
  }

  /**
   * @param repeated whether the values between `from` and `to` may be repeated and in any order
   * @returns `size` for a new set
   */
  numberOf(of: Uint32Array, from: number, to: number, repeated: boolean): number {
    const { before } = this;
    // Neighbours mostly have the same values.
    if (before.set < 0 || !areEqual(of, before.from, before.to, from, to))
      before.set = this.find(of, from, to, repeated);
    before.from = from;
    before.to = to;
    return before.set;
  }

  private find(of: Uint32Array, from: number, to: number, repeated: boolean): number {
    const { carried, lastOf } = this;
    carried.length = 0;
    const product = ++this.product;
    for (let i = from; i < to; i++) {
      if (repeated && lastOf[of[i]] === product) continue;
      if (repeated) lastOf[of[i]] = product;
      carried.push(of[i]);
    }
    if (carried.length === 0) return this.empty < 0 ? this.size : this.empty;
    if (carried.length === 1) return this.single[carried[0]] === 0 ? this.size : this.single[carried[0]] - 1;
    if (repeated) carried.sort(ascending);
    return this.several.get(carried.join()) ?? this.size;
  }

  /** Takes the set that was asked for last as a new one. @returns its values */
  take(): readonly number[] {
    const { carried } = this;
    const number = this.size++;
    if (carried.length === 0) this.empty = number;
    else if (carried.length === 1) this.single[carried[0]] = number + 1;
    else this.several.set(carried.join(), number);
    return carried;
  }
}

function areEqual(of: Uint32Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = 0; i < to - from; i++) if (of[from + i] !== of[otherFrom + i]) return false;
  return true;
}

function ascending(a: number, b: number): number {
  return a - b;
}

/**
 * Joins small columns, and columns of which one nearly determines the other (series the brand, category the type),
 * because each column is a step for every product that is counted. The largest come first.
 * @param room number of sets that may be added
 */
function joinColumns(columns: readonly Column[], room: number): Column[] {
  const joined: Column[] = [];
  for (const column of [...columns].sort((a, b) => b.size - a.size)) {
    let at = 0;
    let pairs: Column | undefined;
    for (; at < joined.length && !pairs; at++) pairs = joinPair(joined[at], column, room);
    if (pairs) {
      room -= pairs.size - joined[at - 1].size - column.size;
      joined[at - 1] = pairs;
    } else joined.push(column);
  }
  return joined;
}

/** A column of the distinct pairs of sets, numbered by first occurrence; undefined where there are too many. */
function joinPair(a: Column, b: Column, room: number): Column | undefined {
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
    ...a.members.map(member => ({ id: member.id, ...selectSets(member, fromA) })),
    ...b.members.map(member => ({ id: member.id, ...selectSets(member, fromB) })),
  ];
  return { of, size: numbers.size, members };
}

/** The values of the given sets, in the order given. */
function selectSets({ start, values }: Values, sets: readonly number[]): Values {
  const pickedStart = new Uint32Array(sets.length + 1);
  const pickedValues = growableU32();
  sets.forEach((set, i) => {
    for (let k = start[set]; k < start[set + 1]; k++) pickedValues.push(values[k]);
    pickedStart[i + 1] = pickedStart[i] + start[set + 1] - start[set];
  });
  return { start: pickedStart, values: pickedValues.view().slice() };
}

export function writeValueSets(part: PartWriter, columns: readonly Column[], products: number): void {
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

/** Writes the sets of another part as they are. */
export function copyValueSets(part: PartWriter, { byId, rows }: ValueSetTable): void {
  for (const [id, { start, values }] of byId) part.add(`${id}.sets.start`, start).add(`${id}.sets.values`, values);
  part.add('sets', rows);
}

/** The sets of one attribute. */
export interface ValueSets extends Values {
  /** Index of its column in a row. */
  column: number;
  /** Ordinal of the column's first set. */
  base: number;
}

export class ValueSetTable {
  /** The sets of each product: `width` ordinals in the order of columns. */
  readonly rows: Uint16Array;
  readonly width: number;
  /** Ordinal of the first set of each column; behind the last one, the number of all sets. */
  readonly bases: Uint32Array;
  readonly byId = new Map<string, ValueSets>();

  /** @param columns ids of the attributes of each column */
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

  /** Number of sets in all columns together. */
  get setCount(): number {
    return this.bases[this.width];
  }
}
