/** Where variants out of stock are hidden, their sizes are no facet values, and select nothing. */
import t from 'tap';
import { Builder, type FacetValueJson, type Shop } from '../../shop.js';

const VIEW = { market: 'se', locale: 'sv-SE' };
/** By product, the stock of each size. */
const STOCKS: Record<string, Record<string, number>> = {
  coat: { S: 0, M: 2, L: 1 },
  boot: { S: 1, M: 0 },
  tent: { XL: 0 },
};
const groups = Object.fromEntries(
  Object.entries(STOCKS).map(([name, sizes]) => {
    const variants = Object.fromEntries(
      Object.entries(sizes).map(([size, stock]) => [`${name}-${size}`, { defaults: { listPrice: 1, size, stock } }]),
    );
    const defaults = { title: name, url: `/${name}`, dataLocale: VIEW.locale };
    return [`g-${name}`, { products: { [name]: { markets: ['se'], defaults, variants } } }];
  }),
);
const builder = new Builder(t);
const all = builder.open({ groups, translations: [] });
const hiding = builder.open({ groups, translations: [] }, { outOfStockVariants: false });
t.teardown(() => {
  all.close();
  hiding.close();
});

function sizesOf(shop: Shop): Record<string, number> {
  const { facets } = shop.search({ ...VIEW, q: '' }).primaryList;
  const { sizeTypes } = facets.find(({ id }) => id === 'size') as unknown as {
    sizeTypes: { formats: { values: FacetValueJson[] }[] }[];
  };
  const values = sizeTypes.flatMap(({ formats }) => formats.flatMap(format => format.values));
  return Object.fromEntries(values.map(({ label, count }) => [label, count]));
}

function hitsOf(shop: Shop, size: string): number {
  return shop.search({ ...VIEW, q: '', facets: [{ id: 'size', values: [size] }] }).primaryList.totalHits;
}

t.test('by default every size is listed, and counts the products that have it', async t => {
  t.same(sizesOf(all), { S: 2, M: 2, L: 1, XL: 1 });
  t.equal(hitsOf(all, 'XL'), 1);
});

t.test('hidden sizes are neither listed nor counted', async t => {
  t.same(sizesOf(hiding), { S: 1, M: 1, L: 1 });
});

t.test('a hidden size selects nothing, and the product is found without it', async t => {
  t.equal(hitsOf(hiding, 'XL'), 0);
  t.equal(hitsOf(hiding, 'S'), 1);
  t.equal(hiding.search({ ...VIEW, q: '' }).primaryList.totalHits, 3);
});
