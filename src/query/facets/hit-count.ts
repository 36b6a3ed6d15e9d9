/**
 * Counts the hits in a set of products: a group that appears once is one hit, however many of its products are in the
 * set.
 */
import type { Structure } from '../../index/structure.js';
import { type Bitmap, emptyBitmap, hasBit, popcount, setBit } from '../../kernel/bitmap.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { HitSet } from './faceted-hits.js';

/** Number of hits among the products that are in both sets; `other` undefined: in `products`. */
export function countHits(products: Bitmap, other: Bitmap | undefined, structure: Structure): number {
  if (!structure.hasCollapsed) return other ? countBoth(products, other) : popcount(products);
  const { groupOf } = structure;
  let hits = 0;
  let lastGroup = -1;
  for (let word = 0; word < products.length; word++) {
    let bits = other ? products[word] & other[word] : products[word];
    while (bits !== 0) {
      const low = bits & -bits;
      // Products of a group are neighbours.
      const group = groupOf[(word << 5) + 31 - Math.clz32(low)];
      if (group !== lastGroup || !structure.isCollapsed(group)) hits++;
      lastGroup = group;
      bits ^= low;
    }
  }
  return hits;
}

function countBoth(a: Bitmap, b: Bitmap): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) {
    let w = a[i] & b[i];
    if (w === 0) continue;
    w -= (w >>> 1) & 0x55555555;
    w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
    total += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

/** All products behind a hit set: of groups that appear once, every product that was found. */
export function foundProducts(hits: HitSet, { productCount }: Structure): Bitmap {
  const products = emptyBitmap(productCount);
  const docs = hits.found?.docs ?? hits.docs;
  const count = hits.found?.docs.length ?? hits.count;
  for (let i = 0; i < count; i++) setBit(products, docs[i]);
  return products;
}

/** Hits with a variant in stock, among the variants that count: one hit after the other. */
export function countStocked(hits: HitSet, structure: Structure, inStock: OfferContext['inStock']): number {
  const { variants } = hits;
  const { docs, single } = hits.found ?? { docs: hits.docs, single: hits };
  const count = hits.found ? docs.length : hits.count;
  let n = 0;
  let lastGroup = -1;
  for (let i = 0; i < count; i++) {
    if (!hasBit(inStock.products, docs[i])) continue;
    if (variants !== undefined && !hasStockedVariant(docs[i], variants, inStock.variants, structure)) continue;
    const group = i < single.count ? -1 : structure.groupOf[docs[i]];
    if (group < 0 || group !== lastGroup) n++;
    lastGroup = group;
  }
  return n;
}

function hasStockedVariant(doc: number, counted: Bitmap, stocked: Bitmap, { variantStart }: Structure): boolean {
  for (let v = variantStart[doc]; v < variantStart[doc + 1]; v++) {
    if (hasBit(counted, v) && hasBit(stocked, v)) return true;
  }
  return false;
}
