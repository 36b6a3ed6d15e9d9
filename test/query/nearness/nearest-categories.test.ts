/** Which products of a view that is too large are compared with a text. */
import assert from 'node:assert/strict';
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { comparedRanges, isCompared } from '../../../src/query/nearness/nearest-categories.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { themes, titles } from '../../build/vectors/themed-products.js';
import { Builder } from '../../pages/shop.js';

const PRODUCTS = 1200;
/** Of each theme. */
const ALIKE = PRODUCTS / themes.length;
const english = titles(PRODUCTS, 5);
/** In the other locale the same words stand for other products. */
const other = english.map((_, i) => english[(i + 7) % PRODUCTS]!);

const groups: Record<string, ProductGroup> = Object.fromEntries(
  english.map((title, i) => {
    const category = [`c-${String(i % themes.length).padStart(2, '0')}`];
    const defaults = { title, category, url: `/${i}`, dataLocale: 'en-GB' };
    const overrides = { '*|sv-SE': { title: other[i]!, dataLocale: 'sv-SE' } };
    const variants = { [`p${i}-v`]: { defaults: { listPrice: 10, stock: 1 } } };
    return [`g${i}`, { products: { [`p${i}`]: { markets: ['m'], defaults, overrides, variants } } }];
  }),
);
const shop = new Builder(t).open({ groups, translations: [] });
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});

function setOf(locale: string) {
  const view = snapshot.view('m', locale);
  const meaning = view.meaning!;
  const { words, products } = meaning;
  const vectorOf = (word: string) => {
    const place = words.find(view.analyzer.stem(word));
    return words.vectors.subarray(place * words.dimensions, (place + 1) * words.dimensions);
  };
  return { view, meaning, products, vectorOf };
}

t.test('those of the categories whose products are nearest, up to a bound, in every locale of a market', async t => {
  assert.equal(snapshot.view('m', 'en-GB').structure, snapshot.view('m', 'sv-SE').structure);
  for (const [locale, behind] of [
    ['en-GB', 0],
    ['sv-SE', 7],
  ] as const) {
    const { view, meaning, vectorOf } = setOf(locale);
    for (const theme of [0, 3, themes.length - 1]) {
      const most = ALIKE * 2 + 5;
      const ranges = comparedRanges(vectorOf(themes[theme]![0]!), view, meaning, true, most);
      const found = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
      t.equal(found.length, most);
      t.equal(new Set(found).size, most, 'each once');
      const keys = found.slice(0, ALIKE).map(product => Number(view.structure.products.at(product).slice(1)));
      t.ok(
        keys.every(key => (key + behind) % themes.length === theme),
        `${locale}: ${theme}`,
      );
    }
  }
});

t.test('all products of a view that is not too large', async t => {
  const { view, meaning, vectorOf } = setOf('en-GB');
  const text = vectorOf(themes[0]![0]!);
  t.same(comparedRanges(text, view, meaning, true), [{ from: 0, to: PRODUCTS }]);
  t.same(comparedRanges(text, view, meaning, true, PRODUCTS), [{ from: 0, to: PRODUCTS }]);
  t.same(comparedRanges(text, view, meaning, true, PRODUCTS - 1).length, themes.length);
});

t.test('a text that words say enough of is compared with a small view alone', async t => {
  const { view } = setOf('en-GB');
  const large = { ...view, structure: { ...view.structure, productCount: 40_000 } } as typeof view;
  const isOne = (full: number, listed: number, words: number) =>
    [view, large].map(of => isCompared(of, { full, listed, words }, 60));
  t.same(isOne(5, 60, 2), [true, false], 'a full page');
  t.same(isOne(5, 59, 2), [true, true]);
  t.same(isOne(5, 5, 1), [true, false], 'a single word that products have');
  t.same(isOne(0, 0, 1), [true, true]);
});
