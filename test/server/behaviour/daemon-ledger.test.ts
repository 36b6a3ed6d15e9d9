/**
 * What becomes of reactions and sales that come before the accounts of campaigns are read: they are stored, and billed once
 * when the accounts have been read, also across a crash.
 */
import { join } from 'node:path';
import t from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { CampaignMemory } from '../../../src/behaviour/campaigns/campaign-memory.js';
import type { CampaignTerms } from '../../../src/behaviour/campaigns/campaign-terms.js';
import { CLOSED } from '../../../src/behaviour/campaigns/standing.js';
import { Journal } from '../../../src/behaviour/index.js';
import { DaemonLedger } from '../../../src/server/behaviour/daemon-ledger.js';
import { payment, SHOPPER, sponsored, terms } from '../../behaviour/campaigns/sponsored-traffic.js';
import { testFolder } from '../../folder.js';

const LEAST_WAIT_MS = 1;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ALL = () => true;

/** A journal of a folder, the accounts that follow from it, and the ledger of a daemon that has just started. */
async function start(t: Tap, dir: string) {
  const journal = await Journal.open({
    dir: join(dir, 'journal'),
    segmentBytes: 60_000,
    maxBytes: 1 << 30,
    maxAgeMs: 1e15,
    maxWaiting: 100,
    recorded: (record, _text, number) => memory.take(number, record),
    warn: () => undefined,
  });
  const memory = await CampaignMemory.open({
    dir: join(dir, 'behaviour'),
    journalDir: join(dir, 'journal'),
    attributionDays: 7,
    damagedSegment: () => undefined,
    warn: () => undefined,
  });
  const ledger = new DaemonLedger(7, LEAST_WAIT_MS);
  t.teardown(() => {
    ledger.close();
    return journal.close();
  });
  const append = (record: NotificationRecord) => journal.append(record);
  ledger.settleBy(append);
  await memory.follow(journal.size);
  const read = (...campaigns: CampaignTerms[]) => {
    ledger.setTerms({ generation: 1, campaigns });
    for (const piece of memory.pieces()) ledger.restore(piece);
  };
  return { journal, memory, ledger, read, store: (all: NotificationRecord[]) => ledger.store(all, SHOPPER, append) };
}
type Tap = Parameters<typeof testFolder>[0];

function sums(memory: CampaignMemory): object {
  const { rows, invalid } = memory.list(ALL);
  return {
    clicks: rows.map(({ campaign, clicks, spendMicros, clicked }) => [campaign, clicks, spendMicros, clicked.sales]),
    invalid: invalid.map(({ campaign, reason, clicks }) => [campaign, reason, clicks]),
  };
}

t.test('what comes before the accounts are read is billed when they have been read', async t => {
  const { journal, memory, ledger, read, store } = await start(t, testFolder(t));
  const at = Date.now();
  const { isBot, groupOf } = SHOPPER;
  const click = sponsored('click', 'a', { at });
  await store([click]);
  await ledger.store([sponsored('click', 'a', { at, customerKey: 'bo' })], { isBot: true, groupOf }, record =>
    journal.append(record),
  );
  t.notOk(isBot);
  await store([payment('anna', 'p-1', at + MINUTE_MS)]);
  t.equal(journal.size, 3, 'it is stored at once');
  t.notOk('verdict' in click);
  t.same(sums(memory), { clicks: [], invalid: [] });
  const closed = () => ledger.ledger.standing.read(1, Math.floor(at / 1000) + MINUTE_MS).closed(0);
  t.equal(closed(), CLOSED.UNREAD, 'no campaign competes');

  read(terms('a', { totalMicros: 700_000 }));
  t.equal(ledger.ledger.counts.spendMicros, 500_000, 'before anything else is judged');
  t.equal(closed(), CLOSED.TOTAL_SPENT);
  const [again, other] = [sponsored('click', 'a', { at }), sponsored('click', 'a', { at, customerKey: 'cy' })];
  await store([again, other]);
  t.match(again, { verdict: { invalid: 'duplicate' } });
  t.match(other, { verdict: { invalid: 'exhausted' } }, 'what was billed late is spent');
  t.same(sums(memory), {
    clicks: [['a', 1, 500_000, 2]],
    invalid: [
      ['a', 'bot', 1],
      ['a', 'duplicate', 1],
      ['a', 'exhausted', 1],
    ],
  });
});

t.test('what a crash has left unjudged is billed after the next start, and once', async t => {
  const dir = testFolder(t);
  const at = Date.now();
  const first = await start(t, dir);
  const old = sponsored('click', 'a', { at: at - 2 * DAY_MS, customerKey: 'bo' });
  await first.store([sponsored('click', 'a', { at }), old, payment('anna', 'p-1', at + MINUTE_MS)]);
  await first.memory.save();
  await first.journal.close();

  const second = await start(t, dir);
  t.same(sums(second.memory), { clicks: [], invalid: [] });
  second.read(terms('a'));
  await second.journal.close();
  const whole = { clicks: [['a', 1, 500_000, 2]], invalid: [['a', 'accounts-unread', 1]] };
  t.same(sums(second.memory), whole, 'but for what is of another day');
  t.equal(second.journal.size, 6);

  const third = await start(t, dir);
  third.read(terms('a'));
  await third.journal.close();
  t.equal(third.journal.size, 6, 'nothing is judged again');
  t.same(sums(third.memory), whole);
  t.equal(third.ledger.ledger.book.spendOf('a')?.totalMicros, 500_000);
});

t.test('what cannot be stored is tried again, and what is forgotten is stored without its customer', async t => {
  const ledger = new DaemonLedger(7, LEAST_WAIT_MS);
  t.teardown(() => ledger.close());
  const stored: NotificationRecord[] = [];
  let isFull = false;
  const append = async (record: NotificationRecord) => {
    if (isFull) throw new Error('full');
    return stored.push(record) - 1;
  };
  const at = Date.now();
  await ledger.store([sponsored('click', 'a', { at, customerKey: 'anna' })], SHOPPER, append);
  isFull = true;
  ledger.settleBy(append);
  ledger.setTerms({ generation: 1, campaigns: [terms('a')] });
  ledger.restore({ trails: [], isLast: true });
  await Promise.resolve();
  t.equal(ledger.ledger.counts.spendMicros, 500_000);
  ledger.forget(['anna']);
  isFull = false;
  ledger.settleBy(append);
  t.equal(stored.length, 2);
  t.match(stored[1], { settles: 0, userContext: 'SYNTHETIC', verdict: { campaign: 'a', micros: 500_000 } });
  t.notOk('customerKey' in stored[1]!);
  t.equal(ledger.ledger.counts.spendMicros, 500_000, 'billed once');
});

t.test('reactions wait for accounts that are read soon', async t => {
  const daemon = new DaemonLedger(7, 60_000);
  t.teardown(() => daemon.close());
  daemon.setTerms({ generation: 1, campaigns: [terms('a')] });
  const record = sponsored('click', 'a');
  const storing = daemon.store([record], SHOPPER, async () => 0);
  daemon.restore({ trails: [], isLast: true });
  await storing;
  t.match(record, { verdict: { micros: 500_000 } });
});
