/**
 * The public client's whole API against a daemon with some of the demo shop: every query, without a body and with one
 * that says all it may, and every notification. Each answer is held to the types that the client declares.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { notifications } from '@apptus/esales-api';
import t from 'tap';
import { daemon, shop } from './shared-demo.js';
import { KINDS } from './storefront.js';

const SITE_FILE = fileURLToPath(new URL('../../data/demo.site.json', import.meta.url));
const SPONSORED = {
  id: '/sponsored',
  sponsoredLists: [{ id: 'top', limit: 4 }],
  banners: [{ id: 'wide', type: 'IMAGE', width: 800, height: 100 }],
};

const { query, notify } = shop;
const asked = new Set<string>();
type Check = Pick<typeof t, 'ok' | 'same'>;

async function admin(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const encoded = path.startsWith('import/') ? gzipSync(JSON.stringify(body)) : Buffer.from(JSON.stringify(body));
  const headers = {
    'Api-Key': daemon.key,
    'Content-Type': 'application/json',
    ...(path.startsWith('import/') && { 'Content-Encoding': 'gzip' }),
  };
  const order = { method, headers, body: new Uint8Array(encoded) };
  const response = await shop.unrecorded(`${daemon.url}/api/admin/v4/${path}`, order);
  if (response.status !== 204) throw new Error(`${path}: ${await response.text()}`);
}

/** What the demo has for the market that is asked here. */
t.before(async () => {
  const demo = JSON.parse(readFileSync(SITE_FILE, 'utf8')) as Record<string, Record<string, unknown>[]>;
  const { retailMedia: _, ...site } = demo;
  for (const [kind, bodies] of Object.entries(site)) {
    for (const { addOrUpdate, ...frame } of bodies) {
      if (kind === 'product-sets' || kind === 'templates') await admin('PUT', `import/${kind}`, frame);
      if (frame['market'] !== 'uk') continue;
      const added = kind === 'pages' ? [...(addOrUpdate as object[]), SPONSORED] : addOrUpdate;
      await admin('POST', `import/${kind}`, { ...frame, addOrUpdate: added });
    }
  }
});

/** Waits for an answer and holds it to its type: that it was of this very query, and that nothing was amiss. */
async function answered<T>(t: Check, name: keyof typeof KINDS, answer: Promise<T>): Promise<T> {
  const before = shop.faults.length;
  const given = await answer;
  asked.add(name);
  t.ok(shop.last().url.pathname.endsWith(`/queries/${name}`), name);
  t.same(shop.faults.slice(before), [], `${name}: of type ${KINDS[name]}`);
  return given;
}

const context = {
  channels: 'ONLINE|STORE' as const,
  stores: 'london|stockholm',
  priceId: 'member',
  presentCustom: ['color', 'variant.color', 'number.guaranteeYears'],
  presentPrices: ['member', 'vip'],
};
const contentLists = [{ id: 'guides', limit: 3, algorithm: 'TOP_CONTENT' as const }, { id: 'faq' }];

let product: { key: string; variants: { key: string; ticket: string }[]; ticket: string };

t.test('searching: autocomplete and search page', async t => {
  await answered(t, 'autocomplete', query.autocomplete({ q: '' }));
  await answered(t, 'autocomplete', query.autocomplete({ q: 'jac', ...context }, { contentLists }));
  const found = await answered(t, 'search-page', query.searchPage({ q: 'jacket' }));
  product = found.primaryList.productGroups[0]!.products[0]!;
  const everything = {
    contentLists,
    navigation: { include: true },
    primaryList: { include: true, productRules: 'rule incl price [1, infinity]' },
  };
  const searched = { q: 'jacket', limit: 5, skip: 5, sort: 'PRICE_ASCENDING', origin: 'PHRASE_SUGGEST' } as const;
  const sorted = await answered(
    t,
    'search-page',
    query.searchPage({ ...searched, ...context, selectedCategory: '/women' }, everything),
  );
  t.equal(sorted.primaryList.sort.selected, 'PRICE_ASCENDING');
  t.ok(sorted.navigation);
});

const onPages = (['TOP_PRODUCTS', 'NEWEST_PRODUCTS', 'PERSONAL', 'FAVORITES', 'RECENTLY_VIEWED'] as const).map(
  algorithm => ({ id: algorithm, algorithm, limit: 6 }),
);
const onProducts = (['UPSELL', 'ALTERNATIVES', 'STYLE_WITH', 'MORE_FROM_SERIES'] as const).map(algorithm => ({
  id: algorithm,
  algorithm,
}));

