/** Rows of partners against a map of maps. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { RelationRows } from '../../../src/behaviour/learning/relation-rows.js';
import { PartWriter } from '../../../src/index/part.js';
import { reread } from '../../index/reread.js';
import { dice } from './shop.js';

const seed = 20261121;

function listed(rows: RelationRows, slots: number): [from: number, to: number, weight: number, support: number][] {
  const found: [number, number, number, number][] = [];
  for (let from = 0; from < slots; from++) {
    for (let i = rows.start(from); i < rows.end(from); i++)
      found.push([from, rows.to[i]!, rows.weight[i]!, rows.support[i]!]);
  }
  return found;
}

const sorted = (list: number[][]) => [...list].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);

t.test(`rows hold what was added, whatever is dropped between (seed ${seed})`, async () => {
  const slot = fc.integer({ min: 0, max: 30 });
  const adding = fc.record({ from: slot, to: slot, weight: fc.integer({ min: 1, max: 9 }), supports: fc.boolean() });
  const dropping = fc.record({
    gone: fc.uniqueArray(slot, { maxLength: 6 }),
    side: fc.constantFrom('from', 'to', 'both'),
  });
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 30, arbitrary: adding }, { weight: 1, arbitrary: dropping }), { maxLength: 300 }),
      steps => {
        const rows = new RelationRows(32, 100_000);
        let expected: [number, number, number, number][] = [];
        for (const step of steps) {
          if ('gone' in step) {
            const gone = new Uint8Array(31);
            for (const one of step.gone) gone[one] = 1;
            rows.drop(step.side === 'to' ? undefined : gone, step.side === 'from' ? undefined : gone);
            expected = expected.filter(
              ([from, to]) => (step.side === 'to' || !gone[from]) && (step.side === 'from' || !gone[to]),
            );
            continue;
          }
          const { from, to, weight, supports } = step;
          rows.add(from, to, weight, supports);
          const known = expected.find(one => one[0] === from && one[1] === to);
          if (known) {
            known[2] += weight;
            known[3] += supports ? 1 : 0;
          } else expected.push([from, to, weight, supports ? 1 : 0]);
          assert.equal(rows.weightOf(from, to), known?.[2] ?? weight);
        }
        assert.deepEqual(sorted(listed(rows, 31)), sorted(expected));
        const part = new PartWriter('test');
        rows.write(part, 'rows', 31);
        const again = new RelationRows(32, 100_000);
        again.read(reread(part), 'rows');
        assert.deepEqual(listed(again, 31), listed(rows, 31));
        assert.equal(again.size, rows.size);
        // Rows that were read go on growing.
        again.add(3, 77, 2, true);
        assert.equal(again.weightOf(3, 77), 2);
      },
    ),
    { seed, numRuns: 100 },
  );
});

t.test('a row that is full gives up its lightest partner', async t => {
  const rows = new RelationRows(8, 1000);
  for (let to = 0; to < 8; to++) rows.add(5, to, to === 3 ? 0.5 : 1 + to, true);
  rows.add(5, 100, 2, true);
  t.equal(rows.weightOf(5, 3), 0);
  t.equal(rows.weightOf(5, 100), 2);
  t.equal(rows.end(5) - rows.start(5), 8);
});

t.test('however much is added, cells stay within the limit and heavy partners stay', async t => {
  const rows = new RelationRows(16, 2000);
  const draw = dice(seed);
  for (let i = 0; i < 100_000; i++) {
    rows.add(draw(700), draw(100_000), 1, true);
    if (i % 50 === 0) rows.add(7, 4_000_000, 5, true);
    if (rows.size > 2000 || rows.to.length > 4000) t.fail(`${rows.size} cells in use, ${rows.to.length} in memory`);
  }
  t.ok(rows.weightOf(7, 4_000_000) >= 5 * 1000);
});

t.test('support is counted up to 255', async t => {
  const rows = new RelationRows(4, 100);
  for (let i = 0; i < 300; i++) rows.add(0, 1, 1, true);
  t.equal(rows.support[rows.start(0)], 255);
  t.equal(rows.weightOf(0, 1), 300);
});

t.test('what is taken back is a share of the weight, but no more than was added', async t => {
  const rows = new RelationRows(32, 100_000);
  for (const weight of [9, 9, 3]) rows.add(1, 2, weight, true);
  rows.takeBack(1, 2, 3);
  t.same(listed(rows, 3), [[1, 2, 18, 2]]);
  rows.takeBack(1, 2, 30);
  t.same(listed(rows, 3), [[1, 2, 9, 1]]);
  rows.takeBack(1, 3, 3);
  t.same(listed(rows, 3), [[1, 2, 9, 1]], 'of another there is none');
});
