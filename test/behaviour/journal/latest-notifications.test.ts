/** The newest notifications in memory: their order, their bounds, and that a restart finds them again. */
import fs from 'node:fs';
import t from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { Journal } from '../../../src/behaviour/journal/journal.js';
import { KEPT_NOTIFICATIONS, LatestNotifications } from '../../../src/behaviour/journal/latest-notifications.js';
import { testFolder } from '../../folder.js';

const record = (at: number, type: 'end' | 'click' = 'end') =>
  ({ at, market: 'se', userContext: 'ANONYMOUS', type }) as NotificationRecord;
const add = (latest: LatestNotifications, one: NotificationRecord) => latest.add(one.type, JSON.stringify(one));
const all = () => true;

t.test('newest first, at most as many as asked for, and how many there are', async t => {
  const latest = new LatestNotifications();
  t.same(latest.list(10, all), { records: [], found: 0 });
  for (let at = 0; at < 5; at++) add(latest, record(at, at % 2 ? 'click' : 'end'));
  t.same(latest.list(2, all), { records: [record(4), record(3, 'click')], found: 5 });
  t.same(
    latest.list(10, type => type === 'click'),
    { records: [record(3, 'click'), record(1, 'click')], found: 2 },
  );
});

t.test('only the newest are kept', async t => {
  const latest = new LatestNotifications();
  for (let at = 0; at < KEPT_NOTIFICATIONS * 2 + 7; at++) add(latest, record(at));
  t.equal(latest.size, KEPT_NOTIFICATIONS);
  const { records, found } = latest.list(KEPT_NOTIFICATIONS, all);
  t.equal(found, KEPT_NOTIFICATIONS);
  t.equal(records[0]!.at, KEPT_NOTIFICATIONS * 2 + 6);
  t.equal(records.at(-1)!.at, KEPT_NOTIFICATIONS + 7);
});

t.test('long ones are bounded in bytes', async t => {
  const one = JSON.stringify(record(0));
  const latest = new LatestNotifications(one.length * 3 + 1);
  for (let at = 0; at < 8; at++) add(latest, record(at));
  t.same(
    latest.list(10, all).records.map(({ at }) => at),
    [7, 6, 5],
  );
});

t.test('a restart finds the newest again, over several segments', async t => {
  const dir = testFolder(t);
  const total = KEPT_NOTIFICATIONS + 500;
  const kept = new LatestNotifications();
  const journal = await Journal.open({
    dir,
    segmentBytes: 100_000,
    maxBytes: 1 << 30,
    maxAgeMs: 86_400_000,
    maxWaiting: total,
    recorded: ({ type }, text) => kept.add(type, text),
    warn: (_facts, message) => t.fail(message),
  });
  for (let from = 0; from < total; from += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, i) => journal.append(record(from + i))));
  }
  await journal.close();
  t.ok(fs.readdirSync(dir).length > 3);
  const again = new LatestNotifications();
  await again.load(dir);
  t.equal(again.size, KEPT_NOTIFICATIONS);
  t.same(again.list(KEPT_NOTIFICATIONS, all), kept.list(KEPT_NOTIFICATIONS, all));
});
