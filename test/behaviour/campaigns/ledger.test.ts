/** The ledger bills what shoppers do, once, within budgets, and holds campaigns back that are ahead of their day. */
import fc from 'fast-check';
import t from 'tap';
import { CampaignBook } from '../../../src/behaviour/campaigns/campaign-book.js';
import { CLOSED } from '../../../src/behaviour/campaigns/standing.js';
import { isBot } from '../../../src/behaviour/campaigns/traffic.js';
import { VisitorTrails } from '../../../src/behaviour/campaigns/visitor-trails.js';
import { draws } from '../../../src/kernel/draws.js';
import { AT, cart, judged, ledgerOf, payment, SHOPPER, sponsored, terms } from './sponsored-traffic.js';

const HOUR_MS = 3_600_000;
/** A second behind all of a test. */
const LATER = (AT + 100 * HOUR_MS) / 1000;

t.test('a click is billed once a ticket and visitor, an impression of a thousandth', async t => {
  const ledger = ledgerOf(terms('a'), terms('b'));
  t.equal(judged(ledger, sponsored('click', 'a')), 500_000);
  t.equal(judged(ledger, sponsored('click', 'a')), 'duplicate');
  t.equal(judged(ledger, sponsored('click', 'a', { product: 'p-2' })), 'duplicate', 'of the same group');
  t.equal(judged(ledger, sponsored('click', 'a', { customerKey: 'bo' })), 500_000);
  t.equal(judged(ledger, sponsored('ad-impression', 'a')), 0, 'of a campaign that pays for clicks');
  t.equal(judged(ledger, sponsored('ad-impression', 'b', { billing: 'CPM' })), 500);
  t.equal(judged(ledger, sponsored('click', 'b', { billing: 'CPM' })), 0);
  t.match(ledger.book.spendOf('a'), { totalMicros: 1_000_000, dayMicros: 1_000_000, day: '2026-09-01' });
  t.match(ledger.book.spendOf('b'), { totalMicros: 500 });
});

t.test('what no shopper has done is listed with its reason, and not billed', async t => {
  const ledger = ledgerOf(terms('a', { cap: 1 }));
  const day = 86_400;
  t.equal(judged(ledger, sponsored('click', 'a'), { ...SHOPPER, isBot: true }), 'bot');
  t.equal(judged(ledger, sponsored('click', 'a', { more: { userContext: 'SYNTHETIC' } })), 'synthetic');
  t.equal(judged(ledger, sponsored('click', 'gone')), 'unknown-campaign');
  t.equal(judged(ledger, sponsored('click', 'a', { age: day + 1 })), 'expired');
  t.equal(judged(ledger, sponsored('click', 'a', { more: { unasked: true } })), 'no-page-view');
  t.equal(
    judged(ledger, sponsored('click', 'a', { age: 7200, more: { unasked: true } })),
    500_000,
    'from before the start',
  );
  t.equal(judged(ledger, sponsored('ad-impression', 'a')), 0);
  t.equal(judged(ledger, sponsored('ad-impression', 'a', { position: 1 })), 'capped');
  const clicks = Array.from({ length: 12 }, (_, position) =>
    sponsored('click', 'a', { customerKey: 'fast', position }),
  );
  t.same(clicks.map(click => judged(ledger, click)).slice(9), [500_000, 'rate', 'rate']);
  t.same(ledger.counts.invalid.rate, 2);
});

t.test('user agents of programs', async t => {
  for (const agent of [
    '',
    'curl/8.1',
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'python-requests/2',
    'HeadlessChrome/120',
  ]) {
    t.ok(isBot(agent), agent);
  }
  for (const agent of [
    'Mozilla/5.0 (X11; Linux) Firefox/130.0',
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30)',
    'okhttp/4.9',
  ]) {
    t.notOk(isBot(agent), agent);
  }
});

