/**
 * Explanations over HTTP: which keys may ask, what every query answers, how faults are told, and that nothing is left behind.
 */
import t from 'tap';
import { QUERY_PARAMETERS, type QueryName } from '../../../src/api/query-parameters.js';
import type { Explanation } from '../../../src/pages/explain/explanation.js';
import { ADMIN, type Ask, post, QUERIES } from '../described.js';
import { agree, daemon } from './shared-shop.js';

const EXPLAIN = `${ADMIN}/explain`;
const VIEW = { market: 'uk', locale: 'en-GB' };

const order = (query: string, parameters: object = {}, more: object = {}): Ask =>
  post({ query, parameters: { ...VIEW, ...parameters }, ...more });

type Check = Pick<typeof t, 'equal'>;

async function explained(t: Check, ask: Ask): Promise<Explanation> {
  return JSON.parse((await agree(t, 200, EXPLAIN, ask)).body) as Explanation;
}

t.test('an order needs a key', async t => {
  for (const version of ['v3', 'v4']) {
    const path = `/api/admin/${version}/explain`;
    await agree(t, 403, path, { ...order('search-page', { q: 'lamp' }), key: false });
    await agree(t, 405, path);
    await agree(t, 200, path, order('search-page', { q: 'lamp' }));
  }
});

t.test('every query name is explained', async t => {
  const lists = { recommendationLists: [{ id: 'top', algorithm: 'TOP_PRODUCTS' }] };
  const topic = await agree(t, 200, `${ADMIN}/discovery-agent/topics`, post({ ...VIEW, q: 'lamp' }));
  const orders: Record<QueryName, [parameters: object, more: object, listed: string[]]> = {
    autocomplete: [{ q: 'la' }, {}, ['productSuggestions', 'recentlyViewed']],
    'search-page': [{ q: 'lamp', limit: 2, stores: ['one', 'two'] }, {}, ['primaryList']],
    'landing-page': [
      { pageReference: '/x' },
      { body: { primaryList: { include: true }, ...lists } },
      ['primaryList', 'top'],
    ],
    'product-page': [
      { productKey: 'p-1' },
      { body: { productGroup: { include: true }, ...lists } },
      ['productGroup', 'top'],
    ],
    'cart-page': [{ cart: ['p-1', 'v-2-0'] }, {}, ['cart']],
    'add-to-cart-popup': [{ variantKey: 'v-1-0' }, { body: lists }, ['top']],
    'navigation-tree': [{}, {}, []],
    'content-search-page': [{ q: 'lamps' }, {}, ['primaryList']],
    'content-information': [{ contentKeys: 'guide' }, {}, []],
    'discovery-agent-topic': [{}, { body: JSON.parse(topic.body) as object }, ['primaryList']],
    'sponsored-page': [{ pageReference: '/x' }, {}, []],
    banners: [{ pageReference: '/x' }, {}, []],
  };
  t.strictSame(Object.keys(orders).sort(), Object.keys(QUERY_PARAMETERS).sort());
  for (const [query, [parameters, more, listed]] of Object.entries(orders)) {
    const explanation = await explained(t, order(query, parameters, { ...more, products: ['p-1', 'nothing'] }));
    t.match(explanation, { query, ...VIEW }, query);
    t.strictSame(
      explanation.lists.map(({ id }) => id),
      listed,
      query,
    );
    t.match(explanation.asked, [{ key: 'p-1' }, { key: 'nothing', reasons: [{ code: 'UNKNOWN_KEY' }] }]);
    t.equal(explanation.asked[0]!.lists.length, query === 'content-search-page' ? 0 : listed.length);
  }
});

t.test('what is explained is what the storefront shows', async t => {
  const parameters = { q: 'golden lamp', 'f.price.min': 1, sort: 'PRICE_ASCENDING', limit: 3 };
  const { understanding, lists } = await explained(t, order('search-page', parameters));
  const query = new URLSearchParams({ ...VIEW, touchpoint: 'desktop', userContext: 'SYNTHETIC' });
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  const shown = (await (await fetch(`${daemon.url}${QUERIES}/search-page?${query}`)).json()) as {
    q: string;
    primaryList: { productGroups: { products: { key: string }[] }[]; totalHits: number };
  };
  t.equal(understanding!.used, shown.q);
  t.equal(lists[0]!.totalHits, shown.primaryList.totalHits);
  t.strictSame(
    lists[0]!.hits.map(({ key }) => key),
    shown.primaryList.productGroups.map(({ products }) => products[0]!.key),
  );
  t.ok(lists[0]!.hits.length > 0);
});

t.test('of a long text the first 400 characters are searched, which the explanation says', async t => {
  const q = `golden lamp${' lamp'.repeat(3000)} zzz`;
  const { understanding } = await explained(t, order('search-page', { q }));
  t.strictSame(understanding!.cut, { searched: 400, of: q.length });
  t.equal(understanding!.typed, q.slice(0, 400).trimEnd());
  const query = new URLSearchParams({ ...VIEW, touchpoint: 'desktop', userContext: 'SYNTHETIC' });
  const answers = [];
  for (const text of [q.slice(0, 5000), q.slice(0, 400)]) {
    query.set('q', text);
    const response = await fetch(`${daemon.url}${QUERIES}/search-page?${query}`);
    t.equal(response.status, 200);
    const { primaryList, q: used } = (await response.json()) as { q: string; primaryList: { totalHits: number } };
    answers.push([used, primaryList.totalHits]);
  }
  t.strictSame(answers[0], answers[1], 'what follows changes nothing');
  t.notOk('cut' in (await explained(t, order('search-page', { q: 'lamp' }))).understanding!);
});

