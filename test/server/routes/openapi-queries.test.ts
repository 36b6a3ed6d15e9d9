/** The replies to storefront queries and about topics against the interface description. */
import t from 'tap';
import { ADMIN, post, QUERIES, VISITOR } from '../described.js';
import { agree } from './shared-shop.js';

t.test('the pages and nodes of the queries below are imported', async t => {
  const page = { id: '/lamps', headings: { 'en-GB': 'Lamps' }, primaryList: { rules: 'rule incl category {"Home"}' } };
  await agree(t, 204, `${ADMIN}/import/pages`, post({ market: 'uk', type: 'PARTIAL', addOrUpdate: [page] }));
  const node = { id: 'n', title: 'Lamps', type: 'PAGE', pageId: '/lamps' };
  const child = { id: 'l', title: 'Elsewhere', type: 'LINK', parentId: 'n', url: 'https://shop.test/' };
  const navigation = { market: 'uk', locale: 'en-GB', type: 'PARTIAL', addOrUpdate: [node, child] };
  await agree(t, 204, `${ADMIN}/import/navigation?bypass-compression-for-manual-test=true`, post(navigation));
});

t.test('replies to queries are as described', async t => {
  const search = `${QUERIES}/search-page?${VISITOR}`;
  const every = 'stores=one&presentPrices=club&presentCustom=mood%7Cnumber.watts%7Clength.cord%7Cjson.notes';
  await agree(t, 200, `${QUERIES}/autocomplete?${VISITOR}&q=lam&${every}`);
  await agree(t, 200, `${search}&q=&limit=3&f.price.min=1&f.brand=Brand+1`);
  const rich = await agree(t, 200, `${search}&q=golden&${every}`);
  for (const member of ['typedCustom', 'height', 'availability', 'alt', 'swatch']) t.match(rich.body, `"${member}":`);
  const body = { navigation: { include: true }, contentLists: [{ id: 'guides' }] };
  await agree(t, 200, `${search}&q=lamp`, post(body, { 'Content-Type': 'text/plain' }));
  await agree(t, 200, `${QUERIES}/autocomplete?${VISITOR}&q=`, post({ productFilter: {} }));
  await agree(t, 400, `${search}&q=lamp&limit=601`);
  await agree(t, 400, `${search}&q=lamp`, post({ nonsense: 1 }));
  await agree(t, 404, search, { method: 'DELETE' });
  await agree(t, 413, `${search}&q=lamp`, post('x'.repeat(1_048_576)));
  await agree(t, 415, `${search}&q=lamp`, post(body, { 'Content-Type': 'text/html' }));
  await agree(t, 200, '/readyz');
  await agree(t, 200, '/api/preview/views');
  await agree(t, 405, '/api/preview/views', { method: 'POST' });
  await agree(t, 200, '/metrics');
});

