/**
 * Counting: how many products of a hit set have each value of an attribute, and between which bounds a column lies.
 * Counts are exact and over products, in one pass over the hits.
 */
import type { Attribute, Combinations } from '../index/attributes.js';
import type { Structure } from '../index/structure.js';
import { hasBit } from '../kernel/bitmap.js';
import type { FoundProducts, HitSet } from './listing.js';

export interface Bounds {
  min: number;
  max: number;
}

/** Scratch of one thread: the counts of one attribute are valid until the next. */
export class FacetCounter {
  private counts = new Uint32Array(1024);
  private lastDoc = new Uint32Array(1024);
  private setCounts = new Uint32Array(1024);

  /** Products with each value, by value ordinal. */
  values(attribute: Attribute, hits: HitSet, structure: Structure): Uint32Array {
    if (this.counts.length < attribute.size) {
      this.counts = new Uint32Array(attribute.size * 2);
      this.lastDoc = new Uint32Array(attribute.size * 2);
    }
    const counts = this.counts.subarray(0, attribute.size).fill(0);
    if (hits.found) {
      const { docs, single } = hits.found;
      this.count(attribute, { ...hits, docs, count: single, found: undefined }, structure, counts);
      this.countGroups(attribute, hits, hits.found, structure, counts);
    } else {
      this.count(attribute, hits, structure, counts);
    }
    return counts;
  }

  private count(attribute: Attribute, hits: HitSet, structure: Structure, counts: Uint32Array): void {
    const whole = attribute.level === 'product' || hits.variants === undefined;
    // Few products are counted sooner than all sets are looked through.
    if (whole && attribute.sets && attribute.sets.start.length <= hits.count) {
      this.countSets(attribute.sets, hits, counts);
    } else if (attribute.level === 'product') countProducts(attribute, hits, counts);
    else this.countVariants(attribute, hits, structure, counts);
  }

  /** Groups that appear once count once for each value that any of their products found has. */
  private countGroups(
    { level, size, start, of }: Attribute,
    { variants }: HitSet,
    { docs, single }: FoundProducts,
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

  private countSets({ of, start, values }: Combinations, { docs, count }: HitSet, counts: Uint32Array): void {
    const sets = start.length - 1;
    if (this.setCounts.length < sets) this.setCounts = new Uint32Array(sets * 2);
    const products = this.setCounts.fill(0, 0, sets);
    for (let i = 0; i < count; i++) products[of[docs[i]]]++;
    for (let set = 0; set < sets; set++) {
      const n = products[set];
      if (n === 0) continue;
      for (let k = start[set]; k < start[set + 1]; k++) counts[values[k]] += n;
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

/** Bounds of a column over the products of a hit set, values above `limit` left out; undefined when none has a value. */
export function productBounds(
  values: ArrayLike<number>,
  { docs: shown, count, found }: HitSet,
  limit = Number.POSITIVE_INFINITY,
): Bounds | undefined {
  const docs = found?.docs ?? shown;
  const n = found?.docs.length ?? count;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const value = values[docs[i]];
    if (value > limit) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}

/** Bounds of a column over the variants that count. */
export function variantBounds(values: ArrayLike<number>, hits: HitSet, structure: Structure): Bounds | undefined {
  const { variants } = hits;
  const docs = hits.found?.docs ?? hits.docs;
  const count = hits.found?.docs.length ?? hits.count;
  const { variantStart } = structure;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    for (let v = variantStart[docs[i]], end = variantStart[docs[i] + 1]; v < end; v++) {
      if (variants !== undefined && !hasBit(variants, v)) continue;
      const value = values[v];
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : undefined;
}
