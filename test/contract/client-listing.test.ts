/**
 * Product lists through the public client: sort orders, pages, and what products look like under a price id, in stores
 * and with attributes asked for. Everything is compared with the catalog's file.
 */
import type { Product, SortType } from '@apptus/esales-api';
import t from 'tap';
import type { Measure, Variant } from '../../src/catalog/records.js';
import { offerOf } from './demo.js';
import { products, shop } from './shared-demo.js';

const { query, client, faults } = shop;
type Params = Parameters<typeof query.searchPage>[0];

async function listed(params: Omit<Params, 'q'>, q = 'women'): Promise<Product[]> {
  const { primaryList } = await query.searchPage({ q, limit: 600, ...params });
  return primaryList.productGroups.map(({ products: [main] }) => main!);
}

const METRES: Record<string, number> = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254, g: 0.001, kg: 1, ml: 0.001, l: 1 };
const size = ({ amount, unit }: Measure) => amount * METRES[unit]!;

/** The measures of a product or its variants. */
function sizes(product: Product, of: 'length' | 'width' | 'height' | 'depth' | 'volume' | 'weight'): number[] {
  const own = product[of];
  return own ? [size(own)] : product.variants.flatMap(variant => (variant[of] ? [size(variant[of]!)] : []));
}

const least = (values: number[]) => (values.length === 0 ? undefined : Math.min(...values));
const most = (values: number[]) => (values.length === 0 ? undefined : Math.max(...values));
const discount = ({ variants }: Product) =>
  most(variants.map(({ listPrice, sellingPrice }) => Math.round(((listPrice - sellingPrice) / listPrice) * 100)));

/** What each order puts in a row, ascending. Text has an order of its own, which a collator knows. */
const ORDERS: {
  [order in Exclude<SortType, 'RELEVANCE' | 'NAME' | 'TITLE'>]: (product: Product) => number | undefined;
} = {
  NEWEST_FIRST: ({ key }) => -Date.parse(products.get(key)!.product.defaults.releaseDate!),
  PRICE_ASCENDING: ({ sellingPrice }) => sellingPrice.min,
  PRICE_DESCENDING: ({ sellingPrice }) => -sellingPrice.max,
  DISCOUNT: product => -discount(product)!,
  RATING: ({ rating }) => rating && -rating,
  ...measure('LENGTH', 'length'),
  ...measure('WIDTH', 'width'),
  ...measure('HEIGHT', 'height'),
  ...measure('DEPTH', 'depth'),
  ...measure('VOLUME', 'volume'),
  ...measure('WEIGHT', 'weight'),
};

function measure<Name extends string>(name: Name, of: Parameters<typeof sizes>[1]) {
  return {
    [`${name}_INCREASING`]: (product: Product) => least(sizes(product, of)),
    [`${name}_DECREASING`]: (product: Product) => {
      const value = most(sizes(product, of));
      return value === undefined ? undefined : -value;
    },
  } as { [order in `${Name}_INCREASING` | `${Name}_DECREASING`]: (product: Product) => number | undefined };
}

t.test('each order puts products in it, those without the value last, ties by key', async t => {
  for (const [sort, value] of Object.entries(ORDERS)) {
    const list = await listed({ sort: sort as SortType }, 'outdoor');
    t.ok(list.length > 50, `${list.length} products`);
    const wrong: string[] = [];
    for (let i = 1; i < list.length; i++) {
      const [a, b] = [list[i - 1]!, list[i]!];
      const [before, after] = [value(a) ?? Number.POSITIVE_INFINITY, value(b) ?? Number.POSITIVE_INFINITY];
      // Amounts in several units differ in their last digits.
      const same = before === after || Math.abs(before - after) < 1e-9;
      if (same ? a.key > b.key : before > after) wrong.push(`${a.key} ${before}, ${b.key} ${after}`);
    }
    t.same(wrong, [], sort);
  }
});

t.test('names and titles are in the order of a dictionary, also where a word in them is a size', async t => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  for (const [sort, text] of [
    ['NAME', ({ name }: Product) => name!],
    ['TITLE', ({ title }: Product) => title],
  ] as const) {
    const texts = (await listed({ sort }, 'outdoor')).map(text);
    const sorted = texts.slice().sort((a, b) => collator.compare(a, b));
    t.same(texts, sorted, sort);
  }
});

