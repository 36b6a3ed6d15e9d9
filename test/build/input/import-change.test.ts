import t from 'tap';
import { ChangeLog, compareGroups } from '../../../src/build/input/import-change.js';
import type { Product, ProductGroup, Variant } from '../../../src/catalog/records.js';

const variant: Variant = {
  defaults: { listPrice: 10, stock: 1, label: 'L' },
  overrides: { 'se|*': { listPrice: 9 }, '*|sv': { label: 'S' } },
};
const product: Product = {
  markets: ['se'],
  defaults: { title: 'T', url: '/' },
  variants: { v: variant, w: variant },
  images: { a: {}, b: {} },
};
const group: ProductGroup = { products: { p: product, q: product } };

const withProduct = (change: Partial<Product>): ProductGroup => ({
  products: { ...group.products, p: { ...product, ...change } },
});
const withVariant = (change: Partial<Variant>): ProductGroup =>
  withProduct({ variants: { v: { ...variant, ...change }, w: variant } });
const withOverrides = (overrides: Variant['overrides']): ProductGroup => withVariant({ overrides });

t.test('what counts as the same, as offers, as more', async t => {
  const cases: [string, ProductGroup, 'none' | 'offers' | 'full'][] = [
    ['a copy', structuredClone(group), 'none'],
    ['members in another order', withVariant({ defaults: { label: 'L', stock: 1, listPrice: 10 } }), 'none'],
    ['suppressDuplicates false', { ...group, suppressDuplicates: false }, 'none'],
    ['stock', withVariant({ defaults: { ...variant.defaults, stock: 2 } }), 'offers'],
    ['a first selling price', withVariant({ defaults: { ...variant.defaults, sellingPrice: 2 } }), 'offers'],
    ['cost', withVariant({ defaults: { ...variant.defaults, cost: 2 } }), 'offers'],
    ['stores', withVariant({ defaults: { ...variant.defaults, stores: { a: 1 } } }), 'offers'],
    ['customer prices', withVariant({ defaults: { ...variant.defaults, customPrices: {} } }), 'offers'],
    ['no stock any more', withVariant({ defaults: { listPrice: 10, label: 'L' } }), 'offers'],
    ['an override of a price', withOverrides({ ...variant.overrides, 'se|*': { listPrice: 8 } }), 'offers'],
    ['a new block of prices', withOverrides({ ...variant.overrides, 'uk|*': { stock: 8 } }), 'offers'],
    ['a block of prices less', withOverrides({ '*|sv': { label: 'S' } }), 'offers'],
    ['a label', withVariant({ defaults: { ...variant.defaults, label: 'M' } }), 'full'],
    ['an override of a label', withOverrides({ ...variant.overrides, '*|sv': { label: 'X' } }), 'full'],
    ['a new key with a locale', withOverrides({ ...variant.overrides, '*|en': {} }), 'full'],
    [
      'a new block with more than prices',
      withOverrides({ ...variant.overrides, 'uk|*': { dataLocale: 'en' } }),
      'full',
    ],
    ['limits', withVariant({ limitedMarkets: ['se'] }), 'full'],
    ['a title', withProduct({ defaults: { title: 'U', url: '/' } }), 'full'],
    ['markets', withProduct({ markets: ['se', 'uk'] }), 'full'],
    ['variants in another order', withProduct({ variants: { w: variant, v: variant } }), 'full'],
    ['a variant more', withProduct({ variants: { ...product.variants, x: variant } }), 'full'],
    ['images in another order', withProduct({ images: { b: {}, a: {} } }), 'full'],
    ['a product less', { products: { p: product } }, 'full'],
    ['products in another order', { products: { q: product, p: product } }, 'full'],
    ['suppressDuplicates', { ...group, suppressDuplicates: true }, 'full'],
  ];
  for (const [what, after, expected] of cases) t.equal(compareGroups(group, after).difference, expected, what);
});

t.test('the products whose offers differ are named', async t => {
  const other = {
    ...product,
    variants: { v: variant, w: { ...variant, defaults: { ...variant.defaults, stock: 7 } } },
  };
  t.same(compareGroups(group, { products: { p: product, q: other } }).products, ['q']);
  t.same(compareGroups(group, { products: { p: other, q: other } }).products, ['p', 'q']);
  t.same(compareGroups(group, structuredClone(group)).products, []);
});

t.test('offers are told group by group', async t => {
  const log = new ChangeLog();
  t.same(log.summary(), { kind: 'none' });
  log.addGroup('b', { difference: 'offers', products: ['b2', 'b1'] });
  log.addGroup('a', { difference: 'offers', products: ['a2'] });
  log.addGroup('a', { difference: 'offers', products: ['a1', 'a2'] });
  log.addGroup('c', { difference: 'none', products: [] });
  const groups = [
    { key: 'a', products: ['a1', 'a2'] },
    { key: 'b', products: ['b1', 'b2'] },
  ];
  t.same(log.summary(), { kind: 'offers', groups });
  log.addContent();
  t.same(log.summary(), { kind: 'content', groups });
  log.addOther();
  t.same(log.summary(), { kind: 'full' });
});

t.test('content alone is a change of its own', async t => {
  const log = new ChangeLog();
  log.addContent();
  t.same(log.summary(), { kind: 'content', groups: [] });
});

t.test('groups that change in other ways are told by key, with those whose offers alone do', async t => {
  const log = new ChangeLog();
  log.addGroup('b', { difference: 'full', products: [] });
  log.addGroup('a', { difference: 'offers', products: ['a1'] });
  log.addGroup('b', { difference: 'offers', products: ['b1'] });
  t.same(log.summary(), { kind: 'groups', keys: ['a', 'b'], content: false });
  log.addContent();
  t.same(log.summary(), { kind: 'groups', keys: ['a', 'b'], content: true });
  log.addOther();
  t.same(log.summary(), { kind: 'full' });
});
