/**
 * Lines that are applied on JSON tapes, edits of attributes and new records of stored groups, leave the store and the
 * changes that parsing and applying their instructions one by one leaves.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import { ImportFindings } from '../../../src/imports/import-findings.js';
import { InstructionApplier } from '../../../src/ingest/import/instruction-applier.js';
import { parseInstruction } from '../../../src/ingest/import/instructions.js';
import { PlainEdits } from '../../../src/ingest/import/plain-edits.js';
import { RecordCheck } from '../../../src/ingest/import/record-check.js';
import { testFolder } from '../../folder.js';
import { type Bench, bench } from './apply-lines.js';

const seed = 20261123;

/** Parses and applies instructions one by one. @returns the changes; undefined, with nothing changed, after a fault */
function applied(store: CatalogStore, lines: readonly object[]) {
  const check = new RecordCheck(new ImportFindings(), new Set(store.views.markets().keys()), store.configuredViews());
  class Refused extends Error {}
  try {
    return store.transaction(() => {
      const applier = new InstructionApplier(store, check, false);
      for (const line of lines) {
        const instruction = parseInstruction(check, JSON.parse(JSON.stringify(line)));
        if (instruction) applier.apply(instruction);
      }
      applier.finish();
      if (check.findings.count > 0) throw new Refused();
      return { change: applier.changes.summary(), warnings: check.findings.warningCount };
    });
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function contentsOf(store: CatalogStore) {
  const groups = store.groupKeys().map(key => [key, store.groupBytes(key)!.toString()]);
  return { groups, counts: store.counts, markets: [...store.views.markets()], generation: store.generation };
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const price = fc.constantFrom<unknown>(1, 1, 1, 2, 2.5);
const texts = fc.record({
  title: fc.constantFrom('T', 'T', 'U "q"', 'Ü'),
  url: fc.constant('/t'),
  brand: maybe(fc.constantFrom('A', 'B')),
  category: maybe(fc.constantFrom(['A'], ['B > C'])),
  customLabels: maybe(fc.constantFrom<object>({ a: ['x'], b: ['y'] }, { b: ['y'], a: ['x'] }, { a: ['z'] })),
});
const offers = fc.record({ listPrice: price, sellingPrice: maybe(price), stock: maybe(fc.constantFrom(0, 5)) });
const variant = (size: fc.Arbitrary<string>) =>
  fc.record({
    defaults: fc.tuple(offers, fc.record({ size: maybe(size) })).map(([offer, other]) => ({ ...offer, ...other })),
    overrides: maybe(fc.constantFrom<object>({ 'se|*': { listPrice: 3 } }, { '*|en-GB': { label: 'L' } })),
    limitedMarkets: maybe(fc.constant(['se'])),
  });
const image = fc.record({ defaults: fc.record({ alt: maybe(fc.constant('A')) }) });
const productOf = (...variants: string[]) =>
  fc.record({
    markets: fc.constantFrom(['se', 'uk'], ['se', 'uk'], ['se']),
    defaults: texts,
    overrides: maybe(fc.constantFrom<object>({ '*|sv-SE': { title: 'S' } }, { 'uk|*': { brand: 'U' } })),
    images: maybe(fc.record({ i: maybe(image), j: maybe(image) })),
    variants: fc.record(Object.fromEntries(variants.map(key => [key, variant(fc.constantFrom('M', 'L'))]))),
  });
const group = fc.record({
  suppressDuplicates: maybe(fc.boolean()),
  products: fc.record({ p: productOf('v', '7'), q: productOf('w') }),
});
const replace = group.map(productGroup => ({ replace: { key: 'g', productGroup } }));

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const editOf = (values: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, some(value)])));
const odd = fc.constantFrom<unknown>(null, '', {}, 'x', -1);
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: odd });
const productEdit = editOf({
  title: mostly(fc.constantFrom('T', 'New', 'Ny "a"', 'Ö')),
  brand: mostly(fc.constantFrom('A', 'C')),
  description: mostly(fc.constant('D')),
  customLabels: mostly(fc.constantFrom<unknown>({ b: ['y'], a: ['x'] }, { a: ['x', 'x'] }, { c: ['1'] })),
  category: maybe(fc.constant(['N'])),
  rating: mostly(fc.constantFrom(4, 6)),
});
const variantEdit = editOf({
  stock: mostly(fc.constantFrom(0, 5, 7)),
  listPrice: mostly(price),
  sellingPrice: mostly(price),
  stores: mostly(fc.constantFrom<unknown>({ s: 1 }, { s: 1, t: 2 }, [{ key: 's', stock: 1 }])),
  label: mostly(fc.constant('L')),
  size: maybe(fc.constant('S')),
});
const others = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom<object>({ overrides: null }, { overrides: { 'se|*': {} } }, { unknown: 1 }) },
);
const edits = {
  product: fc.tuple(fc.constantFrom('p', 'p', 'q', 'q', 'v'), productEdit, others),
  variant: fc.tuple(fc.constantFrom('v', 'v', '7', '7', 'w', 'none'), variantEdit, others),
};
const editsOf = (kind: keyof typeof edits) =>
  edits[kind].map(([key, defaults, other]) => ({ editAttributes: { key, [kind]: { defaults, ...other } } }));
