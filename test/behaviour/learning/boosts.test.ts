/** Boosts: products that visitors choose for a phrase, whatever position they were shown at. */
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { cart, click, clickHit, dice, learned, payment, Read, START, search } from './shop.js';

const seed = 20261121;
const KEYS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'];
const SHOP = { uk: KEYS };

/**
 * Sessions that search for a phrase and see all products in the order given, look at position k with a chance of
 * 1/(1 + k)^0.7 and click what they look at as often as they like it.
 */
function clicksOf(q: string, order: readonly string[], liking: (key: string) => number, sessions: number): Activity[] {
  const draw = dice(seed);
  const chance = (p: number) => draw(1_000_000) < p * 1_000_000;
  return Array.from({ length: sessions }, (_, i) => {
    const who = { session: `${q} ${i}`, at: START + i * 1000 };
    const clicks = order.flatMap((key, position) =>
      chance((1 + position) ** -0.7) && chance(liking(key)) ? [clickHit(key, q, position, who)] : [],
    );
    return [search(q, who), ...clicks];
  }).flat();
}

t.test(`what visitors like best gains most, though it stands where few look (seed ${seed})`, async t => {
  const liking = (key: string) => 0.1 + 0.04 * KEYS.indexOf(key);
  const activities = clicksOf('dress', KEYS, liking, 8000);
  const boosts = new Read(learned(activities), SHOP).boosts('dress');
  const order = boosts.map(([key]) => key);
  t.same(order.slice(0, 5).sort(), ['p5', 'p6', 'p7', 'p8', 'p9']);
  t.same(order.slice(-2), ['p1', 'p0']);
  t.ok(boosts.every(([, boost]) => boost > 0 && boost <= 3));
  const clicks = (key: string) => activities.filter(one => one.type === 'click' && one.productKey === key).length;
  t.ok(clicks('p0') > clicks('p9'), 'the count of clicks has it the other way round');
});

t.test(`equally liked products gain the same wherever they stand (seed ${seed})`, async t => {
  const boosts = new Read(learned(clicksOf('dress', KEYS, () => 0.2, 6000)), SHOP).boosts('dress');
  t.equal(boosts.length, 10);
  t.ok(boosts[0]![1] < 1.3 * boosts[9]![1]);
});

t.test('two sessions are not enough, and a session counts once', async t => {
  const boosts = (sessions: string[]) =>
    new Read(
      learned(sessions.flatMap(session => [search('hat', { session }), clickHit('p1', 'hat', 0, { session })])),
      SHOP,
    ).boosts('hat');
  t.same(boosts(['1', '2']), []);
  t.same(boosts(['1', '2', '1', '2', '1', '2']), []);
  t.equal(boosts(['1', '2', '3']).length, 1);
});

t.test('few clicks of many searches are nothing', async t => {
  const searched = Array.from({ length: 900 }, (_, i) => search('hat', { session: `${i}` }));
  const clicked = [1, 2, 3].map(i => clickHit('p1', 'hat', 0, { session: `${i}` }));
  t.same(new Read(learned([...searched, ...clicked]), SHOP).boosts('hat'), []);
});

t.test('what is bought after the click gains more, also when it is paid for by the shop later', async t => {
  const sessions = Array.from({ length: 12 }, (_, i) => `${i}`);
  const activities = sessions.flatMap(session => [
    search('hat', { session }),
    clickHit('p1', 'hat', 0, { session }),
    clickHit('p2', 'hat', 0, { session }),
    clickHit('p3', 'hat', 0, { session }),
    cart('p2', { session }),
    cart('p3', { session }),
    payment(['p3', 'p4'], { session }),
  ]);
  const read = new Read(learned(activities), SHOP);
  t.same(
    read.boosts('hat').map(([key]) => key),
    ['p3', 'p2', 'p1'],
  );
});

t.test('into the cart straight from the hits is a choice as well', async t => {
  const activities = ['1', '2', '3', '4'].map(session => cart('p5', { session }, { pageType: 'SEARCH', q: 'hat' }));
  t.same(
    new Read(learned(activities), SHOP).boosts('hat').map(([key]) => key),
    ['p5'],
  );
});

