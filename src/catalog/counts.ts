/** How many records of each kind the catalog holds, kept up to date with every change. */
import type { ProductGroup } from './records.js';

export interface CatalogCounts {
  productGroups: number;
  products: number;
  variants: number;
  content: number;
  translations: number;
}

export function emptyCounts(): CatalogCounts {
  return { productGroups: 0, products: 0, variants: 0, content: 0, translations: 0 };
}

/** Takes a group in (`delta` 1) or out (-1). */
export function countGroup(counts: CatalogCounts, group: ProductGroup, delta: 1 | -1): void {
  counts.productGroups += delta;
  for (const product of Object.values(group.products)) {
    counts.products += delta;
    counts.variants += delta * Object.keys(product.variants).length;
  }
}
