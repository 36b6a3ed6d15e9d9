/** What recommendations and invented sessions know of a product. */
import { productGroups } from '../catalogs/product-groups.js';

export interface SessionProduct {
  key: string;
  /** Products of one are not complements of each other. */
  group: string;
  /** Put into carts and paid for. */
  variantKey: string;
  /** What names its kind; empty where nothing does. */
  category: string;
  gender?: string;
  brand?: string;
  color?: string;
  price?: number;
}

/** @param file a catalog, .jsonl.gz */
export async function readProducts(file: string): Promise<SessionProduct[]> {
  const products: SessionProduct[] = [];
  for await (const { key: group, productGroup } of productGroups(file)) {
    for (const [key, { defaults, colorInitial, variants }] of Object.entries(productGroup.products)) {
      const [variantKey, variant] = Object.entries(variants)[0];
      products.push({
        key,
        group,
        variantKey,
        category: defaults.category?.[0] ?? '',
        gender: defaults.gender?.[0],
        brand: defaults.brand,
        color: colorInitial?.[0],
        price: variant.defaults.sellingPrice ?? variant.defaults.listPrice,
      });
    }
  }
  return products;
}
