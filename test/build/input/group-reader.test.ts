/** Groups that are read as views show them must be what resolving their records comes to. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { FlatProduct } from '../../../src/build/input/flat-records.js';
import { GroupReader } from '../../../src/build/input/group-reader.js';
import { encodeGroup, groupJson } from '../../../src/catalog/group-codec.js';
import { categoryOf } from '../../../src/catalog/group-outline.js';
import { encodeRecord } from '../../../src/catalog/record-codec.js';
import type {
  Image,
  Product,
  ProductData,
  ProductGroup,
  SizeEntry,
  Variant,
  VariantData,
} from '../../../src/catalog/records.js';
import { resolveProduct } from '../../../src/catalog/resolve.js';
import { JsonTape } from '../../../src/kernel/json-tape.js';
import { RecurringText } from '../../../src/kernel/tape-texts.js';
import { catalogs, offers } from '../../pages/random-catalog.js';

const seed = 20261122;
const MARKETS = ['se', 'no'];
const LOCALES = ['sv-SE', 'en-GB', '*'];

/** Without absent members, and with texts in the place of objects for them. */
const given = (members: object): object =>
  JSON.parse(JSON.stringify(members, (_, value) => (value instanceof RecurringText ? value.text : value)));
/** Lists of products that have none. */
const LISTS = {
  category: [],
  productType: [],
  department: [],
  gender: [],
  age: [],
  pattern: [],
  styleWith: [],
  embeddings: [],
};

const named = (values: Record<string, unknown> | undefined): object[] =>
  Object.entries(values ?? {}).map(([name, value]) => ({ name, value }));

/** Custom attributes and the JSON of texts, as flat records have them. */
function flatMembers({ url, customLabels, customNumbers, customLengths, customJson }: ProductData): object {
  const json = Object.entries(customJson ?? {}).map(([name, value]) => [name, JSON.stringify(value)]);
  return {
    url: url && JSON.stringify(url),
    customLabels: named(customLabels),
    customNumbers: named(customNumbers),
    customLengths: named(customLengths),
    customJson: named(Object.fromEntries(json)),
  };
}

/** The offers of a product's variants in a market. */
function offersOf(product: Product, market: string, locale: string) {
  return (resolveProduct('p', product, market, locale)?.variants ?? []).map(({ data }) => {
    const { listPrice, sellingPrice, stock, stores, customPrices } = data;
    return { listPrice, sellingPrice, stock, stores, customPrices };
  });
}

function expected(key: string, product: Product, markets: readonly string[], locale: string): object | undefined {
  const resolved = resolveProduct(key, product, markets[0], locale);
  if (!resolved) return undefined;
  const { dataLocale: _, description, ...data } = resolved.data;
  const variants = resolved.variants.map(({ key, sizes, data }) => {
    const { label, depth, height, length, volume, weight, width } = data;
    const measures = { depth, height, length, volume, weight, width };
    return { key, label, sizes, data: { ...flatMembers(data), ...measures } };
  });
  return given({
    key,
    data: { ...LISTS, ...data, ...flatMembers(data), description: description && JSON.stringify(description) },
    variants,
    images: resolved.images.map(({ urls, alt, caption, custom }) => ({
      urls: urls.map(source => ({ ...source, url: JSON.stringify(source.url) })),
      alt: JSON.stringify(alt),
      caption: JSON.stringify(caption),
      custom: JSON.stringify(custom),
    })),
    colors: resolved.colors,
    offers: markets.map(market => offersOf(product, market, locale)),
  });
}

function read(group: ProductGroup, markets: readonly string[], locale: string) {
  const tape = new JsonTape();
  tape.read(groupJson(encodeGroup(group)));
  return new GroupReader(markets, locale).read(tape);
}

/** Offers alone are those of the resolved variants. */
function assertOffers(group: ProductGroup, market: string, locale: string): void {
  const tape = new JsonTape();
  tape.read(groupJson(encodeGroup(group)));
  const [left, ...keys] = Object.keys(group.products);
  const offers = new GroupReader([market], locale).readOffers(tape, new Set(keys));
  for (const key of keys) {
    assert.deepEqual((offers.get(key) ?? []).map(given), offersOf(group.products[key], market, locale).map(given));
  }
  assert.equal(offers.has(left), false);
}

