import fc from 'fast-check';
import t from 'tap';
import { parseStorefrontQuery, type QueryName } from '../../src/api/parse-query.js';
import { Problem } from '../../src/errors/problem.js';
import type { AutocompleteRequest, SearchPageRequest } from '../../src/pages/shared/requests.js';
import { BASE, CONTEXT, QUERIES } from './queries.js';

const seed = 20260901;
const encoder = new TextEncoder();

const ORIGIN = { ticketSecret: 'a secret' };
const get = (name: QueryName, query: string) => parseStorefrontQuery(name, { method: 'GET', rawQuery: query }, ORIGIN);
const post = (name: QueryName, query: string, body: unknown, contentType: string | undefined = 'text/plain') =>
  parsePost(name, query, contentType, encoder.encode(typeof body === 'string' ? body : JSON.stringify(body)));
const parsePost = (name: QueryName, rawQuery: string, contentType: string | undefined, body?: Uint8Array) =>
  parseStorefrontQuery(name, { method: 'POST', rawQuery, contentType, body }, ORIGIN);

const defaults = {
  ...CONTEXT,
  q: '',
  contentLists: [],
  rules: [],
};

const searchDefaults = {
  ...defaults,
  query: 'search-page',
  facets: [],
  limit: 60,
  skip: 0,
  origin: 'ORGANIC',
  viewAllSecondary: false,
  includeNavigation: false,
};

t.test('the required parameters alone give the documented defaults', t => {
  t.strictSame(get('autocomplete', BASE), { query: 'autocomplete', ...defaults });
  t.strictSame(get('search-page', `${BASE}&q=`), searchDefaults);
  t.end();
});

t.test('every parameter is read', t => {
  const query =
    `${BASE.replace('desktop', 'MOBILE')}&q=+r%C3%B6d+skjorta+&channels=store%7COnline&stores=7%7C8&priceId=VIP
    &presentCustom=fit%7Cvariant.number.x&presentPrices=VIP%7Cmember&templateId=T1&notify=false&viewId=preview&limit=600
    &skip=10000&sort=PRICE_ASCENDING&origin=RECENT_SEARCH&selectedCategory=%2Fa%2Fb&viewAllSecondary=true&f.brand=x
    &userContext=PERSONALIZED`.replaceAll(/\n\s*/g, '');
  t.strictSame(get('search-page', query), {
    ...searchDefaults,
    touchpoint: 'MOBILE',
    viewId: 'PREVIEW',
    stores: ['7', '8'],
    priceId: 'VIP',
    presentCustom: ['fit', 'variant.number.x'],
    presentPrices: ['VIP', 'member'],
    templateId: 'T1',
    notify: false,
    q: 'röd skjorta',
    limit: 600,
    skip: 10_000,
    sort: 'PRICE_ASCENDING',
    origin: 'RECENT_SEARCH',
    selectedCategory: '/a/b',
    viewAllSecondary: true,
    facets: [{ id: 'brand', values: ['x'] }],
  });
  t.end();
});

t.test('a missing or wrong parameter is named', t => {
  for (const name of ['market', 'locale', 'touchpoint', 'customerKey', 'sessionKey', 'q']) {
    const without = new URLSearchParams(`${BASE}&q=x`);
    without.delete(name);
    t.throws(() => get('search-page', without.toString()), { error: 'BAD_REQUEST', message: `${name}: missing` }, name);
  }
  const wrong = [
    'limit=0',
    'limit=601',
    'limit=ten',
    'skip=-1',
    'skip=10001',
    'sort=name',
    'origin=organic',
    'viewId=draft',
    'channels=WEB',
    'notify=maybe',
    'viewAllSecondary=1',
    'userContext=NOBODY',
    'f.price.min=low',
    'priceId=%zz',
  ];
  for (const parameter of wrong) {
    const name = parameter.slice(0, parameter.indexOf('='));
    try {
      get('search-page', `${BASE}&q=x&${parameter}`);
      t.fail(parameter);
    } catch (error) {
      t.ok(error instanceof Problem && error.error === 'BAD_REQUEST', parameter);
      t.ok((error as Problem).message.startsWith(`${name}: found `), (error as Problem).message);
      t.equal((error as Problem).errors?.[0]?.path, name);
    }
  }
  t.end();
});

