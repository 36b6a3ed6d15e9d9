/** Lines validated on the tape give what their records give when they are parsed, or are left to the parser. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { ConfiguredViews } from '../../../src/catalog/configured-views.js';
import { type PreparedGroup, prepareGroup } from '../../../src/catalog/prepared-group.js';
import { ImportFindings } from '../../../src/imports/import-findings.js';
import { parseInstruction } from '../../../src/ingest/import/instructions.js';
import { PlainGroups } from '../../../src/ingest/import/plain-groups.js';
import { parseProductGroup } from '../../../src/ingest/import/product-record.js';
import { RecordCheck } from '../../../src/ingest/import/record-check.js';
import { parseJson } from '../../../src/kernel/json.js';

const seed = 20261122;
const configured = ConfiguredViews.from({ markets: { uk: { locales: ['en-GB'] }, se: { locales: ['sv-SE'] } } });

/** What parsing a line gives; undefined for one with a fault or warning, or one that hangs on other lines. */
function parsed(line: string, views: ConfiguredViews | undefined): PreparedGroup | undefined {
  const check = new RecordCheck(new ImportFindings(), new Set(views?.markets().keys()), views);
  let json: unknown;
  try {
    json = parseJson(line);
  } catch {
    return undefined;
  }
  const instruction = parseInstruction(check, json, ['replace']);
  if (instruction?.name !== 'replace' || instruction.kind !== 'productGroup') return undefined;
  const group = parseProductGroup(check, instruction.key, instruction.record);
  const { findings, hungOnMarkets } = check;
  const clean = findings.count === 0 && findings.warningCount === 0 && !hungOnMarkets;
  return group && clean ? prepareGroup(instruction.key, group) : undefined;
}

function shown(group: PreparedGroup | undefined) {
  return group && { ...group, bytes: group.bytes.toString(), names: [...group.names].sort() };
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const text = fc.constantFrom('', 'a', 'Å b', ' a', 'a\u00a0', '\u3000', 'q"\\', '\u2028', '😀', 'a > b', 'a>b', '>');
const name = fc.constantFrom('color', 'size', 'a', '1', '7', '07', 'x y', '__proto__', 'å', 'Ö:x');
const texts = fc.oneof({ weight: 4, arbitrary: fc.array(text, { maxLength: 4 }) }, { weight: 1, arbitrary: text });
const number = fc.constantFrom<unknown>(0, 1, 5, 12.5, -1, 1e21, 0.1, 1e-7, 1234567.875, '3', null, 5.1);
const locale = fc.constantFrom<unknown>('en-GB', 'sv-SE', 'en', 'EN', 'de', null);
const anything = fc.oneof(text, number, texts, fc.constantFrom<unknown>({}, [], true, { a: null }));
const mapOf = (value: fc.Arbitrary<unknown>) => fc.dictionary(name, value, { maxKeys: 3 });
const measure = fc.constantFrom<unknown>({ amount: 1, unit: 'cm' }, { unit: 'g', amount: 2 }, { amount: 1 }, 3);
/** Mostly of the right kind. */
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: anything });
const custom = {
  customLabels: maybe(mostly(mapOf(mostly(texts)))),
  customNumbers: maybe(mostly(mapOf(number))),
  customLengths: maybe(mapOf(measure)),
  customJson: maybe(mapOf(fc.constantFrom<unknown>({ b: 1, 2: [null] }, { a: { a: 1.0 } }, 1))),
  weight: maybe(measure),
  height: maybe(measure),
  dataLocale: maybe(locale),
};
const productData = fc.record({
  title: mostly(fc.constantFrom('T', 'Två', ' t', '')),
  url: mostly(fc.constantFrom('/a', '/å', 'a')),
  brand: maybe(mostly(text)),
  description: maybe(mostly(text)),
  category: maybe(mostly(fc.array(fc.constantFrom('A', 'A > B', 'A>B', 'Å', 'A'), { maxLength: 3 }))),
  ontology: maybe(mostly(fc.constantFrom('A', 'A > B', 'A>B', ''))),
  gender: maybe(mostly(texts)),
  sizeType: maybe(text),
  styleWith: maybe(fc.constantFrom<unknown>(['p1'], ['p 1'], [])),
  rating: maybe(number),
  releaseDate: maybe(mostly(fc.constantFrom('2026-01-31', '2026-02-30', '2026-01-31T10:00Z'))),
  ...custom,
});
const variantData = fc.record({
  listPrice: mostly(fc.constantFrom<unknown>(1, 2.5, 0)),
  sellingPrice: maybe(number),
  stock: maybe(number),
  size: maybe(text),
  sizes: maybe(fc.constantFrom<unknown>([{ size: 'M', format: 'EU' }], ['M'], [])),
  label: maybe(text),
  url: maybe(text),
  stores: maybe(fc.oneof(mapOf(number), fc.constant([{ key: 's', stock: 1 }]))),
  customPrices: maybe(mapOf(fc.constantFrom<unknown>({ listPrice: 3 }, { sellingPrice: 2, listPrice: 3 }))),
  ...custom,
});
const overrides = (block: fc.Arbitrary<unknown>) =>
  maybe(
    fc.dictionary(
      fc.constantFrom('*|sv-SE', 'se|*', 'uk|en-GB', 'se|sv-SE', 'se|en-GB', '*|de', 'sv-SE', 'no|*', '*|*', 'se', '5'),
      mostly(block),
      { maxKeys: 3 },
    ),
  );
