/**
 * Counting: how many products of a hit set have each value of an attribute. Counts are exact and over products. All
 * that is done grows with the hits and the values they have, not with the values there are.
 */
import type { Attribute } from '../index/attributes.js';
import type { Combinations, CombinationTable } from '../index/combinations.js';
import type { Structure } from '../index/structure.js';
import { hasBit } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';
import type { FoundProducts, HitSet } from './listing.js';

/** Values that occur, and how often: views of scratch, valid until the next attribute is counted. */
export interface ValueCounts {
  /** Products with each value, by value ordinal. */
  counts: Uint32Array;
  /** `values[0 … found)`: those with products, in no order. */
  values: Uint32Array;
  found: number;
}

/** Scratch of one thread. */
export class FacetCounter implements ValueCounts {
  counts = new Uint32Array(1024);
  values = new Uint32Array(1024);
  found = 0;
  /** The product or group that a value was counted for last, plus one. */
  private last = new Uint32Array(1024);
  /** Products of `tallied` with each set of values, whatever the attribute. */
  private setCounts = new Uint32Array(1024);
  /** By column, from its first set on: the sets that occur, `setsFound` of them. */
  private sets = new Uint32Array(1024);
  private setsFound = new Uint32Array(64);
  private tallied: { hits: HitSet; table: CombinationTable } | undefined;

  /** Products with each value. */
  count(attribute: Attribute, hits: HitSet, { structure, attributes }: View): ValueCounts {
    this.begin(attribute.size);
    const single = hits.found?.single ?? hits;
    const whole = attribute.level === 'product' || hits.variants === undefined;
    if (whole && attribute.sets) {
      this.tally(attributes.combinations, single);
      this.addSets(attribute.sets);
    } else if (attribute.level === 'product') this.countProducts(attribute, single);
    else this.countVariants(attribute, single, structure);
    if (hits.found) this.countGroups(attribute, hits, hits.found, structure);
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

  /** Counts the sets of all columns in one pass: what a row holds lies in one or two lines of the cache. */
  private tally(table: CombinationTable, hits: HitSet): void {
    if (this.tallied?.hits === hits && this.tallied.table === table) return;
    if (this.tallied) this.forgetTally(this.tallied.table);
    this.tallied = { hits, table };
    const { rows, width, bases, setCount } = table;
    if (this.setCounts.length < setCount) {
      this.setCounts = new Uint32Array(setCount * 2);
      this.sets = new Uint32Array(setCount * 2);
    }
    if (this.setsFound.length < width) this.setsFound = new Uint32Array(width * 2);
    const { setCounts, sets, setsFound } = this;
    const { docs, count } = hits;
    for (let i = 0; i < count; i++) {
      const row = docs[i] * width;
      for (let column = 0; column < width; column++) {
        const set = rows[row + column];
        if (setCounts[set]++ === 0) sets[bases[column] + setsFound[column]++] = set;
      }
    }
  }

  private forgetTally({ width, bases }: CombinationTable): void {
    for (let column = 0; column < width; column++) {
      for (let i = 0; i < this.setsFound[column]; i++) this.setCounts[this.sets[bases[column] + i]] = 0;
      this.setsFound[column] = 0;
    }
  }

  private addSets({ column, base, start, values }: Combinations): void {
    const { setCounts, sets } = this;
    for (let i = base, end = base + this.setsFound[column]; i < end; i++) {
      const products = setCounts[sets[i]];
      const set = sets[i] - base;
      for (let k = start[set], behind = start[set + 1]; k < behind; k++) this.add(values[k], products);
    }
  }

  private countProducts({ start, of }: Attribute, { docs, count }: HitSet): void {
    for (let i = 0; i < count; i++) {
      for (let k = start[docs[i]], end = start[docs[i] + 1]; k < end; k++) this.add(of[k], 1);
    }
  }

  private countVariants({ start, of }: Attribute, hits: HitSet, { variantStart }: Structure): void {
    const { docs, count, variants } = hits;
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      for (let v = variantStart[doc], end = variantStart[doc + 1]; v < end; v++) {
        if (variants !== undefined && !hasBit(variants, v)) continue;
        // Two variants with the same value are one product.
        for (let k = start[v]; k < start[v + 1]; k++) this.addOnce(of[k], doc + 1);
      }
    }
  }

  /** Groups that appear once count once for each value that any of their products found has. */
  private countGroups(
    { level, start, of }: Attribute,
    { variants }: HitSet,
    { docs, single: { count: single } }: FoundProducts,
    { groupOf, variantStart }: Structure,
  ): void {
    for (let i = 0; i < this.found; i++) this.last[this.values[i]] = 0;
    for (let i = single; i < docs.length; i++) {
      const doc = docs[i];
      const from = level === 'product' ? doc : variantStart[doc];
      const to = level === 'product' ? doc + 1 : variantStart[doc + 1];
      for (let owner = from; owner < to; owner++) {
        if (level === 'variant' && variants !== undefined && !hasBit(variants, owner)) continue;
        for (let k = start[owner]; k < start[owner + 1]; k++) this.addOnce(of[k], groupOf[doc] + 1);
      }
    }
  }

  /** Adds one for a value, unless the last that was added to it was for the same owner. */
  private addOnce(value: number, owner: number): void {
    if (this.last[value] === owner) return;
    this.last[value] = owner;
    this.add(value, 1);
  }
}
