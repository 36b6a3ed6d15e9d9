/**
 * The client and the real behaviour thread over a journal: what is seen after a wait, what a thread that dies leaves to
 * the next, and what is dropped when too much comes.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Activity, Visit } from '../../../src/behaviour/activities/activity.js';
import { ledgerFile, peekLedger, writeLedger } from '../../../src/behaviour/campaigns/ledger-file.js';
import { DEFAULT_BEHAVIOUR_SETTINGS, Journal, type NotificationRecord } from '../../../src/behaviour/index.js';
import { VisitorReader } from '../../../src/behaviour/visitors/index.js';
import type { Visitor } from '../../../src/behaviour/visitors/visitor.js';
import { BehaviourClient } from '../../../src/server/behaviour/behaviour-client.js';
import { behaviourFolder, journalFolder } from '../../../src/server/behaviour/folders.js';
import { openLog } from '../../../src/server/observability/log.js';
import type { SharedSnapshot } from '../../../src/snapshot/index.js';
import { favorite, search, view, who } from '../../behaviour/activities.js';
import { ledgerOf, SHOPPER, sponsored, terms } from '../../behaviour/campaigns/sponsored-traffic.js';
import { testFolder } from '../../folder.js';
import { until, within } from '../../within.js';

const file = new URL('../../../bundle/server/behaviour/behaviour-thread.js', import.meta.url);
const { log } = openLog('silent');

interface Shop {
  data: string;
  client: BehaviourClient;
  journal: Journal;
  /** Appends, and waits until it is seen. */
  notify(record: NotificationRecord): Promise<void>;
  see(customerKey: string): Visitor | undefined;
  close(): Promise<void>;
}

async function open(
  t: Test,
  {
    data = testFolder(t),
    maxVisits = 50_000,
    learnSeconds = 30,
    pingEveryMs = 2_000,
    visitsEveryMs = undefined as number | undefined,
    warnings = [] as string[],
    opening = (_: BehaviourClient): void => undefined,
  } = {},
): Promise<Shop> {
  const settings = { ...DEFAULT_BEHAVIOUR_SETTINGS, learnSeconds };
  const heard = Object.assign(Object.create(log) as typeof log, {
    warn: (_: object, message: string) => void warnings.push(message),
  });
  const client = new BehaviourClient({
    dataDir: data,
    settings,
    log: heard,
    file,
    maxVisits,
    pingEveryMs,
    ...(visitsEveryMs && { visitsEveryMs }),
  });
  const opened = client.open();
  opening(client);
  await opened;
  const journal = await Journal.open({
    dir: journalFolder(data),
    segmentBytes: 1 << 20,
    maxBytes: 1 << 30,
    maxAgeMs: 86_400_000,
    maxWaiting: 1_000_000,
    recorded: (_, text, number) => client.recorded(text, number),
    warn: (_, message) => t.fail(message),
  });
  client.follow(journal.size);
  const reader = new VisitorReader({ dir: behaviourFolder(data), visitorDays: 90, announced: client.announced });
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= (async () => {
      await journal.close();
      await reader.close();
      await client.close();
    })());
  t.teardown(close);
  return {
    data,
    client,
    journal,
    notify: async record => client.applied(await journal.append(record)),
    see: customerKey => {
      reader.refresh(Date.now());
      return reader.get('se', customerKey);
    },
    close,
  };
}

/** What happens now: visitors fade. */
const now = () => ({ at: Date.now() });
const keys = (list: { key: string }[] | undefined) => list?.map(({ key }) => key);
const visit = (activity: Activity) => activity as Visit;

/** Resolves when there is a thread that has caught up, so that effects are waited for. */
async function live({ client }: Shop): Promise<void> {
  await until(
    'a thread that has caught up',
    async () => (await client.requests.countSearches('se', 'absent', 'all')) !== undefined,
  );
}

/** Kills the thread: what is not JSON is a defect. The next one finds the journal as it should be. */
function kill({ client, journal }: Shop): void {
  client.recorded('{', journal.size);
}

