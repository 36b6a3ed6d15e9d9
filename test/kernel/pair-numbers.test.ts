import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { PairNumbers } from '../../src/kernel/pair-numbers.js';

const MOST = 2 ** 26 - 1;
const number = fc.oneof(fc.nat(20), fc.constantFrom(0, MOST, MOST - 1));

t.test('pairs are counted', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number), { maxLength: 200 }),
      fc.integer({ min: 1, max: 3 }),
      (pairs, times) => {
        const counts = new PairNumbers();
        const expected = new Map<string, number>();
        for (const [a, b] of pairs) {
          counts.increment(a, b);
          expected.set(`${a} ${b}`, (expected.get(`${a} ${b}`) ?? 0) + 1);
        }
        const found = Array.from(counts.atLeast(times), ({ a, b, value }) => [`${a} ${b}`, value]);
        assert.deepEqual(found.sort(), [...expected].filter(([, count]) => count >= times).sort());
      },
    ),
    { seed: 20260901 },
  );
});

t.test('many pairs are told apart', async t => {
  const counts = new PairNumbers();
  for (let i = 0; i < 60_000; i++) counts.increment(i % 300, Math.floor(i / 300));
  for (let i = 0; i < 60_000; i += 2) counts.increment(i % 300, Math.floor(i / 300));
  const all = [...counts.atLeast(1)];
  t.equal(all.length, 60_000);
  t.ok(all.every(({ a, b, value }) => value === ((b * 300 + a) % 2 === 0 ? 2 : 1)));
});

t.test('the number of a pair is what was set last', async () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number, fc.nat()), { maxLength: 200 }), list => {
      const numbers = new PairNumbers();
      const expected = new Map<string, number>();
      for (const [a, b, value] of list) {
        assert.equal(numbers.get(a, b), expected.get(`${a} ${b}`) ?? 0);
        numbers.set(a, b, value);
        expected.set(`${a} ${b}`, value);
      }
      for (const [a, b] of list) assert.equal(numbers.get(a, b), expected.get(`${a} ${b}`));
    }),
    { seed: 20261122 },
  );
});
