/** Random sequences of imports against the model: same acceptance, same records, same owners, counts and markets. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { bench } from './apply-lines.js';
import { CatalogModel, type Json } from './catalog-model.js';

const seed = 20260901;
const runs = 120;

const groupKey = fc.constantFrom('g1', 'g2', 'g3');
const productKey = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6');
// One variant key is a product key too, so that kinds collide.
const variantKeys = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9'];
const variantKey = fc.constantFrom(...variantKeys, ...variantKeys, 'p4');
const contentKey = fc.constantFrom('c1', 'c2');
const market = fc.constantFrom('north', 'south');
const locale = fc.constantFrom('sv-SE', 'en');
const someMarkets = fc.uniqueArray(market, { minLength: 1, maxLength: 2 });
const markets = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['north', 'south']) },
  { weight: 1, arbitrary: someMarkets },
);
const overrideKey = fc.constantFrom('north', 'south|*', '*|sv-SE', '*|en', 'en', 'north|en');
const word = fc.constantFrom('red', 'blue', 'green');
const price = fc.integer({ min: 1, max: 9 });

const optional = { requiredKeys: [] as [] };
const texts = fc.record({ title: word, url: fc.constant('/x'), brand: word }, { requiredKeys: ['title', 'url'] });
const someTexts = fc.record({ title: word, brand: word }, optional);
const offers = fc.record({ listPrice: price, stock: price }, { requiredKeys: ['listPrice'] });
const someOffers = fc.record({ listPrice: price, stock: price }, optional);
const textOverrides = fc.dictionary(overrideKey, someTexts, { maxKeys: 2 });
const offerOverrides = fc.dictionary(fc.constantFrom('north', 'south|*'), someOffers, { maxKeys: 2 });

const variant = fc.record(
  { defaults: offers, overrides: offerOverrides, limitedMarkets: someMarkets },
  { requiredKeys: ['defaults'] },
);
const product = fc.record(
  {
    markets,
    defaults: texts,
    overrides: textOverrides,
    variants: fc.dictionary(variantKey, variant, { minKeys: 1, maxKeys: 2 }),
  },
  { requiredKeys: ['markets', 'defaults', 'variants'] },
);
const variantEdit = fc.record(
  { defaults: someOffers, overrides: offerOverrides, limitedMarkets: someMarkets },
  optional,
);
const productEdit = fc.record(
  {
    markets,
    defaults: someTexts,
    overrides: textOverrides,
    variants: fc.dictionary(variantKey, fc.oneof(variant, variantEdit), { maxKeys: 2 }),
  },
  optional,
);
const content = fc.record({
  markets,
  type: fc.constant('link'),
  defaults: texts.map(({ title, url }) => ({ title, url })),
  overrides: fc.dictionary(overrideKey, fc.record({ title: word }), { maxKeys: 1 }),
});
const contentEdit = fc.record({ markets, defaults: fc.record({ title: word }) }, optional);

const replace = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      key: groupKey,
      productGroup: fc.record({ products: fc.dictionary(productKey, product, { minKeys: 1, maxKeys: 2 }) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ key: contentKey, content }) },
  {
    weight: 1,
    arbitrary: fc.record({
      key: fc.constantFrom('t1', 't2'),
      translation: fc.record({ locale, values: fc.dictionary(word, word) }),
    }),
  },
);

const one = (key: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
  value.map(body => ({ [key]: body })) as fc.Arbitrary<Json>;

const instruction: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: one('replace', replace) },
  {
    weight: 3,
    arbitrary: one(
      'edit',
      fc.oneof(
        fc.record({
          key: groupKey,
          productGroup: fc.record({
            products: fc.dictionary(productKey, fc.oneof(productEdit, product), { minKeys: 1, maxKeys: 2 }),
          }),
        }),
        fc.record({ key: contentKey, content: contentEdit }),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: one(
      'editAttributes',
      fc.oneof(
        fc.record({ key: variantKey, variant: variantEdit }),
        fc.record({ key: productKey, product: productEdit.map(({ variants: _, ...rest }) => rest) }),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: one(
      'remove',
      fc.oneof(
        one('productGroup', groupKey),
        one('product', productKey),
        one('variant', variantKey),
        one('content', contentKey),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: one(
      'removePartial',
      fc.oneof(
        fc.record({ market, productGroup: groupKey }),
        fc.record({ market, product: productKey }),
        fc.record({ market, content: contentKey }),
      ),
    ),
  },
  { weight: 1, arbitrary: one('clearProductGroups', fc.record({ market })) },
  { weight: 1, arbitrary: one('clearContent', fc.record({ market })) },
  { weight: 1, arbitrary: one('clearTranslations', fc.record({ locale })) },
);

const imports = fc.array(
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({
        mode: fc.constant('replace' as const),
        lines: fc.array(one('replace', replace), { maxLength: 4 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        mode: fc.constant('update' as const),
        lines: fc.array(instruction, { minLength: 1, maxLength: 4 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 8 },
);

t.test(`imports do what the model does (seed ${seed})`, async t => {
  const { store, apply } = bench(t);
  let accepted = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(imports, async sequence => {
      apply('replace', []);
      const model = new CatalogModel();
      for (const { mode, lines } of sequence) {
        const generation = store.generation;
        const { message } = apply(mode, lines);
        const ok = model.import(mode, structuredClone(lines));
        if ((message === undefined) !== ok) throw new Error(`model ${ok ? 'accepts' : 'refuses'}, import: ${message}`);
        if (ok) accepted++;
        else refused++;
        if (!ok && store.generation !== generation) throw new Error('a refused import raised the generation');
        compare(model);
      }
    }),
    { seed, numRuns: runs },
  );
  t.ok(accepted > runs && refused > runs, `${accepted} accepted, ${refused} refused`);

  function compare(model: CatalogModel): void {
    const groups = new Map([...store.groups()].map(({ key, group }) => [key, group]));
    const contents = new Map([...store.contents()].map(({ key, content }) => [key, content]));
    const translations = new Map([...store.translations()].map(({ key, translation }) => [key, translation]));
    same('groups', groups, model.groups);
    same('contents', contents, model.contents);
    same('translations', translations, model.translations);
    const owners: [string, unknown][] = [];
    let variants = 0;
    for (const [group, { products }] of model.groups) {
      owners.push([group, { kind: 'productGroup' }]);
      for (const [name, { variants: own }] of Object.entries<Json>(products)) {
        owners.push([name, { kind: 'product', group }]);
        variants += Object.keys(own).length;
        for (const key of Object.keys(own)) owners.push([key, { kind: 'variant', group, product: name }]);
      }
    }
    const all = ['g1', 'g2', 'g3', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', ...variantKeys];
    const expected = new Map(owners);
    same('owners', new Map(all.map(key => [key, store.owner(key)])), new Map(all.map(key => [key, expected.get(key)])));
    same('counts', store.counts, {
      productGroups: model.groups.size,
      products: owners.length - model.groups.size - variants,
      variants,
      content: model.contents.size,
      translations: model.translations.size,
    });
    same('markets', [...store.views.markets().keys()], [...model.markets()].sort());
  }

  function same(what: string, found: unknown, wanted: unknown): void {
    assert.deepStrictEqual(sorted(found), sorted(wanted), what);
  }

  /** Plain JSON with members in order, so that the order of a map does not matter. */
  function sorted(value: unknown): unknown {
    if (value instanceof Map) return sorted(Object.fromEntries(value));
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(
      entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
    );
  }
});
