import t from 'tap';
import type { ProductGroup, Translation } from '../../../src/catalog/records.js';
import { parseRules } from '../../../src/catalog/rules/parse-rules.js';
import { CONFIGURATION_KEY } from '../../../src/catalog/site/configuration.js';
import { EMPTY_BODY, type LandingJson, landing, listPage, pages, previews, productSets } from '../landing.js';
import { Builder, type Catalog, type FacetJson, type FacetValueJson, mainKeys, type Shop } from '../shop.js';

const builder = new Builder(t);
const view = { market: 'se', locale: 'sv-SE' };

interface Small {
  brand?: string;
  category?: string;
  title?: string;
  price?: number;
  sizes?: string[];
  watt?: number;
  /** Centimetres. */
  heel?: number;
  /** Of its own unless named. */
  group?: string;
  market?: string;
}

/** Products by key, one variant a size. */
function catalog(products: Record<string, Small>, documents: Record<string, unknown> = {}): Catalog {
  const groups: Record<string, ProductGroup> = {};
  for (const [key, { brand, category, title = key, price = 100, sizes = ['M'], watt, heel, ...rest }] of Object.entries(
    products,
  )) {
    const group = (groups[rest.group ?? `g-${key}`] ??= { products: {}, suppressDuplicates: rest.group !== undefined });
    group.products[key] = {
      markets: [rest.market ?? 'se'],
      defaults: {
        title,
        url: `/${key}`,
        dataLocale: 'sv-SE',
        ...(brand && { brand }),
        ...(category && { category: [category] }),
        ...(watt !== undefined && { customNumbers: { watt } }),
        ...(heel !== undefined && { customLengths: { heel: { amount: heel, unit: 'cm' } } }),
      },
      variants: Object.fromEntries(
        sizes.map(size => [`${key}-${size}`, { defaults: { listPrice: price, stock: 1, size } }]),
      ),
    };
  }
  const translations: Translation[] = [{ locale: 'en-GB', values: {} }];
  return { groups, translations, documents };
}

const SHOES: Record<string, Small> = {
  a: { brand: 'Acme', category: 'Shoes', price: 300, title: 'red boots' },
  b: { brand: 'Nike', category: 'Shoes', price: 200, title: 'blue boots' },
  c: { brand: 'Acme', category: 'Shirts', price: 100, title: 'red shirt' },
  d: { brand: 'Nike', category: 'Shirts', price: 400, title: 'green shirt', sizes: ['L'] },
  e: { brand: 'Zed', category: 'Rugs', price: 500, title: 'red rug' },
  no: { brand: 'Acme', category: 'Shoes', market: 'no' },
};

function keys({ primaryList }: LandingJson): string[] {
  return mainKeys(primaryList!.productGroups);
}

/** Keys that a page lists, in order. */
function listed(shop: Shop, pageReference: string, more: Partial<Parameters<typeof landing>[1]> = {}): string[] {
  return keys(landing(shop, { ...view, pageReference, ...more }));
}

function withPages(documents: Record<string, unknown>, use: (shop: Shop) => void, products = SHOES): void {
  builder.with(catalog(products, documents), use);
}

t.test('a page is found by id, then by a path of the locale, then by a path of any', async t => {
  const documents = pages(
    'se',
    { id: 'one', headings: { 'sv-SE': 'Ett' }, paths: { 'sv-SE': '/skor', 'en-GB': '/shoes' } },
    { id: 'shoes', headings: { 'sv-SE': 'Två' }, paths: { 'sv-SE': '/two/deep' } },
    { id: '/three', headings: { 'sv-SE': 'Tre' }, paths: { 'en-GB': '/skor' } },
    { id: 'three', headings: { 'sv-SE': 'Tre utan' } },
  );
  withPages(documents, shop => {
    const heading = (pageReference: string, locale = 'sv-SE') => {
      const { seo, published } = landing(shop, { market: 'se', locale, pageReference });
      return published ? (seo.pageHeading ?? 'found') : undefined;
    };
    t.equal(heading('one'), 'Ett');
    t.equal(heading('/one/'), 'Ett');
    t.equal(heading('skor'), 'Ett', 'a path of the locale goes before one of another');
    t.equal(heading('/skor', 'en-GB'), 'found');
    t.equal(heading('/shoes'), 'Två', 'an id goes before a path');
    t.equal(heading('two/deep/'), 'Två');
    t.equal(heading('//two/deep'), undefined, 'one slash alone is ignored');
    t.equal(heading('/three'), 'Tre');
    t.equal(heading('three'), 'Tre utan');
    t.equal(heading('nowhere'), undefined);
    t.equal(heading('constructor'), undefined);
  });
});

