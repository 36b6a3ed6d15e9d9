/** Recommendation lists explained: what speaks for what they show, and what keeps other products out. */
import t from 'tap';
import type { ExplainedHit, ExplainedList } from '../../src/pages/explain/explanation.js';
import type { RecListRequest } from '../../src/pages/shared/requests.js';
import { Builder } from '../pages/shop.js';
import { catalogOf, keysOf, list, RecommendingShop, SHOP, visitor } from './small-shop.js';

const built = new Builder(t).open(catalogOf(SHOP));
t.teardown(() => built.close());

/** A shop of its own, in which visitors did this. */
function shopOf(t: { teardown(fn: () => void): void }, told?: ConstructorParameters<typeof RecommendingShop>[1]) {
  const shop = new RecommendingShop(built.shared, told);
  t.teardown(() => shop.close());
  return shop;
}

const hit = ({ hits }: ExplainedList, key: string): ExplainedHit => hits.find(one => one.key === key)!;

t.test('an explained list has the products of the list, in its order', async t => {
  const shop = shopOf(t, { popularity: { jeansB: 1, shirtB: 0.5 } });
  shop.visitor = visitor({ views: ['jeansA', 'shirtB'], favorites: ['shirtC'], bought: ['shirtA'] });
  const algorithms = ['TOP_PRODUCTS', 'ALTERNATIVES', 'UPSELL', 'PERSONAL', 'FAVORITES', 'NEWEST_PRODUCTS'] as const;
  const wanted = algorithms.map((algorithm): RecListRequest => list({ algorithm, limit: 6 }, algorithm));
  const shown = shop.onProduct('shirtA', wanted);
  const { lists, understanding } = shop.explain('shirtA', wanted, []);
  t.equal(understanding, undefined, 'there is none');
  t.match(lists[0], { id: 'productGroup', kind: 'given', hits: [{ key: 'shirtA', title: 'Norr oxford shirt' }] });
  t.strictSame(
    lists.slice(1).map(({ id, algorithm, kind, hits }) => [id, algorithm, kind, hits.map(({ key }) => key)]),
    shown.map(one => [one.id, one.algorithm, 'recommended', keysOf(one)]),
  );
});

t.test('relations, likeness and popularity are what speaks for a product', async t => {
  const shop = shopOf(t, {
    popularity: { jeansB: 1 },
    seen: [['shirtA', 'shirtC', 40]],
    bought: [['shirtA', 'beltA', 40]],
  });
  const wanted = [
    list({ algorithm: 'ALTERNATIVES', limit: 6 }, 'like'),
    list({ algorithm: 'UPSELL', limit: 6 }, 'with'),
  ];
  const [, like, goes] = shop.explain('shirtA', wanted, []).lists;
  const seen = hit(like!, 'shirtC').grounds!;
  t.match(seen.related, [{ kind: 'seen', product: 'shirtA' }]);
  t.ok(seen.related[0]!.strength > 0 && seen.related[0]!.strength <= 1);
  t.ok(hit(like!, 'shirtB').grounds!.fit! > seen.fit!, 'a shirt of that price is more like it than a silk one');
  t.match(hit(goes!, 'beltA').grounds, { origin: 'algorithm', related: [{ kind: 'bought', product: 'shirtA' }] });
});

t.test('what is pinned and what fills a list up is told from what its algorithm has found', async t => {
  const shop = shopOf(t);
  shop.visitor = visitor({ favorites: ['shirtC'] });
  const wanted = list({ algorithm: 'FAVORITES', limit: 4, pinned: ['rug'] }, 'mine');
  const origins = shop.explain('shirtA', [wanted], []).lists[1]!.hits.map(one => [one.key, one.grounds!.origin]);
  t.strictSame(origins.slice(0, 2), [
    ['rug', 'pinned'],
    ['shirtC', 'algorithm'],
  ]);
  t.strictSame(
    origins.slice(2).map(([, origin]) => origin),
    ['fill-up', 'fill-up'],
  );
});

t.test('a visitor’s past speaks for products of a personal list', async t => {
  const shop = shopOf(t);
  shop.visitor = visitor({ views: ['jeansA', 'jeansB'] });
  const wanted = [list({ algorithm: 'PERSONAL', limit: 6 })];
  const withPast = shop.explain('rug', wanted, []).lists[1]!.hits[0]!.grounds!;
  t.type(withPast.taste, 'number');
  shop.visitor = undefined;
  const without = shop.explain('rug', wanted, []).lists[1]!.hits[0]!.grounds!;
  t.equal(without.taste, undefined);
  t.equal(without.origin, 'fill-up');
});

t.test('each thing that keeps a product out of a list is told', async t => {
  const shop = shopOf(t);
  shop.visitor = visitor({ views: ['jeansB'], bought: ['jeansA'] });
  const rules = [
    { restrictions: [{ exclude: true, attribute: 'brand', condition: { kind: 'values' as const, values: ['Luxe'] } }] },
  ];
  const wanted = [
    list({ algorithm: 'ALTERNATIVES', limit: 10, rules, blocked: ['shirtB'] }, 'like'),
    list({ algorithm: 'PERSONAL', limit: 1 }, 'mine'),
  ];
  const keys = ['shirtC', 'shirtB', 'shirtOut', 'shirtA2', 'jeansA', 'rug', 'gone'];
  const { asked, lists } = shop.explain('shirtA', wanted, keys);
  const codes = (key: string, id: string) =>
    asked
      .find(one => one.key === key)!
      .lists.find(one => one.list === id)!
      .reasons.map(({ code }) => code);
  t.strictSame(lists[1]!.filters, [{ kind: 'rules', text: 'rule excl brand {"Luxe"}' }]);
  t.strictSame(codes('shirtC', 'like'), ['RULED_OUT']);
  t.strictSame(codes('shirtB', 'like'), ['BLOCKED']);
  t.strictSame(codes('shirtOut', 'like'), ['OUT_OF_STOCK']);
  t.strictSame(codes('shirtA2', 'like'), ['STARTED_FROM']);
  t.strictSame(codes('jeansA', 'like'), ['NOT_CHOSEN']);
  t.strictSame(codes('jeansA', 'mine'), ['ALREADY_BOUGHT']);
  t.strictSame(codes('rug', 'productGroup'), ['NOT_CHOSEN']);
  t.match(asked.at(-1), { key: 'gone', reasons: [{ code: 'UNKNOWN_KEY' }], lists: [] });
  const [first] = lists[2]!.hits;
  const [shown] = shop.explain('shirtA', wanted, [first!.key]).asked;
  t.match(shown!.lists.at(-1), { position: 1, reasons: [{ code: 'ON_PAGE' }] });
  const top = shop.explain('rug', [list({ algorithm: 'TOP_PRODUCTS', limit: 20 })], ['shirtA', 'shirtA2']);
  const pair = top.asked.map(one => one.lists.at(-1)!.reasons.map(({ code }) => code));
  t.strictSame(pair.sort(), [['GROUP_SHOWN'], ['ON_PAGE']]);
});
