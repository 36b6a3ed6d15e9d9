/** `@vitrine/datalayer` between a data layer and a daemon with some of the demo shop. */
import { type BridgeOptions, bridge, paymentLines } from '@vitrine/datalayer';
import t from 'tap';
import { printedBy } from './page.js';
import { codeOf } from './readme.js';
import { daemon, recorded, shopOf } from './shared-shop.js';

interface Pushed {
  event?: string;
  ecommerce?: { currency?: string; value?: number; items: Record<string, unknown>[] } | null;
}

let visitors = 0;

/** A shop with a data layer, for a visitor of its own, and what has been told so far. */
function bridged(
  t: { teardown(fn: () => unknown): void; fail(message: string): void },
  options: BridgeOptions = {},
  consent: 'granted' | 'denied' = 'granted',
) {
  const customerKey = `customer-of-layer-${visitors++}`;
  const shop = shopOf({ visitor: { consent, customerKey, sessionKey: 'layer' } });
  const layer: unknown[] = [...(options.dataLayer ?? [])];
  const onError = (error: unknown) => t.fail(String(error));
  t.teardown(bridge(shop, { currency: 'GBP', onError, ...options, dataLayer: layer }));
  /** Notifications that the daemon has, once there are so many. */
  const types = async (count: number) => {
    for (let tries = 0; ; tries++) {
      const found = (await recorded(customerKey)).map(({ type }) => type);
      if (found.length >= count || tries > 200) return found.sort();
    }
  };
  const events = () => (layer as Pushed[]).filter(({ event }) => event !== undefined);
  return { shop, layer, types, events };
}

const firstOf = async (shop: ReturnType<typeof shopOf>, q: string) => {
  const { primaryList } = await shop.searchPage({ q, limit: 2 });
  return primaryList.productGroups[0]!.products[0]!;
};

t.test('what visitors do becomes events', async t => {
  const { shop, layer, events } = bridged(t);
  const product = await firstOf(shop, 'jacket');
  const [variant] = product.variants;
  await shop.seen([{ product, list: 'primary', index: 0 }]);
  await shop.click(product.ticket);
  await shop.productPage({ productKey: product.key }, { productGroup: { include: true } });
  await shop.addToCart(variant!.ticket);
  await shop.addFavorite({ productKey: product.key });
  t.same(
    events().map(({ event }) => event),
    ['view_item_list', 'select_item', 'view_item', 'add_to_cart', 'add_to_wishlist'],
  );
  for (const { ecommerce } of events()) {
    t.match(ecommerce, { currency: 'GBP', items: [{ item_id: product.key, item_name: product.title }] });
  }
  const [, select, , cart] = events();
  t.match(select!.ecommerce!.items[0], { item_list_id: 'primary', index: 0, item_brand: product.brand });
  t.match(cart!.ecommerce, { value: variant!.sellingPrice, items: [{ item_variant: variant!.key, quantity: 1 }] });
  t.same(layer[0], { ecommerce: null }, 'nothing of the event before is left');
});

t.test('events become notifications, and do not come back', async t => {
  const { shop, layer, types, events } = bridged(t);
  const product = await firstOf(shop, 'shirt');
  const items = [{ item_id: product.key, item_variant: product.variants[0]!.key }];
  layer.push({ event: 'select_item', ecommerce: { items } });
  const gtag = (..._: unknown[]) => {
    // As Google's snippet does.
    layer.push(Object.assign({}, _));
  };
  gtag('event', 'add_to_cart', { items });
  layer.push({ event: 'add_to_wishlist', ecommerce: { items } }, { event: 'other' });
  t.same(await types(3), ['add-favorite', 'add-to-cart', 'click']);
  t.equal(events().length, 3, 'nothing was pushed for them');
});

t.test('products that Vitrine has not shown are told too, and what was pushed before', async t => {
  const { key, variants } = await firstOf(shopOf(), 'boots');
  const items = [{ item_id: key, item_variant: variants[0]!.key }];
  const before = [{ event: 'add_to_cart', ecommerce: { items } }];
  const { shop, layer, types, events } = bridged(t, { dataLayer: before });
  t.same(await types(1), ['add-to-cart']);
  const looked = new Promise<void>(resolve => shop.on(event => event.kind === 'answer' && resolve()));
  layer.push({ event: 'view_item', ecommerce: { items: [{ item_id: key }] } });
  await looked;
  const { recentlyViewed } = await shop.autocomplete({ q: '' });
  t.equal(recentlyViewed[0]?.products[0]?.key, key);
  t.equal(events().length, 2);
});

t.test('consent follows that of gtag', t => {
  const { shop, layer } = bridged(t, { consent: 'analytics_storage' }, 'denied');
  const update = (state: string) => layer.push({ 0: 'consent', 1: 'update', 2: { analytics_storage: state } });
  update('granted');
  t.equal(shop.visitor.consent, 'granted');
  update('denied');
  t.equal(shop.visitor.consent, 'denied');
  t.end();
});

t.test('a purchase is paid for by the server', async t => {
  const purchases: unknown[] = [];
  const { shop, layer, types } = bridged(t, { onPurchase: purchase => purchases.push(purchase) });
  const { variants } = await firstOf(shop, 'boots');
  const ecommerce = {
    transaction_id: 'T1',
    items: [{ item_id: 'x', item_variant: variants[0]!.key, price: 10, quantity: 2 }],
  };
  layer.push({ event: 'purchase', ecommerce });
  t.same(purchases, [ecommerce]);
  const lines = [{ variantKey: variants[0]!.key, quantity: 2, sellingPrice: 10 }];
  t.same(
    paymentLines({ client_id: '1', events: [{ name: 'purchase', params: ecommerce }] }),
    lines,
    'Measurement Protocol',
  );
  const given = `${JSON.stringify(ecommerce)}, ${JSON.stringify(shop.visitor.parameters)}`;
  await printedBy(t, 'datalayer', `${codeOf('datalayer', daemon, 'js')}\nawait paid(${given});`);
  t.same(await types(1), ['payment'], 'by the code of the README');
});
