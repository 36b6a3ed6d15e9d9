import t from 'tap';
import { Learner } from '../../../src/behaviour/learning/index.js';
import { clickHit, DAY_MS, FOREVER, learned, MINUTE_MS, SECOND_MS, START, search } from './shop.js';

t.test('a search counts once a session, and fades', async t => {
  const learner = learned(
    [
      search('boots', { session: 'a' }),
      search('boots', { session: 'a', at: START + MINUTE_MS }),
      search('boots', { session: 'b', at: START + 2 * MINUTE_MS }),
    ],
    { halfLifeDays: 1 },
  );
  const [now] = learner.searches(START);
  t.match(now, { market: 'uk', locale: 'en-GB', q: 'boots' });
  t.ok(Math.abs(now!.uses - 2) < 0.01, 'two sessions');
  const [later] = learner.searches(START + DAY_MS);
  t.ok(Math.abs(later!.uses - now!.uses / 2) < 1e-9, 'half of it after a half-life');
});

t.test('what was on the way to another search hardly counts, and what was clicked in alone is no search', async t => {
  const learner = learned([
    search('rain', { session: 'a' }),
    search('rain jacket', { session: 'a', at: START + SECOND_MS }),
    clickHit('p-1', 'umbrella', 0, { session: 'b' }),
  ]);
  const uses = Object.fromEntries(learner.searches(START).map(({ q, uses }) => [q, uses]));
  t.strictSame(Object.keys(uses).sort(), ['rain', 'rain jacket']);
  t.ok(Math.abs(uses['rain jacket']! - 1) < 1e-9);
  t.ok(uses['rain']! < 0.5);
});

t.test('searches are remembered across a restart', async t => {
  const learner = learned([search('Boots', { session: 'a' })]);
  const again = Learner.decode(learner.encode(), FOREVER);
  t.strictSame(again.searches(START), learner.searches(START));
});
