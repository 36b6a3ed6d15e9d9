import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { FacetSelection, SortOrder } from '../../src/pages/shared/requests.js';
import { SORT_ORDERS } from '../../src/pages/shared/requests.js';
import { type OfferSelection, Oracle, offerOf } from '../pages/oracle.js';
import { facetSelections, offerSelections, ruleExpressions } from '../pages/random-request.js';
import { SHARED_SEED, sharedCatalogs, withShared } from '../pages/shared-shops.js';
import { Builder, type Catalog, mainKeys, type Shop } from '../pages/shop.js';
import { sorted } from '../pages/sort-oracle.js';

const view = { market: 'se', locale: 'sv-SE' };

interface Question {
  rules: RuleExpression;
  facets: FacetSelection[];
  offers: OfferSelection;
}

const question = fc.record<Question>({
  rules: fc.oneof({ weight: 3, arbitrary: fc.constant<RuleExpression>([]) }, ruleExpressions([])),
  facets: fc.oneof({ weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) }, facetSelections),
  offers: offerSelections,
});

function list(shop: Shop, { rules, facets, offers }: Question, sort?: SortOrder, skip = 0, limit = 600) {
  return shop.search({ ...view, ...offers, rules, facets, skip, limit, ...(sort && { sort }) }).primaryList;
}

/** Runs over catalogs that have the view. */
function eachCatalog(runs: number, use: (shop: Shop, catalog: Catalog, asked: Question[]) => void): void {
  fc.assert(
    fc.property(sharedCatalogs, fc.array(question, { minLength: 6, maxLength: 6 }), (catalog, asked) => {
      withShared(catalog, shop => {
        if (shop.views.some(({ market }) => market === view.market)) use(shop, catalog, asked);
      });
    }),
    { seed: SHARED_SEED, numRuns: runs },
  );
}

t.test('every sort order is that of its values, products without one last, ties by product key', async () => {
  eachCatalog(15, (shop, catalog, asked) => {
    const oracle = new Oracle(catalog, view.market, view.locale);
    for (const one of asked) {
      for (const sort of SORT_ORDERS) {
        if (sort === 'RELEVANCE') continue;
        const { productGroups, sort: said } = list(shop, one, sort);
        const keys = mainKeys(productGroups);
        // Which product stands for a group that appears once is not the order's business: see below.
        const items = keys.map(key => oracle.item(key));
        const expected = sorted(items, sort, oracle, one.offers).map(({ product }) => product.key);
        assert.deepEqual(keys, expected, `${sort}: ${JSON.stringify(one)}`);
        assert.equal(said.selected, sort);
      }
    }
  });
});

t.test('any page is a slice of the whole list', async () => {
  eachCatalog(12, (shop, _catalog, asked) => {
    for (const [i, one] of asked.entries()) {
      const sort = SORT_ORDERS[(i * 7) % SORT_ORDERS.length];
      const whole = list(shop, one, sort);
      const all = mainKeys(whole.productGroups);
      assert.equal(all.length, whole.totalHits);
      for (const [skip, limit] of [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 600],
        [all.length - 1, 5],
        [all.length, 5],
        [10_000, 600],
      ] as const) {
        if (skip < 0) continue;
        const page = list(shop, one, sort, skip, limit);
        assert.deepEqual(mainKeys(page.productGroups), all.slice(skip, skip + limit), `${sort} from ${skip}, ${limit}`);
        assert.equal(page.totalHits, whole.totalHits);
        assert.deepEqual(page.facets, whole.facets, 'facets do not depend on the page');
      }
    }
  });
});

