/** What each algorithm makes of a shop that is small enough to judge by eye, before its first visitor and after. */
import t from 'tap';
import { Builder } from '../pages/shop.js';
import { catalogOf, keysOf, list, RecommendingShop, SHOP, type signalsOf, visitor } from './small-shop.js';

const built = new Builder(t).open(catalogOf(SHOP));
t.teardown(() => built.close());

function open(told?: Parameters<typeof signalsOf>[1]): RecommendingShop {
  const shop = new RecommendingShop(built.shared, told);
  t.teardown(() => shop.close());
  return shop;
}

const fresh = open();

/** Whether keys stand in this order, whatever stands between. */
function inOrder(keys: readonly string[], ...wanted: string[]): boolean {
  const places = wanted.map(key => keys.indexOf(key));
  return places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1]!));
}

t.test('TOP_PRODUCTS of a new shop: kinds take turns, what is rated or new comes first, what is gone last', async t => {
  const keys = fresh.keys({ algorithm: 'TOP_PRODUCTS', limit: 20 });
  t.equal(keys.length, 13, 'every group once');
  t.same(new Set(keys.slice(-2)), new Set(['beltOut', 'shirtOut']));
  const kinds = keys.slice(0, 4).map(key => SHOP[key]!.data.category![0]);
  t.equal(new Set(kinds).size, 4);
  t.ok(inOrder(keys, 'shirtW', 'shirtB'), 'rated 4.5 before 3');
  t.ok(inOrder(keys, 'jeansA', 'jeansB'), 'new and rated 4 before 2');
});

t.test('TOP_PRODUCTS follows popularity where there is any', async t => {
  const shop = open({ popularity: { beltA: 0.9, shirtB: 1, jeansW: 0.2, shirtOut: 0.95 } });
  const keys = shop.keys({ algorithm: 'TOP_PRODUCTS', limit: 20 });
  t.same(keys.slice(0, 3), ['shirtB', 'beltA', 'jeansW']);
  t.same(keys.slice(-2), ['shirtOut', 'beltOut'], 'what is out of stock comes behind, in the same order');
});

t.test('a group is shown by its best product', async t => {
  const shop = open({ popularity: { shirtA2: 1, shirtA: 0.5 } });
  const keys = shop.keys({ algorithm: 'TOP_PRODUCTS', limit: 20 });
  t.equal(keys[0], 'shirtA2');
  t.notOk(keys.includes('shirtA'));
});

t.test('ALTERNATIVES of a new shop: the same kind for the same people, the like before the unlike', async t => {
  const of = (key: string) => keysOf(fresh.onProduct(key, [list({ algorithm: 'ALTERNATIVES', limit: 10 })])[0]!);
  t.same(of('shirtA'), ['shirtB', 'shirtC'], 'neither women’s, nor out of stock, nor of its own group');
  t.same(of('jeansA'), ['jeansB']);
  t.same(of('rug'), [], 'nothing is better than what is none');
});

t.test('ALTERNATIVES: what visitors look at along with a thing moves up, and may be of another kind', async t => {
  const shop = open({ seen: [['shirtA', 'shirtC', 0.9]] });
  const keys = keysOf(shop.onProduct('shirtA', [list({ algorithm: 'ALTERNATIVES', limit: 10 })])[0]!);
  t.same(keys.slice(0, 2), ['shirtC', 'shirtB']);
});

t.test('UPSELL of a new shop: other kinds for the same people, those of its brand first', async t => {
  const keys = keysOf(fresh.onProduct('shirtA', [list({ algorithm: 'UPSELL', limit: 3 })])[0]!);
  t.same(new Set(keys), new Set(['shoesA', 'jeansA', 'beltA']));
});

t.test('UPSELL: what was bought with a thing comes first, then the kinds that are', async t => {
  const told = {
    bought: [
      ['shirtA', 'rug', 0.9],
      ['shirtA', 'jeansB', 0.6],
      ['shirtB', 'beltA', 0.5],
      ['shirtC', 'beltA', 0.5],
    ],
  } as const;
  const shop = open(told);
  const keys = keysOf(shop.onProduct('shirtA', [list({ algorithm: 'UPSELL', limit: 4 })])[0]!);
  t.same(keys.slice(0, 2), ['rug', 'jeansB']);
  t.equal(keys[2], 'beltA', 'belts are bought with shirts, if not with this one');
});

t.test('CART: relations of all that is in it add up, and nothing in it comes back', async t => {
  const shop = open({
    bought: [
      ['shirtA', 'beltA', 0.5],
      ['jeansA', 'beltA', 0.5],
      ['shirtA', 'rug', 0.6],
      ['shirtA', 'jeansA', 1],
    ],
  });
  const cart = ['shirtA-1', 'jeansA-1'];
  const keys = shop.keys({ algorithm: 'CART', limit: 20 }, { cart });
  t.same(keys.slice(0, 2), ['beltA', 'rug']);
  t.notOk(keys.some(key => ['shirtA', 'shirtA2', 'jeansA'].includes(key)));
  t.same(shop.keys({ algorithm: 'CART', cart, limit: 20 }), keys, 'as parameter or of the page');
  t.same(
    fresh.keys({ algorithm: 'CART', limit: 20 }),
    fresh.keys({ algorithm: 'TOP_PRODUCTS', limit: 11 }),
    'an empty cart leaves what sells, as far as there is stock',
  );
});