t.test('custom data and the heading are those of the locale', async t => {
  const page = { id: 'p', customData: { 'sv-SE': { hero: 'hjälte' } }, headings: { 'en-GB': 'Page' } };
  withPages(pages('se', page), shop => {
    const swedish = landing(shop, { ...view, pageReference: 'p' });
    t.same(swedish.customData, { hero: 'hjälte' });
    t.same(swedish.seo, {});
    const english = landing(shop, { market: 'se', locale: 'en-GB', pageReference: 'p' });
    t.same(english.customData, {});
    t.same(english.seo, { pageHeading: 'Page' });
  });
});

t.test('an unknown page is empty, unless a body says what it holds', async t => {
  withPages({}, shop => {
    const nothing = { customData: {}, published: false, recommendationLists: [], seo: {}, contentLists: [] };
    t.same(landing(shop, { ...view, pageReference: 'new' }), nothing);
    const rules = parseRules('rule incl brand {"Nike"}');
    const asked = landing(shop, { ...view, pageReference: 'new', body: { ...EMPTY_BODY, rules } });
    t.same(keys(asked), ['b', 'd']);
    t.equal(asked.published, false);
    const without = { ...EMPTY_BODY, includePrimaryList: false, rules };
    t.same(landing(shop, { ...view, pageReference: 'new', body: without }), nothing);
  });
});

t.test('what a stored page says goes before the body; the body decides on the rest', async t => {
  const documents = pages(
    'se',
    listPage('nike', { rules: 'rule incl brand {"Nike"}' }),
    listPage('all', { rules: '' }),
    listPage('silent', { blocked: ['a'] }),
  );
  withPages(documents, shop => {
    const rules = parseRules('rule incl brand {"Acme"}');
    const body = { ...EMPTY_BODY, rules };
    t.same(listed(shop, 'nike', { body }), ['b', 'd']);
    t.same(listed(shop, 'all', { body }), ['a', 'b', 'c', 'd', 'e']);
    t.same(listed(shop, 'silent', { body }), ['c'], 'a page without rules has those of the body');
    t.same(listed(shop, 'silent'), ['b', 'c', 'd', 'e'], 'and else everything');
    const without = landing(shop, { ...view, pageReference: 'nike', body: { ...body, includePrimaryList: false } });
    t.equal(without.primaryList, undefined);
    t.equal(without.published, true);
  });
});

t.test('recommendation lists of the page stand, and those of the body where it has none', async t => {
  const recLists = [{ id: 'top', limit: 2, rules: 'rule incl brand {"Nike"}', pinned: ['d'], blocked: ['b'] }];
  const list = { algorithm: 'TOP_PRODUCTS' as const, limit: 4, rules: [], visualization: 'GRID' as const };
  const body = {
    ...EMPTY_BODY,
    recommendationLists: ['top', 'more'].map(id => ({ id, ...list })),
    contentLists: [{ id: 'texts', limit: 1, algorithm: 'NEWEST_CONTENT' as const, contentFilter: {} }],
  };
  withPages(pages('se', { id: 'p', recLists }), shop => {
    const own = landing(shop, { ...view, pageReference: 'p' });
    t.match(own.recommendationLists, [{ id: 'top', algorithm: 'TOP_PRODUCTS', visualization: 'CAROUSEL' }]);
    t.same(mainKeys(own.recommendationLists[0]!.productGroups), ['d']);
    t.same(own.contentLists, []);
    const both = landing(shop, { ...view, pageReference: 'p', body });
    t.same(both.recommendationLists, own.recommendationLists);
    t.same(both.contentLists, [{ id: 'texts', items: [], totalHits: 0 }]);
    t.equal(landing(shop, { ...view, pageReference: 'new', body }).recommendationLists.length, 2);
  });
});

