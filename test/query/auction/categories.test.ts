/** The categories that a page is of, against a count of its best products one by one. */
import fc from 'fast-check';
import t from 'tap';
import { leadingCategories } from '../../../src/query/auction/categories.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';

const seed = 20261124;
const PRODUCTS = 160;
const COUNTED = 64;
const PATHS = ['Shoes > Boots > Rain', 'Shoes > Boots', 'Shoes > Clogs', 'Bags', 'Bags > Purses', 'Hats'];
/** Most products are of few categories; every seventh is of two. */
const pathsOf = (p: number) => [PATHS[((p * p) % 7) % PATHS.length]!, ...(p % 7 === 0 ? ['Hats'] : [])];
/** With those above it. */
const levelsOf = (path: string) => path.split(' > ').map((_, i, all) => all.slice(0, i + 1).join(' > '));

const groups = Object.fromEntries(
  Array.from({ length: PRODUCTS }, (_, p) => {
    const defaults = { title: `Thing ${p}`, url: `/${p}`, dataLocale: 'en-GB', category: pathsOf(p) };
    const variants = { [`v${p}`]: { defaults: { listPrice: 10, stock: 1 } } };
    return [`g${p}`, { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } }];
  }),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const snapshot = new Snapshot(shop.shared);
t.teardown(() => snapshot.close());
const view = snapshot.view('uk', 'en-GB');
const { values } = view.attributes.get('category')!;

/** Those that at least half of the best products have, the most frequent first; or the most frequent with all above it. */
function naive(products: readonly number[]): string[] {
  const counts = new Map<string, number>();
  const best = products.slice(0, COUNTED);
  for (const product of best) {
    const p = Number(view.structure.products.at(product).slice(1));
    for (const level of new Set(pathsOf(p).flatMap(levelsOf))) counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  const order = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([level]) => level);
  const half = order.filter(level => counts.get(level)! >= best.length / 2);
  return half.length > 0 || order.length === 0 ? half : levelsOf(order[0]!).reverse();
}

t.test('a page is of the categories that half of its best products have, or of the most frequent one', async t => {
  const all = Array.from({ length: view.structure.productCount }, (_, p) => p);
  const counted = { one: 0, some: 0, none: 0 };
  fc.assert(
    fc.property(fc.shuffledSubarray(all), products => {
      const found = leadingCategories(Uint32Array.from(products), products.length, view);
      const expected = naive(products);
      t.same(
        found.map(value => values.at(value)),
        expected,
      );
      counted[expected.length === 0 ? 'none' : expected.length === 1 ? 'one' : 'some']++;
    }),
    { seed, numRuns: 100 },
  );
  t.ok(counted.one > 0 && counted.some > 0, JSON.stringify(counted));
  t.same(leadingCategories(new Uint32Array(0), 0, view), []);
  // Those behind the counted ones are of no account.
  const isBag = (p: number) => pathsOf(Number(view.structure.products.at(p).slice(1))).includes('Bags');
  const others = all.filter(p => !isBag(p)).slice(0, COUNTED);
  const bags = all.filter(isBag);
  const both = [...others, ...bags];
  t.same(
    leadingCategories(Uint32Array.from(both), both.length, view),
    leadingCategories(Uint32Array.from(others), others.length, view),
  );
});
