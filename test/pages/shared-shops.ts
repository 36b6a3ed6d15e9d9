/**
 * Shops over small random catalogs, for tests that ask them in their own way: properties with the same seed draw the
 * same catalogs, run by run, and each catalog is built once in a process, which takes longer than most of what is asked
 * of it. How catalogs are built has tests of its own.
 */
import type fc from 'fast-check';
import t from 'tap';
import type { PageSettings } from '../../src/pages/shared/page-settings.js';
import type { SharedSnapshot } from '../../src/snapshot/index.js';
import { catalogs } from './random-catalog.js';
import { Builder, type Catalog, Shop } from './shop.js';

/** Of the properties: with another one, they would have catalogs of their own. */
export const SHARED_SEED = 20260901;
/** To be drawn before everything else of a run. */
export const sharedCatalogs: fc.Arbitrary<Catalog> = catalogs(8);
/** The same without groups that appear once in a listing only. */
export const listedCatalogs: fc.Arbitrary<Catalog> = catalogs(8, false);

/** So many snapshots are kept; a run that fails is tried again with smaller and smaller catalogs. */
const MOST_KEPT = 100;
const builder = new Builder(t, true);
/** By the JSON of the catalog. */
const built = new Map<string, SharedSnapshot>();

/** Opens a shop of a catalog, which is built unless it has been before; the caller closes it. */
export function openShared(catalog: Catalog, settings: Partial<PageSettings> = {}): Shop {
  const json = JSON.stringify(catalog);
  const known = built.get(json);
  if (known) return new Shop(known, settings);
  const shop = builder.open(catalog, settings);
  if (built.size < MOST_KEPT) built.set(json, shop.shared);
  return shop;
}

/** Runs `use` on the shop of a catalog and closes it. */
export function withShared<T>(catalog: Catalog, use: (shop: Shop) => T, settings: Partial<PageSettings> = {}): T {
  const shop = openShared(catalog, settings);
  try {
    return use(shop);
  } finally {
    shop.close();
  }
}