t.test('empty values count as absent', t => {
  const empty = ['channels', 'stores', 'priceId', 'presentCustom', 'limit', 'sort', 'origin', 'viewId', 'templateId'];
  t.strictSame(get('search-page', `${BASE}&q=&${empty.map(name => `${name}=`).join('&')}`), searchDefaults);
  t.throws(() => get('autocomplete', BASE.replace('se&', '&')), { message: /^market: missing/ });
  t.end();
});

t.test('STORE needs stores only where channels names it', t => {
  t.throws(() => get('autocomplete', `${BASE}&channels=STORE`), { message: /^stores: missing/ });
  t.throws(() => get('autocomplete', `${BASE}&channels=online|store&stores=`), { message: /^stores: missing/ });
  t.same(get('autocomplete', `${BASE}&channels=store&stores=7`).channels, { online: false, store: true });
  t.same(get('autocomplete', `${BASE}&channels=ONLINE&stores=7`).channels, { online: true, store: false });
  t.end();
});

t.test('the user context decides which visitor keys may come', t => {
  const base = 'market=se&locale=sv-SE&touchpoint=desktop';
  const cases: [context: string, customer: boolean, session: boolean, fault: string | undefined][] = [
    ['PERSONALIZED', true, true, undefined],
    ['PERSONALIZED', false, true, 'customerKey'],
    ['PERSONALIZED', true, false, 'sessionKey'],
    ['UNPERSONALIZED', false, true, undefined],
    ['UNPERSONALIZED', true, true, 'customerKey'],
    ['UNPERSONALIZED', false, false, 'sessionKey'],
    ['ANONYMOUS', false, false, undefined],
    ['ANONYMOUS', false, true, 'sessionKey'],
    ['ANONYMOUS', true, false, 'customerKey'],
    ['SYNTHETIC', false, false, undefined],
    ['SYNTHETIC', true, true, undefined],
  ];
  for (const [context, customer, session, fault] of cases) {
    const query = `${base}&userContext=${context}${customer ? '&customerKey=c' : ''}${session ? '&sessionKey=s' : ''}`;
    if (fault === undefined) {
      const request = get('autocomplete', query);
      t.same([request.customerKey, request.sessionKey], [customer ? 'c' : undefined, session ? 's' : undefined]);
    } else t.throws(() => get('autocomplete', query), { message: new RegExp(`^${fault}: `) }, query);
  }
  t.throws(() => get('autocomplete', `${BASE}${'x'.repeat(600)}`), { message: /^sessionKey: .*at most 500/ });
  t.end();
});

t.test('no bytes are no body, whatever the content type says, and the body of a GET is not looked at', t => {
  t.strictSame(post('search-page', `${BASE}&q=`, '', 'text/html'), searchDefaults);
  t.strictSame(parsePost('search-page', `${BASE}&q=`, undefined), searchDefaults);
  t.strictSame(
    parseStorefrontQuery(
      'search-page',
      { method: 'GET', rawQuery: `${BASE}&q=`, contentType: 'x', body: encoder.encode('{') },
      ORIGIN,
    ),
    searchDefaults,
  );
  t.strictSame(post('search-page', `${BASE}&q=`, {}), searchDefaults);
  t.end();
});

t.test('bodies bring content lists, navigation and rules', t => {
  const request = post('search-page', `${BASE}&q=x`, {
    contentLists: [
      { id: 'a' },
      { id: 'b_2', limit: 100, algorithm: 'TOP_CONTENT', contentFilter: { type: 'faq', 'custom.season': ['w', 's'] } },
    ],
    navigation: { include: true, depth: 3 },
    primaryList: { include: false, productRules: 'rule incl brand {"a"}', facets: [] },
  }) as SearchPageRequest;
  t.same(request.contentLists, [
    { id: 'a', limit: 10, algorithm: 'NEWEST_CONTENT', contentFilter: {} },
    {
      id: 'b_2',
      limit: 100,
      algorithm: 'TOP_CONTENT',
      contentFilter: { type: ['faq'], 'custom.season': ['w', 's'] },
    },
  ]);
  t.equal(request.includeNavigation, true);
  const brand = [{ exclude: false, attribute: 'brand', condition: { kind: 'values', values: ['a'] } }];
  t.same(request.rules, [{ restrictions: brand }]);
  const rules = (body: object) => (post('autocomplete', BASE, body) as AutocompleteRequest).rules;
  t.same(rules({ productFilter: { brand: 'a' } }), [{ restrictions: brand }]);
  t.same(rules({ productRules: '', contentLists: [] }), []);
  t.end();
});