const offer = fc.record({ listPrice: maybe(number), stock: maybe(number), cost: maybe(number) });
const markets = fc.constantFrom<unknown>(['uk', 'se'], ['uk'], ['se', 'uk', 'se'], ['no'], [], 'uk', null);
const mostMarkets = fc.oneof(
  { weight: 5, arbitrary: fc.constant<unknown>(['uk', 'se']) },
  { weight: 1, arbitrary: markets },
);
const source = fc.constantFrom<unknown>(
  { url: '/i.png', width: 1, height: 2 },
  { url: '/j.jpg' },
  { height: 2, url: '/k.webp' },
  { url: '/i.bmp', width: 0 },
  '/l.png',
  { url: '/m.gif' },
);
const imageData = fc.record({
  urls: maybe(mostly(fc.array(source, { maxLength: 3 }))),
  alt: maybe(text),
  customData: maybe(mapOf(text)),
  tags: maybe(texts),
  dataLocale: maybe(locale),
});
const image = fc.record({
  typeInitial: maybe(fc.constantFrom('model', 'MODEL', 'x')),
  order: maybe(number),
  overrides: overrides(imageData),
  defaults: maybe(imageData),
  limitedMarkets: maybe(markets),
  limitedLocales: maybe(fc.constantFrom<unknown>(['sv-SE'], ['SV'])),
});
const variant = fc.record({
  limitedMarkets: maybe(markets),
  defaults: variantData,
  overrides: overrides(fc.oneof(offer, variantData)),
});
const key = fc.constantFrom('k1', 'k2', '7', '07', '10', 'a/b', 'k 3', '__proto__');
const product = fc.record({
  markets: mostMarkets,
  colorInitial: maybe(fc.constantFrom<unknown>(['#fff', 'Gold'], ['red'], [], ['#fff', '#fff'])),
  defaults: productData,
  overrides: overrides(productData),
  variants: mostly(fc.dictionary(key, variant, { maxKeys: 3 })),
  images: maybe(mostly(fc.dictionary(name, mostly(image), { maxKeys: 3 }))),
});
const group = fc.record({
  suppressDuplicates: maybe(fc.constantFrom<unknown>(true, false, 'true', 1)),
  products: fc.dictionary(fc.oneof(key, fc.constantFrom('p1', 'p2')), product, { minKeys: 1, maxKeys: 3 }),
});
const line = fc.record({ key: fc.constantFrom<unknown>('g', 'g', 'g', 'k1', 'g g', 5), productGroup: group });

