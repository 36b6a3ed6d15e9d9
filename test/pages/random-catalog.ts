/**
 * Small random catalogs: few words for everything, so that values meet, with all that a record may hold or lack. Keys
 * follow from positions, prices and dates come from short lists that hold their own borders.
 */
import fc from 'fast-check';
import type {
  Image,
  ImageSource,
  Measure,
  Product,
  ProductData,
  ProductGroup,
  Translation,
  Variant,
  VariantData,
} from '../../src/catalog/records.js';
import { type Catalog, DAY_MS, NOW } from './shop.js';

export const MARKETS = ['se', 'no'];
export const BRANDS = ['Nike', 'Acme', 'Åhus', 'O"Neil'];
export const CATEGORIES = ['Wear', 'Wear > Shoes', 'Wear > Shoes > Boots', 'Wear > Tops', 'Home', 'Home > Rugs'];
export const FITS = ['slim', 'wide', 'Ünïque'];
export const SIZES = ['S', 'M', 'XL', '38', '38.5'];
export const STORES = ['S1', 'S2'];
export const PRICE_IDS = ['VIP', 'B2B'];
const TITLES = ['Red shirt', 'Blue shirt', 'Blue boots 10', 'Blue boots 9', 'Rug', 'Älg "mug" \\ cup'];
const PRICES = [10, 19.9, 20, 99.5, 100, 250, 1000];
const SHARES = [1, 0.99, 0.953, 0.95, 0.8, 0.5];

/** Values with labels of their own in Swedish, by id. */
const SWEDISH: Record<string, string> = {
  slim: 'smal',
  Wear: 'Kläder',
  Shoes: 'Skor',
  women: 'dam',
  Acme: 'Topp',
};

const { constantFrom, integer, option, record, uniqueArray } = fc;

const some = <T>(...values: T[]) => uniqueArray(constantFrom(...values), { minLength: 1, maxLength: 2 });
const length: fc.Arbitrary<Measure> = constantFrom(
  { amount: 10, unit: 'cm' },
  { amount: 100, unit: 'mm' },
  { amount: 1.5, unit: 'm' },
  { amount: 12, unit: 'in' },
);
const weight: fc.Arbitrary<Measure> = constantFrom(
  { amount: 500, unit: 'g' },
  { amount: 0.5, unit: 'kg' },
  { amount: 2, unit: 'lb' },
);
const releaseDate = integer({ min: -45, max: 4 }).chain(days =>
  constantFrom(
    new Date(NOW + days * DAY_MS).toISOString().slice(0, 10),
    new Date(NOW + days * DAY_MS).toISOString(),
    new Date(NOW + days * DAY_MS - 3_600_000).toISOString(),
  ),
);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => option(arbitrary, { nil: undefined });
const rating = constantFrom(0, 2.5, 4, 4.5, 5);

const productData: fc.Arbitrary<ProductData> = record(
  {
    title: constantFrom(...TITLES),
    brand: constantFrom(...BRANDS),
    name: constantFrom('Runner', 'Älva', 'alva'),
    series: constantFrom('One', 'Two'),
    description: constantFrom('Nice & "warm"'),
    category: some(...CATEGORIES),
    ontology: constantFrom('Clothes > Shirts', 'Clothes'),
    productType: some('shirt', 'boot'),
    department: some('north', 'south'),
    gender: some('women', 'men'),
    age: some('adult', '10 years', '9 years'),
    pattern: some('dots', 'plain'),
    sizeType: constantFrom('Shoe', 'Top'),
    rating,
    releaseDate,
    customLabels: record(
      { fit: some(...FITS), 'odd.max': some('a', 'b'), badge: some('Eco', 'Top') },
      { requiredKeys: [] },
    ),
    customNumbers: record({ watt: constantFrom(-5, 0, 40, 60.5) }, { requiredKeys: [] }),
    customLengths: record({ heel: length }, { requiredKeys: [] }),
    customJson: record({ info: constantFrom({ a: [1, 'x'] }, {}) }, { requiredKeys: [] }),
    width: length,
    weight,
  },
  { requiredKeys: ['title'] },
);