t.test('pages that restrict those below them limit them by their rules, at any depth', async t => {
  const documents = pages(
    'se',
    listPage('/', { rules: 'rule incl brand {"none"}', restrictChildRules: true }),
    listPage('/red', { rules: 'rule excl category {"Rugs"}', restrictChildRules: true }),
    listPage('red/x', { rules: 'rule incl price [0, 50]', restrictChildRules: false }),
    listPage('/red/x/acme', { rules: 'rule incl brand {"Acme", "Zed"}' }),
    listPage('/reddish', {}),
  );
  withPages(documents, shop => {
    t.same(listed(shop, '/red/x/acme'), ['a', 'c']);
    t.same(listed(shop, '/red'), ['a', 'b', 'c', 'd']);
    t.same(listed(shop, '/reddish'), ['a', 'b', 'c', 'd', 'e'], 'not a page below, for all that its id begins alike');
  });
});

t.test(
  'pinned products come first in their order, also those that the rules leave out; blocked ones never',
  async t => {
    const documents = pages(
      'se',
      listPage('nike', { rules: 'rule incl brand {"Nike"}', pinned: ['d', 'no', 'e', 'c', 'x'], blocked: ['c'] }),
    );
    withPages(documents, shop => {
      t.same(listed(shop, 'nike'), ['d', 'e', 'b']);
      t.equal(landing(shop, { ...view, pageReference: 'nike' }).primaryList!.totalHits, 3);
      t.same(listed(shop, 'nike', { facets: [{ id: 'category', values: ['Shirts', 'Shoes'] }] }), ['d', 'b']);
      t.same(listed(shop, 'nike', { q: 'red' }), ['e'], 'a text leaves out what it does not find');
      t.same(listed(shop, 'nike', { q: 'shirt boots' }), []);
      t.same(listed(shop, 'nike', { q: '???' }), []);
      t.same(listed(shop, 'nike', { sort: 'PRICE_ASCENDING' }), ['b', 'd', 'e'], 'another order has no pins');
      t.same(listed(shop, 'nike', { sort: 'RELEVANCE' }), ['d', 'e', 'b'], 'the default order asked for by name has');
    });
  },
);

t.test('slices follow each other behind what is pinned; a product stands in the first that claims it', async t => {
  const primaryList = {
    pinned: ['e'],
    pageSliceInfo: {
      slices: [
        { productSetId: 'acme', limit: 1, pinnedProducts: ['d'] },
        { productSetId: 'acme', limit: 2 },
        { productSetId: 'none', pinnedProducts: ['e', 'b'] },
        { sponsored: true, limit: 2, productSetId: 'acme', pinnedProducts: ['c'] },
      ],
    },
  };
  const sets = productSets({ acme: 'rule incl brand {"Acme"}' });
  withPages({ ...pages('se', listPage('p', primaryList)), ...sets }, shop => {
    const { primaryList: list } = landing(shop, { ...view, pageReference: 'p' });
    t.same(mainKeys(list!.productGroups), ['e', 'd', 'a', 'c', 'b']);
    t.same(list!.sliceRanges, [
      { from: 1, id: 'acme', to: 2 },
      { from: 2, id: 'acme', to: 4 },
      { from: 4, id: 'none', to: 5 },
    ]);
    const part = landing(shop, { ...view, pageReference: 'p', skip: 3, limit: 1 }).primaryList!;
    t.same(mainKeys(part.productGroups), ['c']);
    t.same(part.sliceRanges, list!.sliceRanges, 'ranges are of the whole list');
  });
});

t.test(
  'a page without slices has those of the nearest page above that shares them, without their further products',
  async t => {
    const slices = (...pinnedProducts: string[]) => [{ pinnedProducts }];
    const documents = pages(
      'se',
      listPage('/a', { pageSliceInfo: { slices: slices('d', 'e') } }),
      listPage('/a/b', { pageSliceInfo: { inherit: false, slices: slices('c') } }),
      listPage('/a/b/c', { rules: 'rule incl category {"Shirts"}' }),
      listPage('/a/b/c/d', { rules: 'rule incl category {"Shirts"}', pageSliceInfo: { slices: slices('e') } }),
    );
    withPages(documents, shop => {
      t.same(listed(shop, '/a/b').slice(0, 2), ['c', 'a']);
      t.same(listed(shop, '/a/b/c'), ['d', 'c']);
      t.same(listed(shop, '/a/b/c/d'), ['e', 'c', 'd']);
    });
  },
);

