import fc from 'fast-check';
import t from 'tap';
import { compareNatural as compareKeys, NaturalKeys, naturalKey } from '../../src/kernel/natural-order.js';

const compareNatural = (a: string, b: string) => compareKeys(naturalKey(a), naturalKey(b));
const seed = 20260901;

const ordered: Record<string, string[]> = {
  'letter sizes': ['3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '10XL'],
  'spans of letter sizes': ['XS', 'XS/S', 'S', 'S/M', 'M', 'M/L', 'L'],
  'written-out letter sizes': ['x-small', 'Small', 'medium', 'Large', 'X-Large', 'XX-Large'],
  'shoe sizes': ['9', '9.5', '10', '36', '36.5', '36 2/3', '37', '37 1/3', '37½', '38'],
  'waist and length': ['30/32', '32/30', '32/34', '34/30'],
  'waist and length with letters': ['W30 L34', 'W32 L30', 'W32 L34'],
  'spans of years': ['0-3 months', '4-6 years', '6-8 years', '10-12 years'],
  'lens strengths': ['-2.00', '-1.75', '0.50', '1.25'],
  'numbers, letter sizes, words': ['36', '42', 'S', 'XL', 'Junior', 'One size'],
  words: ['åtta', 'Beta', 'beta maxi', 'zebra'],
};

for (const [name, sizes] of Object.entries(ordered)) {
  t.test(`${name} come in the order people expect`, t => {
    const shuffled = [...sizes].sort((a, b) => ((a.length * 7) % 5) - ((b.length * 7) % 5) || (a < b ? 1 : -1));
    t.same(shuffled.sort(compareNatural), sizes);
    t.end();
  });
}

const label = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'XSML0123456789/.,-½ axé') }),
  fc.constantFrom(...Object.values(ordered).flat()),
  fc.string(),
);

t.test('the order is total: it tells all texts apart, has no direction to lose and no circles', t => {
  fc.assert(
    fc.property(label, label, label, (a, b, c) => {
      const [first, second, third] = [a, b, c].sort(compareNatural);
      return (
        (compareNatural(a, b) === 0) === (a === b) &&
        Math.sign(compareNatural(a, b)) === -Math.sign(compareNatural(b, a)) + 0 &&
        compareNatural(first!, second!) <= 0 &&
        compareNatural(second!, third!) <= 0 &&
        compareNatural(first!, third!) <= 0
      );
    }),
    { seed, numRuns: 2_000 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('the keys of many labels are in the order of single ones', t => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 20 }), labels => {
      const keys = new NaturalKeys(labels);
      return labels.every((a, i) =>
        labels.every((b, k) => Math.sign(keys.compare(i, k)) === Math.sign(compareNatural(a, b))),
      );
    }),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('plain numbers compare as numbers', t => {
  const number = fc.double({ min: 0, max: 1e6, noNaN: true }).map(value => value.toFixed(2));
  fc.assert(
    fc.property(number, number, (a, b) => a === b || Number(a) < Number(b) === compareNatural(a, b) < 0),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});