const offer = record(
  {
    listPrice: constantFrom(...PRICES),
    share: constantFrom(...SHARES),
    stock: integer({ min: 0, max: 2 }),
    stores: record({ S1: integer({ min: 0, max: 2 }), S2: integer({ min: 0, max: 1 }) }, { requiredKeys: [] }),
    customPrices: record(
      {
        VIP: record({ listPrice: constantFrom(...PRICES), share: constantFrom(...SHARES) }),
        B2B: record({ listPrice: constantFrom(...PRICES), share: constantFrom(...SHARES) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['listPrice'] },
);

type RandomOffer = typeof offer extends fc.Arbitrary<infer T> ? T : never;

function selling({ listPrice, share }: { listPrice: number; share: number }): number {
  return Math.round(listPrice * share * 100) / 100;
}

/** The members of variant data that offers consist of. */
function offerData({ listPrice, share, stock, stores, customPrices }: RandomOffer): VariantData {
  const data: VariantData = { listPrice };
  if (share !== undefined) data.sellingPrice = selling({ listPrice, share });
  if (stock !== undefined) data.stock = stock;
  if (stores !== undefined) data.stores = stores as Record<string, number>;
  if (customPrices !== undefined) {
    data.customPrices = Object.fromEntries(
      Object.entries(customPrices).map(([id, prices]) => [
        id,
        { listPrice: prices!.listPrice, sellingPrice: selling(prices!) },
      ]),
    );
  }
  return data;
}

/** New offers for a variant, as an edit would bring them. */
export const offers: fc.Arbitrary<VariantData> = offer.map(offerData);

const sizing: fc.Arbitrary<VariantData> = fc.oneof(
  fc.constant({}),
  constantFrom(...SIZES).map(size => ({ size })),
  constantFrom(...SIZES).map(size => ({
    sizes: [
      { format: 'EU', size },
      { format: 'US', size: '7' },
    ],
  })),
);

const variantData: fc.Arbitrary<VariantData> = fc
  .tuple(
    offers,
    sizing,
    record(
      {
        label: constantFrom('one size', 'Ö'),
        customLabels: record({ fit: some(...FITS), fabric: some('wool', 'silk') }, { requiredKeys: [] }),
        customNumbers: record({ volt: constantFrom(1.5, 230) }, { requiredKeys: [] }),
        customJson: record({ more: constantFrom({ b: null }) }, { requiredKeys: [] }),
        length,
      },
      { requiredKeys: [] },
    ),
  )
  .map(parts => Object.assign({}, ...parts) as VariantData);

const variant = record({
  data: variantData,
  ownLink: fc.boolean(),
  limitedTo: sometimes(constantFrom(...MARKETS)),
  override: sometimes(record({ market: constantFrom(...MARKETS), data: offers })),
  label: sometimes(constantFrom('etikett', '')),
});

const source: fc.Arbitrary<ImageSource> = record(
  {
    url: constantFrom('/a.png', '/b.jpg', '/c.webp?x=1&y=2'),
    width: constantFrom(80, 100, 101, 600),
    height: constantFrom(90),
  },
  { requiredKeys: ['url'] },
);
const image: fc.Arbitrary<Image> = record(
  {
    defaults: record(
      {
        urls: fc.array(source, { maxLength: 2 }),
        alt: constantFrom('front', 'a "b"'),
        caption: constantFrom('never listed'),
        customData: constantFrom({ angle: 'left' }),
      },
      { requiredKeys: [] },
    ),
    order: integer({ min: 0, max: 2 }),
    limitedLocales: constantFrom<string[]>(['sv-SE'], ['en-GB']),
  },
  { requiredKeys: [] },
);

const product = record({
  markets: constantFrom<string[]>([...MARKETS], ['se'], ['no'], [...MARKETS]),
  data: productData,
  variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  images: fc.array(image, { maxLength: 3 }),
  colors: fc.oneof(
    fc.constant(undefined),
    constantFrom<string[]>(
      ['#ff0000'],
      ['#0000ff', '#ffffff'],
      ['Gold'],
      ['multi'],
      ['#000000', '#ff0000', '#0000ff', '#ffff00'],
    ),
  ),
  inMarket: sometimes(
    record({
      market: constantFrom(...MARKETS),
      data: record({ rating, brand: constantFrom('', ...BRANDS), releaseDate }, { requiredKeys: [] }),
    }),
  ),
  inSwedish: sometimes(
    record({ title: constantFrom('Röd skjorta', 'Matta'), category: some(...CATEGORIES) }, { requiredKeys: [] }),
  ),
});

type RandomProduct = typeof product extends fc.Arbitrary<infer T> ? T : never;
type RandomVariant = typeof variant extends fc.Arbitrary<infer T> ? T : never;

function toVariant(key: string, raw: RandomVariant, markets: readonly string[]): Variant {
  const made: Variant = { defaults: { ...raw.data, ...(raw.ownLink && { url: `/v/${key}` }) } };
  if (raw.limitedTo !== undefined && markets.includes(raw.limitedTo)) made.limitedMarkets = [raw.limitedTo];
  const overrides: Record<string, VariantData> = {};
  if (raw.override && markets.includes(raw.override.market)) overrides[`${raw.override.market}|*`] = raw.override.data;
  if (raw.label !== undefined) overrides['*|sv-SE'] = { label: raw.label };
  return Object.keys(overrides).length > 0 ? { ...made, overrides } : made;
}

function toProduct(key: string, group: number, raw: RandomProduct): Product {
  const { markets } = raw;
  const variants = raw.variants.map((one, i) => [`${key}-v${i}`, toVariant(`${key}-v${i}`, one, markets)] as const);
  const made: Product = {
    markets,
    // Every market knows both languages, whatever else its records name.
    defaults: { ...raw.data, url: `/p/${group}`, dataLocale: 'en-GB' },
    overrides: { '*|sv-SE': raw.inSwedish ?? {} },
    variants: Object.fromEntries(variants),
  };
  if (raw.inMarket && markets.includes(raw.inMarket.market)) {
    made.overrides![`${raw.inMarket.market}|*`] = raw.inMarket.data;
  }
  if (raw.images.length > 0) made.images = Object.fromEntries(raw.images.map((one, i) => [`i${i}`, one]));
  if (raw.colors) made.colorInitial = raw.colors;
  return made;
}

const group = record({
  products: fc.array(product, { minLength: 1, maxLength: 3 }),
  suppressDuplicates: constantFrom(true, false, undefined),
});

const translations: Translation[] = [
  {
    locale: 'sv-SE',
    attribute: 'category',
    values: { Wear: SWEDISH['Wear']!, Shoes: SWEDISH['Shoes']!, 'Home > Rugs': 'Mattor' },
  },
  { locale: 'sv-SE', attribute: 'brand', values: { Acme: SWEDISH['Acme']! } },
  { locale: 'sv-SE', values: { slim: SWEDISH['slim']!, women: SWEDISH['women']! } },
  { locale: 'en-GB', values: {} },
];

/**
 * @param size groups at most.
 * @param collapsing whether groups may appear once in a listing only.
 * @param least groups
 */
export function catalogs(size: number, collapsing = true, least = 1): fc.Arbitrary<Catalog> {
  return fc.array(group, { minLength: least, maxLength: size }).map(groups => {
    const made: Record<string, ProductGroup> = {};
    groups.forEach(({ products, suppressDuplicates }, g) => {
      // Keys with signs that mean something in URLs; the order of keys is not that of positions.
      const prefix = `${'QBXK'[g % 4]}${g % 3 === 0 ? '/#' : '+.'}${g}`;
      const members = products.map((raw, p) => {
        const key = `${prefix}${'cab'[p]}`;
        return [key, toProduct(key, g, raw)] as const;
      });
      made[`g${prefix}`] = {
        products: Object.fromEntries(members),
        ...(collapsing && suppressDuplicates !== undefined && { suppressDuplicates }),
      };
    });
    return { groups: made, translations };
  });
}
