import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { TopK } from '../../src/kernel/top-k.js';

const seed = 20260901;

interface Entry {
  score: number;
  tie: number;
}

/** Few scores, so that many entries tie. */
const scores = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
);
const entries = fc
  .array(scores, { maxLength: 200, size: 'max' })
  .chain(list =>
    fc
      .shuffledSubarray([...list.keys()], { minLength: list.length, maxLength: list.length })
      .map(ties => list.map((score, i): Entry => ({ score, tie: ties[i] }))),
  );

function best(topK: TopK, list: readonly Entry[], k: number): number[] {
  topK.reset(k);
  list.forEach(({ score, tie }, item) => {
    topK.offer(item, score, tie);
  });
  const out = new Uint32Array(k + 1);
  const scores = new Float32Array(k + 1);
  const kept = topK.drain(out, scores);
  for (let i = 0; i < kept; i++) assert.equal(scores[i], Math.fround(list[out[i]].score));
  return [...out.subarray(0, kept)];
}

function sorted(list: readonly Entry[], k: number): number[] {
  return [...list.keys()]
    .sort((a, b) => {
      const [left, right] = [list[a].score, list[b].score];
      return left === right ? list[a].tie - list[b].tie : left > right ? -1 : 1;
    })
    .slice(0, k);
}

t.test('the best k in order are those of a full sort, with one instance used over and over', async () => {
  const topK = new TopK(1);
  fc.assert(
    fc.property(entries, fc.integer({ min: 0, max: 220 }), (list, k) => {
      assert.deepEqual(best(topK, list, k), sorted(list, k));
    }),
    { seed, numRuns: 100 },
  );
});

t.test('draining leaves nothing for the next query', async t => {
  const topK = new TopK();
  best(topK, [{ score: 1, tie: 0 }], 5);
  t.same(best(topK, [], 5), []);
});

t.test('more than the first capacity can be kept', async t => {
  const list = Array.from({ length: 100 }, (_, i) => ({ score: i, tie: i }));
  t.same(best(new TopK(2), list, 100), sorted(list, 100));
});
