import fc from 'fast-check';
import t from 'tap';
import { convert, DEFAULT_UNITS, type Dimension, dimensionOf, toBase, unitsOf } from '../../src/kernel/measures.js';

const seed = 20260901;
const dimensions: Dimension[] = ['length', 'volume', 'weight'];

t.test('units convert by their definitions', t => {
  const cases: [number, string, string, number][] = [
    [1, 'in', 'cm', 2.54],
    [3, 'ft', 'yd', 1],
    [1, 'km', 'm', 1_000],
    [2, 'dm', 'mm', 200],
    [1, 'gal', 'qt', 4],
    [1, 'qt', 'pt', 2],
    [1, 'pt', 'floz', 16],
    [1, 'm3', 'l', 1_000],
    [5, 'cl', 'cm3', 50],
    [1, 'lb', 'oz', 16],
    [1, 't', 'kg', 1_000],
    [250, 'mg', 'g', 0.25],
    [1, 'hg', 'g', 100],
  ];
  for (const [amount, from, to, expected] of cases) {
    t.ok(Math.abs(convert(amount, from, to) - expected) < 1e-9, `${amount} ${from} is ${expected} ${to}`);
  }
  t.end();
});

t.test('every unit knows its dimension, every default unit is one of it', t => {
  for (const dimension of dimensions) {
    for (const unit of unitsOf(dimension)) t.equal(dimensionOf(unit), dimension);
    t.ok(unitsOf(dimension).includes(DEFAULT_UNITS[dimension]));
  }
  t.equal(dimensionOf('CM'), undefined);
  t.equal(dimensionOf('toString'), undefined);
  t.end();
});

t.test('converting there and back gives the amount again, and base units compare alike', t => {
  const measure = fc.constantFrom(...dimensions).chain(dimension => {
    const unit = fc.constantFrom(...unitsOf(dimension));
    return fc.record({ amount: fc.double({ min: 1e-6, max: 1e9, noNaN: true }), from: unit, to: unit });
  });
  fc.assert(
    fc.property(measure, ({ amount, from, to }) => {
      const there = convert(amount, from, to);
      const close = (a: number, b: number) => Math.abs(a - b) <= 1e-12 * Math.abs(b);
      return (
        close(convert(there, to, from), amount) &&
        close(toBase({ amount: there, unit: to }), toBase({ amount, unit: from }))
      );
    }),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('unknown units and different dimensions are refused', t => {
  t.throws(() => convert(1, 'cm', 'kg'), /cannot convert cm to kg/);
  t.throws(() => convert(1, 'parsec', 'm'), /unknown unit parsec/);
  t.throws(() => toBase({ amount: 1, unit: '' }), /unknown unit/);
  t.end();
});
