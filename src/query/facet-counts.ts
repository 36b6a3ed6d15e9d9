/** Counting: how many products of a hit set have each value of an attribute. Counts are exact and over products. */
import type { Attribute, Attributes, Combinations } from '../index/attributes.js';
import type { Structure } from '../index/structure.js';
import { hasBit } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';
import type { FoundProducts, HitSet } from './listing.js';

/** Reading a product's row costs about as much as looking through so many sets. */
const PRODUCTS_TO_SETS = 8;

/** Scratch of one thread: the counts of one attribute are valid until the next. */
export class FacetCounter {
  private counts = new Uint32Array(1024);
  private lastDoc = new Uint32Array(1024);
  /** Products of `tallied` with each set of values, whatever the attribute. */
  private setCounts = new Uint32Array(1024);
  private tallied: HitSet | undefined;

  /** Products with each value, by value ordinal. */
  values(attribute: Attribute, hits: HitSet, { structure, attributes }: View): Uint32Array {
    if (this.counts.length < attribute.size) {
      this.counts = new Uint32Array(attribute.size * 2);
      this.lastDoc = new Uint32Array(attribute.size * 2);
    }
    const counts = this.counts.subarray(0, attribute.size).fill(0);
    const single = hits.found?.single ?? hits;
    // Few products are counted sooner than all sets are looked through.
    const whole = attribute.level === 'product' || hits.variants === undefined;
    if (whole && attribute.sets && single.count * PRODUCTS_TO_SETS >= attributes.setCount) {
      if (this.tallied !== single) this.tally(attributes, single);
      this.addSets(attribute.sets, counts);
    } else if (attribute.level === 'product') countProducts(attribute, single, counts);
    else this.countVariants(attribute, single, structure, counts);
    if (hits.found) this.countGroups(attribute, hits, hits.found, structure, counts);
    return counts;
  }

  /** Counts the sets of all attributes in one pass: what a row holds lies in one or two lines of the cache. */
  private tally({ rows, width, setCount }: Attributes, hits: HitSet): void {
    const { docs, count } = hits;
    if (this.setCounts.length < setCount) this.setCounts = new Uint32Array(setCount * 2);
    const products = this.setCounts.fill(0, 0, setCount);
    for (let i = 0; i < count; i++) {
      const from = docs[i] * width;
      for (let at = from; at < from + width; at++) products[rows[at]]++;
    }
    this.tallied = hits;
  }

  private addSets({ base, start, values }: Combinations, counts: Uint32Array): void {
    for (let set = 0; set < start.length - 1; set++) {
      const n = this.setCounts[base + set];
      if (n === 0) continue;
      for (let k = start[set]; k < start[set + 1]; k++) counts[values[k]] += n;
    }
  }

  /** Groups that appear once count once for each value that any of their products found has. */
  private countGroups(
    { level, size, start, of }: Attribute,
    { variants }: HitSet,
    { docs, single: { count: single } }: FoundProducts,
    { groupOf, variantStart }: Structure,
    counts: Uint32Array,
  ): void {
    const last = this.lastDoc.subarray(0, size).fill(0);
    for (let i = single; i < docs.length; i++) {
      const doc = docs[i];
      const group = groupOf[doc] + 1;
      const from = level === 'product' ? doc : variantStart[doc];
      const to = level === 'product' ? doc + 1 : variantStart[doc + 1];
      for (let owner = from; owner < to; owner++) {
        if (level === 'variant' && variants !== undefined && !hasBit(variants, owner)) continue;
        for (let k = start[owner]; k < start[owner + 1]; k++) {
          if (last[of[k]] === group) continue;
          last[of[k]] = group;
          counts[of[k]]++;
        }
      }
    }
  }

  private countVariants(attribute: Attribute, hits: HitSet, structure: Structure, counts: Uint32Array): void {
    const { start, of } = attribute;
    const { docs, count, variants } = hits;
    const { variantStart } = structure;
    // Two variants with the same value are one product: the last product counted for a value is remembered.
    const last = this.lastDoc.subarray(0, attribute.size).fill(0);
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      for (let v = variantStart[doc]; v < variantStart[doc + 1]; v++) {
        if (variants !== undefined && !hasBit(variants, v)) continue;
        for (let k = start[v]; k < start[v + 1]; k++) {
          const value = of[k];
          if (last[value] === doc + 1) continue;
          last[value] = doc + 1;
          counts[value]++;
        }
      }
    }
  }
}

function countProducts({ start, of, single }: Attribute, { docs, count }: HitSet, counts: Uint32Array): void {
  if (single) {
    for (let i = 0; i < count; i++) {
      const at = start[docs[i]];
      if (at < start[docs[i] + 1]) counts[of[at]]++;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    for (let k = start[doc]; k < start[doc + 1]; k++) counts[of[k]]++;
  }
}
