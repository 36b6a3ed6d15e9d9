/** Every query with each required parameter missing, each word wrong, and each limit at its edge and past it. */
import t from 'tap';
import type { QueryName } from '../../src/api/parse-query.js';
import { Problem } from '../../src/errors/problem.js';
import { ask, BASE, BODIES, get, post, QUERIES, REQUIRED, SECRET } from './queries.js';

/** The fault of a request, as `name: message`; undefined when there is none. */
function faultOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.error !== 'BAD_REQUEST') throw error;
    return error.message;
  }
}

t.test('every query is taken with what it requires, and not without', t => {
  for (const name of QUERIES) {
    t.equal(
      faultOf(() => ask(name)),
      undefined,
      name,
    );
    for (const parameter of new URLSearchParams(REQUIRED[name]).keys()) {
      const without = new URLSearchParams(REQUIRED[name]);
      without.delete(parameter);
      t.match(
        faultOf(() => ask(name, without.toString())),
        new RegExp(`^${parameter}: missing`),
        `${name}: ${parameter}`,
      );
      if (parameter === 'q') continue;
      without.set(parameter, '');
      t.match(
        faultOf(() => ask(name, without.toString())),
        new RegExp(`^${parameter}: missing`),
        `${name}: ${parameter}=`,
      );
    }
  }
  t.end();
});