t.test('only hits in their own order count: no other list, no other page, nobody unknown', async t => {
  const five = ['1', '2', '3', '4', '5'];
  const boosts = (activities: Activity[]) => new Read(learned(activities), SHOP).boosts('hat').length;
  const shown = { pageType: 'SEARCH', q: 'hat' };
  t.equal(boosts(five.map(session => click('p1', { session }, shown))), 1);
  t.equal(boosts(five.map(session => click('p1', { session }, { ...shown, list: 'secondary' }))), 0);
  t.equal(boosts(five.map(session => click('p1', { session }, { ...shown, pageType: 'LANDING' }))), 0);
  t.equal(boosts(five.map(session => click('p1', { session, userContext: 'ANONYMOUS' }, shown))), 0);
});

t.test('a choice while typing counts for what was typed', async t => {
  const shown = { pageType: 'AUTOCOMPLETE', list: 'productSuggestions', q: 'Ha' };
  const read = new Read(learned(['1', '2', '3', '4'].map(session => click('p1', { session }, shown))), SHOP);
  t.same(
    read.boosts('ha').map(([key]) => key),
    ['p1'],
  );
  t.same(read.suggested(), [], 'it was never searched for');
});

const CLICKS = 4000;
/** Of a phrase that is hardly searched, at a position where a click weighs most. */
function clicksFrom(ranges: number, clicks = CLICKS): Activity[] {
  return Array.from({ length: clicks }, (_, i) => {
    const who = { session: `puppet ${i}`, at: START + i };
    return { ...clickHit('p9', 'cape', 60, who), range: i % ranges };
  });
}
const rarely = ['a', 'b', 'c'].map(session => search('cape', { session }));

t.test(
  'for a phrase that is hardly searched, thousands of clicks from few ranges of addresses gain nothing',
  async t => {
    for (const ranges of [1, 20]) {
      const boosts = new Read(learned([...rarely, ...clicksFrom(ranges)]), SHOP).boosts('cape');
      t.same(boosts, [], `from ${ranges}`);
    }
  },
);

t.test('visitors from many ranges are learned from as if there were none', async t => {
  const some = clicksFrom(20, 20);
  const without = some.map(activity => ({ ...activity, range: undefined }));
  const boosts = (activities: Activity[]) => new Read(learned([...rarely, ...activities]), SHOP).boosts('cape');
  t.same(boosts(some), boosts(without));
  t.ok(boosts(some)[0]![1] > 0.5);
});

/** Visitors of a telephone network, in twelve ranges of addresses, of whom two thirds choose p1 and some buy it. */
function ofNetwork(buyers: number): Activity[] {
  return Array.from({ length: 12 * 30 }, (_, i) => {
    const key = i % 3 === 0 ? 'p2' : 'p1';
    const [range, who] = [Math.floor(i / 30), { session: `caller ${i}`, at: START + i * 1000 }];
    const acts = [
      search('cape', who),
      clickHit(key, 'cape', 3, who),
      ...(i % 30 < buyers ? [payment([key], who)] : []),
    ];
    return acts.map(act => ({ ...act, range }));
  }).flat();
}
const boostsFrom = (activities: Activity[]) => new Map(new Read(learned(activities), SHOP).boosts('cape'));

t.test('what most visitors of a range choose counts no less than what others of it do', async t => {
  const boosts = boostsFrom(ofNetwork(0));
  t.ok(boosts.get('p2')! > 0);
  t.equal(boosts.get('p1'), boosts.get('p2'));
});

t.test('what visitors choose and pay for counts for each of them, however many come from a range', async t => {
  const boosts = boostsFrom(ofNetwork(30));
  t.ok(boosts.get('p1')! > boosts.get('p2')!);
  t.ok(boosts.get('p2')! > 2 * boostsFrom(ofNetwork(0)).get('p2')!);
  const carted = ofNetwork(0).flatMap(act =>
    act.type === 'click' ? [act, { ...act, type: 'add-to-cart' as const }] : [act],
  );
  t.ok(boostsFrom(carted).get('p1')! < boosts.get('p1')!, 'who pays nothing may put into carts what they like');
});
