/**
 * While somebody types, products of frequent words are passed over where only the best are shown. Explanations look at
 * every product: what they list is what suggestions have to be, in order, and as many as are counted.
 */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import type { RuleExpression } from '../../../src/catalog/rules/rule-expression.js';
import { autocompleteRequest, Builder, type Catalog, mainKeys } from '../../pages/shop.js';

const seed = 20261121;
const GROUPS = 2000;
const BRANDS = ['Brasse', 'Brix', 'Kobrid', 'Acme'];
const TYPES = ['Shirts', 'Shorts', 'Boots', 'Broches'];
const COLOURS = ['Brown', 'Black', 'Blue', 'Red'];

/** The same numbers below `bound` in every run (a linear congruential generator, Numerical Recipes). */
function draws(): (bound: number) => number {
  let state = seed;
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function catalog(): Catalog {
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
          title: [brand, colour, type, 'brand new'].slice(0, 2 + below(3)).join(' '),
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

t.test('suggestions and their number are those of a search through everything', async t => {
  const shop = new Builder(t).open(catalog());
  t.teardown(() => shop.close());
  const condition = { kind: 'range' as const, min: 5, max: 7 };
  const rules: RuleExpression[] = [[], [{ restrictions: [{ exclude: false, attribute: 'price', condition }] }]];
  let many = 0;
  for (const q of ['b', 'br', 'bra', 'bro', 'bl', 'sh', 'shi', 'shirts', 'brand', 'brow', 'ac', 's', 'blue b']) {
    for (const rule of rules) {
      const request = autocompleteRequest({ market: 'uk', locale: 'en-GB', q, rules: rule });
      const suggested = JSON.parse(shop.text(request)) as ReturnType<typeof shop.autocomplete>;
      const [list] = shop.explain(request).lists.filter(({ id }) => id === 'productSuggestions');
      t.same(
        mainKeys(suggested.productSuggestions),
        list!.hits.map(({ key }) => key),
        `${q}, ${rule.length} rules (seed ${seed})`,
      );
      t.equal(suggested.totalHits, list!.totalHits, `hits of ${q}`);
      if (suggested.totalHits > 1000) many++;
    }
  }
  t.ok(many > 8, 'of many there are far more hits than suggestions');
});
