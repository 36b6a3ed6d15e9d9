/**
 * Recommendation lists as responses have them, what requests for them may lack, and how lists of one response get on.
 */
import t from 'tap';
import type { Problem } from '../../../../src/errors/problem.js';
import { catalogOf, keysOf, list, RecommendingShop, SHOP, visitor } from '../../../recommend/small-shop.js';
import { Builder } from '../../shop.js';

const built = new Builder(t).open(catalogOf(SHOP));
const shop = new RecommendingShop(built.shared);
t.teardown(() => {
  shop.close();
  built.close();
});

t.test('a list says what it is, and its tickets where they were shown', async t => {
  const [plain, full] = shop.lists([
    list({ algorithm: 'TOP_PRODUCTS', limit: 1 }, 'plain'),
    list({ algorithm: 'NEWEST_PRODUCTS', label: 'N"ew', showMoreLink: '/new', visualization: 'GRID' }, 'full'),
  ]);
  const { productGroups, ...rest } = plain!;
  t.same(rest, { id: 'plain', algorithm: 'TOP_PRODUCTS', visible: true, visualization: 'CAROUSEL' });
  t.equal(productGroups.length, 1);
  t.match(full, { label: 'N"ew', showMoreLink: '/new', visualization: 'GRID' });
  const context = (ticket: string) => ticket.split('.').slice(0, 2).join('.');
  const tickets = [plain!, full!].map(({ productGroups }) => productGroups[0]!.products[0]!.ticket);
  t.not(context(tickets[0]!), context(tickets[1]!), 'each list has a context of its own');
});

t.test('a list that lacks what its algorithm needs is refused by its path', async t => {
  const refused = (run: () => unknown, path: string) => {
    try {
      run();
      t.fail(`${path} was accepted`);
    } catch (error) {
      t.match(error as Problem, { error: 'BAD_REQUEST', errors: [{ path }] });
      t.ok((error as Problem).message.startsWith(path));
    }
  };
  for (const algorithm of ['UPSELL', 'ALTERNATIVES', 'STYLE_WITH', 'MORE_FROM_SERIES'] as const) {
    const top = list({ algorithm: 'TOP_PRODUCTS' }, 'top');
    refused(() => shop.lists([top, list({ algorithm })]), '/recommendationLists/1/params/productKey');
    refused(
      () => shop.onProduct('rug', [list({ algorithm, productKey: 'gone' })]),
      '/recommendationLists/0/params/productKey',
    );
    t.same(
      keysOf(shop.lists([list({ algorithm, productKey: 'shoesA-1' })])[0]!),
      keysOf(shop.lists([list({ algorithm, productKey: 'shoesA' })])[0]!),
      'products go by their own keys and by those of variants',
    );
  }
  refused(() => shop.onProduct('rug', [list({ algorithm: 'CART' })]), '/recommendationLists/0/params/cart');
  t.equal(keysOf(shop.onProduct('rug', [list({ algorithm: 'CART', cart: [] })])[0]!).length, 4, 'empty is not missing');
  t.equal(keysOf(shop.lists([list({ algorithm: 'CART', cart: ['gone', 'rug-1'] })])[0]!).length, 4);
  refused(() => shop.onProduct('rug', [list({ algorithm: 'ADD_TO_CART_RECS' })]), '/recommendationLists/0/algorithm');
  refused(() => shop.lists([list({ algorithm: 'ADD_TO_CART_RECS' })]), '/recommendationLists/0/algorithm');
});

t.test('nothing repeats between lists while there is anything else; some lists stay out of that', async t => {
  const top = (id: string, limit = 4) => list({ algorithm: 'TOP_PRODUCTS', limit }, id);
  const [first, second, third] = shop.lists([top('a'), top('b'), top('c', 13)]).map(keysOf);
  t.same([...first!, ...second!], shop.keys({ algorithm: 'TOP_PRODUCTS', limit: 8 }));
  t.equal(new Set(third).size, 13, 'what was shown fills a list that would stay short');
  t.same(third!.slice(-8), [...first!, ...second!]);
  const [newest, after] = shop.lists([list({ algorithm: 'NEWEST_PRODUCTS' }, 'new'), top('t')]).map(keysOf);
  t.same(after, first, 'newest products do not count');
  t.same(shop.lists([top('t'), list({ algorithm: 'NEWEST_PRODUCTS' }, 'new')]).map(keysOf)[1], newest, 'nor move');
});

t.test('pinned products come first, whatever the rules, blocked ones never', async t => {
  const rules = [
    {
      restrictions: [{ exclude: true, attribute: 'brand', condition: { kind: 'values' as const, values: ['Luxe'] } }],
    },
  ];
  const pinned = ['beltOut', 'rug', 'gone', 'jeansB'];
  const keys = shop.keys({ algorithm: 'PERSONAL', limit: 20, rules, pinned, blocked: ['jeansA', 'shirtA', 'shirtA2'] });
  t.same(keys.slice(0, 2), ['rug', 'jeansB'], 'the belt is out of stock, the rug against the rules alone');
  t.notOk(keys.slice(2).some(key => ['shirtC', 'jeansA', 'shirtA', 'shirtA2'].includes(key)));
  t.same(shop.keys({ algorithm: 'TOP_PRODUCTS', pinned, limit: 3 }), ['beltOut', 'rug', 'jeansB']);
});

t.test('an answer is its visitor’s alone only where a list looks at the visitor', async t => {
  shop.visitor = visitor({ views: ['rug'] });
  shop.lists([list({ algorithm: 'TOP_PRODUCTS' }), list({ algorithm: 'CART', cart: ['rug'] }, 'cart')]);
  t.equal(shop.personal, false);
  for (const algorithm of ['PERSONAL', 'FAVORITES', 'RECENTLY_VIEWED'] as const) {
    shop.lists([list({ algorithm })]);
    t.equal(shop.personal, true, algorithm);
  }
});
