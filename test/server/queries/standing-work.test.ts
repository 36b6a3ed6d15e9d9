/** How much work may always wait for threads, by what batches have taken. */
import t from 'tap';
import { StandingWork } from '../../../src/server/queries/standing-work.js';

/** What is known behind many batches. */
function behind(batch: { jobs: number; isLong?: boolean; thoughtMs: number; spentMs: number }, threads = 1) {
  const standing = new StandingWork(threads, 1000);
  for (let i = 0; i < 300; i++) standing.learn(batch.jobs, batch.isLong ?? false, batch.thoughtMs, batch.spentMs);
  return { short: Math.round(standing.ofShort), long: Math.round(standing.ofLong) };
}

t.test('before anything is known, four batches of each thread', async t => {
  t.equal(new StandingWork(3, 1000).ofShort, 48);
  t.equal(new StandingWork(3, 1000).ofLong, 300, 'of long jobs a tenth of how long one may wait');
});

t.test('of short jobs 64, where these take longer than four batches', async t => {
  t.same(behind({ jobs: 40, thoughtMs: 4, spentMs: 4 }), { short: 16, long: 100 });
  t.same(behind({ jobs: 4, thoughtMs: 4, spentMs: 4 }), { short: 64, long: 100 });
  t.same(behind({ jobs: 4, thoughtMs: 4, spentMs: 4 }, 2), { short: 128, long: 200 });
});

t.test('what threads run in a tenth of how long one may wait, at the pace that they have', async t => {
  t.same(behind({ jobs: 4, thoughtMs: 4, spentMs: 5 }), { short: 64, long: 80 });
  t.same(behind({ jobs: 4, thoughtMs: 4, spentMs: 8 }), { short: 50, long: 50 });
  t.same(behind({ jobs: 1, thoughtMs: 4, spentMs: 4 }), { short: 100, long: 100 });
});

t.test('long jobs say nothing of how long short ones take', async t => {
  t.same(
    behind({ jobs: 1, isLong: true, thoughtMs: 20, spentMs: 20 }),
    { short: 80, long: 100 },
    'four batches as they are',
  );
});