t.test('spend is never above a budget, whatever is clicked', async t => {
  const event = fc.record({
    campaign: fc.constantFrom('a', 'b', 'c'),
    customer: fc.nat(40),
    position: fc.nat(3),
    priceMicros: fc.integer({ min: 10_000, max: 900_000 }),
    billing: fc.constantFrom('CPC' as const, 'CPM' as const),
    type: fc.constantFrom('click' as const, 'ad-impression' as const),
    hours: fc.integer({ min: 0, max: 4 }),
    isRefused: fc.boolean(),
  });
  const budgets = { totalMicros: 3_000_000, dailyMicros: 1_000_000 };
  const zones = { a: 'UTC', b: 'Asia/Tokyo', c: 'America/Los_Angeles' };
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 150 }), async events => {
      const ledger = ledgerOf(...Object.entries(zones).map(([id, zone]) => terms(id, { ...budgets, zone })));
      const sums = new Map<string, number>();
      let at = AT;
      for (const { campaign, customer, hours, type, isRefused, ...more } of events) {
        at += hours * HOUR_MS;
        const record = sponsored(type, campaign, { at, customerKey: `c-${customer}`, ...more });
        const micros = judged(ledger, record);
        if (typeof micros === 'string') continue;
        // The journal could not store it.
        if (isRefused) {
          ledger.revoke(record);
          continue;
        }
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: zones[campaign] }).format(at);
        for (const [key, most] of [
          [campaign, 3_000_000],
          [`${campaign} ${day}`, 1_000_000],
        ] as const) {
          sums.set(key, (sums.get(key) ?? 0) + micros);
          if (sums.get(key)! > most) throw new Error(`${key}: ${sums.get(key)} of ${most}`);
        }
      }
      for (const id of Object.keys(zones)) t.equal(ledger.book.spendOf(id)?.totalMicros ?? 0, sums.get(id) ?? 0);
    }),
    { seed: 16, numRuns: 60 },
  );
});

t.test('a budget of a day begins anew at midnight of its zone, also where the clocks change', async t => {
  const stockholm = terms('a', { zone: 'Europe/Stockholm', dailyMicros: 500_000 });
  for (const [date, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-06-01', 24],
  ] as const) {
    const ledger = ledgerOf(stockholm);
    const offset = { '2026-03-29': 1, '2026-10-25': 2, '2026-06-01': 2 }[date];
    const start = Date.parse(`${date}T00:00:00Z`) - offset * HOUR_MS;
    const end = start + hours * HOUR_MS;
    t.equal(judged(ledger, sponsored('click', 'a', { at: start })), 500_000, date);
    t.equal(judged(ledger, sponsored('click', 'a', { at: end - 1 })), 'exhausted', date);
    t.equal(ledger.closedBits(stockholm, end - 1), CLOSED.DAY_SPENT);
    t.equal(ledger.closedBits(stockholm, end), 0);
    t.equal(judged(ledger, sponsored('click', 'a', { at: end })), 500_000, date);
  }
});

t.test('even pacing holds a campaign back while it is ahead of the day; spent budgets close it', async t => {
  const even = terms('even', { isEven: true, dailyMicros: 4_000_000 });
  const fast = terms('fast', { dailyMicros: 4_000_000 });
  const flight = terms('flight', { isEven: true, totalMicros: 2_000_000, fromMs: AT, untilMs: AT + 8 * HOUR_MS });
  const ledger = ledgerOf(even, fast, flight);
  const midnight = AT + 12 * HOUR_MS;
  for (const id of ['even', 'fast', 'flight']) judged(ledger, sponsored('click', id, { at: midnight }));
  t.equal(ledger.closedBits(even, midnight + 3 * HOUR_MS - 1), CLOSED.PACED);
  t.equal(ledger.closedBits(even, midnight + 3 * HOUR_MS), 0, 'an eighth of the budget, an eighth of the day');
  t.equal(ledger.closedBits(fast, midnight), 0);
  t.equal(ledger.closedBits(flight, AT + HOUR_MS), CLOSED.PACED);
  t.equal(ledger.closedBits(flight, AT + 2 * HOUR_MS), 0);
  for (let n = 0; n < 3; n++) judged(ledger, sponsored('click', 'flight', { customerKey: `c-${n}` }));
  t.equal(ledger.closedBits(flight, AT + 9 * HOUR_MS), CLOSED.TOTAL_SPENT);
});

