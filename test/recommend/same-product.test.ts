/** Groups that are one product in several sizes, packs and colours take one place of a recommendation list. */
import t from 'tap';
import type { ProductData } from '../../src/catalog/records.js';
import { Builder } from '../pages/shop.js';
import { catalogOf, type Item, keysOf, list, RecommendingShop, visitor } from './small-shop.js';

const of = (title: string, data: Partial<ProductData> = {}): Item => ({
  group: `g-${title}`,
  data: { title, brand: 'Dormo', productType: ['Mattress'], ...data },
});
const CATALOG: Record<string, Item> = {
  narrow: of('Cloudrest gel memory mattress, 90 cm'),
  wide: of('Cloudrest gel memory mattress, 140 cm'),
  white: of('Cloudrest white gel memory mattress XL', { customLabels: { color: ['White'] } }),
  ruby: of('Cloudrest ruby gel memory mattress', { customLabels: { color: ['Ruby'] } }),
  pair: of('Cloudrest gel memory mattress, pack of 2'),
  firm: of('Cloudrest gel memory mattress, 90 cm', { customLabels: { firmness: ['firm'] } }),
  rival: of('Cloudrest gel memory mattress, 90 cm', { brand: 'Siesta' }),
  second: of('Cloudrest gel memory mattress 2'),
  plain1: of('Dormo mattress', { productType: ['Mattress'] }),
  plain2: { ...of('Dormo mattress'), group: 'g-plain2' },
};
const APART: [string, string][] = [
  ['Armor screen glass iPhone 14 pack of 2', 'Armor screen glass iPhone 15 pack of 2'],
  ['Armor screen glass iPhone 12, pack of 2', 'Armor screen glass iPhone 13, pack of 2'],
  ['Armor cover 2-pack iPhone 14', 'Armor cover 2-pack iPhone 15'],
  ['Handy cordless drill 12V', 'Handy cordless drill 18 V'],
  ['Hill estate green tea bags', 'Hill estate black tea bags'],
  ['Trail action camera 12 MP', 'Trail action camera 48 MP'],
  ['Comfy armchair cover model 8', 'Comfy armchair cover model 9'],
  ['Vista field scope 4x black', 'Vista field scope 6x black'],
];
const TOGETHER: [string, string][] = [
  ['Strong brown parcel tape 6 pack', 'Strong brown parcel tape, pack of 12'],
  ['Quiet ceiling fan 90 cm', 'Quiet ceiling fan 120 cm'],
  ['Costas cork sandal, brown, 6 M US', 'Costas cork sandal, brown, 7.5 US'],
  ['Breeze running shoe 8 B(M) US', 'Breeze running shoe 9 W US'],
  ['Court training shoe size 8', 'Court training shoe size 11'],
  ['Harbour slide sandal, black, 7', 'Harbour slide sandal, white, 11'],
  ['Ripstop cargo pant, brown, 38W x 30L', 'Ripstop cargo pant, brown, 34W x 36L'],
  ['Breezy wrap dress 1X', 'Breezy wrap dress 3X'],
];
const SAME = ['narrow', 'wide', 'white', 'ruby', 'pair'];
const OTHERS = ['firm', 'rival', 'second', 'plain1', 'plain2'];
// Only now have both pairs of equal titles groups of their own.
CATALOG.firm!.group = 'g-firm';
CATALOG.rival!.group = 'g-rival';

const built = new Builder(t).open(catalogOf(CATALOG));
t.teardown(() => built.close());
const popularity = { pair: 1, wide: 0.9, plain1: 0.8, narrow: 0.7, second: 0.2 };
const shop = new RecommendingShop(built.shared, { popularity });
const plainShop = new RecommendingShop(built.shared, { popularity }, { sameProductOnce: false });
t.teardown(() => {
  shop.close();
  plainShop.close();
});
const top = list({ algorithm: 'TOP_PRODUCTS', limit: 20 });

t.test('the best one is listed, and what only looks like it is too', async t => {
  const [shown] = shop.lists([top]);
  t.equal(keysOf(shown!)[0], 'pair');
  t.same(keysOf(shown!).sort(), ['pair', ...OTHERS].sort());
});

t.test('with the setting off, all are listed', async t => {
  const [shown] = plainShop.lists([top]);
  t.same(keysOf(shown!).sort(), [...SAME, ...OTHERS].sort());
});

t.test('lists of every kind have one of them, favourites and pinned products apart', async t => {
  shop.visitor = visitor({ views: [...SAME], favorites: ['narrow', 'wide'] });
  const wanted = (['NEWEST_PRODUCTS', 'PERSONAL', 'RECENTLY_VIEWED', 'FAVORITES'] as const).map(algorithm =>
    list({ algorithm, limit: 20 }, algorithm),
  );
  const counts = shop.lists(wanted).map(one => keysOf(one).filter(key => SAME.includes(key)).length);
  t.same(counts, [1, 1, 1, 5]);
  const [alternatives] = shop.onProduct('rival', [list({ algorithm: 'ALTERNATIVES', limit: 20 })]);
  t.equal(keysOf(alternatives!).filter(key => SAME.includes(key)).length, 1);
  const [pinned] = shop.lists([{ ...top, pinned: ['wide', 'narrow'] }]);
  t.same(
    keysOf(pinned!).filter(key => SAME.includes(key)),
    ['wide', 'narrow'],
  );
});

t.test('an explanation names the one that stands for a product', async t => {
  shop.visitor = undefined;
  const { asked } = shop.explain('rival', [top], ['narrow', 'plain2']);
  const reasonsOf = (key: string) => asked.find(one => one.key === key)!.lists.at(-1)!.reasons;
  t.match(reasonsOf('narrow'), [{ code: 'SAME_SHOWN', message: /^pair stands for it/ }]);
  t.match(reasonsOf('plain2'), [{ code: 'ON_PAGE' }]);
});

t.test('models and what a thing can do are no sizes', async t => {
  const items = [...APART, ...TOGETHER].flat().map((title): [string, Item] => {
    const color = /, (black|white)\b/.exec(title)?.[1];
    return [title, of(title, color ? { customLabels: { color: [color] } } : {})];
  });
  const built = new Builder(t).open(catalogOf(Object.fromEntries(items)));
  const shop = new RecommendingShop(built.shared);
  const keys = keysOf(shop.lists([list({ algorithm: 'TOP_PRODUCTS', limit: 50 })])[0]!);
  for (const pair of APART)
    t.ok(
      pair.every(title => keys.includes(title)),
      pair.join(' and '),
    );
  for (const pair of TOGETHER) t.equal(pair.filter(title => keys.includes(title)).length, 1, pair.join(' and '));
  shop.close();
  built.close();
});
