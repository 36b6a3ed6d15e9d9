/** Nothing that was acknowledged is lost when the daemon is killed: not of what visitors do, and not of its order. */
import { join } from 'node:path';
import t from 'tap';
import { replay } from '../../src/behaviour/index.js';
import { type Daemon, ready } from '../daemon.js';
import { killAll, missingProc } from './processes.js';
import { dataDir, running, start } from './shared-restarts.js';
import { groupLines } from './shop.js';

/** Of the notifications that come before a daemon is killed. */
const LONGEST_ROUND_MS = 180_000;
/** What the customers of this file are called begins with it. */
const CUSTOMER = 'acknowledged-';

async function send({ url }: Daemon, customer: string): Promise<number> {
  const visitor = `market=uk&customerKey=${CUSTOMER}${customer}&sessionKey=s-1`;
  const { status } = await fetch(`${url}/api/storefront/v3/notifications/end?${visitor}`, { method: 'POST' });
  return status;
}

const customers = (records: { customerKey?: string | undefined }[]) =>
  records.flatMap(({ customerKey = '' }) =>
    customerKey.startsWith(CUSTOMER) ? [customerKey.slice(CUSTOMER.length)] : [],
  );

/** Customers of the newest notifications, newest first. */
async function listed({ url, key }: Daemon): Promise<string[]> {
  const path = `${url}/api/admin/v4/notifications/latest?limit=1000&type=end`;
  const response = await fetch(path, { headers: { 'Api-Key': key } });
  if (response.status !== 200) throw new Error(`latest: ${response.status} ${await response.text()}`);
  return customers(((await response.json()) as { entries: { customerKey?: string }[] }).entries);
}

t.test('kill -9 right after an answer loses nothing that was acknowledged', { skip: missingProc }, async t => {
  let daemon = await running(groupLines(6));
  const acknowledged: string[] = [];
  let sent = 0;

  t.equal(await send(daemon, 'alone'), 204);
  await killAll(daemon);
  acknowledged.push('alone');
  for (let round = 0; round < 3; round++) {
    daemon = await start();
    await ready(daemon.url);
    const known = await listed(daemon);
    t.same(
      acknowledged.filter(customer => !known.includes(customer)),
      [],
      `all ${acknowledged.length} are there`,
    );
    // Sixteen visitors at once, killed in the middle.
    const enough = acknowledged.length + 100;
    const deadline = performance.now() + LONGEST_ROUND_MS;
    let killed: Promise<void> | undefined;
    const visitor = async () => {
      while (killed === undefined && performance.now() < deadline) {
        const customer = `${sent++}`;
        try {
          if ((await send(daemon, customer)) === 204) acknowledged.push(customer);
        } catch {
          // The connection broke: the outcome is unknown.
        }
        if (acknowledged.length >= enough) killed ??= killAll(daemon);
      }
    };
    await Promise.all(Array.from({ length: 16 }, visitor));
    t.ok(killed, `100 of ${sent} were acknowledged in time`);
    await killed;
  }
  daemon = await start();
  const known = await listed(daemon);
  t.same(
    acknowledged.filter(customer => !known.includes(customer)),
    [],
    `all ${acknowledged.length} are there`,
  );
  t.equal(new Set(known).size, known.length, 'each once');
  const inJournal: string[] = [];
  for await (const batch of replay(join(dataDir, 'journal'))) {
    inJournal.push(...customers(batch.map(({ record }) => record)));
  }
  t.same(inJournal.reverse(), known, 'the journal has what is listed, in the same order');
});
