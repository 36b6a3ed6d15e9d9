import fc from 'fast-check';
import t from 'tap';
import type { Product, ProductData, VariantData } from '../../src/catalog/records.js';
import { resolveContent, resolveProduct } from '../../src/catalog/resolve.js';

const seed = 20260901;
const markets = ['se', 'uk'];
const locales = ['sv', 'en'];

/** The data of a view, said as plainly as possible: the strongest block that has a member gives it. */
function oracle<T extends object>(defaults: T, overrides: Record<string, T>, market: string, locale: string): T {
  const strongestFirst = [
    overrides[`${market}|${locale}`],
    overrides[`${market}|*`],
    overrides[`*|${locale}`],
    defaults,
  ];
  const data: Record<string, unknown> = {};
  for (const name of new Set(strongestFirst.flatMap(block => Object.keys(block ?? {})))) {
    const block = strongestFirst.find(candidate => candidate && name in candidate) as Record<string, unknown>;
    if (block[name] !== '') data[name] = block[name];
  }
  return data as T;
}

// An empty text in an override takes the member away; imports leave none in defaults.
const text = fc.constantFrom('', 'a', 'b', 'c');
const productData = fc.record(
  { title: fc.constantFrom('x', 'y'), brand: text, category: fc.array(text, { maxLength: 2 }), rating: fc.integer() },
  { requiredKeys: [] },
) as fc.Arbitrary<ProductData>;
const variantData = fc.record(
  { listPrice: fc.integer({ min: 0 }), stock: fc.nat(), label: fc.constantFrom('L', 'M') },
  { requiredKeys: [] },
) as fc.Arbitrary<VariantData>;
const overrideKey = fc.constantFrom('*|sv', '*|en', 'se|*', 'uk|*', 'se|sv', 'uk|en', 'se|en');
const limits = fc.option(fc.uniqueArray(fc.constantFrom(...markets), { minLength: 1 }), { nil: undefined });

t.test(`blocks merge member by member, the more specific first (seed ${seed})`, async t => {
  const property = fc.property(
    productData.map(({ brand, ...data }) => (brand ? { ...data, brand } : data)),
    fc.dictionary(overrideKey, productData, { noNullPrototype: true }),
    variantData,
    fc.dictionary(overrideKey, variantData, { noNullPrototype: true }),
    limits,
    fc.constantFrom(...markets),
    fc.constantFrom(...locales),
    (defaults, overrides, offer, offers, limitedMarkets, market, locale) => {
      const product: Product = {
        markets,
        defaults,
        overrides,
        variants: { v: { defaults: offer, overrides: offers, ...(limitedMarkets && { limitedMarkets }) } },
      };
      const before = JSON.stringify(product);
      const resolved = resolveProduct('p', product, market, locale);
      if (JSON.stringify(product) !== before) throw new Error('the record was changed');
      if (limitedMarkets && !limitedMarkets.includes(market)) return resolved === undefined;
      const wanted = oracle(offer, offers, market, locale);
      const { listPrice = 0, stock = 0, label = '' } = wanted;
      return (
        fc.stringify(sorted(resolved!.data)) === fc.stringify(sorted(oracle(defaults, overrides, market, locale))) &&
        fc.stringify(sorted(resolved!.variants[0]!.data)) ===
          fc.stringify(sorted({ ...wanted, listPrice, sellingPrice: listPrice, stock, label }))
      );
    },
  );
  t.doesNotThrow(() => fc.assert(property, { seed, numRuns: 1000 }));
});

function sorted(record: object): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const variants = { v: { defaults: { listPrice: 10 } } };

t.test('a product is absent from markets that it or all its variants leave out', async t => {
  const product: Product = { markets: ['se'], defaults: {}, variants };
  t.ok(resolveProduct('p', product, 'se', 'sv'));
  t.equal(resolveProduct('p', product, 'uk', 'en'), undefined);
  const limited: Product = {
    markets,
    defaults: {},
    variants: { a: { defaults: { listPrice: 1 }, limitedMarkets: ['se'] }, b: { defaults: { listPrice: 2 } } },
  };
  t.same(
    resolveProduct('p', limited, 'uk', 'en')?.variants.map(({ key }) => key),
    ['b'],
  );
});

t.test('a variant has the defaults that the format promises', async t => {
  const resolved = resolveProduct('p', { markets, defaults: {}, variants }, 'se', 'sv');
  t.same(resolved?.variants, [{ key: 'v', data: { listPrice: 10, sellingPrice: 10, stock: 0, label: '' }, sizes: [] }]);
});

t.test('sizes come from either spelling, and an override changes the spelling', async t => {
  const sizes = [{ format: 'EU', size: '40' }];
  const product: Product = {
    markets,
    defaults: {},
    variants: {
      a: { defaults: { listPrice: 1, size: 'M' }, overrides: { 'uk|*': { sizes } } },
      b: { defaults: { listPrice: 1, sizes }, overrides: { 'uk|*': { size: 'S' } } },
    },
  };
  const shown = (market: string): unknown =>
    resolveProduct('p', product, market, 'en')?.variants.map(({ sizes, data }) => [sizes, data.label]);
  t.same(shown('se'), [
    [[{ size: 'M' }], 'M'],
    [sizes, '40'],
  ]);
  t.same(shown('uk'), [
    [sizes, '40'],
    [[{ size: 'S' }], 'S'],
  ]);
});

t.test('images: limited, ordered, merged', async t => {
  const url = (name: string): { urls: { url: string }[] } => ({ urls: [{ url: name }] });
  const product: Product = {
    markets,
    defaults: {},
    variants,
    images: {
      second: { defaults: { ...url('2'), alt: 'two' }, overrides: { '*|sv': { alt: 'två' } }, order: 1 },
      third: {
        defaults: { ...url('3'), customData: { a: 'b' } },
        typeInitial: 'model',
        typeOverride: 'misc',
        order: 2,
      },
      first: { defaults: url('1'), order: -1, limitedLocales: ['sv'] },
      never: { defaults: url('4'), limitedMarkets: ['uk'] },
    },
  };
  t.same(resolveProduct('p', product, 'se', 'sv')?.images, [
    { key: 'first', urls: [{ url: '1' }] },
    { key: 'second', urls: [{ url: '2' }], alt: 'två' },
    { key: 'third', urls: [{ url: '3' }], custom: { a: 'b' }, type: 'misc' },
  ]);
  t.same(
    resolveProduct('p', product, 'uk', 'en')?.images.map(({ key }) => key),
    ['second', 'third', 'never'],
  );
});

t.test('colours: what was decided before what was guessed', async t => {
  const product: Product = { markets, defaults: {}, variants, colorInitial: ['#fff'] };
  t.same(resolveProduct('p', product, 'se', 'sv')?.colors, ['#fff']);
  t.same(resolveProduct('p', { ...product, colorOverride: ['Gold'] }, 'se', 'sv')?.colors, ['Gold']);
});

t.test('content resolves like a product', async t => {
  const content = {
    markets: ['se'],
    type: 'link',
    defaults: { title: 'T', url: '/t' },
    overrides: { '*|sv': { title: 'S' } },
    image: { defaults: { urls: [{ url: 'i' }] } },
  };
  t.same(resolveContent('c', content, 'se', 'sv'), {
    key: 'c',
    type: 'link',
    data: { title: 'S', url: '/t' },
    image: { key: 'image', urls: [{ url: 'i' }] },
  });
  t.equal(resolveContent('c', content, 'uk', 'sv'), undefined);
});
