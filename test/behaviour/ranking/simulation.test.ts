/** What learning makes of an invented shop with known preferences: a short form of `npm run bench -- ranking`. */
import t from 'tap';
import { simulate } from '../../../bench/ranking/simulation.js';
import { PLAIN_FACTORS, PRIOR_PARTS } from '../../../src/index/signals.js';

const LIKED = { popularity: 2.2, rating: 1.8, newness: 0.5, stock: 0.5 };

t.test('preferences are found, and the order is nearer to the best one', async t => {
  const { training, before, after, isBetter } = simulate({ seed: 1, visitors: 2500, liked: LIKED, byChance: 0.2 });
  if (!training.ok) throw new Error(training.reason);
  const { factors, record } = training.trained;
  t.ok(isBetter, `gain of at least ${record.gainLow}`);
  t.ok(factors.popularity > 1.5, `popularity ${factors.popularity}`);
  t.ok(factors.newness < 1, `newness ${factors.newness}`);
  t.ok(after > before + 0.04, `${before} before, ${after} after`);
});

t.test('the same journal gives the same result', async t => {
  const once = () => simulate({ seed: 2, visitors: 400, liked: LIKED, byChance: 0.2 });
  t.strictSame(once(), once());
});

for (const [name, more] of [
  ['visitors who like what the score prefers', { byChance: 0.2 }],
  ['choices by chance', { byChance: 1 }],
  ['attackers from one range', { byChance: 0.2, attackers: { share: 1, ranges: 1 } }],
  ['a fifth of attackers from fifty ranges', { byChance: 0.2, attackers: { share: 0.2, ranges: 50 } }],
] as const) {
  t.test(`nothing is taken into service for ${name}`, async t => {
    const { training, isBetter, after } = simulate({ seed: 3, visitors: 1200, liked: PLAIN_FACTORS, ...more });
    t.notOk(isBetter);
    t.ok(after > 0.96, `even then it would have ${after} of the value`);
    if (training.ok) for (const part of PRIOR_PARTS) t.ok(training.trained.factors[part] >= 0.5);
  });
}
