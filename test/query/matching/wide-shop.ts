/** A shop of few words and some thousands of products: most words are of many of them. */
import type { ProductGroup } from '../../../src/catalog/records.js';
import type { Catalog } from '../../pages/shop.js';

export const SEED = 20261121;
const GROUPS = 2000;
const BRANDS = ['Brasse', 'Brix', 'Kobrid', 'Acme'];
const TYPES = ['Shirts', 'Shorts', 'Boots', 'Broches'];
const COLOURS = ['Brown', 'Black', 'Blue', 'Red'];

/** The same numbers below `bound` in every run (a linear congruential generator, Numerical Recipes). */
export function draws(): (bound: number) => number {
  let state = SEED;
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export function wideCatalog(): Catalog {
  const below = draws();
  const one = (list: readonly string[]) => list[below(list.length)]!;
  const groups: Record<string, ProductGroup> = {};
  for (let g = 0; g < GROUPS; g++) {
    const products: ProductGroup['products'] = {};
    for (let p = 0; p <= below(4); p++) {
      const [brand, type, colour] = [one(BRANDS), one(TYPES), one(COLOURS)];
      products[`p${g}-${p}`] = {
        markets: ['uk'],
        defaults: {
          brand,
          productType: [type],
          url: '/p',
          dataLocale: 'en-GB',
          title: [brand, colour, type, 'brand new', ...(below(90) === 0 ? ['limited'] : [])].slice(below(2)).join(' '),
          customLabels: { color: [colour] },
          ...(below(3) > 0 && { rating: 1 + below(5) }),
          ...(below(2) > 0 && { releaseDate: `2026-0${1 + below(8)}-01` }),
        },
        variants: { [`v${g}-${p}`]: { defaults: { listPrice: 10, sellingPrice: 5 + below(5), stock: below(3) } } },
      };
    }
    groups[`g${g}`] = { products };
  }
  return { groups, translations: [] };
}
