/** What imports of pages do to those there are: amending, removing, replacing, and what they refuse. */
import t from 'tap';
import { CONFIGURATION_KEY } from '../../../src/catalog/site/configuration.js';
import { MAX_PAGES } from '../../../src/catalog/site/page-document.js';
import { exportPages } from '../../../src/catalog/site/page-export.js';
import { LISTING_SORT_ORDERS, storefrontSortOrder } from '../../../src/catalog/site/sort-orders.js';
import { SORT_ORDERS } from '../../../src/pages/shared/requests.js';
import { json, pageBench } from './page-bench.js';

const numbered = (count: number, prefix = 'p'): { id: string }[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}` }));

t.test('what a page leaves out stays as it was, what it gives takes the place of the former', async t => {
  const { pages, exported } = pageBench(t);
  const first = {
    id: 'shoes',
    headings: { 'sv-SE': 'Skor', 'en-GB': 'Shoes' },
    paths: { 'sv-SE': '/skor' },
    recLists: [{ id: 'top', limit: 5 }],
  };
  t.same(pages({ addOrUpdate: [first] }).counts, { added: 1, changed: 0, removed: 0 });
  const result = pages({ addOrUpdate: [{ id: 'shoes', headings: { 'sv-SE': 'Alla skor' }, recLists: [] }] });
  t.same(result, { change: { kind: 'site' }, counts: { added: 0, changed: 1, removed: 0 }, warnings: [] });
  t.same(exported(), {
    shoes: {
      id: 'shoes',
      headings: { 'sv-SE': 'Alla skor', 'en-GB': 'Shoes' },
      paths: { 'sv-SE': '/skor' },
      recLists: [],
    },
  });
});

t.test('null removes a locale, and a path that is removed is free', async t => {
  const { pages, exported } = pageBench(t);
  pages({
    addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A', 'en-GB': 'B' }, paths: { 'sv-SE': '/a', 'en-GB': '/b' } }],
  });
  const headings = { 'en-GB': null } as unknown as Record<string, string>;
  const paths = { 'sv-SE': null } as unknown as Record<string, string>;
  pages({
    addOrUpdate: [
      { id: 'a', headings, paths },
      { id: 'c', paths: { 'sv-SE': '/a' } },
    ],
  });
  t.same(exported(), {
    a: { id: 'a', headings: { 'sv-SE': 'A' }, paths: { 'en-GB': '/b' } },
    c: { id: 'c', paths: { 'sv-SE': '/a' } },
  });
  t.throws(
    () => pages({ addOrUpdate: [{ id: 'c', paths: { 'en-GB': 'b/' } }] }),
    /path of page "a"/,
    'a path that stayed',
  );
});

t.test(
  'so it is with the members of its primary list, but not with what these hold beside texts by locale',
  async t => {
    const { pages, exported } = pageBench(t);
    const keywords = { enabled: false, headingAsKeyword: true };
    pages({ addOrUpdate: [{ id: 'a', primaryList: { pinned: ['p'], rules: 'rule incl brand {"x"}', keywords } }] });
    pages({ addOrUpdate: [{ id: 'a', primaryList: { rules: '', keywords: { headingAsKeyword: false } } }] });
    t.same(exported(), {
      a: { id: 'a', primaryList: { pinned: ['p'], rules: '', keywords: { headingAsKeyword: false } } },
    });
    pages({ addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A' } }] });
    t.same(exported()['a']?.primaryList?.pinned, ['p'], 'without a primary list all of it stays');
  },
);

t.test('an import of what is there already changes nothing', async t => {
  const { pages, store } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A', 'en-GB': 'B' } }] });
  const { generation } = store;
  const again = pages({ addOrUpdate: [{ headings: { 'en-GB': 'B', 'sv-SE': 'A' }, id: 'a' }] });
  t.same(again, { change: { kind: 'none' }, counts: { added: 0, changed: 0, removed: 0 }, warnings: [] });
  t.equal(store.generation, generation);
});

t.test('a page that has one of the paths is amended and goes on under the new id', async t => {
  const { pages, exported } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'old', headings: { 'sv-SE': 'A' }, paths: { 'sv-SE': '/a', 'en-GB': '/b' } }] });
  pages({ addOrUpdate: [{ id: 'new', paths: { 'en-GB': 'b/' } }] });
  t.same(exported(), { new: { id: 'new', headings: { 'sv-SE': 'A' }, paths: { 'sv-SE': '/a', 'en-GB': 'b/' } } });

  pages({ addOrUpdate: [{ id: 'other', paths: { 'sv-SE': '/b' } }] });
  t.same(Object.keys(exported()).sort(), ['new', 'other'], 'a path of another locale is another path');
});

t.test('the id goes before the path: the path of another page is a fault', async t => {
  const { pages, apply, exported } = pageBench(t);
  pages({
    addOrUpdate: [
      { id: 'a', paths: { 'sv-SE': '/a' } },
      { id: 'b', paths: { 'sv-SE': '/b', 'en-GB': '/b' } },
    ],
  });
  const order = (...addOrUpdate: object[]) => ({ market: 'se', type: 'PARTIAL', addOrUpdate });
  t.match(apply('pages', order({ id: 'a', paths: { 'sv-SE': '/b' } })).faults, [
    '/addOrUpdate/0/paths/sv-SE: found "/b", which is the path of page "b", expected one of its own',
  ]);
  t.match(apply('pages', order({ id: 'c', paths: { 'sv-SE': '/a', 'en-GB': '/b' } })).faults, [
    /^\/addOrUpdate\/0\/paths: found paths of the pages "a", "b", expected those of one page$/,
  ]);
  t.match(apply('pages', order({ id: 'c', paths: { 'sv-SE': '/b' } }, { id: 'd', paths: { 'en-GB': '/b' } })).faults, [
    /^\/addOrUpdate\/1\/paths: found a path of "b", which \/addOrUpdate\/0 amends/,
  ]);
  pages({
    addOrUpdate: [
      { id: 'a', paths: { 'sv-SE': '/b' } },
      { id: 'b', paths: { 'sv-SE': '/a' } },
    ],
  });
  t.same(exported()['a']?.paths, { 'sv-SE': '/b' }, 'pages may swap their paths in one import');
  pages({ remove: ['a'], addOrUpdate: [{ id: 'c', paths: { 'sv-SE': '/b' } }] });
  t.same(exported()['c'], { id: 'c', paths: { 'sv-SE': '/b' } }, 'what is removed is not amended');
});

t.test('FULL leaves what it lists, as it lists it; other markets stay', async t => {
  const { pages, apply, exported, store } = pageBench(t);
  apply('pages', { market: 'uk', type: 'PARTIAL', addOrUpdate: [{ id: 'uk' }] });
  pages({
    addOrUpdate: [
      { id: 'a', headings: { 'sv-SE': 'A' } },
      { id: 'b', paths: { 'sv-SE': '/b' } },
    ],
  });
  const { counts } = pages({ type: 'FULL', addOrUpdate: [{ id: 'a' }, { id: 'c', paths: { 'sv-SE': '/b' } }] });
  t.same(counts, { added: 1, changed: 1, removed: 1 });
  t.same(exported(), { a: { id: 'a' }, c: { id: 'c', paths: { 'sv-SE': '/b' } } });
  t.same(exportPages(store.documents, 'uk', { filter: 'PUBLISHED_ONLY' }).addOrUpdate, [{ id: 'uk' }]);
});

t.test('removing: what is not there is a warning', async t => {
  const { pages, exported } = pageBench(t);
  pages({ addOrUpdate: numbered(3) });
  const { counts, warnings } = pages({ remove: ['p1', 'x', 'p1'] });
  t.same(counts, { added: 0, changed: 0, removed: 1 });
  t.same(warnings, ['1 pages to remove were not there, the first is x']);
  t.same(Object.keys(exported()), ['p0', 'p2']);
});

t.test('a FULL import that would remove over half and at least ten pages is refused unless forced', async t => {
  const { pages, apply, exported } = pageBench(t);
  const full = (left: number) => ({ type: 'FULL' as const, addOrUpdate: numbered(left) });
  pages({ addOrUpdate: numbered(20) });
  pages(full(10));
  pages(full(1));
  t.equal(Object.keys(exported()).length, 1, 'half of twenty and nine of ten are not dangerous');

  pages({ addOrUpdate: numbered(19) });
  const { faults } = apply('pages', { market: 'se', ...full(9) });
  t.match(faults, [/would remove 10 of 19 pages.*force=true/]);
  t.equal(Object.keys(exported()).length, 19);
  pages({ addOrUpdate: numbered(19) });
  pages(full(9), { force: true });
  t.equal(Object.keys(exported()).length, 9);
  pages({ addOrUpdate: numbered(19) });
  pages({ remove: numbered(19).map(({ id }) => id) });
  t.same(exported(), {}, 'whoever names what is to go means it');
});

t.test('a market has 3000 pages at most, with those in preview', async t => {
  const { pages, apply } = pageBench(t);
  pages({ addOrUpdate: numbered(MAX_PAGES - 1) });
  pages({ addOrUpdate: [{ id: 'draft' }, { id: 'p0' }], previewOnly: true });
  const { faults } = apply('pages', { market: 'se', type: 'PARTIAL', addOrUpdate: [{ id: 'more' }] });
  t.same(faults, ['/addOrUpdate: the market would have 3001 pages, expected at most 3000']);
  pages({ addOrUpdate: [{ id: 'more' }], remove: ['p0'] });
});

t.test('retail media is refused where it is switched off, and empty lists of it are not', async t => {
  const { apply } = pageBench(t);
  const page = (members: object) => ({ market: 'se', type: 'PARTIAL', addOrUpdate: [{ id: 'a', ...members }] });
  const banner = { id: 'b', type: 'IMAGE', height: 1, width: 1 };
  const slices = (sponsored: boolean) => ({ primaryList: { pageSliceInfo: { slices: [{ limit: 1, sponsored }] } } });
  const off = (members: object) => apply('pages', page(members), { retailMedia: false }).faults;
  t.match(off({ banners: [banner] }), [/^\/addOrUpdate\/0\/banners: found 1, expected none, as retail media is/]);
  t.match(off({ sponsoredLists: [{ id: 'a' }] }), [/^\/addOrUpdate\/0\/sponsoredLists: found 1, expected none/]);
  t.match(off(slices(true)), [/^\/addOrUpdate\/0\/primaryList\/pageSliceInfo\/slices\/0\/sponsored: found true/]);
  t.same(off({ banners: [], sponsoredLists: [], ...slices(false) }), []);
});

t.test('all faults of an import are told together, twenty of them at most', async t => {
  const { apply } = pageBench(t);
  const order = {
    market: 'se',
    type: 'PARTIAL',
    remove: ['a'],
    addOrUpdate: [
      {
        id: 'a',
        primaryList: { pinned: [1], rules: 'rule', facetsOverride: { facets: [{}, 1] } },
        recLists: [{ limit: 0, rules: 'x' }, 1, { id: 'r', rules: 'x' }],
      },
      { id: 'a', headings: { xx: 'x' }, paths: { 'sv-SE': '/x', de: 1 } },
      { paths: 1 },
      { id: 'b', paths: { 'sv-SE': '/y' } },
      { id: 'c', paths: { 'sv-SE': 'y' } },
    ],
  };
  t.same(
    apply('pages', order)
      .faults.map(fault => fault.split(':')[0])
      .sort(),
    [
      '/addOrUpdate/0/primaryList/facetsOverride/facets/0/attribute',
      '/addOrUpdate/0/primaryList/facetsOverride/facets/1',
      '/addOrUpdate/0/primaryList/pinned/0',
      '/addOrUpdate/0/primaryList/rules',
      '/addOrUpdate/0/recLists/0/id',
      '/addOrUpdate/0/recLists/0/limit',
      '/addOrUpdate/0/recLists/0/rules',
      '/addOrUpdate/0/recLists/1',
      '/addOrUpdate/0/recLists/2/rules',
      '/addOrUpdate/1/headings/xx',
      '/addOrUpdate/1/id',
      '/addOrUpdate/1/paths/de',
      '/addOrUpdate/2/id',
      '/addOrUpdate/2/paths',
      '/addOrUpdate/4/paths/sv-SE',
      '/remove/0',
    ],
  );
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `p${i}`, headings: { xx: 'x', yy: 'x' } }));
  t.equal(apply('pages', { ...order, addOrUpdate: many }).faults.length, 20);
  for (const body of [null, 1, 'x', [], [1], { addOrUpdate: 1 }, { market: 1, addOrUpdate: [null, 1, [], 'x', {}] }]) {
    t.not(apply('pages', body).faults.length, 0, JSON.stringify(body));
  }
});

t.test('names that every object inherits are names like others', async t => {
  const { apply } = pageBench(t);
  const order = '{"market":"se","type":"PARTIAL","addOrUpdate":[PAGE]}';
  const faults = (page: string) => apply('pages', order.replace('PAGE', page), { raw: true }).faults.join('\n');
  t.match(faults('{"id":"a","__proto__":{"id":1}}'), /__proto__: found an object, expected no member/);
  t.match(
    faults('{"id":"a","customData":{"__proto__":{"toString":1}}}'),
    /__proto__\/toString: found 1, expected text/,
  );
  t.match(
    faults('{"id":"a","customData":{"constructor":{"toString":"x"}}}'),
    /constructor: found locale "constructor"/,
  );
  t.match(faults('{"id":"a","headings":{"__proto__":"x"}}'), /__proto__: found locale "__proto__"/);
  t.match(faults('{"id":"a","primaryList":{"__proto__":{"x":1}}}'), /__proto__: found an object, expected no member/);
  t.type(Object.prototype.toString, 'function');
});

t.test('sort orders are kept as imported; two of them are aliases', async t => {
  const { pages, exported } = pageBench(t);
  const sortOrders = ['PRICE_INCREASING', 'PRICE_ASCENDING', 'PRICE_DECREASING', 'TITLE'] as const;
  pages({ addOrUpdate: json([{ id: 'a', primaryList: { sortOrderOverride: { sortOrders: [...sortOrders] } } }]) });
  t.same(exported()['a']?.primaryList?.sortOrderOverride?.sortOrders, sortOrders);
  const meant = sortOrders.map(storefrontSortOrder);
  t.same(meant, ['PRICE_ASCENDING', 'PRICE_ASCENDING', 'PRICE_DESCENDING', 'TITLE']);
  t.same(LISTING_SORT_ORDERS, SORT_ORDERS, 'the orders of a page are those of a query');
});

t.test('a page that names a facet template that is not configured is taken with a warning', async t => {
  const { pages, store } = pageBench(t);
  const naming = (templateId: string | null) => [{ id: 'a', primaryList: { facetsOverride: { templateId } } }];
  const warned = /1 pages name a facet template that is not configured, the first is "shoes"/;
  t.match(pages({ addOrUpdate: naming('shoes') }).warnings, [warned]);
  t.same(pages({ addOrUpdate: naming(null) }).warnings, []);
  const facetTemplates = { shoes: { facets: [] } };
  store.transaction(() => store.documents.put(CONFIGURATION_KEY, { markets: {}, facetTemplates }));
  t.same(pages({ addOrUpdate: naming('shoes') }).warnings, []);
});

t.test('an export is FULL, or PARTIAL with ids, in the order of ids', async t => {
  const { pages, store } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'b' }, { id: 'a' }, { id: '/c' }] });
  pages({ addOrUpdate: [{ id: 'd' }], previewOnly: true });
  const container = (options: Parameters<typeof exportPages>[2]) => exportPages(store.documents, 'se', options);
  const of = (...ids: string[]) => ids.map(id => ({ id }));
  t.same(container({ filter: 'PUBLISHED_ONLY' }), { market: 'se', type: 'FULL', addOrUpdate: of('/c', 'a', 'b') });
  const two = { market: 'se', type: 'PARTIAL', addOrUpdate: of('a', 'b') };
  t.same(container({ filter: 'PUBLISHED_ONLY', ids: ['b', 'x', 'a', 'b', 'd'] }), two);
  t.same(container({ filter: 'INCLUDE_UNPUBLISHED' }).addOrUpdate, of('/c', 'a', 'b', 'd'));
  t.same(container({ filter: 'GENERATED_ONLY' }), { market: 'se', type: 'FULL', addOrUpdate: [] });
  t.same(exportPages(store.documents, 's', { filter: 'PUBLISHED_ONLY' }).addOrUpdate, []);
});