t.test('orders are offered with a label where the catalog has values, and the one asked for is selected', async t => {
  for (const view of [{}, { market: 'se', locale: 'sv-SE' }]) {
    const { primaryList } = await client(view).query.searchPage({ q: '', limit: 1 });
    t.equal(primaryList.sort.selected, 'RELEVANCE');
    t.equal(primaryList.sort.options.length, 20);
    t.ok(primaryList.sort.options.every(({ label }) => label.length > 0));
  }
  t.equal(
    (await query.searchPage({ q: '', limit: 1, sort: 'WEIGHT_DECREASING' })).primaryList.sort.selected,
    'WEIGHT_DECREASING',
  );
});

t.test('pages of any length give the whole list, nothing twice and nothing lost', async t => {
  for (const [q, sort, limit] of [
    ['jacket', 'RELEVANCE', 7],
    ['jacket', 'PRICE_DESCENDING', 50],
    ['women', 'RATING', 97],
    ['shoes', 'DISCOUNT', 13],
  ] as const) {
    const whole = await query.searchPage({ q, sort, limit: 600 });
    const { totalHits } = whole.primaryList;
    t.ok(totalHits > limit && totalHits <= 600);
    const keys: string[] = [];
    for (let skip = 0; skip < totalHits + limit; skip += limit) {
      const page = await query.searchPage({ q, sort, limit, skip });
      t.equal(page.primaryList.totalHits, totalHits);
      keys.push(...page.primaryList.productGroups.map(({ products: [main] }) => main!.key));
    }
    t.same(
      keys,
      whole.primaryList.productGroups.map(({ products: [main] }) => main!.key),
    );
    t.equal(new Set(keys).size, totalHits);
  }
  const beyond = await query.searchPage({ q: 'jacket', skip: 10_000 });
  t.same(beyond.primaryList.productGroups, []);
  t.ok(beyond.primaryList.totalHits > 0);
  t.equal((await query.searchPage({ q: '' })).primaryList.productGroups.length, 60, 'sixty unless told otherwise');
});

t.test('the first product of a group is the hit, its siblings of the market stand behind it', async t => {
  const { primaryList } = await query.searchPage({ q: 'navy jacket', limit: 100 });
  for (const { key, products: shown, remaining } of primaryList.productGroups) {
    const all = [...products.values()].filter(({ group, product }) => group === key && product.markets.includes('uk'));
    const variants = (key: string) =>
      Object.keys(products.get(key)!.product.variants).filter(name => soldInUk(key, name));
    const found = shown.map(({ key, variants }) => [key, ...variants.map(({ key }) => key)]).sort();
    const expected = all.map(({ key }) => [key, ...variants(key)]).sort();
    t.same({ found, remaining }, { found: expected, remaining: 0 }, key);
  }
});

t.test('titles, links and prices are those of the view', async t => {
  for (const { market, locale } of [
    { market: 'uk', locale: 'en-GB' },
    { market: 'se', locale: 'fi-FI' },
    { market: 'de', locale: 'de-DE' },
  ]) {
    const { primaryList } = await client({ market, locale }).query.searchPage({ q: '', limit: 100 });
    t.equal(primaryList.productGroups.length, 100);
    const found = primaryList.productGroups.map(({ products: [main] }) => {
      const { key, title, link, brand, rating, description, variants } = main!;
      const offers = variants.map(({ listPrice, sellingPrice, stockNumber, inStock }) => ({
        listPrice,
        sellingPrice,
        stockNumber,
        inStock,
      }));
      return { key, title, link, brand, rating, description, offers };
    });
    const expected = primaryList.productGroups.map(({ products: [main] }) => {
      const { product } = products.get(main!.key)!;
      const { defaults, overrides } = product;
      const data = { ...defaults, ...overrides?.[`${market}|*`], ...overrides?.[`${market}|${locale}`] };
      const { title, url: link, brand, rating } = data;
      const offers = main!.variants.map(({ key }) => {
        const { listPrice, sellingPrice, stock } = offerOf(product.variants[key]!, market);
        return { listPrice, sellingPrice, stockNumber: stock, inStock: stock! > 0 };
      });
      // Descriptions are for product pages.
      return { key: main!.key, title, link, brand, rating, description: undefined, offers };
    });
    t.same(found, expected, `${market} ${locale}`);
  }
});