t.test('a group that appears once is shown by the product of it that is pinned first', async t => {
  const products = {
    a: { group: 'G', price: 1 },
    b: { group: 'G', price: 2 },
    c: { group: 'G', price: 3 },
    d: { price: 4 },
  };
  const primaryList = { pinned: ['d', 'c'], pageSliceInfo: { slices: [{ pinnedProducts: ['b'] }] } };
  const show = (shop: Shop) => {
    t.same(listed(shop, 'p'), ['d', 'c']);
    t.same(listed(shop, 'p', { facets: [{ id: 'price', min: 1, max: 2 }] }), ['b']);
    t.same(listed(shop, 'p', { sort: 'PRICE_ASCENDING' }), ['a', 'd']);
  };
  withPages(pages('se', listPage('p', primaryList)), show, products);
});

t.test('keywords say what a page without rules holds, in its locale, if they are enabled', async t => {
  const documents = pages(
    'se',
    listPage('red', { keywords: { additional: { 'sv-SE': ['red boots', 'rug', ' '], 'en-GB': ['shirt'] } } }),
    { id: 'head', headings: { 'sv-SE': 'Shirt' }, primaryList: { keywords: { headingAsKeyword: true } } },
    { id: 'no-head', headings: { 'sv-SE': 'Shirt' }, primaryList: { keywords: {} } },
    listPage('off', { keywords: { enabled: false, additional: { 'sv-SE': ['rug'] } } }),
    listPage('ruled', { rules: 'rule incl brand {"Nike"}', keywords: { additional: { 'sv-SE': ['rug'] } } }),
    listPage('lost', { keywords: { additional: { 'sv-SE': ['helicopter'] } } }),
    listPage('pinned', { pinned: ['d'], blocked: ['e'], keywords: { additional: { 'sv-SE': ['red'] } } }),
  );
  withPages(documents, shop => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    t.same(listed(shop, 'red'), ['a', 'e']);
    t.same(listed(shop, 'red', { locale: 'en-GB' }), ['c', 'd']);
    t.same(listed(shop, 'red', { q: 'boots' }), ['a']);
    t.same(listed(shop, 'head'), ['c', 'd']);
    t.same(listed(shop, 'no-head'), all);
    t.same(listed(shop, 'off'), all);
    t.same(listed(shop, 'ruled'), ['b', 'd']);
    t.same(listed(shop, 'lost'), []);
    t.same(listed(shop, 'pinned'), ['d', 'a', 'c']);
    const rules = parseRules('rule incl category {"Shirts"}');
    t.same(listed(shop, 'red', { body: { ...EMPTY_BODY, rules } }), ['c', 'd'], 'rules of the body are rules too');
  });
});

t.test('in preview pages are what they will be, and what they replace is gone', async t => {
  const nike = 'rule incl brand {"Nike"}';
  const documents = {
    ...pages(
      'se',
      { id: 'a', paths: { 'sv-SE': '/path-a' }, primaryList: { rules: nike } },
      { id: 'b', paths: { 'sv-SE': '/path-b' }, primaryList: { rules: nike } },
      { id: 'c', paths: { 'sv-SE': '/path-c' }, primaryList: { rules: nike } },
    ),
    ...previews(
      'se',
      { id: 'a', paths: { 'sv-SE': '/moved' }, primaryList: { rules: 'rule incl brand {"Zed"}' } },
      { id: 'b2', formerId: 'b', paths: { 'sv-SE': '/path-b' }, primaryList: { rules: 'rule incl brand {"Acme"}' } },
      { id: 'new', primaryList: { pinned: ['e'] } },
    ),
  };
  withPages(documents, shop => {
    const shown = (pageReference: string, viewId: 'PREVIEW' | 'PRODUCTION') => {
      const page = landing(shop, { ...view, pageReference, viewId });
      return page.published ? keys(page) : undefined;
    };
    for (const [reference, published, preview] of [
      ['a', ['b', 'd'], ['e']],
      ['/path-a', ['b', 'd'], undefined],
      ['/moved', undefined, ['e']],
      ['b', ['b', 'd'], undefined],
      ['b2', undefined, ['a', 'c']],
      ['/path-b', ['b', 'd'], ['a', 'c']],
      ['/path-c', ['b', 'd'], ['b', 'd']],
      ['new', undefined, ['e', 'a', 'b', 'c', 'd']],
    ] as const) {
      t.same(shown(reference, 'PRODUCTION'), published, `${reference} as published`);
      t.same(shown(reference, 'PREVIEW'), preview, `${reference} in preview`);
    }
  });
});

