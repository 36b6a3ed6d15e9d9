/** What the queries beyond autocomplete and search page become: defaults, and what bodies and headers change. */
import t from 'tap';
import type { QueryName } from '../../src/api/parse-query.js';
import { encodeTopic } from '../../src/pages/discovery/topic-ticket.js';
import { BASE, BODIES, CONTEXT as context, get, post, REQUIRED, SECRET, TOPIC, VISITOR } from './queries.js';

const brand = [
  { restrictions: [{ exclude: false, attribute: 'brand', condition: { kind: 'values', values: ['a'] } }] },
];
const landing = {
  ...context,
  query: 'landing-page',
  pageReference: '/shoes',
  q: '',
  facets: [],
  limit: 60,
  skip: 0,
  includeNavigation: false,
};

/** With and without a body, a query asks for the same; only then is it asked both ways. */
const SAME: [QueryName, object][] = [
  ['landing-page', landing],
  [
    'product-page',
    { ...context, query: 'product-page', productKey: 'p1', includeGroup: false, recommendationLists: [] },
  ],
  ['cart-page', { ...context, query: 'cart-page', cart: [], includeCart: true, recommendationLists: [] }],
  ['navigation-tree', { ...context, query: 'navigation-tree' }],
  [
    'content-search-page',
    {
      ...context,
      query: 'content-search-page',
      q: 'x',
      limit: 60,
      skip: 0,
      sort: 'RELEVANCE',
      origin: 'ORGANIC',
      contentFilter: {},
    },
  ],
  ['content-information', { ...context, query: 'content-information', contentKeys: ['a'] }],
  ['sponsored-page', { ...context, query: 'sponsored-page', pageReference: '/shoes' }],
  ['banners', { ...context, query: 'banners', pageReference: '/shoes' }],
];

t.test('the required parameters alone give the documented defaults, by GET and by an empty POST', t => {
  for (const [name, expected] of SAME) {
    t.strictSame(get(name, REQUIRED[name]), expected, name);
    t.strictSame(post(name, REQUIRED[name], ''), expected, `${name}, posted`);
  }
  t.end();
});

t.test('a recommendation list has its defaults, and all that is said of it', t => {
  const recommendationLists = [
    { id: 'a' },
    {
      id: 'b',
      algorithm: 'UPSELL',
      label: 'More',
      limit: 200,
      params: { productKey: 'p', cart: ['v', 'w'] },
      productRules: 'rule incl brand {"a"}',
      showMoreLink: '/more',
      sponsoredPositions: [1],
      visualization: 'GRID',
    },
  ];
  const request = post('product-page', REQUIRED['product-page'], { recommendationLists });
  t.strictSame('recommendationLists' in request && request.recommendationLists, [
    { id: 'a', algorithm: 'TOP_PRODUCTS', limit: 4, rules: [], visualization: 'CAROUSEL' },
    {
      id: 'b',
      algorithm: 'UPSELL',
      label: 'More',
      limit: 200,
      rules: brand,
      showMoreLink: '/more',
      visualization: 'GRID',
      productKey: 'p',
      cart: ['v', 'w'],
      sponsoredPositions: [1],
    },
  ]);
  t.end();
});

t.test('a landing page is named by its parameter, else by the path of the Referer', t => {
  const asked = (query: string, referer?: string) =>
    (get('landing-page', query, referer === undefined ? {} : { referer }) as { pageReference: string }).pageReference;
  t.equal(asked(`${BASE}&pageReference=a-page`, 'https://shop.example/b'), 'a-page');
  t.equal(asked(`${BASE}&pageReference=`, 'https://shop.example/b'), '/b');
  const cases: [string, string][] = [
    ['https://shop.example/women/shoes/?sort=x#top', '/women/shoes/'],
    ['http://localhost:3000/', '/'],
    ['https://shop.example', '/'],
    ['HTTPS://shop.example/D%C3%A4ck%20%2F', '/Däck /'],
    ['https://shop.example/%zz', '/%zz'],
    ['/women?x', '/women'],
  ];
  for (const [referer, expected] of cases) t.equal(asked(BASE, referer), expected, referer);
  for (const referer of [
    undefined,
    '',
    'about:blank',
    'android-app://shop/x',
    'https://',
    'women',
    'data:text/plain,/x',
  ]) {
    t.throws(() => asked(BASE, referer), { error: 'BAD_REQUEST', message: /^pageReference: missing/ }, `${referer}`);
  }
  t.end();
});

