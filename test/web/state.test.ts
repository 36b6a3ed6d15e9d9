/**
 * The preview page's address: what it says is what was shown, for any selection a visitor can make.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import {
  at,
  type FacetSelection,
  formatState,
  parseState,
  type State,
  searchFor,
  toggleValue,
} from '../../web/page/state.js';

const seed = 20260901;

/** Objects as the page makes them: with a prototype. */
const plain = { noNullPrototype: true } as const;

const text = fc.string({ minLength: 1, maxLength: 12 });
/** Values are joined with `|`, as the API has it, so none holds one; `true` is what check boxes say. */
const value = text.filter(value => !value.includes('|') && value !== 'true');
const facetId = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/).filter(id => !/\.(min|max)$/.test(id));
const bound = fc.integer({ min: -1000, max: 100000 });
const selection: fc.Arbitrary<FacetSelection> = fc.oneof(
  fc.uniqueArray(value, { minLength: 1, maxLength: 4 }).map(values => ({ values: new Set(values) })),
  fc.constant({ checked: true } as const),
  fc.record({ min: bound }, plain),
  fc.record({ max: bound }, plain),
  fc.record({ min: bound, max: bound }, plain),
);
const context = fc.constantFrom<Record<string, string>>({}, { priceId: 'vip' }, { stores: 'london|leeds' });
/** All but the start page, which is what an address without any of this shows. */
const place = fc.oneof(
  fc.record({ view: fc.constantFrom('search', 'articles', 'cart', 'favorites'), reference: fc.constant('') }, plain),
  fc.record({ view: fc.constantFrom('category', 'product', 'article', 'topic'), reference: text }, plain),
);
const inner = fc.record(
  {
    market: text,
    locale: text,
    q: fc.string({ maxLength: 12 }),
    facets: fc
      .uniqueArray(fc.tuple(facetId, selection), { maxLength: 4, selector: ([id]) => id })
      .map(all => new Map(all)),
    category: fc.constantFrom('', '/women/shoes'),
    sort: fc.constantFrom('', 'PRICE_ASCENDING'),
    page: fc.integer({ min: 1, max: 400 }),
    origin: fc.constantFrom('', 'UNDO_AUTO_CORRECT'),
    secondary: fc.boolean(),
    context,
  },
  plain,
);
const state: fc.Arbitrary<State> = fc.tuple(place, inner).map(([place, inner]) => ({ ...place, ...inner }));

t.test(`an address gives back the state it was made from (seed ${seed})`, async () => {
  fc.assert(
    fc.property(state, before => assert.deepStrictEqual(parseState(formatState(before)), before)),
    { seed, numRuns: 300 },
  );
});

t.test('an address that says nothing but the market shows the start page', async t => {
  const start = parseState('?market=se&locale=sv-SE&priceId=vip');
  t.equal(start.view, 'start');
  t.strictSame(parseState(formatState(start)), start);
  t.equal(parseState('?show=everything').view, 'start', 'as does one that asks for what there is not');
});

t.test('another page of the same market keeps the price list, and no filter', async t => {
  const before = parseState('?market=se&locale=sv-SE&in=/dam&f.brand=A&page=2&priceId=vip');
  t.strictSame(at(before, 'product', 'p1'), parseState('?market=se&locale=sv-SE&product=p1&priceId=vip'));
});

t.test('an address with nonsense shows the first page of all products', async t => {
  const { view, page, q, facets } = parseState('?page=-3&f.price.min=cheap&f.=x');
  t.equal(view, 'search');
  t.equal(page, 1);
  t.equal(q, '');
  t.notOk(facets.has('price'), 'a bound that is no number selects nothing');
});

t.test('a new search keeps the view and the price list, and nothing else', async t => {
  const before = parseState('?market=se&locale=sv-SE&q=tält&f.brand=A&sort=RATING&page=4&priceId=vip');
  t.strictSame(searchFor(before, 'lampa'), parseState('?market=se&locale=sv-SE&q=lampa&priceId=vip'));
});

t.test('choosing a category drops the ones above and below it', async t => {
  const women = parseState('?f.category=Women|Home');
  const shoes = toggleValue(women, 'category', 'Women > Shoes');
  t.strictSame(shoes.facets.get('category'), { values: new Set(['Home', 'Women > Shoes']) });
  const back = toggleValue(shoes, 'category', 'Women');
  t.strictSame(back.facets.get('category'), { values: new Set(['Home', 'Women']) });
});

t.test('taking the last value away leaves no selection, and goes to the first page', async t => {
  const chosen = parseState('?f.brand=A&page=3');
  const none = toggleValue(chosen, 'brand', 'A');
  t.equal(none.facets.size, 0);
  t.equal(none.page, 1);
});