const LISTED: QueryName[] = ['search-page', 'landing-page', 'content-search-page', 'discovery-agent-topic'];
const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`).join('|');

/** Parameter values that are taken by the named queries, and those that are not. */
const VALUES: [queries: QueryName[], parameter: string, taken: string[], refused: string[]][] = [
  [QUERIES, 'notify', ['true', 'FALSE', ''], ['1', 'yes']],
  [QUERIES, 'viewId', ['PREVIEW', 'production', ''], ['draft']],
  [QUERIES, 'channels', ['ONLINE', 'online', ''], ['WEB', 'ONLINE|WEB']],
  [QUERIES, 'priceId', ['VIP', ''], ['%zz']],
  [LISTED, 'limit', ['1', '600', ''], ['0', '601', '-1', '1.5', 'ten', '1e2']],
  [LISTED, 'skip', ['0', '10000', ''], ['-1', '10001', 'x']],
  [['search-page', 'landing-page'], 'sort', ['TITLE', 'RELEVANCE', ''], ['title', 'PRICE']],
  [['search-page', 'landing-page'], 'f.price.min', ['1', '-1.5', ''], ['low']],
  [['search-page', 'landing-page'], 'f.onlyInStock', ['true'], ['maybe']],
  [['content-search-page'], 'sort', ['RELEVANCE', 'NEWEST_FIRST', ''], ['TITLE', 'newest_first']],
  [['search-page'], 'origin', ['RECENT_SEARCH', ''], ['organic', 'X']],
  [['content-search-page'], 'origin', ['UNDO_AUTO_CORRECT', ''], ['RECENT_SEARCH', 'PHRASE_SUGGEST']],
  [['search-page'], 'viewAllSecondary', ['true', ''], ['1']],
  [['landing-page'], 'includeNavigation', ['true', 'false', ''], ['1']],
  [['cart-page', 'add-to-cart-popup'], 'cart', ['', 'a', keys(250)], [keys(251)]],
  [['content-information'], 'contentKeys', ['a', keys(250)], [keys(251)]],
];

t.test('values of parameters up to their limits are taken, others are named', t => {
  for (const [queries, parameter, taken, refused] of VALUES) {
    for (const name of queries) {
      const withValue = (value: string) => {
        const query = REQUIRED[name].replace(new RegExp(`&${parameter}=[^&]*`), '');
        return `${query}&${parameter}=${value.replaceAll('|', '%7C')}`;
      };
      const about = (value: string) => `${name}: ${parameter}=${value.slice(0, 20)}`;
      for (const value of taken)
        t.equal(
          faultOf(() => ask(name, withValue(value))),
          undefined,
          about(value),
        );
      for (const value of refused) {
        t.ok(faultOf(() => ask(name, withValue(value)))?.startsWith(`${parameter}: found `), about(value));
      }
    }
  }
  t.end();
});

t.test('a touchpoint is told, where it has to be, in either case', t => {
  for (const name of QUERIES) {
    const query = REQUIRED[name].replace('touchpoint=desktop&', '');
    t.equal(
      faultOf(() => ask(name, `${query}&touchpoint=MOBILE`)),
      undefined,
      name,
    );
    t.match(
      faultOf(() => ask(name, `${query}&touchpoint=tv`)),
      /^touchpoint: found "tv", expected DESKTOP or/,
      name,
    );
  }
  t.end();
});

const list = (members: object) => ({ recommendationLists: [{ id: 'a', ...members }] });
const contentList = (members: object) => ({ contentLists: [{ id: 'a', ...members }] });
const ids = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `l${i}` }));
const text = (length: number) => 'x'.repeat(length);

const filterOf = (names: number) => Object.fromEntries(ids(names).map(({ id }) => [`custom.${id}`, 'x']));

const WITH_REC_LISTS: QueryName[] = ['landing-page', 'product-page', 'cart-page', 'add-to-cart-popup'];
const WITH_CONTENT_LISTS: QueryName[] = ['autocomplete', 'search-page', 'landing-page'];
const WITH_PRIMARY_LIST: QueryName[] = ['search-page', 'landing-page'];

/** Bodies that are taken by the named queries, and those that are not, each with what is at fault. */
const SETTINGS: [queries: QueryName[], taken: object[], refused: [body: object, path: string][]][] = [
  [QUERIES.filter(name => name !== 'discovery-agent-topic'), [{}], [[{ rules: '' }, '/rules']]],
  [
    WITH_REC_LISTS,
    [
      { recommendationLists: [] },
      { recommendationLists: ids(10) },
      list({ id: text(20) }),
      list({ id: 'A-z_9' }),
      list({ algorithm: 'STYLE_WITH' }),
      list({ label: 'x' }),
      list({ label: text(200) }),
      list({ limit: 1 }),
      list({ limit: 200 }),
      list({ params: {} }),
      list({ params: { cart: [] } }),
      list({ params: { cart: Array(250).fill('v') } }),
      list({ params: { productKey: 'p' } }),
      list({ productRules: '' }),
      list({ productFilter: { brand: 'x' } }),
      list({ showMoreLink: '/' }),
      list({ showMoreLink: `/${text(999)}` }),
      list({ showMoreLink: '//cdn/x' }),
      list({ showMoreLink: 'https://shop/x' }),
      list({ sponsoredPositions: [] }),
      list({ sponsoredPositions: [0, 1, 2, 3, 4] }),
      list({ visualization: 'GRID' }),
      list({ whatever: 1 }),
    ],
    [
      [{ recommendationLists: {} }, '/recommendationLists'],
      [{ recommendationLists: ids(11) }, '/recommendationLists'],
      [{ recommendationLists: [{}] }, '/recommendationLists/0/id'],
      [{ recommendationLists: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }, '/recommendationLists/2/id'],
      [list({ id: '' }), '/recommendationLists/0/id'],
      [list({ id: text(21) }), '/recommendationLists/0/id'],
      [list({ id: 'a b' }), '/recommendationLists/0/id'],
      [list({ algorithm: 'top_products' }), '/recommendationLists/0/algorithm'],
      [list({ label: '' }), '/recommendationLists/0/label'],
      [list({ label: text(201) }), '/recommendationLists/0/label'],
      [list({ limit: 0 }), '/recommendationLists/0/limit'],
      [list({ limit: 201 }), '/recommendationLists/0/limit'],
      [list({ limit: 1.5 }), '/recommendationLists/0/limit'],
      [list({ limit: '4' }), '/recommendationLists/0/limit'],
      [list({ params: [] }), '/recommendationLists/0/params'],
      [list({ params: { cart: Array(251).fill('v') } }), '/recommendationLists/0/params/cart'],
      [list({ params: { cart: [1] } }), '/recommendationLists/0/params/cart/0'],
      [list({ params: { productKey: 1 } }), '/recommendationLists/0/params/productKey'],
      [list({ productRules: 'x' }), '/recommendationLists/0/productRules'],
      [list({ productFilter: 'x' }), '/recommendationLists/0/productFilter'],
      [list({ productRules: '', productFilter: {} }), '/recommendationLists/0/productFilter'],
      [list({ showMoreLink: '' }), '/recommendationLists/0/showMoreLink'],
      [list({ showMoreLink: `/${text(1000)}` }), '/recommendationLists/0/showMoreLink'],
      [list({ showMoreLink: 'javascript:x' }), '/recommendationLists/0/showMoreLink'],
      [list({ sponsoredPositions: [0, 1, 2, 3, 4, 5] }), '/recommendationLists/0/sponsoredPositions'],
      [list({ sponsoredPositions: [1.5] }), '/recommendationLists/0/sponsoredPositions/0'],
      [list({ sponsoredPositions: [-1] }), '/recommendationLists/0/sponsoredPositions/0'],
      [list({ visualization: 'grid' }), '/recommendationLists/0/visualization'],
    ],
  ],
  [
    WITH_CONTENT_LISTS,
    [
      { contentLists: ids(10) },
      contentList({ limit: 1 }),
      contentList({ limit: 100 }),
      contentList({ algorithm: 'TOP_CONTENT' }),
      contentList({ contentFilter: { content_key: 'k', type: ['a', 'b'], 'custom.x': [] } }),
      contentList({ contentFilter: { type: Array(250).fill('a') } }),
      contentList({ contentFilter: filterOf(20) }),
    ],
    [
      [{ contentLists: ids(11) }, '/contentLists'],
      [{ contentLists: [{ id: 'a' }, { id: 'a' }] }, '/contentLists/1/id'],
      [contentList({ limit: 0 }), '/contentLists/0/limit'],
      [contentList({ limit: 101 }), '/contentLists/0/limit'],
      [contentList({ algorithm: 'X' }), '/contentLists/0/algorithm'],
      [contentList({ contentFilter: { custom: 'x' } }), '/contentLists/0/contentFilter/custom'],
      [contentList({ contentFilter: { type: Array(251).fill('a') } }), '/contentLists/0/contentFilter/type'],
      [contentList({ contentFilter: filterOf(21) }), '/contentLists/0/contentFilter'],
    ],
  ],
  [
    WITH_PRIMARY_LIST,
    [
      { navigation: {}, primaryList: {} },
      { navigation: { include: true }, primaryList: { include: true, productRules: 'rule incl brand {"a"}' } },
      { primaryList: { productFilter: { price: { min: 1 } } } },
    ],
    [
      [{ navigation: true }, '/navigation'],
      [{ navigation: { include: 1 } }, '/navigation/include'],
      [{ primaryList: { include: 'yes' } }, '/primaryList/include'],
      [{ primaryList: { productRules: 'rule' } }, '/primaryList/productRules'],
      [{ primaryList: { productRules: '', productFilter: {} } }, '/primaryList/productFilter'],
    ],
  ],
  [['product-page'], [{ productGroup: {} }], [[{ productGroup: { include: 'x' } }, '/productGroup/include']]],
  [['cart-page'], [{ cart: {} }], [[{ cart: { include: 0 } }, '/cart/include']]],
  [
    ['content-search-page'],
    [{ primaryList: {} }, { primaryList: { contentFilter: { type: 'faq' } } }],
    [
      [{ primaryList: 1 }, '/primaryList'],
      [{ primaryList: { contentFilter: { brand: 'x' } } }, '/primaryList/contentFilter/brand'],
    ],
  ],
  [
    ['discovery-agent-topic'],
    [BODIES['discovery-agent-topic']],
    [
      [{}, '/resultTicket'],
      [{ resultTicket: '' }, '/resultTicket'],
      [{ resultTicket: 1 }, '/resultTicket'],
      [{ resultTicket: SECRET }, '/resultTicket'],
      [{ resultTicket: text(50_001) }, '/resultTicket'],
      [{ ...BODIES['discovery-agent-topic'], q: 'x' }, '/q'],
    ],
  ],
];

t.test('bodies up to their limits are taken, in others the place is named', t => {
  for (const [queries, taken, refused] of SETTINGS) {
    for (const name of queries) {
      const about = (body: object) => `${name}: ${JSON.stringify(body).slice(0, 80)}`;
      for (const body of taken)
        t.equal(
          faultOf(() => post(name, REQUIRED[name], body)),
          undefined,
          about(body),
        );
      for (const [body, path] of refused) {
        t.ok(faultOf(() => post(name, REQUIRED[name], body))?.startsWith(`${path}: `), about(body));
      }
      t.match(
        faultOf(() => post(name, REQUIRED[name], [])),
        /^\/: found a list of 0, expected an object/,
        name,
      );
    }
  }
  t.end();
});

const restrictions = (count: number) => `rule ${'incl price [0, 1] '.repeat(count)}`;
const keyed = (count: number) => `rule incl product_key {${Array.from({ length: count }, (_, i) => `"k${i}"`)}}`;
const lists = (members: object[]) => ({ recommendationLists: members.map((one, i) => ({ id: `l${i}`, ...one })) });
const blank = (length: number) => ({ productRules: ' '.repeat(length) });

/** Bodies whose lists are within their limits, each by itself, and what is at fault with all of them, if anything. */
const TOGETHER: [body: object, fault?: RegExp][] = [
  [lists(Array(5).fill({ limit: 200 }))],
  [
    lists([...Array(5).fill({ limit: 200 }), { limit: 1 }]),
    /^\/recommendationLists\/5\/limit: found 1001 product groups/,
  ],
  [lists([{ productRules: restrictions(1000) }])],
  [
    lists([{ productRules: restrictions(1001) }]),
    /^\/recommendationLists\/0\/productRules: found more than 1000 restr/,
  ],
  [
    lists([
      { productRules: restrictions(600) },
      { productFilter: { brand: 'a' } },
      { productRules: restrictions(400) },
    ]),
    /^\/recommendationLists\/2\/productRules: found 1001 restrictions up to here, expected at most 1000 in a request$/,
  ],
  [
    lists([{ productRules: restrictions(1000) }, { productFilter: { brand: 'a' } }]),
    /^\/recommendationLists\/1\/productF/,
  ],
  [lists([blank(50_000), blank(50_000)])],
  [lists([blank(50_000), blank(50_001)]), /^\/recommendationLists\/1\/productRules: found 100001 characters of rules/],
  [
    lists([blank(100_001)]),
    /^\/recommendationLists\/0\/productRules: found 100001 characters, expected at most 100000/,
  ],
  [lists([{ productRules: keyed(50) }, { productRules: keyed(50) }])],
  [
    lists([{ productRules: keyed(50) }, { productRules: keyed(51) }]),
    /^\/recommendationLists\/1\/productRules: found 101 handpicked product keys up to here, expected at most 100/,
  ],
];

t.test('what all lists of a request ask for has limits too', t => {
  for (const name of WITH_REC_LISTS) {
    for (const [i, [body, fault]] of TOGETHER.entries()) {
      const found = faultOf(() => post(name, REQUIRED[name], body));
      if (fault) t.match(found, fault, `${name}: ${i}`);
      else t.equal(found, undefined, `${name}: ${i}`);
    }
  }
  const landing = { primaryList: { productRules: restrictions(999) }, ...lists([{ productRules: restrictions(2) }]) };
  t.match(
    faultOf(() => post('landing-page', REQUIRED['landing-page'], landing)),
    /^\/recommendationLists\/0\/productRules: found 1001 restrictions/,
    'the primary list counts',
  );
  t.end();
});

t.test('a body is missed where it has to be one', t => {
  for (const name of ['add-to-cart-popup', 'discovery-agent-topic'] as const) {
    for (const method of [get, (query: QueryName, raw: string) => post(query, raw, '')]) {
      t.match(
        faultOf(() => method(name, REQUIRED[name])),
        /^body: missing; expected a JSON object/,
        name,
      );
    }
  }
  t.end();
});

t.test('parameters without a meaning to a query are not looked at', t => {
  for (const name of QUERIES)
    t.equal(
      faultOf(() => ask(name, `${REQUIRED[name]}&foo=%zz&origins=x`)),
      undefined,
      name,
    );
  t.equal(
    faultOf(() => get('navigation-tree', `${BASE}&limit=x&sort=x&f.price.min=x`)),
    undefined,
  );
  t.end();
});