t.test('a landing page without a body asks for what the shop arranged, with one for what it says', t => {
  const query = REQUIRED['landing-page'];
  const none = { includePrimaryList: false, rules: [], recommendationLists: [], contentLists: [] };
  t.strictSame(post('landing-page', query, {}), { ...landing, body: none });
  const body = {
    primaryList: { include: true, productRules: 'rule incl brand {"a"}' },
    navigation: { include: true },
    contentLists: [{ id: 'c', contentFilter: { type: 'faq' } }],
  };
  t.strictSame(post('landing-page', `${query}&q=+x+&limit=1&skip=2&sort=RATING&f.brand=y`, body), {
    ...landing,
    q: 'x',
    facets: [{ id: 'brand', values: ['y'] }],
    limit: 1,
    skip: 2,
    sort: 'RATING',
    includeNavigation: true,
    body: {
      ...none,
      includePrimaryList: true,
      rules: brand,
      contentLists: [{ id: 'c', limit: 10, algorithm: 'NEWEST_CONTENT', contentFilter: { type: ['faq'] } }],
    },
  });
  t.end();
});

t.test('the navigation of a landing page is asked for by the parameter of GET, or by the body of POST', t => {
  const included = (request: object) => (request as { includeNavigation: boolean }).includeNavigation;
  const query = REQUIRED['landing-page'];
  t.equal(included(get('landing-page', `${query}&includeNavigation=true`)), true);
  t.equal(included(post('landing-page', `${query}&includeNavigation=true`, '')), false);
  t.equal(included(post('landing-page', `${query}&includeNavigation=true`, {})), false);
  t.equal(included(post('landing-page', `${query}&includeNavigation=true`, { navigation: { include: false } })), false);
  t.end();
});

t.test('whether a product group or a cart is wanted', t => {
  const group = (body: unknown) =>
    (post('product-page', REQUIRED['product-page'], body) as { includeGroup: boolean }).includeGroup;
  t.same([group({}), group({ productGroup: {} }), group({ productGroup: { include: true } })], [false, false, true]);
  const cart = (body: unknown) => (post('cart-page', BASE, body) as { includeCart: boolean }).includeCart;
  t.same([cart({}), cart({ cart: {} }), cart({ cart: { include: true } })], [false, false, true]);
  t.equal(cart(''), true, 'a body without bytes is none');
  t.end();
});

t.test('keys come separated by pipes, each once, in their order', t => {
  t.match(get('cart-page', `${BASE}&cart=b%7Ca|b| c |`), { cart: ['b', 'a', 'c'] });
  t.match(get('content-information', `${BASE}&contentKeys=b|a`), { contentKeys: ['b', 'a'] });
  const popup = (cart: string) => post('add-to-cart-popup', `${REQUIRED['add-to-cart-popup']}${cart}`, {});
  t.match(popup('&cart=b|a'), { query: 'add-to-cart-popup', variantKey: 'v1', cart: ['b', 'a'] });
  for (const empty of ['', '&cart=', '&cart=%7C']) {
    t.notOk('cart' in popup(empty), 'what the visitor put there counts where the request names nothing');
  }
  t.end();
});

t.test('texts, orders and filters of a search for content', t => {
  const query = `${BASE}&q=+lamps+&sort=NEWEST_FIRST&origin=DID_YOU_MEAN&limit=5&skip=10`;
  t.match(
    post('content-search-page', query, { primaryList: { contentFilter: { type: 'faq', 'custom.x': ['a', 'b'] } } }),
    {
      q: 'lamps',
      sort: 'NEWEST_FIRST',
      origin: 'DID_YOU_MEAN',
      limit: 5,
      skip: 10,
      contentFilter: { type: ['faq'], 'custom.x': ['a', 'b'] },
    },
  );
  t.match(get('content-search-page', `${BASE}&q=`), { q: '' });
  t.end();
});

