/** Popularity and what goes together, learned from activities and read as queries read them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { BACKGROUND, SIGNIFICANT, significance } from '../../../src/behaviour/learning/significance.js';
import {
  cart,
  click,
  contentClick,
  DAY_MS,
  end,
  favorite,
  learned,
  MINUTE_MS,
  payment,
  Read,
  START,
  view,
} from './shop.js';

const seed = 20261121;
const UK = { uk: ['a', 'b', 'c', 'd', 'e', 'f'] };

t.test('a payment says more than a cart, that more than a favourite, a click and a view', async t => {
  // Fewer than that could be the doing of a few.
  const often = (i: number) => {
    const who = { session: `s${i}` };
    return [payment(['a'], who), cart('b', who), favorite('c', who), click('d', who), view('e', who)];
  };
  const read = new Read(learned(Array.from({ length: 300 }, (_, i) => often(i)).flat()), UK);
  const popularities = UK.uk.map(key => read.popularity(key));
  t.equal(popularities[0], 1, 'the best of the market');
  t.equal(popularities[5], 0, 'nobody has looked at it');
  t.same(
    popularities,
    [...popularities].sort((x, y) => y - x),
  );
  t.equal(new Set(popularities).size, 6);
});

t.test('quantities count, up to a bound', async t => {
  const read = new Read(learned([payment(['a'], {}, 1000), payment(['b'], {}, 3), payment(['c'], {}, 1)]), UK);
  t.equal(read.popularity('a'), read.popularity('b'));
  t.ok(read.popularity('c') < read.popularity('b'));
});

t.test('what a session repeats counts once, also in its next visits; another session counts again', async t => {
  const times = (n: number, who: (i: number) => object) => Array.from({ length: n }, (_, i) => cart('a', who(i)));
  const known = Array.from({ length: 30 }, (_, i) => cart('a', { session: `before ${i}` }));
  const popularity = (activities: Activity[]) => new Read(learned([...known, ...activities]), UK).popularity('a');
  const once = popularity(times(1, () => ({ session: 's' })));
  t.equal(popularity(times(9, i => ({ session: 's', at: START + i * MINUTE_MS }))), once);
  t.equal(popularity(times(9, () => ({ customer: 'without a session' }))), once);
  t.ok(popularity(times(9, i => ({ session: `s${i}` }))) > once);
  t.ok(popularity(times(9, i => ({ session: 's', at: START + i * 31 * MINUTE_MS }))) > once, 'idle for too long');
  t.ok(
    popularity([cart('a', { session: 's' }), end({ session: 's' }), cart('a', { session: 's' }, { position: 1 })]) >
      once,
    'ended',
  );
  t.ok(popularity(times(9, () => ({ session: 's', userContext: 'ANONYMOUS' }))) > once, 'nobody knows who');
});

t.test('what happened a half-life ago counts half', async t => {
  const options = { halfLifeDays: 7 };
  const at = START + 7 * DAY_MS;
  const activities: Activity[] = [...Array.from({ length: 6 }, (_, i) => payment(['a'], { session: `a${i}` }))];
  for (let i = 0; i < 3; i++) activities.push(payment(['b'], { session: `b${i}`, at }));
  const read = new Read(learned(activities, options), UK, { nowMs: at });
  t.ok(Math.abs(read.popularity('a') - read.popularity('b')) < 1e-6);
  t.ok(new Read(learned(activities, options), UK, { nowMs: START + 200 * DAY_MS }).popularity('b') < 1e-6);
});

t.test('time may pass for years: what is new counts, what is old fades without a trace', async t => {
  const years = Array.from({ length: 40 }, (_, i) => START + i * 200 * DAY_MS);
  const activities = years.map((at, i) => payment([i < 39 ? 'a' : 'b'], { at, session: `${i}` }));
  const read = new Read(learned(activities, { halfLifeDays: 14 }), UK, { nowMs: years.at(-1)! });
  t.ok(read.popularity('b') > 0);
  t.ok(read.popularity('a') > 0 && read.popularity('a') < 1e-3 * read.popularity('b'));
});

t.test('contents are popular where they are clicked, once a session', async t => {
  const clicks = [
    ...['1', '2', '3'].map(session => contentClick('guide', { session })),
    ...['1', '1', '1', '1'].map(session => contentClick('blog', { session })),
    contentClick('elsewhere', { market: 'se' }),
  ];
  const signals = new Read(learned(clicks), { uk: ['a'], se: ['a'] }).of('uk');
  const of = (clicks: number) => Math.fround(Math.log1p(clicks / 10) / Math.log1p(20));
  t.equal(signals.contentPopularity('guide'), of(3));
  t.equal(signals.contentPopularity('blog'), of(1));
  t.equal(signals.contentPopularity('elsewhere'), 0);
});

t.test('markets keep to themselves, and a snapshot may know fewer products', async t => {
  const activities = ['1', '2', '3'].flatMap(session => [
    view('a', { session }),
    view('gone', { session }),
    view('b', { session }),
    payment(['a'], { session, market: 'se' }),
  ]);
  const read = new Read(learned(activities), { uk: ['a', 'b', 'c'], se: ['c', 'b', 'a'], no: ['a'] });
  t.same(
    read.partners('seen', 'a').map(([key]) => key),
    ['b'],
  );
  t.same(read.partners('seen', 'a', 'se'), []);
  t.ok(read.popularity('a', 'se') > 0);
  t.equal(read.popularity('b', 'se'), 0);
  t.equal(read.popularity('a', 'no'), 0);
});

/** Of sets of products: pairs that are significant, with the ratio. */
function naive(baskets: readonly ReadonlySet<string>[], keys: readonly string[]): Map<string, Map<string, number>> {
  const several = baskets.filter(({ size }) => size > 1);
  const having = (...wanted: string[]) => several.filter(basket => wanted.every(key => basket.has(key))).length;
  const partners = new Map<string, Map<string, number>>();
  for (const a of keys) {
    partners.set(a, new Map());
    for (const b of keys) {
      if (a === b || having(a, b) < 2) continue;
      const ratio = significance(having(a, b), having(a), having(b), several.length + BACKGROUND);
      if (ratio >= SIGNIFICANT) partners.get(a)!.set(b, ratio);
    }
  }
  return partners;
}

