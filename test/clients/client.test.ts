/** `@vitrine/client` against a daemon with some of the demo shop: what it asks, what it tells, and of whom. */
import { Visitor, VitrineError } from '@vitrine/client';
import { admin as administration } from '@vitrine/client/admin';
import t from 'tap';
import { admin, daemon, recorded, shopOf } from './shared-shop.js';

const shop = shopOf();

/** What `localStorage` is, for all to see. */
class Drawer {
  readonly kept = new Map<string, string>();
  reads = 0;

  getItem(name: string): string | null {
    this.reads++;
    return this.kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }

  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

t.test('asks what a storefront asks, with facets, bodies and limits', async t => {
  const { primaryList } = await shop.searchPage({ q: 'jacket', limit: 3 });
  t.equal(primaryList.productGroups.length, 3);
  const brand = primaryList.productGroups[0]!.products[0]!.brand!;
  const narrowed = await shop.searchPage({
    q: 'jacket',
    facets: { brand: [brand, 'no such brand'], price: { min: 1, max: 10_000 }, onlyInStock: true },
  });
  t.ok(narrowed.primaryList.totalHits < primaryList.totalHits);
  for (const { products } of narrowed.primaryList.productGroups) t.equal(products[0]!.brand, brand);
  const dear = { primaryList: { include: true, productRules: 'rule incl price [0, 1]' } };
  t.equal((await shop.searchPage({ q: 'jacket' }, dear)).primaryList.totalHits, 0, 'a body has rules');
  const page = await shop.landingPage({ pageReference: '/women', limit: 1 });
  t.ok(page.published);
  t.match((await shop.autocomplete({ q: 'jack' })).phraseSuggestions[0]!.q, /jack/);
});

t.test('tells what visitors do, by their keys', async t => {
  const customerKey = 'customer-1';
  const shop = shopOf({ visitor: { consent: 'granted', customerKey, sessionKey: 'session-1' } });
  const events: string[] = [];
  shop.on(event =>
    events.push(event.kind === 'answer' ? event.query : event.kind === 'told' ? event.notification : ''),
  );
  const { primaryList } = await shop.searchPage({ q: 'shirt', limit: 1 });
  const { key, ticket, variants } = primaryList.productGroups[0]!.products[0]!;
  await shop.click(ticket);
  await shop.addToCart(variants[0]!.ticket);
  await shop.addFavorite({ productKey: key });
  await admin.payment([{ variantKey: variants[0]!.key, quantity: 1 }], {
    market: 'uk',
    customerKey,
    sessionKey: 'session-1',
  });
  t.match((await recorded(customerKey)).map(({ type }) => type).sort(), [
    'add-favorite',
    'add-to-cart',
    'click',
    'payment',
  ]);
  t.same(events, ['searchPage', 'click', 'add-to-cart', 'add-favorite'], 'listeners are told');
  t.equal((await shop.autocomplete({ q: '' })).recentSearches[0]?.q, 'shirt');
  await admin.eraseVisitor(customerKey);
  t.same((await shop.autocomplete({ q: '' })).recentSearches, []);
});

t.test('without consent sends no key, and neither reads nor stores one', async t => {
  const storage = { customer: new Drawer(), session: new Drawer() };
  const urls: URL[] = [];
  const shop = shopOf({
    visitor: { storage },
    fetch: (url, options) => {
      urls.push(new URL(String(url)));
      return fetch(url, options);
    },
  });
  const { primaryList } = await shop.searchPage({ q: 'shirt', limit: 1 });
  await shop.click(primaryList.productGroups[0]!.products[0]!.ticket);
  for (const { searchParams } of urls) {
    t.equal(searchParams.get('userContext'), 'ANONYMOUS');
    t.notOk(searchParams.has('customerKey') || searchParams.has('sessionKey'));
  }
  t.equal(storage.customer.reads + storage.session.reads + storage.customer.kept.size + storage.session.kept.size, 0);

  shop.visitor.grant();
  await shop.searchPage({ q: 'shirt', limit: 1 });
  const keys = shop.visitor.parameters;
  t.match(keys, { customerKey: /^[0-9a-f-]{36}$/, sessionKey: /^[0-9a-f-]{36}$/ });
  t.same([...storage.customer.kept.values(), ...storage.session.kept.values()], Object.values(keys));
  t.same(new Visitor({ consent: 'granted', storage }).parameters, keys, 'the next page knows the visitor');

  t.same(shop.visitor.withdraw(), keys, 'withdrawing tells what to forget');
  t.equal(storage.customer.kept.size + storage.session.kept.size, 0);
  t.same(shop.visitor.parameters, { userContext: 'ANONYMOUS' });
  shop.visitor.grant();
  const fresh = shop.visitor.parameters;
  for (const [name, key] of Object.entries(keys)) t.not((fresh as unknown as Record<string, string>)[name], key);
  shop.visitor.identify('anna');
  t.match(shop.visitor.parameters, { customerKey: 'anna' });
  shop.visitor.renew();
  t.notMatch(shop.visitor.parameters, { customerKey: 'anna' }, 'the next one on the device is somebody else');
});

t.test('throws what the daemon says', async t => {
  const failure = await shop.searchPage({ q: 'x', limit: 1000 }).catch((error: unknown) => error as VitrineError);
  t.ok(failure instanceof VitrineError);
  t.match(failure, { status: 400, code: 'parameter_invalid', message: /^limit: found "1000"/ }, 'in its own words');
  const other = administration({ url: daemon.url, apiKey: 'wrong' });
  await t.rejects(other.call('GET', '/api/admin/v4/snapshots'), { status: 403, code: 'api_key_refused' });
  const bad = [{ replace: { key: 'bad', productGroup: { products: { p: { markets: ['uk'], defaults: {} } } } } }];
  await t.rejects(admin.importCatalog(bad), {
    status: 400,
    code: 'catalog_refused',
    details: { products: { count: 1 } },
  });
});

t.test('imports a catalog and exports it again', async t => {
  const variants = { 'lamp-v': { defaults: { listPrice: 10, stock: 1 } } };
  const products = { lamp: { markets: ['uk'], defaults: { title: 'Lamp of the client', url: '/lamp' }, variants } };
  const statuses: string[] = [];
  await admin.importCatalog([{ replace: { key: 'lamps', productGroup: { products } } }], {
    onProgress: ({ status }) => statuses.push(status),
  });
  const { primaryList } = await shop.searchPage({ q: 'lamp of the client', limit: 1 });
  t.equal(primaryList.productGroups[0]?.products[0]?.key, 'lamp');
  let isExported = false;
  for await (const { replace } of admin.exportCatalog()) {
    if ((replace as { key?: string }).key === 'lamps') isExported = true;
  }
  t.ok(isExported);
});