const line = fc.oneof(
  { weight: 1, arbitrary: replace },
  { weight: 2, arbitrary: editsOf('product') },
  { weight: 4, arbitrary: editsOf('variant') },
);
const lines = fc.array(line, { minLength: 1, maxLength: 3 });

t.test(`lines on tapes and parsed lines give the same (seed ${seed})`, async t => {
  const onTapes: Bench = bench(t);
  const parsed = CatalogStore.open(path.join(testFolder(t), 'catalog'));
  t.teardown(() => parsed.close());
  const kinds = new Set<string>();
  const property = fc.property(lines, instructions => {
    const { result } = onTapes.apply('update', instructions);
    const wanted = applied(parsed, instructions);
    assert.deepEqual(result && { change: result.change, warnings: result.counts.warnings }, wanted);
    assert.deepEqual(contentsOf(onTapes.store), contentsOf(parsed));
    kinds.add(result?.change.kind ?? 'fault');
  });
  fc.assert(property, { seed, numRuns: 250 });
  for (const kind of ['none', 'offers', 'groups', 'fault']) t.ok(kinds.has(kind), kind);
});

const defaults = { title: 'T', url: '/t' };
const EXAMPLE = { products: { p: { markets: ['se'], defaults, variants: { v: { defaults: { listPrice: 1 } } } } } };

t.test('prices, stock and titles are edited without parsing', async t => {
  const { store, apply } = bench(t);
  apply('update', [{ replace: { key: 'g', productGroup: EXAMPLE } }]);
  const edits = new PlainEdits(store);
  const edited = (edit: object) =>
    store.transaction(() => edits.apply(Buffer.from(JSON.stringify({ editAttributes: edit }))));
  const comparison = { difference: 'offers', products: ['p'] };
  t.same(edited({ key: 'v', variant: { defaults: { stock: 3, listPrice: 2 } } }), { group: 'g', comparison });
  t.same(store.getGroup('g')!.products['p'].variants['v'].defaults, { listPrice: 2, stock: 3 });
  t.equal(edited({ key: 'v', variant: { defaults: { stock: 3 } } })?.comparison.difference, 'none');
  t.equal(edited({ key: 'p', product: { defaults: { title: 'New' } } })?.comparison.difference, 'full');
  t.equal(store.getGroup('g')!.products['p'].defaults.title, 'New');
  t.equal(edited({ key: 'p', product: { defaults: { title: null } } }), undefined);
  t.equal(edited({ key: 'none', product: { defaults: { title: 'N' } } }), undefined);
});

t.test('text that is not UTF-8 is refused in edits as in records, also where threads parse', async t => {
  for (const worthThreads of [undefined, 0]) {
    const { store, apply } = bench(t, worthThreads);
    apply('update', [{ replace: { key: 'g', productGroup: EXAMPLE } }]);
    const before = contentsOf(store);
    const products = { p: { ...EXAMPLE.products.p, defaults: { ...defaults, brand: 'Köhler' } } };
    const lines = [
      { editAttributes: { key: 'p', product: { defaults: { brand: 'Köhler' } } } },
      { editAttributes: { key: 'v', variant: { defaults: { label: 'Köhler' } } } },
      { replace: { key: 'g', productGroup: { products } } },
    ];
    for (const line of lines) {
      const { message } = apply('update', [line], true, 'latin1');
      t.equal(message, 'catalog: line 1 is not valid UTF-8', JSON.stringify(line));
      t.same(contentsOf(store), before);
    }
    t.equal(apply('update', lines).message, undefined, 'in UTF-8 all are applied');
  }
});
