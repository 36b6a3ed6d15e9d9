/** The learner as a whole: what never counts, what it writes and reads back, and what it costs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { DEFAULT_LIMITS, Learner, type LearnerOptions } from '../../../src/behaviour/learning/index.js';
import { PartWriter } from '../../../src/index/part.js';
import type { SharedSignals } from '../../../src/snapshot/index.js';
import {
  cart,
  click,
  clickHit,
  contentClick,
  DAY_MS,
  dice,
  end,
  favorite,
  learned,
  payment,
  Read,
  START,
  search,
  snapshotOf,
  view,
} from './shop.js';

const seed = 20261121;
const KEYS = Array.from({ length: 12 }, (_, i) => `p${i}`);
const WORDS = ['jeans', 'jaens', 'belt', 'red dress', 'red', 'boots', 'boot'];
const SNAPSHOT = snapshotOf({ uk: KEYS, se: KEYS }, ['en-GB', '*']);
const SMALL: LearnerOptions = {
  halfLifeDays: 3,
  limits: {
    products: 40,
    contents: 10,
    phrases: 30,
    scopes: 12,
    sessions: 20,
    customers: 8,
    seen: 400,
    liked: 400,
    bought: 200,
    chosen: 100,
    next: 60,
    meant: 40,
  },
};

/** Anything that visitors do, over some days, by few enough of them to meet again. */
function traffic(
  count: number,
  draw: (sides: number) => number,
  keys: readonly string[],
  words: readonly string[],
): Activity[] {
  let at = START;
  return Array.from({ length: count }, () => {
    at += draw(20) === 0 ? draw(DAY_MS / 4) : draw(90_000);
    const who = {
      at,
      market: ['uk', 'se', 'uk'][draw(3)]!,
      session: `s${draw(9)}`,
      ...(draw(2) ? { customer: `c${draw(6)}` } : {}),
      userContext: (['PERSONALIZED', 'UNPERSONALIZED', 'PERSONALIZED', 'ANONYMOUS'] as const)[draw(4)]!,
    };
    const key = keys[draw(keys.length)]!;
    const q = words[draw(words.length)]!;
    switch (draw(10)) {
      case 0:
      case 1:
        return view(key, who);
      case 2:
      case 3:
        return search(q, who, { hits: draw(30), locale: ['en-GB', 'sv-SE'][draw(2)]!, corrected: draw(5) === 0 });
      case 4:
      case 5:
        return clickHit(key, q, draw(60), who);
      case 6:
        return cart(key, who);
      case 7:
        return payment(keys.slice(draw(keys.length)).slice(0, 4), who);
      case 8:
        return draw(2) ? favorite(key, who) : contentClick(`guide ${draw(30)}`, who);
      default:
        return draw(3) ? click(key, who) : end(who);
    }
  });
}

function bytesOf({ products, phrases }: SharedSignals): string[] {
  return [...products, ...phrases].map(
    ([name, bytes]) => `${name} ${Buffer.from(new Uint8Array(bytes)).toString('base64')}`,
  );
}

t.test('what is SYNTHETIC changes nothing', async t => {
  const activities = traffic(300, dice(seed), KEYS, WORDS);
  const learner = learned(activities, SMALL);
  const { changed } = learner;
  const before = Buffer.from(learner.encode());
  for (const activity of activities)
    learner.learn({ ...activity, at: activity.at + 300 * DAY_MS, userContext: 'SYNTHETIC' });
  t.equal(learner.changed, changed);
  t.ok(before.equals(learner.encode()));
});

t.test('removals and impressions are nothing to learn from', async t => {
  const learner = learned([view('p0')]);
  const { changed } = learner;
  const who = { at: START, market: 'uk', sessionKey: 's', userContext: 'PERSONALIZED' } as const;
  learner.learn({ ...who, type: 'remove-recent-searches', phrases: [], removeAll: true });
  learner.learn({ ...who, type: 'remove-recently-viewed', productKeys: [], removeAll: true });
  learner.learn({ ...who, type: 'remove-favorite', productKey: 'p0' });
  learner.learn({ ...(click('p0') as Activity & { type: 'click' }), type: 'ad-impression' });
  t.equal(learner.changed, changed);
});

t.test(`the same activities make the same bytes, in one go or with a restart between (seed ${seed})`, async () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 400 }), fc.boolean(), (start, cut, small) => {
      const options = small ? SMALL : { halfLifeDays: 14 };
      const keys = small ? Array.from({ length: 60 }, (_, i) => `p${i}`) : KEYS;
      const words = small
        ? Array.from({ length: 60 }, (_, i) => `word ${'abcdefgh'[i % 8]}${'klmnopqr'[i >> 3]}`)
        : WORDS;
      const activities = traffic(400, dice(start), keys, words);
      const whole = learned(activities, options);
      const first = learned(activities.slice(0, cut), options);
      const again = Learner.decode(first.encode(), options);
      assert.equal(again.changed, first.changed);
      for (const activity of activities.slice(cut)) again.learn(activity);
      assert.ok(Buffer.from(whole.encode()).equals(again.encode()), 'bytes of the state');
      const now = activities.at(-1)!.at;
      assert.deepEqual(bytesOf(again.compile(SNAPSHOT, now)), bytesOf(whole.compile(SNAPSHOT, now)));
    }),
    { seed, numRuns: 25 },
  );
});

t.test('compiling changes nothing, and is no part of what is written', async t => {
  const learner = learned(traffic(300, dice(seed), KEYS, WORDS));
  const before = Buffer.from(learner.encode());
  const signals = learner.compile(SNAPSHOT, START + DAY_MS);
  t.equal(signals.snapshotId, SNAPSHOT.id);
  t.same([...signals.products.keys()].sort(), ['se', 'uk']);
  t.ok(before.equals(learner.encode()));
});

