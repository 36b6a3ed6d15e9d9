/**
 * Facets through the public client: what a facet counts is what selecting it lists, alone, with others, and in every
 * kind of facet; and the counts over everything are those of the catalog's file.
 */
import type { Facet, SearchPage } from '@apptus/esales-api';
import t from 'tap';
import type { ProductData } from '../../src/catalog/records.js';
import { importWhenReady } from './admin.js';
import { offerOf } from './demo.js';
import { daemon, products, shop } from './shared-demo.js';

const { query, faults } = shop;

type ValueFacet = Extract<Facet, { type: 'TEXT' | 'COLOR' }>;
type Selection = NonNullable<Parameters<typeof query.searchPage>[0]['facets']>;

const search = (q: string, facets: Selection = {}, limit = 1) => query.searchPage({ q, facets, limit });

function valuesOf(page: SearchPage, id: string): ValueFacet['values'] {
  const facet = page.primaryList.facets.find(one => one.id === id);
  if (facet === undefined) return [];
  if (facet.type === 'SIZE') return facet.sizeTypes.flatMap(({ formats }) => formats.flatMap(({ values }) => values));
  return 'values' in facet ? facet.values : [];
}

const counts = (page: SearchPage, id: string) => valuesOf(page, id).map(({ id, count }) => [id, count]);

/** The beginning, the middle and the end of a list. */
const some = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, i) => list.length <= most || i % Math.ceil(list.length / most) === 0 || i === list.length - 1);

const keys = (page: SearchPage) => page.primaryList.productGroups.map(({ products: [main] }) => main!.key);

t.test('selecting a value lists as many products as it counted, and leaves its own facet as it was', async t => {
  for (const q of ['jacket', 'shoes', 'lamp']) {
    const page = await search(q);
    for (const { id, type } of page.primaryList.facets) {
      for (const value of some(valuesOf(page, id), 3)) {
        const chosen = await search(q, { [id]: [value.id] });
        const text = `"${q}" ${id}=${value.id}`;
        t.equal(chosen.primaryList.totalHits, value.count, text);
        t.same(counts(chosen, id), counts(page, id), `${text}: own selection does not narrow`);
        const facet = chosen.primaryList.facets.find(one => one.id === id) as ValueFacet;
        t.equal(facet.selectedCount, 1, text);
        t.same(
          valuesOf(chosen, id)
            .filter(({ selected }) => selected)
            .map(({ id }) => id),
          [value.id],
          `${text}: marked (${type})`,
        );
      }
    }
  }
});

t.test('values of one facet add up, values of two must both hold', async t => {
  const page = await search('jacket');
  const [first, second] = valuesOf(page, 'brand');
  const both = await search('jacket', { brand: [first!.id, second!.id] });
  t.equal(both.primaryList.totalHits, first!.count + second!.count);
  const narrowed = await search('jacket', { brand: [first!.id] });
  for (const id of ['color', 'size', 'gender', 'custom.material', 'productType']) {
    for (const value of some(valuesOf(narrowed, id), 3)) {
      const chosen = await search('jacket', { brand: [first!.id], [id]: [value.id] });
      t.equal(chosen.primaryList.totalHits, value.count, `brand and ${id}=${value.id}`);
      t.same(counts(chosen, id), counts(narrowed, id), `${id} counts under the brand alone`);
      const ofBrand = valuesOf(chosen, 'brand').find(({ id }) => id === second!.id)?.count ?? 0;
      const other = await search('jacket', { brand: [second!.id], [id]: [value.id] });
      t.equal(other.primaryList.totalHits, ofBrand, 'brands count under the other facet alone');
    }
  }
});

t.test(
  'a selected value without hits stays listed with 0; unknown facets and values narrow nothing or all',
  async t => {
    const page = await search('jacket');
    const absent = (await search('')).primaryList;
    const listed = new Set(valuesOf(page, 'brand').map(({ id }) => id));
    const { id } = valuesOf({ ...page, primaryList: absent }, 'brand').find(brand => !listed.has(brand.id))!;
    const chosen = await search('jacket', { brand: [id] });
    t.equal(chosen.primaryList.totalHits, 0);
    t.match(
      valuesOf(chosen, 'brand').find(value => value.id === id),
      { count: 0, selected: true },
    );
    t.equal((await search('jacket', { nosuchfacet: ['x'] })).primaryList.totalHits, page.primaryList.totalHits);
    t.equal((await search('jacket', { brand: ['no such brand'] })).primaryList.totalHits, 0);
    t.equal((await search('jacket', { brand: [] })).primaryList.totalHits, page.primaryList.totalHits);
  },
);

t.test('a selected facet is listed also where it stands behind all that are shown', async t => {
  const shown = (await search('')).primaryList.facets.map(({ id }) => id);
  t.equal(shown.length, 20);
  t.notOk(shown.includes('custom.usage'));
  const chosen = await search('', { 'custom.usage': ['Everyday'] });
  t.match(
    valuesOf(chosen, 'custom.usage').find(({ id }) => id === 'Everyday'),
    { selected: true, count: chosen.primaryList.totalHits },
  );
});