t.test('a body may bring a vector', t => {
  const vector = (vector: object) => (post('search-page', `${BASE}&q=`, { vector }) as SearchPageRequest).vector;
  t.same(vector({ space: 'image', values: [1, -2.5] }), { space: 'image', values: [1, -2.5], weight: 0.5 });
  t.same(vector({ space: 'image', values: [0, 1], weight: 0 }), { space: 'image', values: [0, 1], weight: 0 });
  t.equal((post('search-page', `${BASE}&q=`, {}) as SearchPageRequest).vector, undefined);
  t.end();
});

t.test('a body at fault is told by its paths', t => {
  const cases: [QueryName, unknown, path: string, message: RegExp][] = [
    ['autocomplete', [], '/', /found a list of 0, expected an object/],
    ['autocomplete', null, '/', /found null, expected an object/],
    ['autocomplete', { rules: 'x' }, '/rules', /found "x", expected no member of this name/],
    ['autocomplete', { productRules: 3 }, '/productRules', /found 3, expected text/],
    ['autocomplete', { productRules: 'rule' }, '/productRules', /line 1, column 5: found the end/],
    ['autocomplete', { productFilter: 3 }, '/productFilter', /found 3, expected an object/],
    ['autocomplete', { productRules: '', productFilter: {} }, '/productFilter', /expected one of the two/],
    ['search-page', { primaryList: { productRules: '', productFilter: {} } }, '/primaryList/productFilter', /one of/],
    ['search-page', { primaryList: { productRules: 'x' } }, '/primaryList/productRules', /expected "rule"/],
    [
      'search-page',
      { primaryList: { productFilter: { x: 1 } } },
      '/primaryList/productFilter/x',
      /expected a built-in/,
    ],
    ['search-page', { navigation: { include: 'yes' } }, '/navigation/include', /found "yes", expected true or false/],
    ['search-page', { vector: { space: 'image' } }, '/vector/values', /found nothing, expected/],
    ['search-page', { vector: { values: [1, 2] } }, '/vector/space', /found nothing, expected/],
    ['search-page', { vector: { space: 'a', values: [0, 0] } }, '/vector/values', /expected a number other than 0/],
    ['search-page', { vector: { space: 'a', values: [1] } }, '/vector/values', /found a list of 1, expected/],
    ['search-page', { vector: { space: 'a', values: [1, '2'] } }, '/vector/values/1', /found "2", expected a number/],
    ['search-page', { vector: { space: 'a', values: [1, 1e16] } }, '/vector/values/1', /expected/],
    ['search-page', { vector: { space: 'a', values: [1, 2], weight: 2 } }, '/vector/weight', /found 2, expected/],
    ['search-page', { vector: { space: 'a', values: [1, 2], x: 1 } }, '/vector/x', /no member of this name/],
    ['search-page', { contentLists: [{}] }, '/contentLists/0/id', /found nothing, expected a value/],
    ['search-page', { contentLists: [{ id: '' }] }, '/contentLists/0/id', /an id of 1 to 20/],
    ['search-page', { contentLists: [{ id: 'x'.repeat(21) }] }, '/contentLists/0/id', /an id of 1 to 20/],
    ['search-page', { contentLists: [{ id: 'a', limit: 101 }] }, '/contentLists/0/limit', /from 1 to 100/],
    [
      'search-page',
      { contentLists: [{ id: 'a', algorithm: 'X' }] },
      '/contentLists/0/algorithm',
      /NEWEST_CONTENT, TOP/,
    ],
    ['search-page', { contentLists: [{ id: 'a' }, { id: 'a' }] }, '/contentLists/1/id', /found "a" again/],
    [
      'search-page',
      { contentLists: [{ id: 'a', contentFilter: { brand: 'x' } }] },
      '/contentLists/0/contentFilter/brand',
      /expected a name that matches/,
    ],
    [
      'search-page',
      { contentLists: [{ id: 'a', contentFilter: { type: [1] } }] },
      '/contentLists/0/contentFilter/type',
      /found a list of 1, expected text or a list of texts/,
    ],
    [
      'search-page',
      { contentLists: Array.from({ length: 11 }, (_, i) => ({ id: `l${i}` })) },
      '/contentLists',
      /found a list of 11, expected at most 10 content lists/,
    ],
  ];
  for (const [name, body, path, message] of cases) {
    t.throws(() => post(name, `${BASE}&q=x`, body), { error: 'BAD_REQUEST', message, errors: [{ path }] }, path);
  }
  t.end();
});

