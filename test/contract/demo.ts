/**
 * The demo catalog as its file has it, or a third of its groups where that will do, for tests that compare answers with
 * what was imported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Product, ProductGroup, Variant } from '../../src/catalog/records.js';
import { testFolder } from '../folder.js';

export const DEMO_FILE = fileURLToPath(new URL('../../data/demo.catalog.jsonl.gz', import.meta.url));

/** One line of a catalog import. */
export type Line = Record<string, Record<string, unknown>>;

export function demoLines(): Line[] {
  const lines = gunzipSync(readFileSync(DEMO_FILE)).toString().trim().split('\n');
  return lines.map(line => JSON.parse(line) as Line);
}

/** The group of the product that browsers look at. */
const SHOWN = 'g1005';

/** One group in `every`, the one that browsers look at, and everything that is no group. */
export function someDemoLines(every = 3): Line[] {
  const belongs = ({ replace }: Line, i: number) =>
    replace?.['productGroup'] === undefined || replace['key'] === SHOWN || i % every === 0;
  return demoLines().filter(belongs);
}

/**
 * Writes lines to a file that can be imported, and beside it what a daemon that starts with it is to configure first: it
 * takes the demo's images. Both are gone after the test.
 */
export function catalogFile(t: { teardown(fn: () => unknown): void }, lines: readonly object[]): string {
  const folder = testFolder(t);
  const file = join(folder, 'some.catalog.jsonl.gz');
  writeFileSync(join(folder, 'some.site.json'), JSON.stringify({ configuration: [{ edit: { svgImages: true } }] }));
  writeFileSync(file, new Uint8Array(gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join(''))));
  return file;
}

export interface DemoProduct {
  key: string;
  group: string;
  /** Its group is listed once, however many of its products match. */
  listedOnce: boolean;
  product: Product;
}

/** Products by key. */
export function demoProducts(lines = demoLines()): Map<string, DemoProduct> {
  const products = new Map<string, DemoProduct>();
  for (const { replace } of lines) {
    const group = replace?.['productGroup'] as ProductGroup | undefined;
    for (const [key, product] of Object.entries(group?.products ?? {}))
      products.set(key, {
        key,
        group: replace!['key'] as string,
        listedOnce: group!.suppressDuplicates === true,
        product,
      });
  }
  return products;
}

/** The data of a variant in a market, all locales alike. */
export function offerOf(variant: Variant, market: string): Variant['defaults'] {
  return { ...variant.defaults, ...variant.overrides?.[`${market}|*`] };
}
