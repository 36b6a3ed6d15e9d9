import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { FacetSelection } from '../../src/pages/shared/requests.js';
import { type OfferSelection, ORDINARY, Oracle } from '../pages/oracle.js';
import { facetSelections, offerSelections, ruleExpressions } from '../pages/random-request.js';
import { listedCatalogs, SHARED_SEED, sharedCatalogs, withShared } from '../pages/shared-shops.js';
import { Builder, type Catalog, mainKeys, NOW, type Shop } from '../pages/shop.js';

const builder = new Builder(t);

interface Question {
  rules: RuleExpression;
  facets: FacetSelection[];
  offers: OfferSelection;
  pageSize: number;
}

const keys = Array.from({ length: 5 }, (_, g) => `${'QBXK'[g % 4]}${g % 3 === 0 ? '/#' : '+.'}${g}`).flatMap(prefix => [
  `g${prefix}`,
  `${prefix}c`,
  `${prefix}a`,
  `${prefix}c-v0`,
  `${prefix}c-v1`,
]);
const questions = fc.array(
  fc.record<Question>({
    rules: ruleExpressions(keys),
    facets: facetSelections,
    offers: offerSelections,
    pageSize: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 20, maxLength: 20 },
);

/** All pages of a listing, as the keys of main products. */
function allPages(shop: Shop, view: { market: string; locale: string }, { rules, facets, offers, pageSize }: Question) {
  const keys: string[] = [];
  for (let skip = 0; ; skip += pageSize) {
    const { primaryList } = shop.search({ ...view, ...offers, rules, facets, skip, limit: pageSize });
    keys.push(...mainKeys(primaryList.productGroups));
    if (primaryList.productGroups.length < pageSize) return { keys, totalHits: primaryList.totalHits };
  }
}

function check(shop: Shop, catalog: Catalog, question: Question): void {
  for (const view of shop.views) {
    const oracle = new Oracle(catalog, view.market, view.locale);
    const expected = oracle.hits(question.rules, question.facets, question.offers);
    const { keys: found, totalHits } = allPages(shop, view, question);
    const asked = JSON.stringify({ view, ...question });
    assert.equal(found.length, totalHits, `totalHits is what all pages list: ${asked}`);
    assert.equal(new Set(found).size, found.length, `nothing is listed twice: ${asked}`);
    const single = expected.filter(({ once }) => !once).map(({ product }) => product.key);
    const listedSingle = found.filter(key => !oracle.item(key).once);
    assert.deepEqual(listedSingle.sort(), single.sort(), asked);
    const groups = [...new Set(expected.filter(({ once }) => once).map(({ group }) => group))];
    const listedOnce = found.filter(key => oracle.item(key).once);
    assert.deepEqual(listedOnce.map(key => oracle.item(key).group).sort(), groups.sort(), `once a group: ${asked}`);
    const allowed = new Set(expected.map(({ product }) => product.key));
    for (const key of listedOnce)
      assert.ok(allowed.has(key), `${key} stands for its group but does not match: ${asked}`);
  }
}

t.test('rules and facet selections list exactly the products of which one variant meets them all', async () => {
  fc.assert(
    fc.property(sharedCatalogs, questions, (catalog, asked) => {
      withShared(catalog, shop => {
        for (const question of asked) check(shop, catalog, question);
      });
    }),
    { seed: SHARED_SEED, numRuns: 12 },
  );
});

t.test('conditions of one variant do not add up over several', async t => {
  const variants = {
    small: { defaults: { listPrice: 100, stock: 0, size: 'S' } },
    large: { defaults: { listPrice: 50, stock: 3, size: 'L' } },
  };
  const product = { markets: ['se'], defaults: { title: 'Shirt', url: '/s', dataLocale: 'en-GB' }, variants };
  const catalog: Catalog = { groups: { g: { products: { p: product } } }, translations: [] };
  const view = { market: 'se', locale: 'en-GB' };
  builder.with(catalog, shop => {
    const total = (...facets: FacetSelection[]) => shop.search({ ...view, facets }).primaryList.totalHits;
    const small = { id: 'size', values: ['S'] };
    t.equal(total(small), 1);
    t.equal(total({ id: 'onlyInStock', checked: true }), 1);
    t.equal(total(small, { id: 'onlyInStock', checked: true }), 0, 'the small one is out of stock');
    t.equal(total(small, { id: 'price', max: 60 }), 0, 'the small one costs more');
    t.equal(total({ id: 'size', values: ['L'] }, { id: 'price', max: 60 }, { id: 'onlyInStock', checked: true }), 1);
  });
});

t.test("a variant's own number stands for that of its product", async t => {
  const variants = {
    v: { defaults: { listPrice: 1, customNumbers: { watt: 7 } } },
    w: { defaults: { listPrice: 1, customNumbers: { watt: 9 } } },
  };
  const defaults = { title: 'Lamp', url: '/l', dataLocale: 'en-GB', customNumbers: { watt: 5 } };
  const catalog: Catalog = {
    groups: { g: { products: { p: { markets: ['se'], defaults, variants } } } },
    translations: [],
  };
  builder.with(catalog, shop => {
    for (const [watt, hits] of [
      [5, 0],
      [7, 1],
      [9, 1],
    ] as const) {
      const facets = [{ id: 'custom.number.watt', min: watt, max: watt }];
      t.equal(shop.search({ market: 'se', locale: 'en-GB', facets }).primaryList.totalHits, hits, `${watt} W`);
    }
  });
});

t.test('newness moves on with the clock, whatever was asked before', async t => {
  const released = NOW - 3_600_000;
  const defaults = { title: 'Shirt', url: '/s', dataLocale: 'en-GB', releaseDate: new Date(released).toISOString() };
  const product = { markets: ['se'], defaults, variants: { v: { defaults: { listPrice: 1 } } } };
  const catalog: Catalog = { groups: { g: { products: { p: product } } }, translations: [] };
  builder.with(catalog, shop => {
    const rules = [
      { restrictions: [{ exclude: false, attribute: 'newness', condition: { kind: 'days' as const, days: 1 } }] },
    ];
    const total = (nowMs: number) => shop.search({ market: 'se', locale: 'en-GB', rules }, nowMs).primaryList.totalHits;
    t.equal(total(released - 60_000), 0, 'not released yet');
    t.equal(total(released + 60_000), 1, 'released on the same day');
    t.equal(total(released + 86_400_000), 1, 'a day ago to the minute');
    t.equal(total(released + 86_400_000 + 60_000), 0, 'more than a day ago');
  });
});

t.test('an empty request lists everything there is in the view', async () => {
  fc.assert(
    fc.property(listedCatalogs, catalog => {
      withShared(catalog, shop => {
        for (const view of shop.views) {
          const expected = new Oracle(catalog, view.market, view.locale).hits([], [], ORDINARY).length;
          assert.equal(shop.search(view).primaryList.totalHits, expected);
        }
      });
    }),
    { seed: SHARED_SEED, numRuns: 5 },
  );
});