t.test('a price id changes prices wherever there is one, and with them order, range and badges', async t => {
  const list = await listed({ priceId: 'member', sort: 'PRICE_ASCENDING' });
  let changed = 0;
  const wrong = list.flatMap(({ key: product, variants }) =>
    variants.filter(({ key, listPrice, sellingPrice }) => {
      const offer = offerOf(products.get(product)!.product.variants[key]!, 'uk');
      const custom = offer.customPrices?.['member'];
      if (custom && custom.sellingPrice !== offer.sellingPrice) changed++;
      return listPrice !== (custom ?? offer).listPrice || sellingPrice !== (custom ?? offer).sellingPrice;
    }),
  );
  t.same(wrong, []);
  t.ok(changed > 50);
  const lowest = list.map(({ sellingPrice }) => sellingPrice.min);
  t.same(
    lowest,
    lowest.slice().sort((a, b) => a - b),
  );
  const { primaryList } = await query.searchPage({
    q: 'women',
    priceId: 'member',
    facets: { price: { max: lowest[40]! } },
  });
  t.match(
    primaryList.facets.find(({ id }) => id === 'price'),
    { min: lowest[0] },
  );
  t.equal(primaryList.totalHits, lowest.filter(price => price <= lowest[40]!).length);
});

t.test('customer prices and attributes come when asked for, and only those', async t => {
  const params = {
    presentPrices: ['vip', 'nobody'],
    presentCustom: ['material', 'number.guaranteeYears', 'length.heel', 'json.delivery'],
  };
  let found = 0;
  for (const main of await listed({ ...params, limit: 200 }, 'shoes')) {
    const { product } = products.get(main.key)!;
    const { customLabels, customNumbers, customLengths, customJson } = product.defaults;
    const expected = {
      custom: { material: customLabels!['material']!.map(id => ({ id, label: id })) },
      typedCustom: {
        numbers: pick(customNumbers, 'guaranteeYears'),
        lengths: pick(customLengths, 'heel'),
        json: pick(customJson, 'delivery'),
      },
      prices: main.variants.map(({ key }) => {
        const vip = offerOf(product.variants[key]!, 'uk').customPrices?.['vip'];
        if (vip) found++;
        return vip ? [{ id: 'vip', ...vip }] : [];
      }),
    };
    const { custom, typedCustom, variants } = main;
    t.same({ custom, typedCustom, prices: variants.map(({ prices }) => prices) }, expected, main.key);
  }
  t.ok(found > 0);
  const [plain] = await listed({ limit: 1 }, 'shoes');
  t.same([plain!.custom, plain!.typedCustom, plain!.variants[0]!.prices], [undefined, undefined, []]);
  const [swedish] = (
    await client({ market: 'se', locale: 'sv-SE' }).query.searchPage({ q: 'skor', limit: 1, presentCustom: ['color'] })
  ).primaryList.productGroups;
  const [color] = swedish!.products[0]!.custom!['color']!;
  t.not(color!.label, color!.id, 'labels are those of the locale');
});

t.test('stores and channels decide what counts as stock, and what is listed of it', async t => {
  const stores = 'london|leeds|nowhere';
  for (const channels of [undefined, 'ONLINE|STORE', 'STORE', 'ONLINE'] as const) {
    const list = await listed({ stores, limit: 60, ...(channels && { channels }) });
    for (const { key: product, variants } of list) {
      const found = variants.map(({ stockNumber, inStock, availability }) => ({ stockNumber, inStock, availability }));
      const expected = variants.map(({ key }) => {
        const { stock: online = 0, stores } = offerOf(products.get(product)!.product.variants[key]!, 'uk');
        const inStores = channels === 'ONLINE' ? [] : storeStock(stores, ['leeds', 'london']);
        const stockNumber = inStores.reduce((sum, one) => sum + one.stockNumber, channels === 'STORE' ? 0 : online);
        const availability = [{ channel: 'ONLINE', stockNumber: online }, ...inStores];
        return { stockNumber, inStock: stockNumber > 0, availability };
      });
      t.same(found, expected, `${channels} ${product}`);
    }
    const ticked = await listed({ stores, ...(channels && { channels }), facets: { onlyInStock: true } });
    t.ok(ticked.length > 0 && ticked.every(({ inStock }) => inStock));
  }
});

t.test('every answer above had the members, types and headers that it must have', async t => {
  t.same(faults, []);
});

function soldInUk(product: string, variant: string): boolean {
  const { limitedMarkets } = products.get(product)!.product.variants[variant]!;
  return limitedMarkets === undefined || limitedMarkets.includes('uk');
}

/** One entry for each store, also where it has none of the variant. */
function storeStock(stocks: Variant['defaults']['stores'], stores: string[]) {
  return stores.map(key => ({ channel: 'STORE', key, stockNumber: stocks?.[key] ?? 0 }));
}

function pick<Value>(map: Record<string, Value> | undefined, name: string): Record<string, Value> {
  return map && Object.hasOwn(map, name) ? { [name]: map[name]! } : {};
}
