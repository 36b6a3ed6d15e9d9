/** Every limit of the catalog format at its edge and one past it, from one table. */
import t from 'tap';
import { applyLines } from './apply-lines.js';

type Json = { [name: string]: unknown };

const merged = (base: Json, change: Json): Json => ({ ...base, ...change });

const variantLine = (variant: Json): Json => productLine({}, variant);

/** A line with one product; `change` is laid over the product, `variant` over its variant. */
function productLine(change: Json, variant: Json = {}): Json {
  const product = {
    markets: ['se', 'uk'],
    defaults: { title: 'T', url: '/t' },
    variants: { v: merged({ defaults: { listPrice: 1 } }, variant) },
  };
  return { replace: { key: 'g', productGroup: { products: { p: merged(product, change) } } } };
}

const data = (change: Json): Json => productLine({ defaults: { title: 'T', url: '/t', ...change } });
const variantData = (change: Json): Json => variantLine({ defaults: { listPrice: 1, ...change } });
const overrides = (change: Json): Json => productLine({ overrides: change });
const variantOverrides = (change: Json): Json => variantLine({ overrides: change });
const image = (change: Json): Json => productLine({ images: { i: change } });
const group = (change: Json): Json => ({
  replace: { key: 'g', productGroup: { products: { p: productOf('v') }, ...change } },
});
const productOf = (variant: string): Json => ({
  markets: ['se'],
  defaults: { title: 'T', url: '/t' },
  variants: { [variant]: { defaults: { listPrice: 1 } } },
});
const products = (map: Json): Json => ({ replace: { key: 'g', productGroup: { products: map } } });
const content = (change: Json): Json => ({
  replace: {
    key: 'c',
    content: merged({ markets: ['se'], type: 'link', defaults: { title: 'T', url: '/c' } }, change),
  },
});
const contentData = (change: Json): Json => content({ defaults: { title: 'T', url: '/c', ...change } });
const translation = (change: Json): Json => ({
  replace: { key: 't', translation: merged({ locale: 'sv-SE', values: { a: 'b' } }, change) },
});
const values = (count: number): string[] => Array.from({ length: count }, (_, i) => `value ${i}`);
const keys = (count: number): string[] => Array.from({ length: count }, (_, i) => `k${i}`);
const letters = (count: number): string => 'a'.repeat(count);
const nested = (levels: number): Json => (levels === 0 ? {} : { a: nested(levels - 1) });