function assertPartners(read: Read, relation: 'seen' | 'bought', expected: Map<string, Map<string, number>>): void {
  for (const [key, ratios] of expected) {
    const found = read.partners(relation, key);
    assert.deepEqual(found.map(([other]) => other).sort(), [...ratios.keys()].sort(), `partners of ${key}`);
    for (const [i, [other, weight]] of found.entries()) {
      assert.ok(weight > 0 && weight <= 1);
      const before = found[i - 1];
      if (before) assert.ok(ratios.get(before[0])! >= ratios.get(other)! - 1e-3 && before[1] >= weight);
    }
  }
}

const keys = fc.constantFrom(...UK.uk);

t.test(`products of one session go together as a count of sessions has it (seed ${seed})`, async () => {
  const sessions = fc.array(fc.array(fc.tuple(keys, fc.constantFrom(view, click)), { maxLength: 8 }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(sessions, list => {
      const activities = list.flatMap((session, s) => session.map(([key, how]) => how(key, { session: `${s}` })));
      const baskets = list.map(session => new Set(session.map(([key]) => key)));
      assertPartners(new Read(learned(activities), UK), 'seen', naive(baskets, UK.uk));
    }),
    { seed, numRuns: 60 },
  );
});

t.test(`products paid together go together as a count of baskets has it (seed ${seed})`, async () => {
  const baskets = fc.array(fc.uniqueArray(keys, { minLength: 1, maxLength: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(baskets, list => {
      const learner = learned(list.map((products, i) => payment(products, { session: `${i}` })));
      assertPartners(
        new Read(learner, UK),
        'bought',
        naive(
          list.map(products => new Set(products)),
          UK.uk,
        ),
      );
    }),
    { seed, numRuns: 60 },
  );
});

t.test('a cart is a basket too, of less weight than one that is paid', async t => {
  const noise = Array.from({ length: 30 }, (_, i) => payment(['e', 'f'], { session: `n${i}` }));
  const carts = [1, 2, 3].flatMap(i => [cart('a', { session: `c${i}` }), cart('b', { session: `c${i}` })]);
  const paid = [1, 2, 3].map(i => payment(['c', 'd'], { session: `p${i}` }));
  const read = new Read(learned([...noise, ...carts, ...paid]), UK);
  t.same(
    read.partners('bought', 'a').map(([key]) => key),
    ['b'],
  );
  t.ok(read.partners('bought', 'a')[0]![1] < read.partners('bought', 'c')[0]![1]);
  t.same(read.partners('seen', 'c'), [], 'nobody has looked at them');
});

t.test('one basket alone is no reason, though it was a cart first and was told twice', async t => {
  const who = { session: 's' };
  const activities = [cart('a', who), cart('b', who), payment(['a', 'b'], who), payment(['a', 'b'], who)];
  t.same(new Read(learned(activities), UK).partners('bought', 'a'), []);
  const again = activities.map(activity => ({ ...activity, sessionKey: 'another' }));
  t.same(
    new Read(learned([...activities, ...again]), UK).partners('bought', 'a').map(([key]) => key),
    ['b'],
  );
});

t.test('a payment that comes twice counts once, and what follows it is another cart', async t => {
  const paid = ['1', '2', '3'].flatMap(session => [payment(['a', 'b'], { session }), view('c', { session })]);
  const twice = paid.flatMap(activity => [activity, activity]);
  const popularity = (activities: Activity[]) => new Read(learned(activities), UK).popularity('c');
  t.equal(popularity(twice), popularity(paid));
  const baskets = ['1', '2', '3'].flatMap(session => [
    cart('a', { session }),
    payment(['a'], { session }),
    cart('b', { session }),
  ]);
  t.same(new Read(learned(baskets), UK).partners('bought', 'a'), []);
});

t.test('what everybody looks at goes with nothing in particular', async t => {
  const activities = Array.from({ length: 60 }, (_, i) => [
    view('a', { session: `${i}` }),
    view(UK.uk[1 + (i % 4)]!, { session: `${i}` }),
  ]).flat();
  const read = new Read(learned(activities), { uk: UK.uk });
  t.notOk(read.partners('seen', 'b').some(([, weight]) => weight > 0.8));
  t.same(
    read.partners('seen', 'b').map(([key]) => key),
    [],
  );
});