t.test('a fault is told by where it stands in the order', async t => {
  const refused = async (ask: Ask, path: string, says: RegExp, status = 400) => {
    const { body } = await agree(t, status, EXPLAIN, ask);
    const { message, errors } = JSON.parse(body) as { message: string; errors: { path: string }[] };
    t.equal(errors[0]!.path, path, message);
    t.match(message, says);
    t.ok(message.startsWith(`${path}: `), message);
  };
  const lamp = { q: 'lamp' };
  await refused(post({}), '/query', /expected/);
  await refused(order('search'), '/query', /found "search", expected one of autocomplete, search-page/);
  await refused(order('search-page'), '/parameters/q', /missing/);
  await refused(order('search-page', { ...lamp, limit: 601 }), '/parameters/limit', /found "601"/);
  await refused(order('search-page', { ...lamp, 'f.price.min': 'x' }), '/parameters/f.price.min', /x/);
  await refused(order('search-page', { ...lamp, market: 'xx' }), '/parameters/market', /known: se, uk/);
  await refused(order('search-page', { ...lamp, stores: [1] }), '/parameters/stores', /list of texts/);
  await refused(order('search-page', { ...lamp, userContext: 'PERSONALIZED' }), '/parameters/customerKey', /missing/);
  await refused(order('product-page', { productKey: 'none' }), '/parameters/productKey', /"none"/);
  const body = (json: object) => ({ body: json });
  await refused(order('search-page', lamp, body({ nonsense: 1 })), '/body/nonsense', /no member of this name/);
  await refused(
    order('search-page', lamp, body({ primaryList: { productRules: 'rule incl' } })),
    '/body/primaryList/productRules',
    /column/,
  );
  const lists = { recommendationLists: [{ id: 'a', algorithm: 'UPSELL' }] };
  await refused(order('cart-page', {}, body(lists)), '/body/recommendationLists/0/params/productKey', /missing/);
  await refused(order('add-to-cart-popup', { variantKey: 'v-1-0' }), '/body', /missing/);
  await refused(order('search-page', lamp, body([])), '/body', /object/);
  const many = Array.from({ length: 51 }, (_, i) => `p-${i}`);
  await refused(order('search-page', lamp, { products: many }), '/products', /at most 50/);
  await agree(t, 413, EXPLAIN, post('x'.repeat(65_536)));
  await agree(t, 415, EXPLAIN, post({ query: 'navigation-tree' }, { 'Content-Type': 'text/html' }));
  await agree(t, 400, EXPLAIN, { ...post({}), body: '{' });
});

t.test('an explanation is no visit: it is not counted, recorded or cached', async t => {
  const metric = async (name: string) => {
    const text = await (await fetch(`${daemon.url}/metrics`)).text();
    return text.split('\n').filter(line => line.startsWith(name));
  };
  const names = ['vitrine_searches', 'vitrine_answer_cache', 'vitrine_notifications'];
  const counted = async () => (await Promise.all(names.map(metric))).flat();
  const visitor = { customerKey: 'c-explain', sessionKey: 's' };
  const autocomplete = `${QUERIES}/autocomplete?market=uk&locale=en-GB&touchpoint=desktop&customerKey=c-explain&sessionKey=s&q=`;
  const remembered = async () => {
    const answer = (await (await fetch(`${daemon.url}${autocomplete}`)).json()) as Record<string, unknown[]>;
    return [answer['recentSearches']!.length, answer['recentlyViewed']!.length];
  };
  const before = await counted();
  t.ok(
    before.some(line => line.startsWith('vitrine_searches')),
    before.join(),
  );
  await explained(t, order('search-page', { ...visitor, q: 'golden lamp' }));
  await explained(t, order('product-page', { ...visitor, productKey: 'p-1' }));
  t.strictSame(await counted(), before);
  t.strictSame(await remembered(), [0, 0]);
});

t.test('what is remembered of a visitor counts where the order names one', async t => {
  const visitor = 'market=uk&locale=en-GB&touchpoint=desktop&customerKey=c-seen&sessionKey=s';
  await agree(t, 200, `${QUERIES}/product-page?${visitor}&productKey=p-rich`);
  const viewed = async (parameters: object) => {
    const { lists } = await explained(t, order('autocomplete', { q: 'lamp', ...parameters }));
    return lists.find(({ id }) => id === 'recentlyViewed')!.hits.map(({ key }) => key);
  };
  // The storefront's next query waits until the visit is seen, and so does this.
  await agree(t, 200, `${QUERIES}/autocomplete?${visitor}&q=`);
  t.strictSame(await viewed({ customerKey: 'c-seen', sessionKey: 's' }), ['p-rich']);
  t.strictSame(await viewed({}), []);
});

t.test('explanations that come at once are all made', async t => {
  const all = Array.from({ length: 8 }, (_, i) => explained(t, order('search-page', { q: '', limit: i + 1 })));
  t.strictSame(
    (await Promise.all(all)).map(({ lists }) => lists[0]!.hits.length),
    [1, 2, 3, 4, 5, 6, 6, 6],
  );
});