t.test('replies to the queries of pages are as described', async t => {
  const rec = (algorithm: string, params = {}) => ({ id: algorithm.slice(0, 20), algorithm, params });
  const recommendationLists = [
    rec('TOP_PRODUCTS'),
    rec('NEWEST_PRODUCTS'),
    rec('PERSONAL'),
    rec('FAVORITES'),
    rec('RECENTLY_VIEWED'),
    ...['UPSELL', 'ALTERNATIVES', 'STYLE_WITH', 'MORE_FROM_SERIES'].map(name => rec(name, { productKey: 'p-1' })),
    rec('CART', { cart: ['v-1-0', 'p-2'] }),
  ];
  const labelled = { id: 'labelled', label: 'More', showMoreLink: '/more', visualization: 'GRID' };
  const lists = { recommendationLists: [...recommendationLists.slice(0, 9), labelled] };
  const cartLists = { recommendationLists: [rec('CART'), labelled] };

  const landing = `${QUERIES}/landing-page?${VISITOR}`;
  await agree(t, 200, `${landing}&pageReference=/lamps&includeNavigation=true&limit=2`);
  await agree(t, 200, `${landing}&q=lamp`, { headers: { Referer: 'https://shop.test/lamps?x=1' } });
  await agree(t, 200, `${landing}&pageReference=/nowhere`);
  const body = { primaryList: { include: true }, navigation: { include: true }, contentLists: [{ id: 'guides' }] };
  const listed = await agree(t, 200, `${landing}&pageReference=/nowhere`, post({ ...lists, ...body }));
  for (const member of ['label', 'showMoreLink', 'productGroups', 'facets']) t.match(listed.body, `"${member}":`);
  await agree(t, 400, landing);

  const product = `${QUERIES}/product-page?${VISITOR}&productKey=p-rich`;
  const tickets = await agree(t, 200, product);
  t.match(JSON.parse(tickets.body), { tickets: { 'v-rich': /./ } });
  const rich = await agree(t, 200, product, post({ productGroup: { include: true }, ...lists }));
  for (const member of ['caption', 'description', 'typedCustom', 'prices']) t.match(rich.body, `"${member}":`);
  await agree(t, 400, `${product}x`);

  const cart = `${QUERIES}/cart-page?${VISITOR}&cart=v-1-0%7Cp-2%7Cnone`;
  t.match(JSON.parse((await agree(t, 200, cart)).body), { cart: [{ key: 'g-1' }, { key: 'g-2' }] });
  await agree(t, 200, cart, post({ cart: { include: true }, ...cartLists }));
  await agree(t, 400, cart, post({ recommendationLists: [rec('UPSELL')] }));

  const popup = `${QUERIES}/add-to-cart-popup?${VISITOR}&variantKey=v-1-0`;
  await agree(t, 200, popup, post({ recommendationLists: [rec('ADD_TO_CART_RECS'), labelled] }));
  await agree(t, 400, `${popup}x`, post({}));
  await agree(t, 400, popup, { method: 'POST' });
  await agree(t, 404, popup);

  await agree(t, 200, `${QUERIES}/navigation-tree?${VISITOR}`);
  await agree(t, 200, `${QUERIES}/navigation-tree?${VISITOR}`, post({}));
  const content = `${QUERIES}/content-search-page?${VISITOR}`;
  const found = await agree(t, 200, `${content}&q=lamps`);
  t.match(JSON.parse(found.body), { primaryList: { items: [{ key: 'guide' }], totalHits: 1 } });
  await agree(
    t,
    200,
    `${content}&q=lampps&sort=NEWEST_FIRST`,
    post({ primaryList: { contentFilter: { type: 'guide' } } }),
  );
  await agree(t, 400, `${content}&q=x&sort=TITLE`);
  t.match(
    JSON.parse((await agree(t, 200, `${QUERIES}/content-information?${VISITOR}&contentKeys=none%7Cguide`)).body),
    {
      items: [{ key: 'guide' }],
    },
  );
  await agree(t, 400, `${QUERIES}/content-information?${VISITOR}`);
  for (const name of ['sponsored-page', 'banners']) {
    await agree(t, 200, `${QUERIES}/${name}?${VISITOR}&pageReference=/lamps`);
    await agree(t, 200, `${QUERIES}/${name}?${VISITOR}&pageReference=/nowhere`, { method: 'POST' });
    await agree(t, 400, `${QUERIES}/${name}?${VISITOR}`);
  }
});

t.test('replies about topics are as described', async t => {
  const topic = { market: 'uk', locale: 'en-GB', productRules: 'rule incl brand {"Brand 1"}', q: 'lamp' };
  const query = `${QUERIES}/discovery-agent-topic?customerKey=c-1&sessionKey=s-1&limit=2`;
  for (const version of ['v3', 'v4']) {
    const issue = `/api/admin/${version}/discovery-agent/topics`;
    const issued = await agree(t, 200, issue, post(topic));
    await agree(t, 200, query, post(JSON.parse(issued.body)));
    await agree(t, 400, issue, post({ ...topic, market: 'none' }));
    await agree(t, 403, issue, { ...post(topic), key: false });
    await agree(t, 405, issue);
    await agree(t, 413, issue, post({ ...topic, q: 'x'.repeat(200_000) }));
    await agree(t, 415, issue, post(topic, { 'Content-Type': 'text/html' }));
  }
  await agree(t, 400, query, post({ resultTicket: 'forged' }));
  await agree(t, 400, query, { method: 'POST' });
  await agree(t, 404, query);
});