t.test('without words, relevance puts what is in stock first and breaks ties by product key', async () => {
  eachCatalog(10, (shop, catalog, asked) => {
    const oracle = new Oracle(catalog, view.market, view.locale);
    for (const one of asked) {
      const keys = mainKeys(list(shop, one).productGroups);
      assert.deepEqual(mainKeys(list(shop, one, 'RELEVANCE').productGroups), keys, 'relevance is the default');
      const inStock = keys.map(key => oracle.item(key).product.variants.some(v => offerOf(v, one.offers).stock > 0));
      assert.deepEqual(
        inStock,
        [...inStock].sort((a, b) => Number(b) - Number(a)),
        JSON.stringify(one),
      );
      for (let i = 1; i < keys.length; i++) {
        const [a, b] = [keys[i - 1]!, keys[i]!].map(key => oracle.item(key).product);
        if (inStock[i - 1] !== inStock[i] || (a!.data.rating ?? 0) !== (b!.data.rating ?? 0)) continue;
        if (a!.data.releaseDate !== b!.data.releaseDate) continue;
        assert.ok(a!.key < b!.key, `${a!.key} and ${b!.key} tie`);
      }
    }
  });
});

t.test('a group that suppresses duplicates is shown by its best match, in every order', async () => {
  eachCatalog(12, (shop, catalog, asked) => {
    const oracle = new Oracle(catalog, view.market, view.locale);
    if (!oracle.hasOnce) return;
    const groups = Object.entries(catalog.groups).map(([key, { products }]) => [key, { products }] as const);
    const listed = asked.map(one => ({
      relevance: mainKeys(list(shop, one).productGroups),
      newest: mainKeys(list(shop, one, 'NEWEST_FIRST').productGroups),
    }));
    // The same catalog with every product listed: the first of a group stands for it.
    withShared({ ...catalog, groups: Object.fromEntries(groups) }, all => {
      asked.forEach((one, i) => {
        const seen = new Set<string>();
        const expected = mainKeys(list(all, one).productGroups).filter(key => {
          const { once, group } = oracle.item(key);
          if (!once) return true;
          const isFirst = !seen.has(group);
          seen.add(group);
          return isFirst;
        });
        assert.deepEqual(listed[i]!.relevance, expected, JSON.stringify(one));
        assert.deepEqual([...listed[i]!.newest].sort(), [...expected].sort());
      });
    });
  });
});

t.test('sort options are those whose attribute the catalog supplies', async () => {
  eachCatalog(15, (shop, catalog) => {
    const { items } = new Oracle(catalog, view.market, view.locale);
    const has = (member: 'rating' | 'name' | 'width' | 'weight') =>
      items.some(({ product }) => product.data[member] !== undefined);
    const expected = SORT_ORDERS.filter(sort => {
      if (sort === 'RATING') return has('rating');
      if (sort === 'NAME') return has('name');
      const [what] = sort.split('_');
      if (what === 'WIDTH' || what === 'WEIGHT') return has(what === 'WIDTH' ? 'width' : 'weight');
      if (what === 'LENGTH') return items.some(({ product }) => product.variants.some(({ data }) => data.length));
      return what !== 'HEIGHT' && what !== 'DEPTH' && what !== 'VOLUME';
    });
    const { options } = list(shop, {
      rules: [],
      facets: [],
      offers: { channels: { online: true, store: true }, stores: [] },
    }).sort;
    assert.deepEqual(
      options.map(({ id }) => id),
      expected,
    );
  });
});

t.test('titles are sorted as they are shown, whatever values are called like them', async t => {
  const product = (title: string) => ({
    markets: ['se'],
    defaults: { title, url: '/p', dataLocale: 'sv-SE' },
    variants: { [`${title}-v`]: { defaults: { listPrice: 1 } } },
  });
  const groups = Object.fromEntries(
    ['Slim', 'Bred', 'Rak'].map(key => [key, { products: { [`p${key}`]: product(key) } }]),
  );
  new Builder(t).with({ groups, translations: [{ locale: 'sv-SE', values: { Slim: 'Ankel' } }] }, shop => {
    const { productGroups } = shop.search({ ...view, sort: 'TITLE' }).primaryList;
    t.strictSame(mainKeys(productGroups), ['pBred', 'pRak', 'pSlim']);
  });
});