t.test('landing pages: arranged by the shop, by the request, and unknown', async t => {
  const start = await answered(t, 'landing-page', query.landingPage({ pageReference: '/' }));
  t.ok(start.published);
  t.ok(start.recommendationLists.length > 0);
  const women = await answered(
    t,
    'landing-page',
    query.landingPage({ pageReference: '/women', includeNavigation: true, ...context, limit: 3, q: 'dress' }),
  );
  t.ok(women.navigation!.breadcrumbs.length > 0);
  t.ok(women.primaryList!.productGroups.length > 0);
  const unknown = await answered(t, 'landing-page', query.landingPage({ pageReference: '/nowhere' }));
  t.strictSame(unknown, {
    contentLists: [],
    customData: {},
    published: false,
    recommendationLists: [],
    seo: {},
  });
  const requested = await answered(
    t,
    'landing-page',
    query.landingPage(
      { pageReference: '/nowhere', facets: { price: { min: 10 } }, viewId: 'preview', notify: false },
      {
        primaryList: { include: true, productFilter: { brand: ['Norrglimt'] } },
        navigation: { include: true },
        recommendationLists: [
          ...onPages,
          { id: 'more', label: 'More', showMoreLink: '/more', visualization: 'GRID', productRules: '' },
          { id: 'with', algorithm: 'ALTERNATIVES', params: { productKey: product.key } },
          { id: 'cart', algorithm: 'CART', params: { cart: [product.variants[0]!.key] } },
        ],
        contentLists,
      },
    ),
  );
  t.same(
    requested.recommendationLists.map(({ id }) => id),
    [...onPages.map(({ id }) => id), 'more', 'with', 'cart'],
  );
  t.match(requested.recommendationLists[5], { label: 'More', showMoreLink: '/more', visualization: 'GRID' });
  await t.rejects(query.landingPage(), { message: /^pageReference: missing/ });
});

t.test('a product page with details, and with tickets instead', async t => {
  const params = { productKey: product.key };
  const bare = await answered(t, 'product-page', query.productPage(params));
  t.equal(bare.productGroup, undefined);
  for (const { key } of product.variants) t.type(bare.tickets[key], 'string');
  const page = await answered(
    t,
    'product-page',
    query.productPage({ ...params, ...context }, { productGroup: { include: true }, recommendationLists: onProducts }),
  );
  t.same(page.tickets, {});
  const [main] = page.productGroup!.products;
  t.equal(main!.key, product.key);
  t.type(main!.description, 'string');
  t.ok(main!.custom && main!.typedCustom);
  t.same(
    page.recommendationLists.map(({ algorithm }) => algorithm),
    onProducts.map(({ algorithm }) => algorithm),
  );
  for (const { productGroups } of page.recommendationLists) {
    t.notOk(
      productGroups.some(({ key }) => key === page.productGroup!.key),
      'not what the page is about anyway',
    );
  }
  await t.rejects(query.productPage({ productKey: 'none' }), { message: /^productKey: / });
});

t.test('a cart page, and what goes with what was just added', async t => {
  const cart = [product.variants[0]!.key, 'none'];
  const shown = await answered(t, 'cart-page', query.cartPage({ cart }));
  t.same(
    shown.cart.map(({ products }) => products[0]!.key),
    [product.key],
  );
  const recommendationLists = [{ id: 'with', algorithm: 'CART' as const }];
  const hidden = await answered(t, 'cart-page', query.cartPage({ cart, ...context }, { recommendationLists }));
  t.same(hidden.cart, []);
  const wanted = await answered(
    t,
    'cart-page',
    query.cartPage({ cart }, { cart: { include: true }, recommendationLists }),
  );
  t.equal(wanted.cart.length, 1);
  const lists = [{ id: 'addons', algorithm: 'ADD_TO_CART_RECS' as const, limit: 3 }];
  const popup = await answered(t, 'add-to-cart-popup', query.addToCartPopup({ variantKey: cart[0]!, cart }, lists));
  t.match(popup.recommendationLists, [{ id: 'addons', algorithm: 'ADD_TO_CART_RECS', visible: true }]);
  await answered(t, 'add-to-cart-popup', query.addToCartPopup({ variantKey: cart[0]!, ...context }, []));
  await t.rejects(query.addToCartPopup({ variantKey: 'none' }, []), { message: /^variantKey: / });
});

