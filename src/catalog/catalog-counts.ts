/** Numbers of records of each kind in the catalog, updated with every change of a record. */
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

/** Adds (`delta` 1) or subtracts (-1) a group with its products and variants. */
export function countGroup(counts: CatalogCounts, group: ProductGroup, delta: 1 | -1): void {
  counts.productGroups += delta;
  for (const product of Object.values(group.products)) {
    counts.products += delta;
    counts.variants += delta * Object.keys(product.variants).length;
  }
}
