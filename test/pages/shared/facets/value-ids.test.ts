/** Every value that a facet lists can be selected by its id, and paths however their levels are spaced. */
import t from 'tap';
import { parseStorefrontQuery } from '../../../../src/api/parse-query.js';
import { parseRules } from '../../../../src/catalog/rules/parse-rules.js';
import { Builder, type FacetValueJson } from '../../shop.js';

const VIEW = 'market=se&locale=sv-SE&touchpoint=desktop&userContext=ANONYMOUS';
const BRANDS = ['A|B', 'A', 'B', '50%', '50%25', '%7C'];
const groups = Object.fromEntries(
  BRANDS.map((brand, i) => {
    const defaults = {
      title: 'Lamp',
      url: '/p',
      dataLocale: 'sv-SE',
      brand,
      category: [i % 2 ? 'Home > Lamps' : 'Garden'],
    };
    const variants = { [`v${i}`]: { defaults: { listPrice: 1, stock: 1 } } };
    return [`g${i}`, { products: { [`p${i}`]: { markets: ['se'], defaults, variants } } }];
  }),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());

function search(query: string) {
  const rawQuery = `${VIEW}&q=&${query}`;
  const request = parseStorefrontQuery('search-page', { method: 'GET', rawQuery }, { ticketSecret: 's' });
  return JSON.parse(shop.text(request)).primaryList as { totalHits: number; facets: { id: string }[] };
}

t.test('each id selects its value alone', async t => {
  const brand = search('').facets.find(({ id }) => id === 'brand') as unknown as { values: FacetValueJson[] };
  t.same(brand.values.map(({ label }) => label).sort(), [...BRANDS].sort());
  for (const { id, label } of brand.values) {
    t.notMatch(id, '|');
    const { totalHits, facets } = search(`f.brand=${encodeURIComponent(id)}`);
    const own = facets.find(({ id }) => id === 'brand') as unknown as { values: FacetValueJson[] };
    t.equal(totalHits, 1, label);
    t.same(
      own.values.filter(({ selected }) => selected).map(({ label }) => label),
      [label],
    );
  }
  const both = brand.values.filter(({ label }) => label === 'A' || label === 'A|B').map(({ id }) => id);
  t.equal(search(`f.brand=${encodeURIComponent(both.join('|'))}`).totalHits, 2);
});

t.test('spaces around > do not count', async t => {
  for (const path of ['Home > Lamps', 'Home>Lamps', ' home  >lamps ']) {
    t.equal(search(`f.category=${encodeURIComponent(path)}`).totalHits, 3, path);
    const rules = parseRules(`rule incl category {"${path}"}`);
    t.equal(shop.search({ market: 'se', locale: 'sv-SE', rules }).primaryList.totalHits, 3, path);
  }
});