t.test('a learner that has seen nothing can be written, read and compiled', async t => {
  const learner = Learner.decode(new Learner({ halfLifeDays: 14 }).encode(), { halfLifeDays: 14 });
  t.equal(learner.changed, 0);
  const read = new Read(learner, { uk: KEYS });
  t.equal(read.popularity('p1'), 0);
  t.same(read.partners('seen', 'p1'), []);
  t.equal(read.learned(), undefined);
});

t.test('another half-life takes over what is left', async t => {
  const later = START + 14 * DAY_MS;
  const activities = [
    ...Array.from({ length: 8 }, (_, i) => view('p0', { session: `${i}` })),
    view('p1', { at: later }),
  ];
  const again = Learner.decode(learned(activities, { halfLifeDays: 7 }).encode(), { halfLifeDays: 28 });
  for (let i = 0; i < 2; i++) again.learn(view('p2', { at: later, session: `${i}` }));
  const read = new Read(again, { uk: KEYS }, { nowMs: later });
  t.ok(Math.abs(read.popularity('p0') - read.popularity('p2')) < 1e-6);
});

t.test('damaged bytes are refused', async t => {
  const bytes = Buffer.from(learned(traffic(50, dice(seed), KEYS, WORDS)).encode());
  const draw = dice(seed);
  for (let i = 0; i < 50; i++) {
    const damaged = Buffer.from(bytes);
    damaged[draw(damaged.length)]! ^= 1 << draw(8);
    t.throws(() => Learner.decode(damaged, { halfLifeDays: 14 }), { error: 'INTERNAL', message: /learned/ });
  }
  for (const length of [0, 10, bytes.length - 1]) {
    t.throws(() => Learner.decode(bytes.subarray(0, length), { halfLifeDays: 14 }), {
      name: 'Problem',
      error: 'INTERNAL',
    });
  }
  const other = new PartWriter('signals').encode();
  t.throws(() => Learner.decode(other, { halfLifeDays: 14 }), { message: /signals/ });
});

t.test('whatever the traffic, the state stays small and what is frequent stays known', async t => {
  const draw = dice(seed);
  const learner = new Learner(SMALL);
  const sizes: number[] = [];
  let at = START;
  for (let i = 0; i < 4000; i++) {
    at += draw(3000);
    const who = { at, market: `m${draw(7)}`, session: `s${draw(5000)}` };
    const key = `p${draw(100_000)}`;
    const word = () => Array.from({ length: 4 }, () => String.fromCharCode(97 + draw(26))).join('');
    learner.learn(
      [
        view(key, who),
        search(`${word()} ${word()}`, who, { locale: `${word().slice(0, 2)}-GB` }),
        clickHit(key, word(), draw(90), who),
        payment(
          Array.from({ length: 35 }, () => `p${draw(100_000)}`),
          who,
        ),
        contentClick(word(), who),
      ][draw(5)]!,
    );
    if (i % 10 === 0) {
      learner.learn(payment(['p0'], { at, session: `often ${i}` }));
      learner.learn(search('often', { at, session: `often ${i}` }));
    }
    if (i % 500 === 499) sizes.push(learner.encode().length);
  }
  t.ok(Math.max(...sizes) < 60_000, `${Math.max(...sizes)} bytes`);
  const read = new Read(learner, { uk: KEYS }, { nowMs: at });
  t.equal(read.popularity('p0'), 1);
  t.same(read.suggested(), ['often']);
});

t.test('a session that no visitor can be behind stops to count', async t => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => view(`p${i % 12}`, { session: 'robot', at: START + i }));
  t.equal(learned(many(5000)).changed, learned(many(1000)).changed);
});

t.test('the limits are those of a large shop', async t => {
  t.ok(DEFAULT_LIMITS.products >= 200_000);
  const learner = new Learner({ halfLifeDays: 14 });
  const draw = dice(seed);
  const keys = Array.from({ length: 20_000 }, (_, i) => `product ${i}`);
  const activities = Array.from({ length: 50_000 }, (_, i) =>
    view(keys[draw(keys.length)]!, { at: START + i * 20, session: `s${(i >> 3) + draw(50)}` }),
  );
  const began = process.cpuUsage().user;
  for (const activity of activities) learner.learn(activity);
  const seconds = (process.cpuUsage().user - began) / 1e6;
  t.ok(seconds < 2, `50,000 activities took ${seconds} s of CPU`);
});

t.test('nothing that only an erased customer has searched for is kept', async t => {
  const anna = { customer: 'anna@example.com', session: 'anna-session' };
  const activities = [
    search('wool hat', anna),
    search('pills for anna', { ...anna, at: START + DAY_MS }),
    search('wool hat', { customer: 'bo', session: 'bo-session' }),
    search('bo alone', { customer: 'bo', session: 'bo-session' }),
  ];
  const learner = learned(activities);
  t.match(Buffer.from(learner.encode()).toString('latin1'), /pills for anna/);
  learner.forget('anna@example.com');
  const bytes = Buffer.from(learner.encode()).toString('latin1');
  for (const gone of ['pills for anna', 'anna@example.com', 'anna-session']) t.notOk(bytes.includes(gone), gone);
  for (const kept of ['wool hat', 'bo alone', 'bo-session']) t.ok(bytes.includes(kept), kept);
  const { changed } = learner;
  learner.forget('anna@example.com');
  t.equal(learner.changed, changed, 'there is nothing more to forget');
});
