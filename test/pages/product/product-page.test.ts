import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { ProductPageRequest } from '../../../src/pages/shared/requests.js';
import { decodeTicket } from '../../../src/pages/shared/tickets/ticket.js';
import { CardOracle } from '../card-oracle.js';
import { type Item, type OfferSelection, Oracle } from '../oracle.js';
import { offerSelections } from '../random-request.js';
import { SHARED_SEED, sharedCatalogs, withShared } from '../shared-shops.js';
import {
  type Asked,
  Builder,
  type Catalog,
  CONTEXT,
  type GroupJson,
  NOW,
  type ProductJson,
  SECRET,
  type Shop,
} from '../shop.js';

const builder = new Builder(t);

interface PageJson {
  productGroup?: GroupJson;
  recommendationLists: unknown[];
  tickets: Record<string, string>;
}

function ask(shop: Shop, asked: Asked<ProductPageRequest> & { productKey: string }): PageJson {
  const request: ProductPageRequest = {
    ...CONTEXT,
    query: 'product-page',
    includeGroup: true,
    recommendationLists: [],
    ...asked,
  };
  return JSON.parse(shop.text(request)) as PageJson;
}

/** Takes a ticket out of a product or variant and checks whose it is and where it was shown. */
function withoutTicket<T extends { key: string; ticket: string }>({ ticket, ...rest }: T, kind: string, page: string) {
  const { key, position, list, pageType, pageReference, kind: found } = decodeTicket(ticket, SECRET).ticket;
  assert.deepEqual(
    { key, position, list, pageType, pageReference, kind: found },
    { key: rest.key, position: 0, list: 'product', pageType: 'PRODUCT', pageReference: page, kind },
  );
  return rest;
}

function check(shop: Shop, catalog: Catalog, view: { market: string; locale: string }, offers: OfferSelection): void {
  const oracle = new Oracle(catalog, view.market, view.locale);
  const question = { offers, presentCustom: ['fit'], presentPrices: ['VIP'], details: true };
  const cards = new CardOracle(oracle, question, { outOfStockVariants: true, newDays: 30 });
  for (const item of oracle.items) {
    const { key } = item.product;
    const page = ask(shop, { ...view, ...offers, productKey: key, presentCustom: ['fit'], presentPrices: ['VIP'] });
    const siblings = oracle.items.filter(({ group, product }) => group === item.group && product.key !== key);
    const expected = [item, ...siblings].map(one => cards.card(one, one.product.data.url!));
    const products = page.productGroup!.products.map(product => ({
      ...withoutTicket(product, 'p', key),
      variants: product.variants.map(variant => withoutTicket(variant, 'v', key)),
    }));
    assert.deepEqual(
      { ...page.productGroup, products },
      { key: item.group, products: JSON.parse(JSON.stringify(expected)), remaining: 0 },
    );
    assert.deepEqual(page.tickets, {});
    checkTickets(shop, view, item, siblings);
  }
}

/** Without the group every variant of it has a ticket. */
function checkTickets(shop: Shop, view: { market: string; locale: string }, item: Item, siblings: Item[]): void {
  const { key } = item.product;
  const { productGroup, tickets } = ask(shop, { ...view, productKey: key, includeGroup: false });
  assert.equal(productGroup, undefined);
  const variants = [item, ...siblings].flatMap(({ product }) => product.variants.map(variant => variant.key));
  assert.deepEqual(Object.keys(tickets).sort(), variants.sort());
  for (const [variant, ticket] of Object.entries(tickets)) withoutTicket({ key: variant, ticket }, 'v', key);
}

t.test('the group of the page is what the records say, in every detail, the product first', async () => {
  const selections = fc.array(offerSelections, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(sharedCatalogs, selections, fc.boolean(), (catalog, asked, outOfStockVariants) => {
      withShared(
        catalog,
        shop => {
          for (const offers of asked) for (const view of shop.views) check(shop, catalog, view, offers);
        },
        { outOfStockVariants },
      );
    }),
    { seed: SHARED_SEED, numRuns: 14 },
  );
});

const variant = { defaults: { listPrice: 100, stock: 1 } };
const product = (market: string, caption?: string) => ({
  markets: [market],
  defaults: { title: 'Lamp', url: '/p', description: 'Shines.', dataLocale: 'en-GB' },
  images: { front: { defaults: { urls: [{ url: '/a.jpg' }], ...(caption && { caption }) } } },
  variants: { [`v-${market}`]: variant },
});
const small: Catalog = {
  groups: { g: { products: { p: product('se', 'A lamp') } }, h: { products: { q: product('no') } } },
  translations: [],
};

t.test('a product of another market is unknown, as are variants and groups by their keys', async t => {
  builder.with(small, shop => {
    const view = { market: 'se', locale: 'en-GB' };
    for (const productKey of ['q', 'v-se', 'g', 'P', '']) {
      t.throws(() => ask(shop, { ...view, productKey }), { error: 'BAD_REQUEST', message: /^productKey: no product/ });
    }
    t.equal(ask(shop, { ...view, productKey: 'p' }).productGroup?.key, 'g');
  });
});

t.test('lists keep descriptions and captions to themselves', async t => {
  builder.with(small, shop => {
    const view = { market: 'se', locale: 'en-GB' };
    const details = ask(shop, { ...view, productKey: 'p' }).productGroup!.products[0]!;
    t.match(details, { description: 'Shines.', imageInfo: { images: [{ caption: 'A lamp' }] } });
    const listed = shop.search({ ...view, presentCustom: ['*'] }).primaryList.productGroups[0]!.products[0]!;
    t.notMatch(listed as ProductJson & { description?: string }, { description: /./ });
    t.notMatch(JSON.stringify(listed), /caption/);
  });
});

t.test('a template that does not exist is an error even where the group alone is asked for', async t => {
  builder.with(small, shop => {
    const asked = { market: 'se', locale: 'en-GB', productKey: 'p', templateId: 'none' };
    t.throws(() => ask(shop, asked), { error: 'BAD_REQUEST', message: /^templateId: / });
  });
});

t.test('tickets tell the minute', async t => {
  builder.with(small, shop => {
    const { tickets } = ask(shop, { market: 'se', locale: 'en-GB', productKey: 'p', includeGroup: false });
    t.equal(decodeTicket(tickets['v-se']!, SECRET).ticket.minute, NOW / 60_000);
  });
});