t.test('ADD_TO_CART_RECS: what goes with it and nothing to fill up', async t => {
  const keys = keysOf(fresh.onPopup('shirtA-1', [], [list({ algorithm: 'ADD_TO_CART_RECS', limit: 10 })])[0]!);
  t.same(new Set(keys), new Set(['shoesA', 'jeansA', 'jeansB', 'beltA']));
  const beside = fresh.onPopup('shirtA-1', ['jeansA-1'], [list({ algorithm: 'ADD_TO_CART_RECS', limit: 10 })]);
  t.notOk(keysOf(beside[0]!).includes('jeansA'), 'what lies in the cart already is not recommended');
});

t.test('STYLE_WITH keeps the order of the feed; what is unknown or out of stock is left out', async t => {
  const keys = keysOf(fresh.onProduct('shoesA', [list({ algorithm: 'STYLE_WITH', limit: 10 })])[0]!);
  t.same(keys, ['jeansB', 'beltA', 'jeansA']);
  t.same(keysOf(fresh.onProduct('rug', [list({ algorithm: 'STYLE_WITH' })])[0]!), []);
});

t.test('MORE_FROM_SERIES: the others of the series, what is out of stock last', async t => {
  const keys = keysOf(fresh.onProduct('jeansA', [list({ algorithm: 'MORE_FROM_SERIES', limit: 10 })])[0]!);
  t.equal(keys.at(-1), 'beltOut');
  t.same(new Set(keys), new Set(['shoesA', 'shoesW', 'beltOut']));
});

t.test(
  'NEWEST_PRODUCTS: newest first, none of the future before its time, out of stock behind, then what sells',
  async t => {
    const keys = fresh.keys({ algorithm: 'NEWEST_PRODUCTS', limit: 6 });
    t.same(keys.slice(0, 5), ['shoesA', 'jeansA', 'shirtA', 'rug', 'beltOut']);
    t.equal(keys.length, 6);
  },
);

t.test('PERSONAL: of the taste that shows, not what was bought, what was seen last', async t => {
  const shop = open();
  t.same(
    shop.keys({ algorithm: 'PERSONAL', limit: 20 }),
    shop.keys({ algorithm: 'TOP_PRODUCTS', limit: 11 }),
    'a stranger gets what sells',
  );
  shop.visitor = visitor({ views: ['shirtW', 'jeansW'] });
  t.equal(shop.keys({ algorithm: 'PERSONAL' })[0], 'shoesW', 'something else for women of the same brand');
  shop.visitor = visitor({ views: ['jeansA', 'shirtA'], bought: ['beltA'] });
  const keys = shop.keys({ algorithm: 'PERSONAL', limit: 20 });
  t.notOk(keys.includes('beltA'));
  t.ok(inOrder(keys, 'shoesA', 'shoesW'));
  t.ok(inOrder(keys, 'jeansB', 'jeansA') && inOrder(keys, 'shirtB', keys.find(key => key.startsWith('shirtA'))!));
  const seen = open({ seen: [['shirtA', 'rug', 0.9]] });
  seen.visitor = shop.visitor;
  const told = seen.keys({ algorithm: 'PERSONAL', limit: 20 });
  t.ok(told.indexOf('rug') < keys.indexOf('rug'), 'others who looked at a shirt looked at the rug');
  const liked = open({ liked: [['shirtA', 'rug', 40]] });
  liked.visitor = shop.visitor;
  t.equal(liked.keys({ algorithm: 'PERSONAL' })[0], 'rug', 'others who looked at a shirt came back for the rug');
});

t.test('FAVORITES and RECENTLY_VIEWED are the visitor’s own, newest first', async t => {
  const shop = open();
  shop.visitor = visitor({ favorites: ['beltOut', 'rug', 'gone', 'shirtA2'], views: ['shirtOut', 'rug', 'beltA'] });
  t.same(shop.keys({ algorithm: 'FAVORITES', limit: 3 }).slice(0, 2), ['rug', 'shirtA2'], 'as far as there is stock');
  t.equal(shop.keys({ algorithm: 'FAVORITES', limit: 3 }).length, 3, 'filled up');
  t.same(shop.keys({ algorithm: 'RECENTLY_VIEWED', limit: 9 }), ['shirtOut', 'rug', 'beltA']);
  const onPage = shop.onProduct('rug', [list({ algorithm: 'RECENTLY_VIEWED', limit: 9 })]);
  t.same(keysOf(onPage[0]!), ['shirtOut', 'beltA'], 'but for the product of the page');
});
