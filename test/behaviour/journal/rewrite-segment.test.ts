/**
 * Records of the journal can be changed where they stand: all others stay byte for byte, in their places, whatever is
 * appended meanwhile.
 */
import fs from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { Journal } from '../../../src/behaviour/journal/journal.js';
import { type Recorded, replay } from '../../../src/behaviour/journal/journal-replay.js';
import { LatestNotifications } from '../../../src/behaviour/journal/latest-notifications.js';
import { testFolder } from '../../folder.js';

const favorite = (customerKey: string, productKey: string): NotificationRecord => ({
  at: 1_790_000_000_000,
  market: 'se',
  customerKey,
  userContext: 'PERSONALIZED',
  type: 'add-favorite',
  productKey,
});

/** Takes the visitor out of what he did. */
const forget = (customer: string) => (record: NotificationRecord) => {
  if (record.customerKey !== customer) return undefined;
  const { customerKey: _, ...rest } = record;
  return rest as NotificationRecord;
};

async function journal(
  t: Test,
  segmentBytes = 1 << 20,
  maxAgeMs = 86_400_000,
): Promise<{ dir: string; journal: Journal }> {
  const dir = testFolder(t);
  const options = { dir, segmentBytes, maxBytes: 1 << 30, maxAgeMs, maxWaiting: 100_000 };
  const opened = await Journal.open({ ...options, recorded: () => undefined, warn: (_, message) => t.fail(message) });
  t.teardown(() => opened.close());
  return { dir, journal: opened };
}

async function read(dir: string): Promise<Recorded[]> {
  const all: Recorded[] = [];
  for await (const batch of replay(dir)) all.push(...batch);
  return all;
}

t.test('what is changed is changed in all segments, everything else stays', async t => {
  const { dir, journal: written } = await journal(t, 600);
  const customers = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 'anna' : `other ${i}`));
  for (const [i, customer] of customers.entries()) await written.append(favorite(customer, `p${i}`));
  t.ok(fs.readdirSync(dir).length > 3, 'there are several segments');
  const before = written.totalBytes;
  t.equal(await written.rewrite(forget('anna')), customers.filter(customer => customer === 'anna').length);
  const found = await read(dir);
  t.same(
    found.map(({ number, record }) => [
      number,
      record.customerKey,
      record.type === 'add-favorite' && record.productKey,
    ]),
    customers.map((customer, i) => [i, customer === 'anna' ? undefined : customer, `p${i}`]),
  );
  t.ok(written.totalBytes < before, 'and the space is known to be free');
  const sizes = fs.readdirSync(dir).reduce((sum, file) => sum + fs.statSync(join(dir, file)).size, 0);
  t.equal(written.totalBytes, sizes);
  t.equal(await written.rewrite(forget('anna')), 0, 'nothing is left to change');
});

t.test('appends go on while records are changed', async t => {
  const { dir, journal: written } = await journal(t, 4000);
  for (let i = 0; i < 50; i++) await written.append(favorite('anna', `old ${i}`));
  const appends = Array.from({ length: 50 }, (_, i) => written.append(favorite('bert', `new ${i}`)));
  const [changed] = await Promise.all([written.rewrite(forget('anna')), ...appends]);
  t.equal(changed, 50);
  await written.append(favorite('bert', 'last'));
  const found = await read(dir);
  t.equal(found.length, 101);
  t.ok(found.every(({ number }, i) => number === i));
  t.equal(found.filter(({ record }) => record.customerKey === 'bert').length, 51);
});

t.test('a segment that is dropped while its records are changed does not come back', async t => {
  const maxAgeMs = 50;
  const { dir, journal: written } = await journal(t, 1 << 20, maxAgeMs);
  await written.append(favorite('anna', 'p'));
  const [segment] = fs.readdirSync(dir);
  let expired: Promise<void> | undefined;
  await written.rewrite(record => {
    // The segment has been read, and its new file is not written yet. By now it is too old.
    const readMs = performance.now();
    while (performance.now() < readMs + 2 * maxAgeMs);
    expired ??= written.expire();
    return forget('anna')(record);
  });
  await expired;
  t.notOk(fs.existsSync(join(dir, segment!)));
  t.equal(written.totalBytes, 0);
  t.same(await read(dir), []);
});

t.test('what a crash left of a rewriting is removed at the next start', async t => {
  const { dir, journal: written } = await journal(t);
  await written.append(favorite('anna', 'p'));
  await written.close();
  const [segment] = fs.readdirSync(dir);
  fs.copyFileSync(join(dir, segment!), join(dir, `${segment}.rewriting`));
  const options = { dir, segmentBytes: 1 << 20, maxBytes: 1 << 30, maxAgeMs: 86_400_000, maxWaiting: 10 };
  const reopened = await Journal.open({ ...options, recorded: () => undefined, warn: (_, message) => t.fail(message) });
  t.same(fs.readdirSync(dir), [segment]);
  await reopened.close();
});

t.test('the listing of the newest forgets too', async t => {
  const latest = new LatestNotifications();
  for (const customer of ['anna', 'bert', 'anna']) latest.add('add-favorite', JSON.stringify(favorite(customer, 'p')));
  latest.rewrite(forget('anna'));
  const { records } = latest.list(10, () => true);
  t.same(
    records.map(({ customerKey }) => customerKey),
    [undefined, 'bert', undefined],
  );
});