t.test('effects are seen when they have been waited for, of a visit by the next question of the customer', async t => {
  const shop = await open(t);
  await live(shop);
  await shop.notify(favorite('c', 'p-1', now()));
  t.same(keys(shop.see('c')?.favorites), ['p-1']);
  t.equal(shop.client.settled('se', 'c'), undefined, 'no visit is under way');
  shop.client.visited(visit(search('c', 'lamp', now())));
  shop.client.visited(visit(view('d', 'p-2', now())));
  shop.client.visited(visit(view('c', 'p-3', now())));
  t.equal(shop.client.settled('uk', 'c'), undefined, 'nor in another market');
  await shop.client.settled('se', 'c');
  t.match(shop.see('c'), { searches: [{ key: 'lamp' }], views: [{ key: 'p-3' }] });
  t.same(keys(shop.see('d')?.views), ['p-2']);
  t.equal(shop.client.settled('se', 'c'), undefined);
  t.equal(shop.client.depth, 0);
});

t.test('visits do not wait for others once a query of their customer waits for them', async t => {
  const shop = await open(t, { visitsEveryMs: 60_000 });
  await live(shop);
  for (const text of ['lamp', 'desk lamp']) {
    shop.client.visited(visit(search('c', text, now())));
    await shop.client.settled('se', 'c');
    t.equal(shop.see('c')?.searches[0]?.key, text);
  }
});

t.test('what comes while the store is opened waits for it: questions, requests of operators, and visits', async t => {
  const asked: Promise<unknown>[] = [];
  const shop = await open(t, {
    opening: client => {
      client.visited(visit(search('c', 'lamp', now())));
      t.ok(client.isOpening);
      const settled = client.settled('se', 'c');
      t.ok(settled, 'a query of a visitor waits');
      asked.push(
        settled!.then(() => t.notOk(client.isOpening)),
        client.requests.exportVisitor('d'),
        client.requests.eraseVisitors(['d']),
      );
    },
  });
  t.match(await Promise.all(asked), [true, [], [0]]);
  await until('the visit', () => shop.see('c')?.searches.length === 1);
  t.equal(shop.client.counts.visitsDropped, 0);
});

t.test('a thread that dies is replaced, and what was recorded meanwhile is caught up', async t => {
  const shop = await open(t);
  for (let round = 0; round < 2; round++) {
    await live(shop);
    await shop.notify(favorite('c', `before-${round}`, now()));
    kill(shop);
    const appended = shop.journal.append(favorite('c', `while-${round}`, now()));
    // No call waits for a thread that is gone.
    await shop.client.applied(await appended);
    t.equal(shop.journal.size, 2 * round + 2);
  }
  t.equal(shop.client.counts.threadFailures, 2);
  await live(shop);
  await shop.notify(favorite('c', 'after', now()));
  await shop.close();
  const again = await open(t, { data: shop.data });
  await live(again);
  const expected = ['after', 'while-1', 'before-1', 'while-0', 'before-0'];
  t.same(keys(again.see('c')?.favorites), expected);
});

t.test('a question that a dying thread had is answered with nothing, and the next thread answers again', async t => {
  const shop = await open(t);
  await live(shop);
  shop.client.visited(visit(search('c', 'lamp', now())));
  kill(shop);
  t.equal(await shop.client.requests.countSearches('se', 'c', 'all'), undefined);
  t.equal(shop.client.counts.visitsDropped, 1, 'a visit is not in the journal');
});

const favoritesOf = async ({ client }: Shop, customerKey: string) =>
  (await client.requests.exportVisitor(customerKey)).flatMap(({ visitor }) => keys(visitor.favorites)!);