const key = fc.constantFrom('*|sv-SE', '*|en-GB', 'se|*', 'no|*', 'se|sv-SE', 'no|en-GB');
const productBlock: fc.Arbitrary<ProductData> = fc.record(
  {
    title: fc.constantFrom('', 'Hut', 'Sko "x"'),
    brand: fc.constantFrom('', 'Åhus'),
    category: fc.constant(['A > B']),
    customLabels: fc.constant({ fit: ['wide'] }),
    rating: fc.constantFrom(0, 3.5),
  },
  { requiredKeys: [] },
);
const images: fc.Arbitrary<Record<string, Image>> = fc.dictionary(
  fc.constantFrom('main', 'back', 'side'),
  fc.record(
    {
      defaults: fc.record(
        { urls: fc.constant([{ url: '/å.jpg', width: 90 }, { url: '/b.jpg' }]), alt: fc.constantFrom('Sko', '"') },
        { requiredKeys: [] },
      ),
      overrides: fc.dictionary(key, fc.record({ alt: fc.constantFrom('', 'Hut'), caption: fc.constant('On "sale"') }), {
        noNullPrototype: true,
      }),
      limitedMarkets: fc.constantFrom(['se'], ['no', 'se']),
      limitedLocales: fc.constantFrom(['sv-SE'], ['en-GB', 'sv-SE']),
      order: fc.nat(2),
    },
    { requiredKeys: [] },
  ),
  { noNullPrototype: true },
);
const variantBlock: fc.Arbitrary<VariantData> = fc.oneof(
  offers,
  fc.record({ size: fc.constantFrom('', 'XL'), label: fc.constantFrom('', 'Large') }, { requiredKeys: [] }),
  fc.record({ sizes: fc.constant<SizeEntry[]>([{ format: 'EU', size: '40' }, { size: '6' }]), stock: fc.nat(3) }),
);

/** Records with overrides of all kinds; those of a market are the same for all, but for offers. */
const groups = fc
  .tuple(
    catalogs(4),
    fc.dictionary(key, productBlock, { noNullPrototype: true }),
    fc.dictionary(key, variantBlock, { noNullPrototype: true }),
    fc.option(images, { nil: undefined }),
  )
  .map(([{ groups }, productBlocks, variantBlocks, images]) =>
    Object.values(groups).map(({ products, ...rest }): ProductGroup => {
      const changed = Object.entries(products).map(([key, product]): [string, Product] => {
        const variants = Object.entries(product.variants).map(([key, variant], i): [string, Variant] =>
          i % 2 === 0 ? [key, { ...variant, overrides: variantBlocks }] : [key, variant],
        );
        const changed = { ...product, overrides: productBlocks, variants: Object.fromEntries(variants) };
        return [key, images ? { ...changed, images } : changed];
      });
      return { ...rest, products: Object.fromEntries(changed) };
    }),
  );

t.test(`groups are read as they are resolved (seed ${seed})`, async () => {
  const property = fc.property(groups, fc.constantFrom(...LOCALES), fc.boolean(), (groups, locale, turned) => {
    // One market at a time, as further ones have its products: below, and in test/build/views/market-partition.test.ts.
    const markets = [MARKETS[turned ? 1 : 0]];
    for (const group of groups) {
      const flat = read(group, markets, locale);
      const wanted = Object.entries(group.products).flatMap(
        ([key, product]) => expected(key, product, markets, locale) ?? [],
      );
      const found = flat.products.map((product: FlatProduct) => given(product));
      assert.deepEqual(found, wanted);
      assert.equal(flat.category, categoryOf(group));
      assert.equal(flat.suppressDuplicates, group.suppressDuplicates === true);
      assertOffers(group, markets[0], locale);
    }
  });
  fc.assert(property, { seed, numRuns: 100 });
});

t.test(`each market has its offers (seed ${seed})`, async () => {
  const property = fc.property(fc.dictionary(key, offers, { noNullPrototype: true }), overrides => {
    const defaults = { listPrice: 10, stock: 1, stores: { S1: 2 } };
    const product = { markets: MARKETS, defaults: {}, variants: { v: { defaults, overrides }, w: { defaults } } };
    const [flat] = read({ products: { p: product } }, MARKETS, 'sv-SE').products;
    assert.deepEqual(
      flat.offers.map(list => list.map(given)),
      MARKETS.map(market => offersOf(product, market, 'sv-SE').map(given)),
    );
  });
  fc.assert(property, { seed, numRuns: 100 });
});

t.test('groups of the first format are read too', async t => {
  const product = { markets: ['se'], defaults: { title: 'Hut' }, variants: { v: { defaults: { listPrice: 1 } } } };
  const tape = new JsonTape();
  tape.read(groupJson(encodeRecord({ products: { p: product } })));
  t.equal(new GroupReader(['se'], 'sv-SE').read(tape).products[0].data.title, 'Hut');
});