t.test('of a text the first 400 characters are searched, and how many there are is kept', t => {
  const asked = (text: string) => {
    const q = encodeURIComponent(text);
    const { 'landing-page': landed } = REQUIRED;
    return [
      get('autocomplete', `${BASE}&q=${q}`),
      get('search-page', `${BASE}&q=${q}`),
      get('content-search-page', `${BASE}&q=${q}`),
      get('landing-page', `${landed}&q=${q}`),
    ].map(request => request as { q: string; typedCharacters?: number });
  };
  for (const request of asked(` ${'x'.repeat(400)} `)) {
    t.strictSame([request.q, 'typedCharacters' in request], ['x'.repeat(400), false], 'spaces around it do not count');
  }
  for (const request of asked(`${'x'.repeat(399)} jacket`)) {
    t.strictSame([request.q, request.typedCharacters], ['x'.repeat(399), 406], 'no space is left at the end');
  }
  for (const request of asked('👕'.repeat(400))) {
    t.strictSame([request.q, 'typedCharacters' in request], ['👕'.repeat(400), false], 'a pair of surrogates is one');
  }
  for (const request of asked('👕'.repeat(401))) {
    t.strictSame([request.q, request.typedCharacters], ['👕'.repeat(400), 401], 'and is not divided');
  }
  const resultTicket = encodeTopic({ market: 'no', locale: 'nb-NO', q: 'x'.repeat(500), rules: '' }, SECRET);
  const topic = post('discovery-agent-topic', VISITOR, { resultTicket }) as { q: string; typedCharacters?: number };
  t.strictSame([topic.q, topic.typedCharacters], ['x'.repeat(400), 500], 'as well when a ticket has the text');
  t.end();
});

t.test('a topic is what its ticket says, for every visitor', t => {
  const body = BODIES['discovery-agent-topic'];
  t.strictSame(post('discovery-agent-topic', VISITOR, body), {
    ...context,
    query: 'discovery-agent-topic',
    market: 'no',
    locale: 'nb-NO',
    q: 'sko',
    rules: brand,
    limit: 60,
    skip: 0,
  });
  t.match(
    post('discovery-agent-topic', `market=se&locale=sv-SE&touchpoint=mobile&notify=false&${VISITOR}`, body),
    { market: 'no', locale: 'nb-NO', touchpoint: 'MOBILE', notify: false },
    'parameters do not change what a ticket says',
  );
  const cases: [query: string, fault: string | undefined][] = [
    ['userContext=ANONYMOUS', undefined],
    ['userContext=SYNTHETIC', undefined],
    [`userContext=SYNTHETIC&${VISITOR}`, undefined],
    ['userContext=UNPERSONALIZED&sessionKey=s', undefined],
    ['', 'customerKey'],
    ['userContext=UNPERSONALIZED', 'sessionKey'],
    [`userContext=UNPERSONALIZED&${VISITOR}`, 'customerKey'],
    [`userContext=ANONYMOUS&${VISITOR}`, 'customerKey'],
    ['userContext=NOBODY', 'userContext'],
    ['userContext=ANONYMOUS&notify=false', 'notify'],
    [`userContext=PERSONALIZED&notify=true&${VISITOR}`, 'notify'],
  ];
  for (const [query, fault] of cases) {
    const parse = () => post('discovery-agent-topic', query, body);
    if (fault === undefined) t.equal(parse().query, 'discovery-agent-topic', query);
    else t.throws(parse, { error: 'BAD_REQUEST', message: new RegExp(`^${fault}: `) }, query);
  }
  t.equal(
    get('autocomplete', `${BASE}&userContext=PERSONALIZED&notify=false`).notify,
    false,
    'elsewhere they go together',
  );
  t.end();
});

t.test('a ticket of a topic whose rules are not understood any more is refused', t => {
  const resultTicket = encodeTopic({ ...TOPIC, rules: 'rule incl' }, SECRET);
  t.throws(() => post('discovery-agent-topic', VISITOR, { resultTicket }), {
    error: 'BAD_REQUEST',
    message: /^\/resultTicket: line 1/,
  });
  t.end();
});