for (const by of ['nothing', 'another file']) {
  t.test(`a file of visitors in whose place ${by} is found is written again with all that was in it`, async t => {
    const warnings: string[] = [];
    const shop = await open(t, { warnings });
    await live(shop);
    await shop.notify(favorite('c', 'p-1', now()));
    shop.client.visited(visit(search('c', 'lamp', now())));
    await shop.client.settled('se', 'c');
    const store = join(behaviourFolder(shop.data), 'data.mdb');
    rmSync(store);
    if (by !== 'nothing') writeFileSync(store, 'no store');
    const late = new VisitorReader({
      dir: behaviourFolder(shop.data),
      visitorDays: 90,
      announced: shop.client.announced,
    });
    t.teardown(() => late.close());
    await shop.notify(favorite('c', 'p-2', now()));
    t.same(await favoritesOf(shop, 'c'), ['p-2', 'p-1']);
    t.same(keys(shop.see('c')?.favorites), ['p-2', 'p-1'], 'who has it open goes on');
    await until('a reader that comes late sees it', () => {
      late.refresh(Date.now());
      return late.get('se', 'c') !== undefined;
    });
    await shop.notify(favorite('c', 'p-3', now()));
    late.refresh(Date.now());
    const all = { searches: [{ key: 'lamp' }], favorites: [{ key: 'p-3' }, { key: 'p-2' }, { key: 'p-1' }] };
    for (const seen of [late.get('se', 'c'), shop.see('c')]) t.match(seen, all);
    t.match(warnings, [/removed or replaced/, /in its place again/]);
    t.equal(shop.client.counts.threadFailures, 0);
    await shop.close();
    const again = await open(t, { data: shop.data });
    await live(again);
    t.match(again.see('c'), all, 'also after a start');
  });
}

t.test('while a file of visitors that was damaged is made again, they are unavailable, and then right', async t => {
  const warnings: string[] = [];
  const shop = await open(t, { warnings });
  await live(shop);
  await shop.notify(favorite('c', 'p-1', now()));
  const store = join(behaviourFolder(shop.data), 'data.mdb');
  writeFileSync(store, Buffer.alloc(statSync(store).size), { flag: 'r+' });
  const { client } = shop;
  const requests: Promise<unknown>[] = [
    favoritesOf(shop, 'c'),
    client.requests.eraseVisitors(['d']),
    client.requests.copyTo(testFolder(t)),
  ];
  for (const asked of await Promise.allSettled(requests)) {
    t.match(asked, { status: 'rejected', reason: { code: 'visitors_unavailable' } });
  }
  await until('the favourites', async () => {
    try {
      return (await favoritesOf(shop, 'c')).length === 1;
    } catch (error) {
      t.match(error, { code: 'visitors_unavailable' });
      return false;
    }
  });
  t.same(keys(shop.see('c')?.favorites), ['p-1']);
  t.match(warnings, [/is damaged; it is made again/]);
});

/** The process that writes visitors. */
const writerOf = ({ data }: Shop): number =>
  JSON.parse(readFileSync(join(behaviourFolder(data), 'writer.lock'), 'utf8')).pid;

t.test('whatever ends the process that writes visitors, all is applied that was recorded, in its order', async t => {
  const shop = await open(t);
  await live(shop);
  const { client } = shop;
  const expected: string[] = [];
  for (const signal of ['SIGKILL', 'SIGBUS', 'SIGABRT'] as const) {
    const recorded: Promise<void>[] = [];
    for (let n = 0; n < 40; n++) {
      expected.unshift(`${signal}-${n}`);
      recorded.push(shop.notify(favorite('c', `${signal}-${n}`, now())));
      // The last of them come while there is no process.
      if (n % 10 === 0) await Promise.all(recorded);
      if (n === 20) process.kill(writerOf(shop), signal);
    }
    await Promise.all(recorded);
    await until('the next process', () => client.degradations().length === 1);
    await until('the next process has caught up', () => client.degradations().length === 0);
    t.same(keys(shop.see('c')?.favorites), expected);
  }
  t.match(client.counts, { processFailures: 3, threadFailures: 0 });
});

t.test('who was recorded while no process wrote visitors is known as soon as the next one has caught up', async t => {
  const shop = await open(t);
  await live(shop);
  const { client } = shop;
  await until('the end of the first sweep', () => !client.mayKnow('se', 'c', 'products'));
  process.kill(writerOf(shop), 'SIGKILL');
  await until('the end of the process', () => client.degradations().length === 1);
  t.ok(client.mayKnow('se', 'c', 'products'), 'the keys of visitors that it has written may be missing');
  await shop.journal.append(favorite('c', 'p-1', now()));
  await until('the next process has caught up', () => client.degradations().length === 0);
  t.ok(client.mayKnow('se', 'c', 'products'));
  t.ok(client.mayKnow('se', 'c', 'anything'));
  await until('the end of the next sweep', () => !client.mayKnow('se', 'absent', 'anything'));
  t.ok(client.mayKnow('se', 'c', 'products'));
});

