/**
 * The demo catalog as its file has it, for tests that compare answers with what was imported.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Product, ProductGroup, Variant } from '../../src/catalog/records.js';

export const DEMO_FILE = fileURLToPath(new URL('../../data/demo.catalog.jsonl.gz', import.meta.url));

/** One line of a catalog import. */
export type Line = Record<string, Record<string, unknown>>;

export function demoLines(): Line[] {
  const lines = gunzipSync(readFileSync(DEMO_FILE)).toString().trim().split('\n');
  return lines.map(line => JSON.parse(line) as Line);
}

export interface DemoProduct {
  key: string;
  group: string;
  product: Product;
}

/** Products by key. */
export function demoProducts(lines = demoLines()): Map<string, DemoProduct> {
  const products = new Map<string, DemoProduct>();
  for (const { replace } of lines) {
    const group = replace?.['productGroup'] as ProductGroup | undefined;
    for (const [key, product] of Object.entries(group?.products ?? {}))
      products.set(key, { key, group: replace!['key'] as string, product });
  }
  return products;
}

/** The data of a variant in a market, all locales alike. */
export function offerOf(variant: Variant, market: string): Variant['defaults'] {
  return { ...variant.defaults, ...variant.overrides?.[`${market}|*`] };
}
