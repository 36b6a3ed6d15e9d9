/** What becomes of reactions that come before the accounts of campaigns are read: they are stored, and cost nothing. */
import t from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { DaemonLedger } from '../../../src/server/behaviour/daemon-ledger.js';
import { AT, payment, SHOPPER, sponsored, terms } from '../../behaviour/campaigns/sponsored-traffic.js';

const LEAST_WAIT_MS = 1;

t.test('reactions before the accounts are read are stored and not billed, and later ones are', async t => {
  const daemon = new DaemonLedger(7, LEAST_WAIT_MS);
  t.teardown(() => daemon.close());
  const stored: NotificationRecord[] = [];
  const append = async (record: NotificationRecord) => stored.push(record);
  const early = [sponsored('click', 'a'), payment('anna', 'p-1', AT)];
  await daemon.store(early, SHOPPER, append);
  t.equal(stored.length, 2);
  t.match(early[0], { verdict: { campaign: 'a', day: '2026-09-01', invalid: 'accounts-unread' } });
  t.notOk('attributed' in early[1]!);
  t.equal(daemon.ledger.counts.spendMicros, 0);

  daemon.setTerms({ generation: 1, campaigns: [terms('a')] });
  daemon.restore({ trails: [], isLast: true });
  const again = [sponsored('click', 'a'), payment('anna', 'p-1', AT)];
  await daemon.store(again, SHOPPER, append);
  t.match(again[0], { verdict: { campaign: 'a', micros: 500_000 } }, 'the ticket was not counted before');
  t.match(again[1], { attributed: [{ campaign: 'a', via: 'click' }] });
  t.equal(daemon.ledger.counts.spendMicros, 500_000);
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