t.test('a process that writes visitors and does not answer is killed, and what waits for it is bounded', async t => {
  const warnings: string[] = [];
  // It is killed after seven pings: a machine with much to do needs a second or two for the visits before that.
  const shop = await open(t, { pingEveryMs: 1_000, warnings });
  await live(shop);
  const { client } = shop;
  const stopped = writerOf(shop);
  process.kill(stopped, 'SIGSTOP');
  for (let n = 0; n < 20_001; n++) client.visited(visit(view('c', 'p', now())));
  await until('too many wait', () => warnings.some(message => /is behind/.test(message)));
  await t.rejects(client.requests.exportVisitor('c'), { code: 'visitors_unavailable' });
  client.visited(visit(view('c', 'p', now())));
  await until('a visit is lost', () => client.counts.visitsDropped === 1);
  await shop.notify(favorite('c', 'p-1', now()));
  await until('the next process has caught up', () => keys(shop.see('c')?.favorites)?.[0] === 'p-1');
  t.equal(client.counts.visitsDropped, 20_002);
  t.ok(warnings.some(message => /does not answer; it is killed/.test(message)));
  t.ok(hasEnded(stopped));
});

/** Also where its exit code was not taken, because the thread that started it has ended. */
function hasEnded(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  if (process.platform === 'linux') return !existsSync(stat) || /\) Z /.test(readFileSync(stat, 'utf8'));
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

t.test('a process that was left behind is ended before another one writes', async t => {
  const shop = await open(t);
  await live(shop);
  const left = writerOf(shop);
  process.kill(left, 'SIGSTOP');
  kill(shop);
  await shop.notify(favorite('c', 'p-1', now()));
  await live(shop);
  t.not(writerOf(shop), left);
  t.ok(hasEnded(left));
  await shop.notify(favorite('c', 'p-2', now()));
  t.same(keys(shop.see('c')?.favorites), ['p-2', 'p-1']);
});

t.test('visits that are too many are dropped and counted, records never', async t => {
  const shop = await open(t, { maxVisits: 5 });
  await live(shop);
  const stored = Promise.all(Array.from({ length: 50 }, (_, n) => shop.notify(favorite('c', `p-${n}`, now()))));
  for (let n = 0; n < 8; n++) shop.client.visited(visit(view('c', `v-${n}`, now())));
  t.equal(shop.client.counts.visitsDropped, 3);
  await stored;
  await shop.client.settled('se', 'c');
  t.equal(shop.see('c')?.favorites.length, 50);
  t.equal(shop.see('c')?.views.length, 5);
});

t.test('how many searches a removal takes away is told with what happened before in mind', async t => {
  const shop = await open(t);
  await live(shop);
  for (const q of ['Lamp', 'red chair', 'table']) shop.client.visited(visit(search('c', q, now())));
  t.equal(await shop.client.requests.countSearches('se', 'c', ['lamp', ' RED  chair ', 'nothing']), 2);
  t.equal(await shop.client.requests.countSearches('se', 'c', 'all'), 3);
  t.equal(await shop.client.requests.countSearches('uk', 'c', 'all'), 0);
  await shop.notify({ ...who('c', now()), type: 'remove-recent-searches', phrases: ['lamp'], removeAll: false });
  t.equal(await shop.client.requests.countSearches('se', 'c', 'all'), 2);
});

