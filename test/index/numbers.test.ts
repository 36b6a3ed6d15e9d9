import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { NumberColumns, NumbersBuilder, toBaseRange, toDisplayUnit } from '../../src/index/numbers.js';
import { convert, toBase, unitsOf } from '../../src/kernel/measures.js';
import { reread } from './reread.js';

const seed = 20260901;

const shape = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 });

/** For each product its value on its own and those of its variants, where there are any. */
const catalog = shape.chain(counts =>
  fc.tuple(
    fc.constant(counts),
    fc.array(
      fc.tuple(
        fc.option(fc.double({ noNaN: true }), { nil: undefined }),
        fc.array(fc.option(fc.double({ noNaN: true }), { nil: undefined }), { minLength: 3, maxLength: 3 }),
      ),
      { minLength: counts.length, maxLength: counts.length },
    ),
    fc.constantFrom('product', 'variant', 'both'),
  ),
);

t.test(
  'a column keeps the values of products, or of variants with the product’s own where they have none',
  async () => {
    fc.assert(
      fc.property(catalog, ([counts, values, level]) => {
        const builder = new NumbersBuilder();
        const productOf: number[] = [];
        counts.forEach((count, product) => {
          const [own, ofVariants] = values[product];
          if (own !== undefined && level !== 'variant') builder.set('rating', 'product', product, own);
          for (let i = 0; i < count; i++) {
            const value = ofVariants[i];
            if (value !== undefined && level !== 'product') builder.set('rating', 'variant', productOf.length, value);
            productOf.push(product);
          }
        });
        const part = builder.finish(counts.length, productOf.length, Uint32Array.from(productOf));
        const column = new NumberColumns(reread(part)).get('rating');
        const expected = counts.flatMap((count, product) => {
          const [own, ofVariants] = values[product];
          const base = level === 'variant' ? undefined : own;
          if (level === 'product') return [base ?? Number.NaN];
          return Array.from({ length: count }, (_, i) => ofVariants[i] ?? base ?? Number.NaN);
        });
        const any = (list: (number | undefined)[]) => list.some(value => value !== undefined && !Number.isNaN(value));
        if (!any(expected)) return assert.equal(column, undefined);
        if (column?.level === 'product' && level === 'both') {
          // No variant had a value: the column stays with the products.
          return assert.deepEqual(
            [...column.values],
            counts.map((_, product) => values[product][0] ?? Number.NaN),
          );
        }
        assert.equal(column?.level, level === 'product' ? 'product' : 'variant');
        assert.deepEqual([...column!.values], expected);
      }),
      { seed, numRuns: 300 },
    );
  },
);

t.test('columns are listed and found by id; a second value of one owner does not count', async t => {
  const builder = new NumbersBuilder();
  builder.set('rating', 'product', 1, 4);
  builder.set('rating', 'product', 1, 5);
  builder.set('custom.number.x', 'variant', 0, 7);
  const columns = new NumberColumns(reread(builder.finish(3, 3, Uint32Array.of(0, 1, 2))));
  t.same([...columns.ids()], ['custom.number.x', 'rating']);
  t.same([...columns.get('rating')!.values], [Number.NaN, 4, Number.NaN]);
  t.same([...columns.get('custom.number.x')!.values], [7, Number.NaN, Number.NaN]);
  t.equal(columns.get('width'), undefined);
});

const units = ['length', 'volume', 'weight'].flatMap(dimension => unitsOf(dimension as 'length').map(unit => unit));

t.test('measures are compared in base units and shown in the unit most values have', async () => {
  const measures = fc.constantFrom('length' as const, 'volume' as const, 'weight' as const).chain(dimension =>
    fc.array(
      fc.record({
        amount: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
        unit: fc.constantFrom(...unitsOf(dimension)),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  );
  fc.assert(
    fc.property(measures, list => {
      const builder = new NumbersBuilder();
      list.forEach((measure, product) => {
        builder.set('length', 'product', product, measure);
      });
      const column = new NumberColumns(reread(builder.finish(list.length, 0, new Uint32Array(0)))).get('length')!;
      const uses = (unit: string) => list.filter(measure => measure.unit === unit).length;
      assert.ok(units.every(unit => uses(unit) <= uses(column.unit!)));
      list.forEach((measure, product) => {
        const value = column.values[product];
        const near = toBase(measure);
        assert.ok(Math.abs(value - near) <= near * 1e-11, `${value} for ${near}`);
        const shown = toDisplayUnit(column, value);
        const wanted = convert(measure.amount, measure.unit, column.unit!);
        assert.ok(Math.abs(shown - wanted) <= wanted * 1e-11, `${shown} for ${wanted}`);
      });
    }),
    { seed, numRuns: 200 },
  );
});

t.test('the bounds shown, given back as a selection, hold every value between them', async () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 2000 }).map(n => n / 10),
    fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
  );
  const measure = fc.record({ amount, unit: fc.constantFrom('cm', 'in', 'ft', 'mm') });
  fc.assert(
    fc.property(fc.array(measure, { minLength: 1, maxLength: 8 }), list => {
      const builder = new NumbersBuilder();
      list.forEach((one, product) => {
        builder.set('length', 'product', product, one);
      });
      const column = new NumberColumns(reread(builder.finish(list.length, 0, new Uint32Array(0)))).get('length')!;
      const shown = [Math.min(...column.values), Math.max(...column.values)].map(value => toDisplayUnit(column, value));
      const { min, max } = toBaseRange(column, shown[0], shown[1]);
      for (const value of column.values) assert.ok(min <= value && value <= max, `${min} ${value} ${max}`);
    }),
    { seed, numRuns: 300 },
  );
});

t.test('a bound in another unit means the same length; open bounds stay open', async t => {
  const builder = new NumbersBuilder();
  builder.set('length', 'product', 0, { amount: 3, unit: 'in' });
  const column = new NumberColumns(reread(builder.finish(1, 1, Uint32Array.of(0)))).get('length')!;
  const holds = (min: number, max: number, unit?: string) => {
    const range = toBaseRange(column, min, max, unit);
    return range.min <= column.values[0] && column.values[0] <= range.max;
  };
  t.ok(holds(7.62, 7.62, 'cm'));
  t.ok(holds(3, 3));
  t.notOk(holds(7.621, 8, 'cm'));
  t.notOk(holds(7, 7.619, 'cm'));
  t.ok(holds(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 'm'));
  t.notOk(holds(8, 7, 'cm'), 'a reversed range holds nothing');
});
