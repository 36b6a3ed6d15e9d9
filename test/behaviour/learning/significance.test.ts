/** The log-likelihood ratio against the textbook: two binomials, and a value from Dunning's paper. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { significance } from '../../../src/behaviour/learning/significance.js';

const seed = 20261121;

/** log L(p; k, n) = k log p + (n − k) log(1 − p). */
function logLikelihood(p: number, k: number, n: number): number {
  return (k === 0 ? 0 : k * Math.log(p)) + (n === k ? 0 : (n - k) * Math.log(1 - p));
}

/** −2 log λ: one chance for both rows against one for each. */
function textbook(k1: number, n1: number, k2: number, n2: number): number {
  const together = (k1 + k2) / (n1 + n2);
  const alone = logLikelihood(k1 / n1, k1, n1) + logLikelihood(k2 / n2, k2, n2);
  return 2 * (alone - logLikelihood(together, k1, n1) - logLikelihood(together, k2, n2));
}

t.test(`it is the ratio of the two likelihoods where pairs are more frequent than chance (seed ${seed})`, async () => {
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      count,
      count,
      fc.integer({ min: 1, max: 100_000 }),
      (both, a, b, rest) => {
        const total = both + a + b + rest;
        const found = significance(both, both + a, both + b, total);
        if (both * total <= (both + a) * (both + b)) assert.equal(found, 0);
        else {
          const expected = textbook(both, both + a, b, b + rest);
          assert.ok(Math.abs(found - expected) <= 1e-6 * Math.max(1, expected), `${found} is not ${expected}`);
        }
      },
    ),
    { seed },
  );
});

t.test('"the swiss" stands where the paper has it', async t => {
  // Table of bigrams: 110 together, 2442 and 111 of the one without the other, 29114 of neither.
  t.match(significance(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29114).toFixed(2), '270.72');
});

t.test('counts that contradict each other by a little are taken for what they must be', async t => {
  t.ok(significance(3.1, 3, 3, 100) > 0);
  t.ok(Number.isFinite(significance(3.1, 3, 3, 3)));
});