t.test('the navigation as a whole', async t => {
  const { tree } = await answered(t, 'navigation-tree', query.navigationTree());
  t.match(tree, { type: 'PRODUCT', path: '/' });
  t.ok(tree.children.length > 1);
  t.ok(tree.children.some(({ children }) => children.length > 0));
  t.notMatch(JSON.stringify(tree), /"(selected|expandable)":/);
  await answered(t, 'navigation-tree', query.navigationTree({ stores: 'london', channels: 'ONLINE|STORE' }));
});

t.test('content: searched for, and by its keys', async t => {
  const all = await answered(t, 'content-search-page', query.contentSearchPage({ q: '' }));
  t.ok(all.primaryList.items.length > 1);
  const [first, second] = all.primaryList.items;
  const { type } = first!;
  const filtered = await answered(
    t,
    'content-search-page',
    query.contentSearchPage(
      { q: '', sort: 'NEWEST_FIRST', limit: 2, skip: 1, origin: 'DID_YOU_MEAN' },
      { primaryList: { contentFilter: { type } } },
    ),
  );
  t.ok(filtered.primaryList.items.every(item => item.type === type));
  const contentKeys = [second!.key, 'none', first!.key];
  const { items } = await answered(t, 'content-information', query.contentInformation({ contentKeys }));
  t.same(
    items.map(({ key }) => key),
    [second!.key, first!.key],
  );
});

t.test('what is sponsored', async t => {
  const { sponsoredLists } = await answered(t, 'sponsored-page', query.sponsoredPage({ pageReference: '/sponsored' }));
  t.match(sponsoredLists, [{ id: 'top', productGroups: [], winners: [] }]);
  t.same(await answered(t, 'banners', query.banners({ pageReference: '/sponsored' })), { banners: [] });
  const none = await answered(t, 'sponsored-page', query.sponsoredPage({ pageReference: '/nowhere' }));
  t.same(none.sponsoredLists, []);
});

t.test('every notification is taken', async t => {
  const taken = async (type: string, sent: Promise<void>) => {
    await sent;
    const { url, method, status } = shop.last();
    t.same([url.pathname, method, status], [`/api/storefront/v3/notifications/${type}`, 'POST', 204]);
  };
  const { tickets } = await query.productPage({ productKey: product.key });
  const [variant] = product.variants;
  await taken('click', notify.click(product.ticket));
  await taken('click', notify.click(variant!.ticket));
  await taken('add-to-cart', notify.addToCart(tickets[variant!.key]!));
  await taken('ad-impression', notify.adImpression(product.ticket));
  await taken('add-favorite', notify.addFavorite(product.key));
  await taken('add-favorite', notify.addFavorite({ variantKey: variant!.key }));
  await taken('remove-favorite', notify.removeFavorite(product.key));
  await taken('remove-favorite', notify.removeFavorite({ variantKey: variant!.key }));
  await taken('remove-recent-searches', notify.removeRecentSearches(['jacket']));
  await taken('remove-recent-searches', notify.removeRecentSearches('removeAll'));
  await taken('remove-recently-viewed', notify.removeRecentlyViewed([product.key]));
  await taken('remove-recently-viewed', notify.removeRecentlyViewed('removeAll'));
  await taken('end', notify.end());

  // Tickets of content, and of every list, are the daemon's own as well.
  const { primaryList } = await query.contentSearchPage({ q: '' });
  await taken('click', notify.click(primaryList.items[0]!.ticket));
  const { cart } = await query.cartPage({ cart: [product.key] });
  await taken('add-to-cart', notify.addToCart(cart[0]!.products[0]!.variants[0]!.ticket));

  const alone = notifications({
    clusterId: daemon.url,
    market: 'uk',
    session: () => ({ customerKey: 'another', sessionKey: 'another' }),
  });
  await taken('end', alone.end());
  await t.rejects(notify.click('forged'));
  const visitor = 'market=uk&customerKey=a-customer&sessionKey=a-session';
  const lines = [{ quantity: 1, variantKey: variant!.key }];
  await admin('POST', `notifications/payment?${visitor}`, { lines });
});

t.test('nothing was left out, and nothing answered amiss', async t => {
  t.same([...asked].sort(), Object.keys(KINDS).sort());
  const methods = (api: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(api)).filter(name => !['constructor', 'a', 'b'].includes(name));
  t.equal(methods(query).length, asked.size, 'all queries that the client has');
  t.equal(methods(notify).length, 8);
  t.same(shop.faults, []);
});
