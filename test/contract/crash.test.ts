/**
 * `kill -9` in the middle of imports: what was acknowledged is there after a restart, what was not is there whole or
 * not at all, in the answers and in the catalog behind them, and imports go on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type Daemon, ready } from '../daemon.js';
import { until } from '../within.js';
import { announcedManifest, ended, importLines, importState, importWhenReady, POLL_MS, snapshots } from './admin.js';
import { killAll, killIngest, killParent, missingProc } from './processes.js';
import { running, start } from './shared-restarts.js';
import { editionsOf, groupLines, searchUrl } from './shop.js';

const seed = 20260901;
const GROUPS = 60;
/** Enough for an import to outlast a restart. */
const MANY_GROUPS = 1200;
const catalog = (edition: number, groups = GROUPS) => groupLines(groups, { edition });

async function editions(daemon: Daemon): Promise<number[]> {
  const response = await fetch(searchUrl(daemon.url, '', { limit: String(GROUPS) }));
  const page: unknown = await response.json();
  return response.status === 200 ? editionsOf(page) : [];
}

/** Resolves when imports are taken, which is after recovery. */
async function importsAreTaken(daemon: Daemon): Promise<void> {
  await importWhenReady(daemon, 'POST', [], { validationOnly: 'true' });
}

/** Resolves when an import is in a phase, or, should that have passed unseen, at its end. */
async function reaches(daemon: Daemon, id: string, phase: string): Promise<void> {
  const isThere = async () => {
    const { progress, status } = await importState(daemon, id);
    return progress?.phase === phase || status === 'SUCCESS';
  };
  await until(`the phase ${phase}`, isThere, { pauseMs: 1 });
}

/**
 * Everything agrees on one edition: answers, the announced snapshot, and, through an import that makes the daemon build
 * from it, the catalog itself.
 */
async function settled(t: Test, daemon: Daemon, allowed: number[], when: string): Promise<number> {
  await ready(daemon.url);
  const early = await editions(daemon);
  t.ok(early.length === 1 && allowed.includes(early[0]!), `${when}: at first edition ${early} of ${allowed}`);
  await importsAreTaken(daemon);
  await ready(daemon.url);
  const { id } = await announcedManifest(daemon.dataDir);
  let { live } = await snapshots(daemon);
  // What recovery has announced is loaded behind the first import that is taken.
  for (let poll = 0; live !== id && poll < 1000; poll++) ({ live } = await snapshots(daemon));
  t.equal(live, id, `${when}: what is announced is live`);
  const [edition, ...others] = await editions(daemon);
  t.same(others, [], `${when}: answers are of one edition`);
  t.ok(allowed.includes(edition!), `${when}: edition ${edition} of ${allowed}`);
  const touch = { editAttributes: { key: 'p-0', product: { defaults: { series: when } } } };
  const { status, body } = await importWhenReady(daemon, 'POST', [touch]);
  t.equal(status, 204, `${when}: the next import is taken ${body?.message ?? ''}`);
  t.same(await editions(daemon), [edition], `${when}: the catalog has the edition of the answers`);
  return edition!;
}

t.test(
  `killed at any moment of an import, old or new is there, never a mixture (seed ${seed})`,
  { skip: missingProc },
  async t => {
    let daemon = await running(catalog(1));
    let current = 1;
    // How often an import can be asked after until it has ended, here and now.
    const { body } = await importLines(daemon, 'PUT', catalog(2), { blockingTimeout: 'PT0S' });
    let polls = 0;
    await ended(daemon, body!.id!, () => polls++);
    current = 2;
    let state = seed;
    for (let round = 0; round < 3; round++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const killAfter = Math.floor((state / 2 ** 32) * polls * 1.1);
      const next = current + 1;
      const { body } = await importLines(daemon, 'PUT', catalog(next), { blockingTimeout: 'PT0S' });
      let last = await importState(daemon, body!.id!);
      for (let poll = 0; poll < killAfter; poll++) {
        await pause(POLL_MS);
        last = await importState(daemon, body!.id!);
      }
      await killAll(daemon);
      const when = `round ${round}, killed after ${killAfter} of ${polls} polls at ${last.progress?.phase ?? last.status}`;
      daemon = await start();
      const { status } = await importState(daemon, body!.id!);
      if (last.status === 'SUCCESS') t.equal(status, 'SUCCESS', when);
      else t.match(status, /^(ABORTED|SUCCESS)$/, when);
      current = await settled(t, daemon, status === 'SUCCESS' ? [next] : [current, next], when);
    }
  },
);