t.test('sort orders of a page are its options; the first is its default, in which pins and slices hold', async t => {
  const orders = (sortOrders: string[], enabled?: boolean) => ({
    pinned: ['e'],
    sortOrderOverride: { sortOrders, ...(enabled !== undefined && { enabled }) },
  });
  const documents = pages(
    'se',
    listPage('price', orders(['PRICE_DECREASING', 'RELEVANCE', 'RATING', 'PRICE_DESCENDING']) as never),
    listPage('off', orders(['PRICE_ASCENDING'], false) as never),
    listPage('rated', orders(['RATING']) as never),
  );
  withPages(documents, shop => {
    const sortOf = (pageReference: string, more = {}) =>
      landing(shop, { ...view, pageReference, ...more }).primaryList!;
    const price = sortOf('price');
    t.same(
      price.sort.options.map(({ id }) => id),
      ['PRICE_DESCENDING', 'RELEVANCE'],
      'without orders that the catalog has nothing for',
    );
    t.equal(price.sort.selected, 'PRICE_DESCENDING');
    t.same(mainKeys(price.productGroups), ['e', 'd', 'a', 'b', 'c']);
    t.throws(() => sortOf('price', { sort: 'NEWEST_FIRST' }), {
      message: 'sort: found NEWEST_FIRST, expected an order that the page offers: PRICE_DESCENDING, RELEVANCE',
    });
    const relevance = sortOf('price', { sort: 'RELEVANCE' });
    t.same(mainKeys(relevance.productGroups), ['a', 'b', 'c', 'd', 'e']);
    t.equal(relevance.sort.selected, 'RELEVANCE');
    for (const page of ['off', 'rated']) {
      const { sort } = sortOf(page);
      t.equal(sort.selected, 'RELEVANCE');
      t.ok(sort.options.length > 2);
    }
  });
});

