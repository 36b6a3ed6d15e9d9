/** What is not learned from: old tickets, visitors who asked nothing, repetitions, and too much from one range. */
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { SignalBounds } from '../../../src/behaviour/learning/signal-bounds.js';
import { Part, PartWriter } from '../../../src/index/part.js';
import { cart, click, DAY_MS, favorite, MINUTE_MS, payment, START, search, view } from './shop.js';

const OPTIONS = { ticketDays: 30, rangeSignals: 3 };
const from = (range: number, activity: Activity): Activity => ({ ...activity, range });
const admitted = (bounds: SignalBounds, activities: Activity[]) =>
  activities.filter(activity => bounds.admits(activity) === 'admitted').length;

t.test('a reaction to a ticket that is too old teaches nothing', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const minute = START / MINUTE_MS;
  t.equal(bounds.admits(click('a', { at: START + 30 * DAY_MS }, { minute })), 'admitted');
  t.equal(bounds.admits(click('a', { at: START + 30 * DAY_MS + MINUTE_MS }, { minute })), 'refused');
});

t.test('nor what a visitor does who has asked nothing', async t => {
  const bounds = new SignalBounds(OPTIONS);
  for (const activity of [click('a'), cart('a'), favorite('a')]) {
    t.equal(bounds.admits({ ...activity, unasked: true }), 'refused', activity.type);
    t.equal(bounds.admits(activity), 'admitted', activity.type);
  }
});

t.test('a visitor counts once for a hit of a list, in all sessions', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const by = (customer: string, session: string) => ({ customer, session });
  t.equal(bounds.admits(click('a', by('anna', 's1'))), 'admitted');
  t.equal(bounds.admits(click('a', by('anna', 's2'))), 'refused');
  t.equal(bounds.admits(cart('a', by('anna', 's2'))), 'admitted', 'another reaction');
  t.equal(bounds.admits(click('a', by('bo', 's3'))), 'admitted', 'another visitor');
  t.equal(bounds.admits(click('a', by('anna', 's2'), { q: 'hat' })), 'admitted', 'another list');
  t.equal(bounds.admits(click('b', by('anna', 's2'))), 'admitted', 'another product');
});

t.test('what a range of addresses chooses is withdrawn where it insists, if it has counted', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const chosen = { ...click('a', {}, { q: 'cape' }), range: 7 } as Parameters<SignalBounds['choice']>[0];
  const choices = (times: number, mayCount: boolean) =>
    Array.from({ length: times }, () => bounds.choice(chosen, 'cape', mayCount));
  t.same(new Set(choices(40, false)), new Set(['known']), 'it has nothing of the choices of others');
  t.same(choices(1, true), ['counts']);
  t.same(choices(4, false), ['known', 'known', 'known', 'withdrawn']);
  t.same(choices(2, true), ['known', 'known']);
});

t.test('a range of addresses whose visitors choose several products for a phrase insists on none', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const choose = (key: string) =>
    bounds.choice(
      { ...click(key, {}, { q: 'cape' }), range: 7 } as Parameters<SignalBounds['choice']>[0],
      'cape',
      true,
    );
  const choices = Array.from({ length: 30 }, (_, i) => choose(i % 3 === 0 ? 'b' : 'a'));
  t.same([...new Set(choices)], ['counts', 'known']);
  t.equal(choices.filter(choice => choice === 'counts').length, 2, 'once each product');
});

t.test('a range of addresses teaches the same so often in a day', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const many = (of: (who: object) => Activity, range = 7) =>
    Array.from({ length: 50 }, (_, i) => from(range, of({ session: `s${i}` })));
  t.equal(
    admitted(
      bounds,
      many(who => click('a', who)),
    ),
    3,
  );
  t.equal(
    admitted(
      bounds,
      many(who => click('b', who)),
    ),
    3,
    'another product',
  );
  t.equal(
    admitted(
      bounds,
      many(who => cart('a', who)),
    ),
    3,
    'another reaction',
  );
  t.equal(
    admitted(
      bounds,
      many(who => favorite('a', who)),
    ),
    3,
  );
  t.equal(
    admitted(
      bounds,
      many(who => view('a', who)),
    ),
    12,
    'views weigh little',
  );
  t.equal(
    admitted(
      bounds,
      many(who => search('hat', who)),
    ),
    50,
    'the more searches, the less weighs a choice',
  );
  t.equal(
    admitted(
      bounds,
      many(who => payment(['a'], who)),
    ),
    50,
    'payments come from the shop',
  );
  t.equal(
    admitted(
      bounds,
      many(who => favorite('a', who), 8),
    ),
    3,
    'another range, or another day',
  );
  t.equal(
    admitted(
      new SignalBounds({ ...OPTIONS, rangeSignals: 0 }),
      many(who => click('a', who)),
    ),
    50,
    'without bound',
  );
});

t.test('what was counted is a part of the state', async t => {
  const bounds = new SignalBounds(OPTIONS);
  const clicks = ['1', '2', '3'].map(session => from(7, click('a', { session })));
  t.equal(admitted(bounds, clicks), 3);
  const writer = new PartWriter('learning');
  bounds.write(writer);
  const later = new SignalBounds(OPTIONS);
  later.read(new Part(writer.encode().slice().buffer));
  t.equal(later.admits(clicks[0]!), 'refused', 'repeated');
  t.equal(later.admits(from(7, click('a', { session: '4' }))), 'beyond range');
  t.equal(later.admits(from(8, click('a', { session: '5' }))), 'admitted');
});