t.test('an even campaign is within a tenth of even at every hour of a day, also of one with 25 hours', async t => {
  const seed = 1616;
  const STEP_MS = 5000;
  const daily = 40_000_000;
  for (const [date, hours] of [
    ['2026-09-01', 24],
    ['2026-10-25', 25],
  ] as const) {
    const draw = draws(seed);
    const even = terms('even', { zone: 'Europe/Stockholm', isEven: true, dailyMicros: daily, totalMicros: 10 * daily });
    const ledger = ledgerOf(even);
    // Summer time, until the last of October's Sundays is three hours old.
    const start = Date.parse(`${date}T00:00:00+02:00`);
    // Clicks that shoppers make within a minute behind the page, by the step in which they come.
    const coming = new Map<number, number>();
    let shoppers = 0;
    let farthest = 0;
    for (let at = start; at < start + hours * HOUR_MS; at += STEP_MS) {
      const hour = (at - start) / HOUR_MS;
      const step = (at - start) / STEP_MS;
      for (let n = coming.get(step) ?? 0; n > 0; n--) {
        judged(ledger, sponsored('click', 'even', { at, customerKey: `c-${shoppers++}`, priceMicros: 250_000 }));
      }
      if ((at - start) % HOUR_MS === 0) {
        const spent = ledger.book.spendOf('even')?.dayMicros ?? 0;
        farthest = Math.max(farthest, Math.abs(spent / daily - hour / hours));
      }
      ledger.publish(at);
      const isOpen = ledger.standing.read(1, Math.floor(at / 1000) + 1).closed(0) === 0;
      // Four times as many in the evening as at night, and never fewer than the budget needs.
      const busy = 0.4 + 0.6 * Math.sin((Math.PI * ((hour + 18) % 24)) / 24) ** 2;
      if (!isOpen || draw() > 0.1 * busy) continue;
      const late = step + 1 + Math.floor(draw() * (60_000 / STEP_MS));
      coming.set(late, (coming.get(late) ?? 0) + 1);
    }
    const spent = ledger.book.spendOf('even')!.dayMicros / daily;
    t.ok(farthest <= 0.1, `${date}: ${(100 * farthest).toFixed(1)} % from even (seed ${seed})`);
    t.ok(spent >= 0.9 && spent <= 1, `${date}: ${(100 * spent).toFixed(1)} % of the budget`);
  }
});

t.test('the standing says who competes, and visitors whose cap is reached', async t => {
  const ledger = ledgerOf(terms('a', { totalMicros: 500_000 }), terms('b', { cap: 2 }));
  const before = ledger.standing.read(1, LATER);
  t.same([before.closed(0), before.clickThrough(0, 0), before.clickThrough(1, 2)], [0, 0.02, 0.02 / 1.7]);
  judged(ledger, sponsored('click', 'a'));
  for (const position of [0, 1]) {
    t.equal(ledger.capped.of('anna'), undefined);
    judged(ledger, sponsored('ad-impression', 'b', { position }));
  }
  ledger.publish(AT);
  t.same(
    [0, 1].map(slot => ledger.standing.read(1, LATER).closed(slot)),
    [CLOSED.TOTAL_SPENT, 0],
  );
  t.equal(ledger.standing.read(2, LATER).closed(0), 0, 'of another generation');
  t.ok(ledger.capped.of('anna')?.has('b'));
  t.notOk(ledger.capped.of('anna')?.has('a'));
  t.equal(ledger.capped.of('bo'), undefined);
  ledger.publish(AT + 12 * HOUR_MS);
  t.equal(ledger.capped.of('anna'), undefined, 'at midnight');
});

t.test('click-through is learned by position and by campaign', async t => {
  const ledger = ledgerOf(terms('loved'), terms('plain'));
  for (let n = 0; n < 3000; n++) {
    const at = AT + n * 1000;
    const event = { at, customerKey: `c-${n}`, position: n % 2 };
    for (const id of ['loved', 'plain']) judged(ledger, sponsored('ad-impression', id, event));
    if (n % 10 < 2) judged(ledger, sponsored('click', 'loved', { ...event, priceMicros: 10_000 }));
    if (n % 40 === 0) judged(ledger, sponsored('click', 'plain', { ...event, priceMicros: 10_000 }));
  }
  ledger.publish(AT + 3_600_000);
  const clickThrough = (slot: number, position: number) => ledger.standing.read(1, LATER).clickThrough(slot, position);
  t.ok(clickThrough(0, 0) > 2.5 * clickThrough(1, 0));
  t.ok(Math.abs(ledger.book.clickThrough.at(0) - 0.125) < 0.02, 'a fifth, and a twentieth');
  t.ok(clickThrough(1, 0) < 0.08);
});