const hash = fc.nat({ max: 2 ** 32 - 1 }).map(number => number.toString(16).padStart(8, '0'));

/** Calm values, so that most lines are sound. */
const calm = {
  key: fc.constant('g'),
  productGroup: fc.record({
    products: fc.dictionary(
      fc.constantFrom('p1', 'p2', '5'),
      fc
        .record({
          markets: fc.constant(['uk', 'se']),
          defaults: fc.record({
            title: fc.constant('T'),
            url: fc.constant('/t'),
            category: maybe(fc.constantFrom(['A > B'], ['A>B', 'C'], [])),
            ontology: maybe(fc.constantFrom('A', 'A>B')),
            rating: maybe(fc.constantFrom(5, 0.5, 1.0)),
            customLabels: maybe(fc.constantFrom({ a: ['x', 'å'] }, { a: [' x'] }, {})),
            dataLocale: maybe(fc.constant('en-GB')),
          }),
          overrides: maybe(
            fc.constantFrom({ '*|sv-SE': { title: 'Å', dataLocale: 'sv-SE' } }, { 'se|*': { brand: '' } }, {}),
          ),
          images: maybe(
            fc.constantFrom(
              { main: { defaults: { urls: [{ url: '/i.png' }] } } },
              { 7: {} },
              { m: { limitedMarkets: ['se'] } },
            ),
          ),
        })
        .chain(base =>
          fc
            .dictionary(
              hash,
              fc.record({
                defaults: fc.record({
                  listPrice: fc.constantFrom(1, 2.5),
                  stock: maybe(fc.constant(3)),
                  weight: maybe(fc.constant({ amount: 1, unit: 'g' })),
                }),
                overrides: maybe(fc.constantFrom({ 'se|*': { listPrice: 3 } }, { 'se|*': { url: '/s' } })),
                limitedMarkets: maybe(fc.constant(['se'])),
              }),
              { minKeys: 1, maxKeys: 3 },
            )
            .map(variants => ({ ...base, variants })),
        ),
      { minKeys: 1, maxKeys: 3 },
    ),
  }),
};

/** JSON of a value, with white space, repeats of members, escapes and other ways to write numbers, by chance. */
const written = (value: fc.Arbitrary<unknown>) =>
  fc.tuple(value, fc.constantFrom(0, 0, 0, 1), fc.nat({ max: 30 })).map(([value, indent, way]) => {
    const json = JSON.stringify({ replace: value }, null, indent).replaceAll('\n', ' ');
    if (way === 0) return json.replace('"markets"', '"markets":null,"markets"');
    if (way === 1) return json.replace('{', '{"replace":1,');
    if (way === 2) return json.replaceAll('"a"', '"\\u0061"');
    if (way === 3) return json.replaceAll(':1', ':1.0').replaceAll(':2.5', ':25e-1');
    if (way === 4) return json.slice(0, -1);
    if (way === 5) return json.replace('"T"', '"\\x"');
    if (way === 6) return json.replace(/"k1":(\{.*?\}),/, '"k1":$1,"k1":$1,');
    return json;
  });

t.test(`the same group, or none, of any views and of configured ones (seed ${seed})`, async t => {
  const settings = [undefined, configured].map(views => ({ views, plain: new PlainGroups(views), taken: 0, sound: 0 }));
  const property = fc.property(fc.oneof(written(line), written(fc.record(calm)), written(fc.record(calm))), json => {
    for (const setting of settings) {
      const expected = parsed(json, setting.views);
      const group = setting.plain.read(Buffer.from(json));
      if (expected) setting.sound++;
      if (!group) continue;
      setting.taken++;
      assert.deepEqual(shown(group), shown(expected), json);
    }
  });
  fc.assert(property, { seed, numRuns: 1500 });
  for (const { views, taken, sound } of settings) {
    t.ok(taken > sound * 0.7, `${views ? 'configured' : 'any'} views: ${taken} of ${sound} sound lines are plain`);
  }
});