t.test('strangers are told apart from those who are known, at once and after a start', async t => {
  const shop = await open(t);
  await live(shop);
  const strangers = ({ client }: Shop) =>
    Array.from({ length: 50 }, (_, n) => client.mayKnow('se', `stranger-${n}`, 'anything')).filter(Boolean).length;
  const known = async (one: Shop) => {
    // The first sweep is under way when the thread answers.
    await until('the end of the first sweep', () => strangers(one) <= 5);
  };
  await known(shop);
  shop.client.visited(visit(search('c', 'lamp', now())));
  t.ok(shop.client.mayKnow('se', 'c', 'anything'), 'before it is on disk');
  t.notOk(shop.client.mayKnow('se', 'c', 'products'));
  await shop.notify(favorite('d', 'p-1', now()));
  t.ok(shop.client.mayKnow('se', 'd', 'anything'));
  await shop.close();
  const dir = behaviourFolder(shop.data);
  const ledger = ledgerOf(terms('spring'));
  for (const customerKey of ['c', 'd']) ledger.judge(sponsored('click', 'spring', { customerKey }), SHOPPER);
  const accounts = { book: ledger.book.stored(), trails: [...ledger.book.trails.stored()] };
  await writeLedger(ledgerFile(dir), { next: 0, ledger: { ...accounts, accounts: { rows: [], invalid: [] } } }, false);
  const again = await open(t, { data: shop.data });
  await known(again);
  t.ok(again.client.mayKnow('se', 'c', 'anything') && again.client.mayKnow('se', 'd', 'anything'));
  t.notOk(again.client.mayKnow('se', 'c', 'products'));
  t.match(await again.client.requests.exportVisitor('c'), [{ market: 'se', visitor: { searches: [{ key: 'lamp' }] } }]);
  t.same(await again.client.requests.eraseVisitors(['c', 'absent']), [1, 0]);
  t.same(await again.client.requests.exportVisitor('c'), []);
  t.equal(again.see('c'), undefined);
  const copy = testFolder(t);
  await again.client.requests.copyTo(copy);
  for (const folder of [dir, behaviourFolder(copy)]) {
    const kept = await peekLedger(ledgerFile(folder));
    t.same(
      kept?.ledger.trails.map(([visitor]) => visitor),
      ['c d'],
      'also where retail media is switched off',
    );
    t.match(kept?.ledger.book.spends, [['spring', { totalMicros: 1_000_000 }]]);
  }
});

t.test('signals are compiled for a snapshot, again when there is news, and by the next thread as well', async t => {
  const shop = await open(t, { learnSeconds: 1 });
  const snapshot = { id: 's-1', dataDir: shop.data, manifest: { views: [] }, parts: new Map() };
  const news: string[] = [];
  const heard = () =>
    new Promise<string>(resolve =>
      shop.client.onSignals(({ snapshotId }) => {
        news.push(snapshotId);
        resolve(snapshotId);
      }),
    );
  const first = await shop.client.setSnapshot(snapshot as unknown as SharedSnapshot);
  t.equal(first?.snapshotId, 's-1');
  let next = heard();
  shop.client.visited(visit(view('c', 'p-1', now())));
  t.equal(await next, 's-1', 'there was something to learn');
  next = heard();
  kill(shop);
  t.equal(await next, 's-1', 'from the thread that took its place');
  t.equal(shop.client.counts.threadFailures, 1);
  t.same(news, ['s-1', 's-1']);
});

t.test('what a newer version wrote keeps the daemon from starting', async t => {
  const shop = await open(t);
  await shop.close();
  const { open: openRaw } = await import('lmdb');
  const raw = openRaw<Buffer, Buffer>({
    path: behaviourFolder(shop.data),
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
  });
  raw.putSync(Buffer.of(0), Buffer.of(9, 0, 0, 0, 0));
  await raw.close();
  await t.rejects(new BehaviourClient({ dataDir: shop.data, settings: DEFAULT_BEHAVIOUR_SETTINGS, log, file }).open(), {
    error: 'UNAVAILABLE',
    message: /format 9 found/,
  });
});

t.test('a thread that dies before it has opened the store keeps the daemon from starting', async t => {
  const ends: [string, RegExp][] = [
    ['process.exit(6)', /^the behaviour thread ended with exit code 6$/],
    ['throw new Error("no disk")', /^the behaviour thread ended with an exception: no disk$/],
  ];
  for (const [script, message] of ends) {
    const dying = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const dataDir = testFolder(t);
    const client = new BehaviourClient({ dataDir, settings: DEFAULT_BEHAVIOUR_SETTINGS, log, file: dying });
    await t.rejects(within('the start', client.open()), { name: 'ThreadDeath', message });
  }
});