t.test('content types and encodings', t => {
  const accepted = [
    'text/plain',
    'TEXT/PLAIN',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain;charset=UTF-8',
    'application/json; charset="utf8"; x=y',
  ];
  for (const type of accepted) t.strictSame(post('search-page', `${BASE}&q=`, {}, type), searchDefaults, type);
  const refused = [
    'text/html',
    'application/jsonlines',
    'multipart/form-data',
    'text/plain; charset=utf-16',
    'json',
    '',
  ];
  for (const type of refused) {
    t.throws(
      () => post('search-page', `${BASE}&q=`, {}, type),
      { name: 'Problem', error: 'UNSUPPORTED_MEDIA_TYPE' },
      type,
    );
  }
  const bytes = (...given: number[]) => parsePost('search-page', `${BASE}&q=`, 'text/plain', Uint8Array.from(given));
  t.throws(() => parsePost('search-page', BASE, undefined, encoder.encode('{}')), {
    error: 'UNSUPPORTED_MEDIA_TYPE',
    message: /^Content-Type: found nothing, expected application\/json or text\/plain/,
  });
  t.throws(() => bytes(0x7b, 0xff, 0x7d), { error: 'UNSUPPORTED_MEDIA_TYPE', message: /not UTF-8/ });
  t.throws(() => bytes(0x1f, 0x8b, 0x08), { name: 'Problem', error: 'UNSUPPORTED_MEDIA_TYPE' });
  t.strictSame(bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), searchDefaults, 'a byte order mark is no fault');
  for (const text of ['{', 'x', '{"a":1,}', ' ', "{'a':1}"]) {
    t.throws(
      () => post('search-page', `${BASE}&q=`, text),
      { error: 'BAD_REQUEST', message: /^body: .*not JSON/ },
      text,
    );
  }
  t.end();
});

t.test('nothing that comes over the wire makes it throw anything but a Problem', t => {
  const name = fc.constantFrom(
    'q',
    'limit',
    'channels',
    'stores',
    'f.price.min',
    'f.brand',
    'sort',
    'notify',
    'market',
    'cart',
    'contentKeys',
    'pageReference',
    'productKey',
    'variantKey',
  );
  const query = fc
    .array(fc.tuple(name, fc.oneof(fc.string(), fc.constantFrom('STORE', '1', 'true', '%zz', '%7C'))))
    .map(pairs => [BASE, ...pairs.map(([key, value]) => `${key}=${value}`)].join('&'));
  const member = fc.constantFrom(
    'contentLists',
    'recommendationLists',
    'productRules',
    'productFilter',
    'primaryList',
    'productGroup',
    'resultTicket',
    'navigation',
    'vector',
    'x',
  );
  const body = fc.oneof(
    fc.dictionary(member, fc.jsonValue()).map(value => encoder.encode(JSON.stringify(value))),
    fc.jsonValue().map(value => encoder.encode(JSON.stringify(value))),
    fc.uint8Array(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...QUERIES), query, body, (query, raw, bytes) => {
      try {
        return parsePost(query, raw, 'text/plain', bytes).query === query;
      } catch (error) {
        return error instanceof Problem && error.message.length > 0 && error.error !== 'INTERNAL';
      }
    }),
    { seed, numRuns: 1_000 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});