/** What, a line at the edge that is accepted, a line just past it that is refused with this message. */
const LIMITS: [what: string, good: Json | Json[], bad: Json | Json[], message: RegExp][] = [
  [
    'group key 50',
    { replace: { key: letters(50), productGroup: { products: { p: productOf('v') } } } },
    { replace: { key: letters(51), productGroup: { products: { p: productOf('v') } } } },
    /replace\.key: expected a key of 1 to 50/,
  ],
  [
    'product key 50',
    products({ [letters(50)]: productOf('v') }),
    products({ [letters(51)]: productOf('v') }),
    /key of 1 to 50/,
  ],
  [
    'product key alphabet',
    products({ 'AZaz09#+./_-': productOf('v') }),
    products({ 'a b': productOf('v') }),
    /key of 1 to 50/,
  ],
  [
    'no reserved key',
    products({ constructor: productOf('v') }),
    JSON.parse('{"replace":{"key":"g","productGroup":{"products":{"__proto__":{}}}}}') as Json,
    /key of 1 to 50/,
  ],
  [
    'variant key 50',
    products({ p: productOf(letters(50)) }),
    products({ p: productOf(letters(51)) }),
    /key of 1 to 50/,
  ],
  ['variant key alphabet', products({ p: productOf('v+1') }), products({ p: productOf('v ä') }), /key of 1 to 50/],
  [
    'content key 200',
    { replace: { key: letters(200), content: content({})['replace'] && (content({})['replace'] as Json)['content'] } },
    { replace: { key: letters(201), content: {} } },
    /key of 1 to 200/,
  ],
  [
    'some products',
    products({ p: productOf('v') }),
    products({}),
    /products: expected an object with at least one member/,
  ],
  [
    'some variants',
    products({ p: productOf('v') }),
    products({ p: { ...productOf('v'), variants: {} } }),
    /variants: expected an object with at least one/,
  ],
  ['some markets', productLine({}), productLine({ markets: [] }), /markets: expected a list of at least 1/],
  [
    'market of 20',
    products({ p: { ...productOf('v'), markets: [letters(20)] } }),
    products({ p: { ...productOf('v'), markets: [letters(21)] } }),
    /market of 1 to 20/,
  ],
  [
    'market without |',
    products({ p: { ...productOf('v'), markets: ['a-b'] } }),
    products({ p: { ...productOf('v'), markets: ['a|b'] } }),
    /market of 1 to 20/,
  ],
  [
    'suppressDuplicates',
    group({ suppressDuplicates: 'true' }),
    group({ suppressDuplicates: 'yes' }),
    /suppressDuplicates: expected true or false/,
  ],
  [
    'title required',
    data({}),
    productLine({ defaults: { url: '/t' } }),
    /defaults\.title: expected a value: it is required/,
  ],
  ['title filled', data({ title: 'x' }), data({ title: ' ' }), /defaults\.title: expected a non-empty string/],
  ['url required', data({}), productLine({ defaults: { title: 'T' } }), /defaults\.url: expected a value/],
  ['url from the root', data({ url: '/' }), data({ url: 'http://x' }), /starts with \//],
  ['texts are strings', data({ brand: 'B' }), data({ brand: 1 }), /defaults\.brand: expected a string, found 1/],
  [
    'category 100',
    data({ category: values(100) }),
    data({ category: values(101) }),
    /category: expected a list of at most 100/,
  ],
  ['category levels', data({ category: ['A>B > C'] }), data({ category: ['A > > C'] }), /levels that are not empty/],
  ['category values', data({ category: ['A'] }), data({ category: [''] }), /category: expected a non-empty string/],
  ['ontology', data({ ontology: 'A > B' }), data({ ontology: ['A'] }), /ontology: expected a string/],
  ['productType 20', data({ productType: values(20) }), data({ productType: values(21) }), /at most 20/],
  ['department 20', data({ department: values(20) }), data({ department: values(21) }), /at most 20/],
  ['gender 20', data({ gender: values(20) }), data({ gender: values(21) }), /at most 20/],
  ['age 20', data({ age: values(20) }), data({ age: values(21) }), /at most 20/],
  ['pattern 20', data({ pattern: values(20) }), data({ pattern: values(21) }), /at most 20/],
  ['styleWith 20', data({ styleWith: keys(20) }), data({ styleWith: keys(21) }), /at most 20/],
  ['styleWith keys', data({ styleWith: ['p#1'] }), data({ styleWith: ['p 1'] }), /key of 1 to 50/],
  ['rating from 0', data({ rating: 0 }), data({ rating: -0.1 }), /from 0\.0 to 5\.0/],
  ['rating to 5', data({ rating: 5 }), data({ rating: 5.1 }), /from 0\.0 to 5\.0/],
  ['date of day precision', data({ releaseDate: '2024-02-29' }), data({ releaseDate: '2024-02' }), /day precision/],
  ['real date', data({ releaseDate: '2024-12-31' }), data({ releaseDate: '2023-02-29' }), /real date/],
  [
    'date with time',
    data({ releaseDate: '2024-02-29T10:20:30.5+01:00' }),
    data({ releaseDate: '2024-02-29T10:20:30,5Z' }),
    /day precision/,
  ],
  [
    'fraction of seconds alone',
    data({ releaseDate: '2024-02-29T10:20Z' }),
    data({ releaseDate: '2024-02-29T10:20.5Z' }),
    /day precision/,
  ],
  [
    'custom name 2000',
    data({ customLabels: { [letters(2000)]: ['x'] } }),
    data({ customLabels: { [letters(2001)]: ['x'] } }),
    /at most 2000/,
  ],
  ['custom name in XML', data({ customNumbers: { '_ö-1.x': 1 } }), data({ customNumbers: { '1x': 1 } }), /XML names/],
  ['custom name without space', data({ customJson: { a: {} } }), data({ customJson: { 'a b': {} } }), /XML names/],
  ['customLabels lists', data({ customLabels: { a: ['x'] } }), data({ customLabels: { a: 'x' } }), /a list/],
  ['customNumbers numbers', data({ customNumbers: { a: -1.5 } }), data({ customNumbers: { a: '1' } }), /a number/],
  [
    'customLengths lengths',
    data({ customLengths: { a: { amount: 1, unit: 'cm' } } }),
    data({ customLengths: { a: { amount: 1, unit: 'kg' } } }),
    /unit: expected one of mm/,
  ],
  ['customJson objects', data({ customJson: { a: { b: [1] } } }), data({ customJson: { a: 'b' } }), /an object/],
  [
    'customJson depth',
    data({ customJson: { a: nested(63) } }),
    data({ customJson: { a: nested(64) } }),
    /at most 64 levels/,
  ],
  [
    'length unit',
    data({ length: { amount: 1, unit: 'yd' } }),
    data({ length: { amount: 1, unit: 'l' } }),
    /length\.unit/,
  ],
  [
    'volume unit',
    data({ volume: { amount: 1, unit: 'floz' } }),
    data({ volume: { amount: 1, unit: 'm' } }),
    /volume\.unit/,
  ],
  [
    'weight amount',
    data({ weight: { amount: 0, unit: 'kg' } }),
    data({ weight: { amount: -1, unit: 'kg' } }),
    /weight\.amount/,
  ],
  [
    'measure on one level',
    variantData({ depth: { amount: 1, unit: 'm' } }),
    productLine(
      { defaults: { title: 'T', url: '/t', depth: { amount: 1, unit: 'm' } } },
      { defaults: { listPrice: 1, depth: { amount: 1, unit: 'm' } } },
    ),
    /depth: expected it on the product or on its variants/,
  ],
  ['dataLocale', data({ dataLocale: 'es-419' }), data({ dataLocale: 'sv_SE' }), /a locale like/],
  [
    'colours',
    productLine({ colorInitial: ['#A0b1C2', 'gold', 'MULTI', 'Transparent', 'silver'] }),
    productLine({ colorInitial: ['red'] }),
    /colorInitial: expected #RRGGBB/,
  ],
  [
    'colour override',
    productLine({ colorOverride: ['#abc'] }),
    productLine({ colorOverride: ['#abcd'] }),
    /colorOverride/,
  ],
  [
    'override key of both',
    overrides({ 'se|sv-SE': { title: 'x' } }),
    overrides({ '*|*': { title: 'x' } }),
    /name a market or a locale/,
  ],
  [
    'override of a listed market',
    overrides({ 'uk|*': { title: 'x' } }),
    overrides({ 'no|*': { title: 'x' } }),
    /markets out of se, uk/,
  ],
  ['override key form', overrides({ se: {}, 'sv-SE': {}, '*|en': {} }), overrides({ SE: {} }), /keys market\|locale/],
  ['override key once', overrides({ se: {} }), overrides({ se: {}, 'se|*': {} }), /one block for se\|\*/],
  [
    'rating per market',
    overrides({ 'se|*': { rating: 1 } }),
    overrides({ '*|sv-SE': { rating: 1 } }),
    /whole market only/,
  ],
  [
    'releaseDate per market',
    overrides({ se: { releaseDate: '2024-01-01' } }),
    overrides({ 'se|sv-SE': { releaseDate: '2024-01-01' } }),
    /whole market only/,
  ],
  [
    'styleWith per market',
    overrides({ se: { styleWith: ['a'] } }),
    overrides({ 'sv-SE': { styleWith: ['a'] } }),
    /whole market only/,
  ],
  [
    'prices per market',
    variantOverrides({ se: { listPrice: 2, sellingPrice: 1, cost: 1 } }),
    variantOverrides({ 'se|sv-SE': { listPrice: 2 } }),
    /whole market only/,
  ],
  [
    'stock per market',
    variantOverrides({ se: { stock: 2 } }),
    variantOverrides({ '*|sv': { stock: 2 } }),
    /whole market only/,
  ],
  [
    'stores per market',
    variantOverrides({ se: { stores: { a: 1 } } }),
    variantOverrides({ '*|sv': { stores: { a: 1 } } }),
    /whole market only/,
  ],
  [
    'customPrices per market',
    variantOverrides({ se: { customPrices: {} } }),
    variantOverrides({ '*|sv': { customPrices: {} } }),
    /whole market only/,
  ],
  [
    'image sources per market',
    image({ overrides: { se: { urls: ['/i.png'] } } }),
    image({ overrides: { 'sv-SE': { urls: ['/i.png'] } } }),
    /whole market only/,
  ],
  [
    'listPrice required',
    variantData({}),
    variantLine({ defaults: { stock: 1 } }),
    /defaults\.listPrice: expected a value/,
  ],
  ['price of 0', variantData({ sellingPrice: 0 }), variantData({ sellingPrice: -1 }), /a price of 0 or more/],
  ['price a number', variantData({ cost: 1.5 }), variantData({ cost: '1.5' }), /cost: expected a price/],
  ['stock of 0', variantData({ stock: 0 }), variantData({ stock: -1 }), /an integer of 0 or more/],
  ['stock whole', variantData({ stock: 3 }), variantData({ stock: 1.5 }), /an integer of 0 or more/],
  [
    'one form of size',
    variantData({ sizes: [{ format: 'EU', size: '36' }, { size: 'S' }] }),
    variantData({ size: 'S', sizes: [{ size: 'S' }] }),
    /size or sizes, not both/,
  ],
  ['sizes with a size', variantData({ sizes: [] }), variantData({ sizes: [{ format: 'EU' }] }), /sizes\.size/],
  [
    'store numbers',
    variantData({ stores: { a: 1, b: { stock: 2 } } }),
    variantData({ stores: { a: 'x' } }),
    /stores: expected an integer/,
  ],
  [
    'store list',
    variantData({ stores: [{ key: 'a', stockNumber: 2 }] }),
    variantData({ stores: [{ stockNumber: 2 }] }),
    /stores\.key/,
  ],
  [
    'stores once',
    variantData({ stores: [] }),
    variantData({
      stores: [
        { key: 'a', stockNumber: 2 },
        { key: 'a', stockNumber: 3 },
      ],
    }),
    /each key once/,
  ],
  [
    'custom prices',
    variantData({ customPrices: { a: { listPrice: 1, sellingPrice: 1 } } }),
    variantData({ customPrices: { a: { sellingPrice: 1 } } }),
    /customPrices\.listPrice/,
  ],
  [
    'custom price list',
    variantData({ customPrices: [{ id: 'a', listPrice: 1 }] }),
    variantData({ customPrices: [{ listPrice: 1 }] }),
    /customPrices\.id/,
  ],
  [
    'variant in a market of its product',
    variantLine({ limitedMarkets: ['uk'] }),
    variantLine({ limitedMarkets: ['no'] }),
    /markets of the product/,
  ],
  [
    'variant in some market',
    variantLine({ limitedMarkets: ['se'] }),
    variantLine({ limitedMarkets: [] }),
    /at least 1/,
  ],
  [
    'image type',
    image({ typeInitial: 'model', typeOverride: 'Misc' }),
    image({ typeInitial: 'photo' }),
    /model, cutout or misc/,
  ],
  ['image order', image({ order: -3 }), image({ order: 1.5 }), /order: expected an integer/],
  [
    'image width',
    image({ defaults: { urls: [{ url: 'i', width: 1, height: 1 }, 'j'] } }),
    image({ defaults: { urls: [{ url: 'i', width: 0 }] } }),
    /width: expected an integer of 1/,
  ],
  [
    'image source members',
    image({ defaults: { urls: [] } }),
    image({ defaults: { urls: [{ url: 'i', size: 1 }] } }),
    /unknown member "size"/,
  ],
  [
    'image locales',
    image({ limitedLocales: ['sv'], limitedMarkets: ['se'] }),
    image({ limitedLocales: ['svenska'] }),
    /a locale like/,
  ],
  [
    'image customData',
    image({ defaults: { customData: { 'any name': 'x' }, tags: ['t'] } }),
    image({ defaults: { customData: { a: 1 } } }),
    /customData: expected a string/,
  ],
  [
    'content members',
    content({ image: { defaults: { urls: ['i'] } } }),
    content({ images: {} }),
    /unknown member "images"/,
  ],
  ['content type', content({ type: 'faq' }), content({ type: '' }), /type: expected a non-empty string/],
  ['content title', contentData({}), content({ defaults: { url: '/c' } }), /defaults\.title/],
  [
    'content date per market',
    content({ overrides: { se: { releaseDate: '2024-01-01' } } }),
    content({ overrides: { '*|sv': { releaseDate: '2024-01-01' } } }),
    /whole market only/,
  ],
  [
    'content image without type',
    content({ image: {} }),
    content({ image: { typeInitial: 'misc' } }),
    /unknown member "typeInitial"/,
  ],
  ['translation locale', translation({}), translation({ locale: undefined }), /locale: expected a locale/],
  [
    'translation labels',
    translation({ attribute: 'custom.x' }),
    translation({ values: { a: 1 } }),
    /values: expected a non-empty string/,
  ],
  [
    'translation attribute',
    translation({ attribute: 'product_type' }),
    translation({ attribute: 'colour' }),
    /attribute: expected brand, .*custom\.NAME, found "colour"/,
  ],
  [
    'translation of custom values',
    translation({ attribute: 'custom.x' }),
    translation({ attribute: 'custom.' }),
    /attribute/,
  ],
  [
    'image limited to markets of the catalog',
    [
      image({ limitedMarkets: ['no', 'se'] }),
      { replace: { key: 'h', productGroup: { products: { q: { ...productOf('w'), markets: ['no'] } } } } },
    ],
    image({ limitedMarkets: ['no', 'se'] }),
    /images\.limitedMarkets: expected markets of the catalog \(se, uk\), found "no"/,
  ],
  ['translation members', translation({ values: {} }), translation({ market: 'se' }), /unknown member "market"/],
  ['group members', group({}), group({ name: 'x' }), /productGroup: unknown member "name"/],
  ['product members', productLine({}), productLine({ title: 'x' }), /product: unknown member "title"/],
  ['variant members', variantLine({}), variantLine({ stock: 1 }), /variant: unknown member "stock"/],
  ['image members', image({}), image({ url: 'x' }), /images: unknown member "url"/],
  [
    'distinct keys in a group',
    products({ a: productOf('b'), c: productOf('d') }),
    products({ a: productOf('b'), c: productOf('b') }),
    /a key of its own for a variant/,
  ],
  [
    'product key of its group',
    products({ a: productOf('b') }),
    products({ g: productOf('b') }),
    /a key of its own for a product/,
  ],
  [
    'product key of its variant',
    products({ a: productOf('b') }),
    products({ a: productOf('a') }),
    /a key of its own for a variant/,
  ],
];

for (const [what, good, bad, message] of LIMITS) {
  t.test(what, async t => {
    const accepted = applyLines(t, 'replace', [good].flat());
    t.equal(accepted.message, undefined);
    const refused = applyLines(t, 'replace', [bad].flat());
    t.match(refused.message, message);
    t.equal(refused.details?.count, 1, 'one fault, one count');
  });
}

t.test('unknown members of data blocks are warnings', async t => {
  const { result } = applyLines(t, 'replace', [
    data({ colour: 'red' }),
    variantData({ ean: '1' }),
    data({ colour: 'x' }),
  ]);
  t.equal(result?.counts.warnings, 3);
  t.same(result?.warnings, [
    'line 1: defaults: unknown member "colour" ignored (2 times)',
    'line 2: defaults: unknown member "ean" ignored',
  ]);
});

t.test('null is as good as absent', async t => {
  const { message } = applyLines(t, 'replace', [data({ brand: null, rating: null }), variantLine({ overrides: null })]);
  t.equal(message, undefined);
  t.match(applyLines(t, 'replace', [data({ title: null })]).message, /title: expected a value: it is required/);
});
