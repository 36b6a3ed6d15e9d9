/** Trends: simulated weeks of searches, of which one phrase comes up more than it used to. */
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { DAY_MS, dice, learned, Read, START, search } from './shop.js';

const seed = 20261121;
const DAYS = 42;
const END = START + DAYS * DAY_MS;

/** Searches of every day: by phrase, how many in so many days before the end (0: the last). */
function weeks(rates: Record<string, (daysAgo: number) => number>): Activity[] {
  const draw = dice(seed);
  const activities: Activity[] = [];
  for (let day = 0; day < DAYS; day++) {
    for (const [q, rate] of Object.entries(rates)) {
      const mean = rate(DAYS - 1 - day);
      // As good as Poisson: so many tries with a small chance each.
      for (let i = 0; i < mean * 20; i++) {
        if (draw(20) > 0) continue;
        const at = START + day * DAY_MS + draw(DAY_MS);
        activities.push(search(q, { at, session: `${q} ${day} ${i}` }));
      }
    }
  }
  return activities.sort((a, b) => a.at - b.at);
}

function trending(rates: Record<string, (daysAgo: number) => number>): string[] {
  const read = new Read(learned(weeks(rates), { halfLifeDays: 14 }), { uk: ['a'] }, { nowMs: END });
  return read.learned()!.trending(10);
}

const steady = Object.fromEntries(
  Array.from({ length: 15 }, (_, i) => [`steady ${'abcdefghijklmno'[i]}`, () => 4 + i]),
);

t.test(`what rises trends, not what is big, steady or falling (seed ${seed})`, async t => {
  const found = trending({
    ...steady,
    biggest: () => 100,
    riser: daysAgo => (daysAgo < 2 ? 20 : 3),
    newcomer: daysAgo => (daysAgo < 1 ? 12 : 0),
    falling: daysAgo => (daysAgo < 2 ? 3 : 30),
  });
  t.same([...found].sort(), ['newcomer', 'riser']);
});

t.test('a day on which everybody searches more is no trend of any phrase', async t => {
  const more = Object.fromEntries(
    Object.entries(steady).map(([q, rate]) => [q, (daysAgo: number) => rate() * (daysAgo < 2 ? 4 : 1)]),
  );
  t.same(trending(more), []);
});

t.test('a handful is no trend, and neither is anything in the first hours of a shop', async t => {
  t.same(trending({ ...steady, rare: daysAgo => (daysAgo === 0 ? 1.5 : 0) }), []);
  const first = Array.from({ length: 30 }, (_, i) => search('opening', { session: `${i}`, at: START + i * 1000 }));
  const read = new Read(learned(first, { halfLifeDays: 14 }), { uk: ['a'] }, { nowMs: START + 60_000 });
  t.same(read.suggested(), ['opening']);
  t.same(read.learned()!.trending(10), []);
});