t.test('clicks on what nobody has told to have seen are billed, and teach nothing', async t => {
  const ledger = ledgerOf(terms('a'), terms('b'));
  const prior = ledger.book.clickThrough.at(0);
  for (let n = 0; n < 64; n++) {
    const event = { at: AT + n * 1000, customerKey: `c-${n}` };
    t.equal(judged(ledger, sponsored('click', 'a', event)), 500_000);
    // Of another hit.
    judged(ledger, sponsored('ad-impression', 'b', { ...event, position: 1 }));
    judged(ledger, sponsored('click', 'b', event));
  }
  t.equal(ledger.book.clickThrough.at(0), prior);
  t.match(ledger.book.spendOf('a'), { totalMicros: 32_000_000, clicks: 0, expected: 0 });
  t.match(ledger.book.spendOf('b'), { clicks: 0 });
});

t.test(
  'what is put in a cart or bought is owed to the last sponsored click on the product or group, or else to a view',
  async t => {
    const ledger = ledgerOf(terms('a'), terms('b'));
    judged(ledger, sponsored('click', 'a', { product: 'p-1', q: 'boots' }));
    judged(ledger, sponsored('ad-impression', 'b', { product: 'p-2', at: AT + 1000 }));
    judged(ledger, sponsored('click', 'b', { product: 'x-1', at: AT + 2000 }));
    const owed = (record: ReturnType<typeof payment>) => {
      ledger.judge(record, SHOPPER);
      return 'attributed' in record ? record.attributed : undefined;
    };
    const days = 86_400_000;
    t.match(owed(payment('anna', 'p-1', AT + 7 * days)), [
      { campaign: 'a', via: 'click', product: 'p-1', phrase: 'boots', quantity: 2, revenueMicros: 40_000_000 },
    ]);
    t.equal(owed(cart('anna', 'y-1', AT + 5000)), undefined, 'of another group');
    t.match(owed(cart('anna', 'x-2', AT + 5000)), [{ campaign: 'b', via: 'click', revenueMicros: 0 }]);
    t.equal(owed(payment('anna', 'p-1', AT + 7 * days + 1)), undefined, 'later');
    t.equal(owed(payment('bo', 'p-1', AT + 1)), undefined, 'of another visitor');
    const viewed = ledgerOf(terms('b'));
    judged(viewed, sponsored('ad-impression', 'b'));
    const bought = payment('anna', 'p-1', AT + days);
    viewed.judge(bought, SHOPPER);
    t.match(bought, { attributed: [{ campaign: 'b', via: 'view' }] });
  },
);

t.test('an event from before midnight that is judged behind it does not begin the budget of a day anew', async t => {
  const ledger = ledgerOf(terms('a', { dailyMicros: 500_000 }));
  const midnight = AT + 12 * HOUR_MS;
  t.equal(judged(ledger, sponsored('click', 'a', { at: midnight })), 500_000);
  t.equal(judged(ledger, sponsored('click', 'a', { at: midnight - 1, position: 1 })), 'exhausted');
  t.equal(judged(ledger, sponsored('ad-impression', 'a', { at: midnight - 1 })), 0, 'what costs nothing counts');
  t.equal(judged(ledger, sponsored('click', 'a', { at: midnight + 1, position: 2 })), 'exhausted');
  t.equal(judged(ledger, sponsored('click', 'a', { at: midnight + 24 * HOUR_MS, position: 3 })), 500_000);
  t.equal(
    judged(ledger, sponsored('click', 'a', { at: midnight - 48 * HOUR_MS, position: 4 })),
    500_000,
    'a wrong clock',
  );
});

t.test('a campaign whose bid and budget were lowered competes again', async t => {
  const ledger = ledgerOf(terms('a', { dailyMicros: 5_000_000 }));
  t.equal(judged(ledger, sponsored('click', 'a')), 500_000);
  const lowered = terms('a', { dailyMicros: 400_000, mostMicros: 100_000 });
  ledger.setTerms({ generation: 2, campaigns: [lowered] });
  t.equal(ledger.closedBits(lowered, AT), CLOSED.DAY_SPENT);
  t.equal(ledger.closedBits(lowered, AT + 24 * HOUR_MS), 0);
});