t.test('what was acknowledged is there after kill -9 right behind the reply', { skip: missingProc }, async t => {
  let daemon = await running(catalog(5));
  await killAll(daemon);
  daemon = await start();
  await ready(daemon.url);
  t.same(await editions(daemon), [5], 'a whole catalog');
  const price = { editAttributes: { key: 'v-3-0', variant: { defaults: { listPrice: 77, sellingPrice: 77 } } } };
  t.equal((await importWhenReady(daemon, 'POST', [price])).status, 204);
  await killAll(daemon);
  daemon = await start();
  await ready(daemon.url);
  t.same(await editions(daemon), [5, 77], 'a price');
});

t.test('killing the ingest process ends its import alone', { skip: missingProc }, async t => {
  const daemon = await running(catalog(1));
  const { body: started } = await importLines(daemon, 'PUT', catalog(2), { blockingTimeout: 'PT0S' });
  await reaches(daemon, started!.id!, 'build');
  t.ok(await killIngest(daemon));
  t.equal((await fetch(`${daemon.url}/healthz`)).status, 200, 'the daemon lives on');
  t.same((await editions(daemon)).length, 1, 'and answers');
  const end = await ended(daemon, started!.id!);
  t.match(end.status, /^(ABORTED|SUCCESS)$/);
  if (end.status === 'ABORTED') t.match(end.reason, /ingest process ended/);
  const current = await settled(t, daemon, [1, 2], 'killed in build');

  const waiting = importLines(daemon, 'PUT', catalog(current + 1), { name: 'waited for' });
  await daemon.waitForLog(line => line.message === 'import started' && line['name'] === 'waited for');
  t.ok(await killIngest(daemon));
  const { status, body } = await waiting;
  if (status === 503) t.match(body, { error: 'UNAVAILABLE', message: /ingest process ended/ });
  else t.equal(status, 204);
  await settled(t, daemon, [current, current + 1], 'killed while a client waits');
});

t.test(
  'a daemon killed alone leaves an ingest process that does not get in the way of the next',
  { skip: missingProc },
  async t => {
    let daemon = await running(catalog(1));
    const { body } = await importLines(daemon, 'PUT', catalog(2, MANY_GROUPS), { blockingTimeout: 'PT0S' });
    await reaches(daemon, body!.id!, 'validate');
    const left = await killParent(daemon);
    try {
      daemon = await start();
    } finally {
      left.goOn();
    }
    await importsAreTaken(daemon);
    await left.ended();
    await settled(t, daemon, [1, 2], 'daemon killed in validate');
  },
);

t.test(
  `imports that were acknowledged while they waited are applied once, in order, whenever all is killed (seed ${seed})`,
  { skip: missingProc },
  async t => {
    let daemon = await running(groupLines(GROUPS));
    let draws = seed;
    const below = (bound: number): number => {
      draws = (Math.imul(draws, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((draws / 2 ** 32) * bound);
    };
    const states: (string | undefined)[] = [];
    const ids: string[] = [];
    // Each edits and removes a product, which is a fault where it was applied before, and gives another one its title.
    const first = await importLines(daemon, 'PUT', groupLines(MANY_GROUPS), { blockingTimeout: 'PT0S' });
    for (let n = 1; n <= 5; n++) {
      const lines = [
        { editAttributes: { key: `p-${n}`, product: { defaults: { title: 'Gone' } } } },
        { remove: { productGroup: `g-${n}` } },
        { editAttributes: { key: 'p-0', product: { defaults: { title: `Title ${n}` } } } },
      ];
      const { status, body } = await importLines(daemon, 'POST', lines, { blockingTimeout: 'PT0S', name: `${n}` });
      t.match({ status, place: body?.place }, { status: 202, place: n });
      ids.push(body!.id!);
    }
    await ended(daemon, first.body!.id!);
    for (let kill = 0; kill < 3; kill++) {
      // The moment of the kill is drawn from the seed.
      await pause(below(120));
      await killAll(daemon);
      daemon = await start();
      const now = await Promise.all(ids.map(id => importState(daemon, id)));
      states.push(now.map(({ status }) => status).join(' '));
    }
    for (const id of ids) t.match(await ended(daemon, id), { status: 'SUCCESS' }, states.join(', '));
    const page: unknown = await (await fetch(searchUrl(daemon.url, 'Title', { limit: '5' }))).json();
    t.match(page, { primaryList: { productGroups: [{ products: [{ title: 'Title 5' }] }] } });
    t.equal((await importLines(daemon, 'PUT', groupLines(GROUPS), { force: 'true' })).status, 204);
  },
);
