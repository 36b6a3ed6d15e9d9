/** Small catalogs, written out in tests, and what is found in them. */
import t from 'tap';
import type { ProductData } from '../../src/catalog/records.js';
import type { SearchPageRequest } from '../../src/pages/shared/requests.js';
import { type Asked, Builder, mainKeys, type SearchJson } from '../pages/shop.js';

const builder = new Builder(t);

export interface Thing extends ProductData {
  price?: number;
  /** What it cost before. */
  listed?: number;
  sizes?: string[];
  colors?: string[];
}

type Relaxed = SearchJson & { relaxed?: { dropped: string[]; totalHits: number } };

/** A shop with one locale: what each product is, by its key. */
export function shopOf(locale: string, products: Record<string, Thing>, documents: Record<string, unknown> = {}) {
  const groups = Object.fromEntries(
    Object.entries(products).map(([key, { price = 100, listed, sizes = ['one'], colors, ...data }]) => [
      `group-${key}`,
      {
        products: {
          [key]: {
            markets: ['m'],
            defaults: { title: key, url: `/${key}`, dataLocale: locale, ...data },
            ...(colors && { colorInitial: colors }),
            variants: Object.fromEntries(
              sizes.map((size, i) => [
                `${key}-v${i}`,
                { defaults: { listPrice: listed ?? price, sellingPrice: price, stock: 1, size } },
              ]),
            ),
          },
        },
      },
    ]),
  );
  const shop = builder.open({ groups, translations: [], documents });
  t.teardown(() => shop.close());
  const search = (q: string, more: Partial<Asked<SearchPageRequest>> = {}) =>
    shop.search({ market: 'm', locale, q, limit: 50, ...more }) as Relaxed;
  return { shop, search, keys: (q: string) => mainKeys(search(q).primaryList.productGroups) };
}