t.test('facets of a page are those it names, in its order, sorted, measured and shown as it says', async t => {
  const products = {
    a: { brand: 'Brand 10', watt: 40, heel: 10, sizes: ['M', 'S'] },
    b: { brand: 'Brand 9', watt: 100, heel: 5 },
    c: { brand: 'åka', watt: 9, heel: 2.54, group: 'G' },
    d: { brand: 'Brand 9', watt: 9, heel: 2.54, group: 'G' },
  };
  const facets = (...named: object[]) => ({ facetsOverride: { facets: named } }) as never;
  const inch = { attribute: 'custom.length.heel', unit: 'in', visualization: 'VALUES' };
  const measured = { markets: {}, facetTemplates: { measured: { facets: [inch, { attribute: 'brand' }] } } };
  const named = (templateId: string, facets?: object[]) => ({ facetsOverride: { templateId, facets } }) as never;
  const documents = {
    [CONFIGURATION_KEY]: measured,
    ...pages(
      'se',
      listPage('template', named('measured')),
      listPage('ofTemplate', named('measured', [{ attribute: 'brand' }, { ...inch, unit: 'mm', useDefaults: true }])),
      listPage('unknown', named('other')),
      listPage(
        'p',
        facets(
          { attribute: 'custom.number.watt', visualization: 'VALUES', sortOrder: 'ALPHABETIC' },
          { attribute: 'nothing' },
          { attribute: 'brand', sortOrder: 'ALPHABETIC' },
          { attribute: 'custom.length.heel', unit: 'mm', visualization: 'RANGE' },
          { attribute: 'brand', sortOrder: 'NATURAL' },
          { attribute: 'price', visualization: 'VALUES', unit: 'cm' },
          { attribute: 'in_stock' },
        ),
      ),
      listPage('inch', facets({ attribute: 'custom.length.heel', unit: 'in', visualization: 'VALUES' })),
      listPage(
        'usual',
        facets({ attribute: 'custom.length.heel', unit: 'in', visualization: 'VALUES', useDefaults: true }),
      ),
      listPage('wrong', facets({ attribute: 'custom.length.heel', unit: 'kg' })),
      listPage('natural', facets({ attribute: 'brand', sortOrder: 'NATURAL' })),
      listPage('none', { facetsOverride: { facets: [] } }),
      listPage('off', { facetsOverride: { enabled: false, facets: [] } }),
    ),
  };
  const test = (shop: Shop) => {
    const ask = (pageReference: string, facets: Parameters<typeof landing>[1]['facets'] = []) => {
      const { primaryList } = landing(shop, { ...view, pageReference, facets });
      return { facets: primaryList!.facets, keys: mainKeys(primaryList!.productGroups) };
    };
    const values = (facet: FacetJson) => (facet['values'] as FacetValueJson[]).map(({ id, count }) => [id, count]);
    const [watt, brand, heel, stock, ...more] = ask('p').facets;
    t.same(more, []);
    t.match(watt, { id: 'custom.number.watt', type: 'TEXT', sort: 'ALPHABETICAL', selectedCount: 0 });
    t.same(
      values(watt!),
      [
        ['100', 1],
        ['40', 1],
        ['9', 1],
      ],
      'numbers as text; a group that appears once counts once',
    );
    t.match(brand, { id: 'brand', type: 'TEXT', sort: 'ALPHABETICAL' });
    t.same(values(brand!), [
      ['Brand 10', 1],
      ['Brand 9', 2],
      ['åka', 1],
    ]);
    t.match(heel, { id: 'custom.length.heel', type: 'RANGE', unit: 'mm', min: 25.4, max: 100 });
    t.equal(stock!.id, 'onlyInStock');
    t.same(values(ask('natural').facets[0]!), [
      ['åka', 1],
      ['Brand 9', 2],
      ['Brand 10', 1],
    ]);

    const millimetres = ask('p', [{ id: 'custom.length.heel', min: 26, max: 60 }]);
    t.same(millimetres.keys, ['b'], 'bounds come in the unit that is shown');
    t.match(millimetres.facets.at(-2), { id: 'custom.length.heel', minSelected: 26, maxSelected: 60, unit: 'mm' });
    const watts = ask('p', [{ id: 'custom.number.watt', values: ['40', '9.0', '7'] }]);
    t.same(watts.keys.sort(), ['a', 'c']);
    const selected = (watts.facets[0]!['values'] as FacetValueJson[]).filter(value => value.selected);
    t.same(
      selected.map(({ id, count }) => [id, count]),
      [
        ['40', 1],
        ['9', 1],
        ['7', 0],
      ],
    );
    const [inch] = ask('inch').facets;
    t.match(inch, { type: 'TEXT', sort: 'NATURAL' });
    t.same(
      values(inch!).map(([id]) => id),
      ['1', '1.96850393701', '3.93700787402'],
    );
    t.same(ask('inch', [{ id: 'custom.length.heel', values: ['1.96850393701'] }]).keys, ['b']);
    t.match(ask('usual').facets, [{ type: 'RANGE', unit: 'cm' }]);
    t.match(ask('wrong').facets, [{ type: 'RANGE', unit: 'cm' }], 'a unit of something else is no unit of it');
    t.match(ask('template').facets, [{ id: 'custom.length.heel', type: 'TEXT' }, { id: 'brand' }]);
    const [first, second] = ask('ofTemplate').facets;
    t.match([first, second], [{ id: 'brand' }, { id: 'custom.length.heel', type: 'TEXT' }]);
    t.same(values(second!), values(ask('inch').facets[0]!), 'the defaults are those of the template');
    t.same(ask('unknown').facets, ask('off').facets);
    t.same(ask('none').facets, []);
    t.ok(ask('off').facets.length > 3);
    t.same(ask('none', [{ id: 'brand', values: ['brand 10'] }]).keys, ['a'], 'a facet that is not shown still selects');
  };
  withPages(documents, test, products);
});

t.test('an error in a list of the body names its place in the body', async t => {
  const list = { algorithm: 'UPSELL' as const, limit: 4, rules: [], visualization: 'GRID' as const };
  const body = { ...EMPTY_BODY, recommendationLists: ['top', 'more'].map(id => ({ id, ...list })) };
  withPages(pages('se', { id: 'p' }), shop => {
    t.throws(() => landing(shop, { ...view, pageReference: 'p', body }), {
      message: /^\/recommendationLists\/0\/params\/productKey: missing/,
    });
  });
});
