/**
 * Filters: which products a list may show. Conditions on products and on variants are kept apart until the end, because
 * one variant of the product must meet all variant conditions: a size that is in stock at a price, not one size in
 * stock and another at that price.
 */

import type { Structure } from '../../index/structure.js';
import { andInto, type Bitmap, emptyBitmap, hasBit, orInto, setBit } from '../../kernel/bitmap.js';

export interface Filter {
  /** Undefined: every product. */
  products?: Bitmap;
  /** Undefined: every variant. */
  variants?: Bitmap;
}

export const EVERYTHING: Filter = {};

/** The conjunction of two filters, whose variant conditions must hold for one variant. Changes neither argument. */
export function both(a: Filter, b: Filter): Filter {
  return { products: intersect(a.products, b.products), variants: intersect(a.variants, b.variants) };
}

function intersect(a: Bitmap | undefined, b: Bitmap | undefined): Bitmap | undefined {
  if (!a || !b) return a ?? b;
  const out = a.slice();
  andInto(out, b);
  return out;
}

/** The disjunction of filters. */
export function anyOf(filters: readonly Filter[], structure: Structure): Filter {
  if (filters.length === 0) return EVERYTHING;
  if (filters.length === 1) return filters[0];
  if (filters.some(filter => !filter.products && !filter.variants)) return EVERYTHING;
  if (filters.every(filter => !filter.variants)) {
    const products = filters[0].products!.slice();
    for (const filter of filters.slice(1)) orInto(products, filter.products!);
    return { products };
  }
  const variants = emptyBitmap(structure.variantCount);
  for (const filter of filters) orInto(variants, passingVariants(filter, structure));
  return { variants };
}

/** The variants that pass, product conditions included. */
function passingVariants(filter: Filter, structure: Structure): Bitmap {
  const { products, variants } = filter;
  if (!products) return variants!;
  const out = emptyBitmap(structure.variantCount);
  for (let v = 0; v < structure.variantCount; v++) {
    if (hasBit(products, structure.productOf[v]) && (!variants || hasBit(variants, v))) setBit(out, v);
  }
  return out;
}

/** The products that pass, or undefined when all do. */
export function passingProducts(filter: Filter, structure: Structure): Bitmap | undefined {
  const { products, variants } = filter;
  if (!variants) return products;
  const out = emptyBitmap(structure.productCount);
  const { productOf } = structure;
  for (let word = 0; word < variants.length; word++) {
    let bits = variants[word];
    while (bits !== 0) {
      const low = bits & -bits;
      const product = productOf[(word << 5) + 31 - Math.clz32(low)];
      out[product >>> 5] |= 1 << (product & 31);
      bits ^= low;
    }
  }
  if (products) andInto(out, products);
  return out;
}
