import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Visitor } from '../../../src/behaviour/visitors/visitor.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { Pages } from '../../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../src/pages/shared/page-settings.js';
import type { AddToCartPopupRequest, CartPageRequest, RecListRequest } from '../../../src/pages/shared/requests.js';
import { decodeTicket } from '../../../src/pages/shared/tickets/ticket.js';
import { CardOracle } from '../card-oracle.js';
import { ORDINARY, Oracle } from '../oracle.js';
import { SHARED_SEED, sharedCatalogs, withShared } from '../shared-shops.js';
import { Builder, type Catalog, CONTEXT, type GroupJson, mainKeys, NOW, SECRET, type Shop } from '../shop.js';

const builder = new Builder(t);
const VIEW = { market: 'se', locale: 'en-GB' };

function cartPage(
  shop: Shop,
  asked: Partial<CartPageRequest> = {},
): { cart: GroupJson[]; recommendationLists: unknown[] } {
  const request: CartPageRequest = {
    ...CONTEXT,
    ...VIEW,
    query: 'cart-page',
    cart: [],
    includeCart: true,
    recommendationLists: [],
    ...asked,
  };
  return JSON.parse(shop.text(request));
}

/** What a cart should show: products that own a key, in the order of the keys, each once. */
function expectedCart(oracle: Oracle, keys: readonly string[]): string[] {
  const owners = keys.flatMap(key => {
    const owner =
      oracle.items.find(({ product }) => product.variants.some(variant => variant.key === key)) ??
      oracle.items.find(({ product }) => product.key === key);
    return owner ? [owner.product.key] : [];
  });
  return [...new Set(owners)];
}

t.test('the cart shows the products of its keys in their order, each once, unknown keys skipped', async () => {
  const picks = fc.array(fc.nat(), { maxLength: 8 });
  fc.assert(
    fc.property(sharedCatalogs, fc.array(picks, { minLength: 4, maxLength: 4 }), (catalog, carts) => {
      withShared(catalog, shop => {
        for (const view of shop.views) {
          const oracle = new Oracle(catalog, view.market, view.locale);
          const cards = new CardOracle(
            oracle,
            { offers: ORDINARY, presentCustom: [], presentPrices: [] },
            { outOfStockVariants: true, newDays: 30 },
          );
          const products = Object.values(catalog.groups).flatMap(group => Object.entries(group.products));
          const known = products.flatMap(([key, { variants }]) => [key, ...Object.keys(variants)]);
          const keys = ['nokey', ...Object.keys(catalog.groups), ...known];
          for (const cart of carts.map(chosen => chosen.map(n => keys[n % keys.length]!))) {
            const shown = cartPage(shop, { ...view, cart }).cart;
            assert.deepEqual(mainKeys(shown), expectedCart(oracle, cart));
            shown.forEach((group, position) => {
              const { ticket, variants, ...main } = group.products[0]!;
              const read = decodeTicket(ticket, SECRET).ticket;
              assert.deepEqual(
                [read.pageType, read.list, read.position, read.key],
                ['CART', 'cart', position, main.key],
              );
              const { variants: _, ...expected } = cards.card(oracle.item(main.key), main.link);
              assert.deepEqual(main, JSON.parse(JSON.stringify(expected)));
            });
          }
        }
      });
    }),
    { seed: SHARED_SEED, numRuns: 15 },
  );
});

const product = (title: string, ...variants: string[]) => ({
  markets: ['se'],
  defaults: { title, url: `/${title}`, dataLocale: 'en-GB' },
  variants: Object.fromEntries(variants.map(key => [key, { defaults: { listPrice: 100, stock: 1 } }])),
});
/** `both` is a variant of one product and the key of another. */
const small: Catalog = {
  groups: {
    g: { products: { p: product('lamp', 'both', 'v1'), q: product('shade', 'v2') } },
    h: { products: { both: product('chair', 'v3') } },
  },
  translations: [],
};

t.test('a key that is both a variant and a product is the variant', async t => {
  builder.with(small, shop => {
    t.same(mainKeys(cartPage(shop, { cart: ['both'] }).cart), ['p']);
    t.same(mainKeys(cartPage(shop, { cart: ['v2', 'v1', 'both', 'v3'] }).cart), ['q', 'p', 'both']);
  });
});

t.test('a cart that is not wanted is an empty list', async t => {
  builder.with(small, shop => {
    t.same(cartPage(shop, { cart: ['v1'], includeCart: false }), { cart: [], recommendationLists: [] });
    t.same(cartPage(shop), { cart: [], recommendationLists: [] });
  });
});

function popup(asked: Partial<AddToCartPopupRequest>): AddToCartPopupRequest {
  return { ...CONTEXT, ...VIEW, query: 'add-to-cart-popup', variantKey: 'v1', recommendationLists: [], ...asked };
}

const recList = (members: Partial<RecListRequest>): RecListRequest => ({
  id: 'list',
  algorithm: 'ADD_TO_CART_RECS',
  limit: 4,
  rules: [],
  visualization: 'CAROUSEL',
  ...members,
});

t.test('what was added has to be a variant of the market', async t => {
  builder.with(small, shop => {
    t.equal(shop.text(popup({})), '{"recommendationLists":[]}');
    for (const variantKey of ['p', 'nokey', 'V1', 'g']) {
      t.throws(() => shop.text(popup({ variantKey })), { error: 'BAD_REQUEST', message: /^variantKey: no variant/ });
    }
    const faulty = { templateId: 'none' };
    t.throws(() => shop.text(popup(faulty)), { error: 'BAD_REQUEST', message: /^templateId: / });
  });
});

t.test('the visitor’s cart is looked up where a list needs it and the request does not tell', async t => {
  builder.with(small, shop => {
    const visitor: Visitor = {
      searches: [],
      views: [],
      favorites: [],
      cart: [{ key: 'v3', at: 1 }],
      bought: [],
      boughtVariants: [],
    };
    const config = {
      settings: DEFAULT_PAGE_SETTINGS,
      discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
      ticketSecret: SECRET,
    };
    let looks = 0;
    const visitors = {
      get: () => {
        looks++;
        return visitor;
      },
    };
    const pages = new Pages(shop.shared, config, visitors);
    const ask = (asked: Partial<AddToCartPopupRequest>) => {
      looks = 0;
      return pages.answer(popup(asked), NOW).personal;
    };
    const lists = [recList({})];
    t.ok(ask({ recommendationLists: lists }), 'an answer of this kind is not shared');
    t.ok(looks > 0);
    t.ok(ask({ recommendationLists: [recList({ algorithm: 'CART' })] }));
    t.notOk(ask({ recommendationLists: lists, cart: ['v2'] }));
    t.notOk(ask({ recommendationLists: [recList({ cart: ['v2'] })] }));
    t.notOk(ask({ recommendationLists: [] }));
    t.equal(looks, 0);
    pages.close();
  });
});