t.test('a range lists the products with a value inside it, both bounds included', async t => {
  const all = await search('jacket', {}, 600);
  const price = all.primaryList.facets.find(({ id }) => id === 'price') as Extract<Facet, { type: 'RANGE' }>;
  const pricesOf = all.primaryList.productGroups.map(({ products: [main] }) => ({
    key: main!.key,
    prices: main!.variants.map(({ sellingPrice }) => sellingPrice),
  }));
  const known = pricesOf.flatMap(({ prices }) => prices).sort((a, b) => a - b);
  t.equal(price.min, known[0]);
  t.equal(price.max, known.at(-1));
  const middle = known[known.length >> 1]!;
  for (const range of [
    { min: middle },
    { max: middle },
    { min: middle, max: middle },
    { min: known[5]!, max: middle },
    { min: 9, max: 1 },
  ]) {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range as { min?: number; max?: number };
    const chosen = await search('jacket', { price: range }, 600);
    const expected = pricesOf.filter(({ prices }) => prices.some(price => price >= min && price <= max));
    t.same(keys(chosen).sort(), expected.map(({ key }) => key).sort(), JSON.stringify(range));
    t.match(
      chosen.primaryList.facets.find(({ id }) => id === 'price'),
      {
        min: price.min,
        max: price.max,
        ...('min' in range && { minSelected: range.min }),
        ...('max' in range && { maxSelected: range.max }),
      },
    );
  }
  const rated = await search('jacket', { rating: { min: 4.5 } }, 600);
  const best = keys(all).filter(key => (products.get(key)!.product.defaults.rating ?? 0) >= 4.5);
  t.same(keys(rated).sort(), best.sort());
});

t.test('ranges of measures and custom numbers are in the unit they show', async t => {
  const listedOften = (keys: string[]) => keys.filter(key => !products.get(key)!.listedOnce).sort();
  const expect = (fits: (data: ProductData) => boolean) =>
    [...products.values()].flatMap(({ key, listedOnce, product: { markets, defaults } }) =>
      !listedOnce && markets.includes('uk') && fits(defaults) ? [key] : [],
    );
  const tenYears = await search('', { 'custom.number.guaranteeYears': { min: 10, max: 10 } }, 600);
  t.same(listedOften(keys(tenYears)), expect(data => data.customNumbers?.['guaranteeYears'] === 10).sort());
  const high = await search('', { 'custom.length.heel': { min: 5 } }, 600);
  const heels = expect(data => (data.customLengths?.['heel']?.amount ?? 0) >= 5).sort();
  t.ok(heels.every(key => products.get(key)!.product.defaults.customLengths!['heel']!.unit === 'cm'));
  t.same(listedOften(keys(high)), heels);
});

t.test('the box for products in stock counts and lists those that are', async t => {
  const page = await search('jacket');
  const box = page.primaryList.facets.find(({ id }) => id === 'onlyInStock') as Extract<Facet, { type: 'CHECKBOX' }>;
  const ticked = await search('jacket', { onlyInStock: true }, 600);
  t.equal(ticked.primaryList.totalHits, box.count);
  t.ok(ticked.primaryList.productGroups.every(({ products: [main] }) => main!.inStock));
  t.match(
    ticked.primaryList.facets.find(({ id }) => id === 'onlyInStock'),
    { selected: true },
  );
  const left = await search('jacket', { onlyInStock: false });
  t.equal(left.primaryList.totalHits, page.primaryList.totalHits);
});

t.test('over everything, a facet counts as the file has it: a group that is listed once counts once', async t => {
  const inFile = new Map<string, Set<string>>();
  for (const { key, group, listedOnce, product } of products.values()) {
    if (!product.markets.includes('uk')) continue;
    const brand = product.defaults.brand!;
    inFile.set(brand, (inFile.get(brand) ?? new Set()).add(listedOnce ? group : key));
  }
  const page = await search('');
  t.same(
    Object.fromEntries(counts(page, 'brand')),
    Object.fromEntries([...inFile].map(([brand, hits]) => [brand, hits.size])),
  );
  t.equal(
    page.primaryList.totalHits,
    [...inFile.values()].reduce((sum, { size }) => sum + size, 0),
  );
});

t.test('a group that is listed once counts for every value that one of its products has', async t => {
  const page = await search('');
  for (const id of ['color', 'productType', 'size']) {
    const wrong: string[] = [];
    for (const value of some(valuesOf(page, id), 20)) {
      const { totalHits } = (await search('', { [id]: [value.id] })).primaryList;
      if (totalHits !== value.count) wrong.push(`${value.id}: counted ${value.count}, listed ${totalHits}`);
    }
    t.same(wrong, [], id);
  }
});

t.test('a bare size selects it in every type and format, and cards then link to the variant', async t => {
  const [{ key, product }] = [...products.values()].filter(
    ({ product: { variants, markets } }) =>
      markets.includes('uk') && Object.values(variants).some(({ defaults }) => defaults.size === 'M'),
  );
  const [sized] = Object.entries(product.variants).find(([, { defaults }]) => defaults.size === 'M')!;
  const edit = { editAttributes: { key: sized, variant: { defaults: { url: '/p/exactly-this-one' } } } };
  t.equal((await importWhenReady(daemon, 'POST', [edit])).status, 204);
  const page = await search(key, { size: ['M'] });
  t.equal(page.primaryList.productGroups[0]!.products[0]!.link, '/p/exactly-this-one');
  t.not((await search(key)).primaryList.productGroups[0]!.products[0]!.link, '/p/exactly-this-one');
  t.equal((await query.autocomplete({ q: sized })).redirectLink, '/p/exactly-this-one');
  t.ok(offerOf(product.variants[sized]!, 'uk').size === 'M');
  const sizes = valuesOf(await search(''), 'size').filter(({ label }) => label === 'M');
  const bare = await search('', { size: ['M'] });
  const spelled = await search('', { size: sizes.map(({ id }) => id) });
  t.equal(bare.primaryList.totalHits, spelled.primaryList.totalHits);
});

t.test('every answer above had the members, types and headers that it must have', async t => {
  t.same(faults, []);
});
