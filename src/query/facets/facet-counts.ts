/**
 * Counts facets of text attributes: how many products of a hit set have each value. Counts are exact and over products.
 * The cost grows with the hits and their values, not with the number of values in the view.
 */
import type { Attribute } from '../../index/attributes.js';
import type { Structure } from '../../index/structure.js';
import type { ValueSets, ValueSetTable } from '../../index/value-sets.js';
import { hasBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { View } from '../../snapshot/index.js';
import type { ListedValues } from './assembly-tally.js';
import type { FoundProducts, HitSet } from './faceted-hits.js';
import { SetTally } from './set-tally.js';

/** The view, the offers and the deadline of a count. */
interface CountedQuery {
  view: Pick<View, 'structure' | 'attributes'>;
  deadline: Deadline;
}

const NO_COLUMNS: readonly number[] = [];

/** Values that occur, with their counts; views of scratch, valid until the next attribute is counted. */
export interface ValueCounts {
  /** Products with each value, by value ordinal. */
  counts: Uint32Array;
  /** `values[0 … found)`: those that occur, in no order. */
  values: Uint32Array;
  found: number;
}

/** Scratch of one thread. */
export class FacetCounter implements ValueCounts {
  counts = new Uint32Array(1024);
  values = new Uint32Array(1024);
  found = 0;
  /** By value: the product or group that it was last counted for, plus one. */
  private last = new Uint32Array(1024);
  /** Tallies of sets over one hit set, shared by all facets that count over the same hits. */
  private readonly shared = new SetTally();
  private readonly own = new SetTally();

  /**
   * Counts the products with each value. Past the deadline counts are too low and must not be used.
   * @param shared the columns of sets that further attributes are counted by over the same hits; undefined: none is
   * counted over these hits
   */
  count(
    attribute: Attribute,
    hits: HitSet,
    query: CountedQuery,
    shared: readonly number[] | undefined = NO_COLUMNS,
  ): ValueCounts {
    const { structure, attributes } = query.view;
    this.begin(attribute.size);
    const single = hits.found?.single ?? hits;
    const whole = attribute.level === 'product' || hits.variants === undefined;
    if (whole && attribute.sets) {
      this.countSets(attribute.sets, attributes.valueSets, single, shared, query.deadline);
    } else if (attribute.level === 'product') this.countProducts(attribute, single, query.deadline);
    else this.countVariants(attribute, single, structure, query.deadline);
    if (hits.found) this.countGroups(attribute, hits, hits.found, query);
    return this;
  }

  /** Counts that were made elsewhere. @param size number of the attribute's values */
  taken({ values, counts }: ListedValues, size: number): ValueCounts {
    this.begin(size);
    for (let i = 0; i < values.length; i++) this.add(values[i], counts[i]);
    return this;
  }

  private begin(size: number): void {
    for (let i = 0; i < this.found; i++) {
      this.counts[this.values[i]] = 0;
      this.last[this.values[i]] = 0;
    }
    this.found = 0;
    if (this.counts.length >= size) return;
    this.counts = new Uint32Array(size * 2);
    this.values = new Uint32Array(size * 2);
    this.last = new Uint32Array(size * 2);
  }

  private add(value: number, products: number): void {
    if (this.counts[value] === 0) this.values[this.found++] = value;
    this.counts[value] += products;
  }

  private countSets(
    { column, base, start, values }: ValueSets,
    table: ValueSetTable,
    hits: HitSet,
    shared: readonly number[] | undefined,
    deadline: Deadline,
  ): void {
    const tally = shared ? this.shared : this.own;
    tally.count(table, hits, shared?.includes(column) ? shared : [column], deadline);
    const { counts: ofSets, sets, found } = tally;
    const { counts, values: listed } = this;
    let n = this.found;
    for (let i = base, end = base + found[column]; i < end; i++) {
      const products = ofSets[sets[i]];
      const set = sets[i] - base;
      for (let k = start[set], behind = start[set + 1]; k < behind; k++) {
        const value = values[k];
        if (counts[value] === 0) listed[n++] = value;
        counts[value] += products;
      }
    }
    this.found = n;
  }

  private countProducts({ start, of }: Attribute, { docs, count }: HitSet, deadline: Deadline): void {
    for (let i = 0; i < count; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) return;
      for (let k = start[docs[i]], end = start[docs[i] + 1]; k < end; k++) this.add(of[k], 1);
    }
  }

  private countVariants({ start, of }: Attribute, hits: HitSet, { variantStart }: Structure, deadline: Deadline): void {
    const { docs, count, variants } = hits;
    for (let i = 0; i < count; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) return;
      const doc = docs[i];
      for (let v = variantStart[doc], end = variantStart[doc + 1]; v < end; v++) {
        if (variants !== undefined && !hasBit(variants, v)) continue;
        // Two variants with the same value are one product.
        for (let k = start[v]; k < start[v + 1]; k++) this.addOnce(of[k], doc + 1);
      }
    }
  }

  /** Counts a group that appears once for each value that any of its found products has. */
  private countGroups(
    { level, start, of }: Attribute,
    { variants }: HitSet,
    { docs, single: { count: single } }: FoundProducts,
    { view, deadline }: CountedQuery,
  ): void {
    const { groupOf, variantStart } = view.structure;
    for (let i = 0; i < this.found; i++) this.last[this.values[i]] = 0;
    for (let i = single; i < docs.length; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) return;
      const doc = docs[i];
      const from = level === 'product' ? doc : variantStart[doc];
      const to = level === 'product' ? doc + 1 : variantStart[doc + 1];
      for (let owner = from; owner < to; owner++) {
        if (level === 'variant' && variants !== undefined && !hasBit(variants, owner)) continue;
        for (let k = start[owner]; k < start[owner + 1]; k++) this.addOnce(of[k], groupOf[doc] + 1);
      }
    }
  }

  /** Counts a value, unless it was last counted for the same owner. */
  private addOnce(value: number, owner: number): void {
    if (this.last[value] === owner) return;
    this.last[value] = owner;
    this.add(value, 1);
  }
}
