import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { PairCounts } from '../../src/kernel/pair-counts.js';

const MOST = 2 ** 26 - 1;
const number = fc.oneof(fc.nat(20), fc.constantFrom(0, MOST, MOST - 1));

t.test('pairs are counted', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number), { maxLength: 200 }),
      fc.integer({ min: 1, max: 3 }),
      (pairs, times) => {
        const counts = new PairCounts();
        const expected = new Map<string, number>();
        for (const [a, b] of pairs) {
          counts.add(a, b);
          expected.set(`${a} ${b}`, (expected.get(`${a} ${b}`) ?? 0) + 1);
        }
        const found = Array.from(counts.atLeast(times), ({ a, b, count }) => [`${a} ${b}`, count]);
        assert.deepEqual(found.sort(), [...expected].filter(([, count]) => count >= times).sort());
      },
    ),
    { seed: 20260901 },
  );
});

t.test('many pairs are told apart', async t => {
  const counts = new PairCounts();
  for (let i = 0; i < 60_000; i++) counts.add(i % 300, Math.floor(i / 300));
  for (let i = 0; i < 60_000; i += 2) counts.add(i % 300, Math.floor(i / 300));
  const all = [...counts.atLeast(1)];
  t.equal(all.length, 60_000);
  t.ok(all.every(({ a, b, count }) => count === ((b * 300 + a) % 2 === 0 ? 2 : 1)));
});
