/**
 * Joins the sets of values (see value-sets.ts): products of the base keep theirs, those of the overlay are given the
 * set with their values, or a new one. Attributes that the base does not have are counted without sets.
 */
import { placed } from '../../kernel/array-blocks.js';
import { growableU32 } from '../../kernel/growable.js';
import { type Column, MAX_SETS, type ValueSets, type ValueSetTable } from '../value-sets.js';
import type { JoinedOrdinals } from './join-structure.js';
import type { JoinedAttribute } from './joined-attribute.js';
import { BASE, DROPPED } from './merged-order.js';

/** An attribute of a column, and its sets in the base. */
interface Member {
  attribute: JoinedAttribute;
  sets: ValueSets;
}

/** Whether all sets are those of the base: those of attributes that are as they were. */
export function keepsValueSets({ byId }: ValueSetTable, attributes: readonly JoinedAttribute[]): boolean {
  const kept = new Set(attributes.filter(({ isBase }) => isBase).map(({ id }) => id));
  return [...byId.keys()].every(id => kept.has(id));
}

export function joinValueSets(
  base: ValueSetTable,
  attributes: readonly JoinedAttribute[],
  ordinals: JoinedOrdinals,
): Column[] {
  const byId = new Map(attributes.map(attribute => [attribute.id, attribute]));
  const columns: Column[] = [];
  for (let column = 0; column < base.width; column++) {
    const members = [...base.byId].flatMap(([id, sets]): Member[] => {
      const attribute = byId.get(id);
      return sets.column === column && attribute ? [{ attribute, sets }] : [];
    });
    if (members.length > 0) columns.push(joinColumn(base, column, members, ordinals));
  }
  return withinLimit(columns);
}

/** Leaves out the largest columns, where there would be too many sets. */
function withinLimit(columns: Column[]): Column[] {
  let total = columns.reduce((sum, { size }) => sum + size, 0);
  const kept = [...columns];
  while (total > MAX_SETS) {
    const largest = kept.reduce((most, column) => (column.size > most.size ? column : most));
    kept.splice(kept.indexOf(largest), 1);
    total -= largest.size;
  }
  return kept;
}

function joinColumn(
  base: ValueSetTable,
  column: number,
  members: readonly Member[],
  { products, variantStart }: JoinedOrdinals,
): Column {
  const size = base.bases[column + 1] - base.bases[column];
  if (members.every(({ attribute }) => attribute.isBase) && isWhole(base, column, members)) {
    return keptColumn(base, column, members, size, products.size);
  }
  const sets = new SetList();
  for (let set = 0; set < size; set++) {
    for (const { attribute, sets: own } of members) {
      const map = attribute.valueMaps[BASE];
      for (let i = own.start[set]; i < own.start[set + 1]; i++) sets.push(map[own.values[i]]);
      sets.endList();
    }
    sets.add();
  }
  const of = placed(Uint32Array, products.size);
  let at = 0;
  for (const { segment, from, to } of products.runs) {
    for (let product = from; product < to; product++, at++) {
      if (segment === BASE) {
        of[at] = base.rows[product * base.width + column] - base.bases[column];
        continue;
      }
      for (const { attribute } of members) {
        pushValues(sets, attribute, at, variantStart);
        sets.endList();
      }
      of[at] = sets.findOrAdd();
    }
  }
  return { of, size: sets.size, members: sets.members(members.map(({ attribute }) => attribute.id)) };
}

/** Whether no attribute of a column is missing in the union. */
function isWhole({ byId }: ValueSetTable, column: number, members: readonly Member[]): boolean {
  return [...byId.values()].filter(sets => sets.column === column).length === members.length;
}

/** A column of the base as it is. */
function keptColumn(base: ValueSetTable, column: number, members: readonly Member[], size: number, products: number) {
  const of = placed(Uint32Array, products);
  const { rows, width } = base;
  for (let product = 0; product < products; product++)
    of[product] = rows[product * width + column] - base.bases[column];
  return {
    of,
    size,
    members: members.map(({ attribute: { id }, sets: { start, values } }) => ({ id, start, values })),
  };
}

/** Pushes the values of a product of the union, ascending. */
function pushValues(sets: SetList, { level, start, of }: JoinedAttribute, product: number, variantStart: Uint32Array) {
  const from = start[level === 'product' ? product : variantStart[product]];
  const to = start[level === 'product' ? product + 1 : variantStart[product + 1]];
  const values = of.subarray(from, to);
  if (level === 'product') for (const value of values) sets.push(value);
  else for (const value of [...new Set(values)].sort((a, b) => a - b)) sets.push(value);
}

/** Ends the values of one attribute in a set; no value has this ordinal. */
const END = DROPPED;

/** Sets of values of several attributes, found by a hash over all of them. */
class SetList {
  private readonly values = growableU32();
  /** Where each set begins in `values`; behind the last one, where the next does. */
  private readonly starts: number[] = [0];
  private readonly byHash = new Map<number, number[]>();

  get size(): number {
    return this.starts.length - 1;
  }

  /** Adds a value to the set that is being made; one that the union does not have is left out. */
  push(value: number): void {
    if (value !== DROPPED) this.values.push(value);
  }

  /** Ends the values of an attribute. */
  endList(): void {
    this.values.push(END);
  }

  /** Ends the set that is being made. @returns its ordinal */
  add(): number {
    const hash = this.hash();
    const others = this.byHash.get(hash);
    if (others) others.push(this.size);
    else this.byHash.set(hash, [this.size]);
    this.starts.push(this.values.length);
    return this.size - 1;
  }

  /** Ends the set that is being made; where an equal one is known, that is it. */
  findOrAdd(): number {
    const known = this.byHash.get(this.hash())?.find(set => this.equalsLast(set));
    if (known === undefined) return this.add();
    this.values.length = this.starts[this.size];
    return known;
  }

  /** The values of each attribute by set. */
  members(ids: readonly string[]): Column['members'] {
    const starts = ids.map(() => placed(Uint32Array, this.size + 1));
    const values = ids.map(() => growableU32());
    for (let set = 0, at = 0; set < this.size; set++) {
      for (let i = 0; i < ids.length; i++, at++) {
        for (; this.values.get(at) !== END; at++) values[i].push(this.values.get(at));
        starts[i][set + 1] = values[i].length;
      }
    }
    return ids.map((id, i) => ({ id, start: starts[i], values: values[i].view().slice() }));
  }

  /** FNV-1a over the values of the set that is being made. */
  private hash(): number {
    let hash = 0x811c9dc5;
    for (let i = this.starts[this.size]; i < this.values.length; i++) {
      hash = Math.imul(hash ^ this.values.get(i), 0x01000193);
    }
    return hash;
  }

  private equalsLast(set: number): boolean {
    const from = this.starts[set];
    const last = this.starts[this.size];
    if (this.starts[set + 1] - from !== this.values.length - last) return false;
    for (let i = 0; last + i < this.values.length; i++) {
      if (this.values.get(from + i) !== this.values.get(last + i)) return false;
    }
    return true;
  }
}
