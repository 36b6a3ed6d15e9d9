/** Finds products by the keys that storefronts use in carts: those of variants or products. */
import type { Structure } from '../../../index/structure.js';

/** The product of a variant key or product key, or -1; where a key is both, the variant's. */
export function productOfKey(key: string, { variants, products, productOf }: Structure): number {
  const variant = variants.find(key);
  return variant < 0 ? products.find(key) : productOf[variant];
}

/** The products of the keys, in their order, each once; unknown keys are skipped. */
export function productsOfKeys(keys: readonly string[], structure: Structure): number[] {
  const found = new Set<number>();
  for (const key of keys) {
    const product = productOfKey(key, structure);
    if (product >= 0) found.add(product);
  }
  return [...found];
}