t.test('an impression that costs nothing counts where a budget was lowered below what is spent', async t => {
  const ledger = ledgerOf(terms('a'));
  t.equal(judged(ledger, sponsored('click', 'a')), 500_000);
  ledger.setTerms({ generation: 2, campaigns: [terms('a', { totalMicros: 100_000 })] });
  t.equal(judged(ledger, sponsored('ad-impression', 'a')), 0);
  t.equal(judged(ledger, sponsored('click', 'a', { position: 1 })), 'exhausted');
});

t.test('where campaigns stand is published when the clock is set back', async t => {
  const ledger = ledgerOf(terms('a', { totalMicros: 500_000 }));
  ledger.publish(AT + HOUR_MS);
  judged(ledger, sponsored('click', 'a'));
  ledger.publish(AT);
  t.equal(ledger.standing.read(1, AT / 1000 + 1).closed(0), CLOSED.TOTAL_SPENT);
});

t.test('a visitor with all tickets of a day counts again when they are a day old', async t => {
  const ledger = ledgerOf(terms('a'));
  const impressions = (at: number, count: number) =>
    Array.from({ length: count }, (_, position) =>
      judged(ledger, sponsored('ad-impression', 'a', { at: at + Math.floor(position / 250) * 60_000, position })),
    );
  t.same(impressions(AT, 501).slice(499), [0, 'rate']);
  t.same(impressions(AT + 25 * HOUR_MS, 1), [0]);
});

t.test('trails stay within a bound of memory, and what is forgotten does not count twice', async t => {
  const trails = new VisitorTrails(7, { visitors: 1000, weight: 500 });
  const second = AT / 1000;
  const hit = (n: number) => ({
    at: AT + n * 1000,
    campaign: 'a',
    product: `p-${n}`,
    group: 'g',
    phrase: '',
    page: '',
  });
  for (let n = 0; n < 200; n++) trails.count(`c v-${n % 100}`, 'ad-impression', n, '2026-09-01', hit(n));
  t.equal(trails.size, 62);
  t.notOk(trails.hasCounted('c v-0', 100));
  t.ok(trails.forgottenSecond >= second + 100 && trails.forgottenSecond < second + 199);
  const kept = new VisitorTrails(7);
  kept.count('c anna', 'click', 1, '2026-09-01', hit(0));
  for (const n of [1, 2]) kept.count('c anna', 'ad-impression', 1 + n, '2026-09-01', hit(n));
  kept.count('c bo', 'click', 9, '2026-09-04', hit(3 * 86_400));
  const [anna] = [...kept.stored()];
  t.match(anna, ['c anna', AT + 2000, [], [{ product: 'p-0' }], [], []], 'a day later only clicks are kept');
  t.equal(kept.count('c anna', 'ad-impression', 10, '2026-09-04', hit(3 * 86_400)), 1);
});

t.test('of too many accounts those of removed campaigns are dropped, longest billed first', async t => {
  const ledger = ledgerOf(...Array.from({ length: 5 }, (_, n) => terms(`c-${n}`)));
  const book = new CampaignBook(7, 3);
  const kept = () => book.stored().spends.map(([campaign]) => campaign);
  const click = (n: number) => {
    const record = sponsored('click', `c-${n}`);
    ledger.judge(record, SHOPPER);
    book.apply(record);
  };
  for (let n = 0; n < 4; n++) click(n);
  t.same(kept(), ['c-0', 'c-1', 'c-2', 'c-3'], 'none while it is not known which are published');
  book.published = new Set(['c-0', 'c-2']);
  click(4);
  t.same(kept(), ['c-0', 'c-2', 'c-3', 'c-4']);
});

t.test('what an erasure leaves of a record is spend without a trail', async t => {
  const ledger = ledgerOf(terms('a'));
  const clicked = sponsored('click', 'a');
  judged(ledger, clicked);
  const again = ledgerOf(terms('a'));
  const { customerKey: _customer, sessionKey: _session, ...erased } = clicked;
  again.book.apply(erased as typeof clicked);
  t.equal(again.book.spendOf('a')?.totalMicros, 500_000);
  t.equal(again.book.trails.size, 0);
});
