import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { UnfinishedImport } from '../../../src/server/imports/import-coordinator.js';
import type { ImportRecord } from '../../../src/server/imports/import-history.js';
import type { ImportStatus } from '../../../src/server/imports/import-status.js';
import { type WaitingImport, WaitingImports } from '../../../src/server/imports/waiting-imports.js';
import { testFolder } from '../../folder.js';
import { until, within } from '../../within.js';
import { KEY, startDaemon, type TestDaemon } from '../daemon.js';

const headers = { 'Api-Key': KEY };
const AT_ONCE = '&blockingTimeout=PT0S';

async function get<T>(daemon: TestDaemon, path: string): Promise<T> {
  return (await (await fetch(daemon.url(`/api/admin/v4/${path}`), { headers })).json()) as T;
}

const statusOf = (daemon: TestDaemon, id: string) => get<ImportStatus>(daemon, `import/status?id=${id}`);
const history = (daemon: TestDaemon) =>
  get<{ unfinished: UnfinishedImport[]; imports: ImportRecord[] }>(daemon, 'import/history');

/** Sends an import, and does not wait for its outcome. */
async function send(t: Test, daemon: TestDaemon, name: string, init?: RequestInit): Promise<ImportStatus> {
  const answer = await daemon.importCatalog(name, AT_ONCE, init);
  t.equal(answer.status, 202, name);
  return (await answer.json()) as ImportStatus;
}

async function ended(daemon: TestDaemon, id: string): Promise<ImportStatus> {
  let last = await statusOf(daemon, id);
  await until(`the end of import ${id}`, async () => {
    last = await statusOf(daemon, id);
    return last.status !== 'WAITING' && last.status !== 'IN_PROGRESS';
  });
  return last;
}

/** Names of the jobs that the ingest process was given, but for those that only ask whether it is ready. */
function jobs({ data }: TestDaemon): string[] {
  return readFileSync(join(data, 'jobs'), 'utf8').split('\n').filter(Boolean);
}

const letGo = ({ data }: TestDaemon) => writeFileSync(join(data, 'go'), '');
const holdOn = ({ data }: TestDaemon) => rmSync(join(data, 'go'), { force: true });

/** Starts an import that runs until `letGo`. */
async function occupy(t: Test, daemon: TestDaemon): Promise<string> {
  holdOn(daemon);
  const { id } = await send(t, daemon, 'slow');
  await until('its beginning', async () => (await statusOf(daemon, id)).progress !== undefined);
  return id;
}

t.test('imports of the catalog wait for their turns', async t => {
  const daemon = await startDaemon(t);

  t.test('in the order in which they came, with their places told', async t => {
    const running = await occupy(t, daemon);
    const second = await send(t, daemon, 'snapshot q2');
    t.match(second, { status: 'WAITING', place: 1 });
    const third = await send(t, daemon, 'snapshot q3');
    t.match(third, { status: 'WAITING', place: 2 });
    t.match(await statusOf(daemon, third.id), { status: 'WAITING', place: 2 });
    const { unfinished } = await history(daemon);
    t.match(unfinished, [
      { id: running, kind: 'catalog', name: 'slow', status: 'IN_PROGRESS', progress: { phase: 'build' } },
      { id: second.id, name: 'snapshot q2', status: 'WAITING', place: 1, actor: 'settings' },
      { id: third.id, name: 'snapshot q3', status: 'WAITING', place: 2 },
    ]);
    t.equal(await daemon.metric('vitrine_imports_waiting'), 2);
    t.equal(await daemon.metric('vitrine_imports_waiting_bytes'), 2 * 'not looked at'.length);
    t.ok((await daemon.metric('vitrine_imports_waiting_oldest_seconds')) >= 0);
    letGo(daemon);
    t.match(await ended(daemon, third.id), { status: 'SUCCESS' });
    t.match(await statusOf(daemon, second.id), { status: 'SUCCESS' });
    t.same(jobs(daemon).slice(-3), ['slow', 'snapshot q2', 'snapshot q3']);
    t.match(await (await daemon.search('a')).json(), { snapshot: 'q3' });
    const after = await history(daemon);
    t.same(after.unfinished, []);
    t.match(after.imports, [{ name: 'snapshot q3', outcome: 'SUCCESS', waitedMs: Number }, { name: 'snapshot q2' }]);
    t.same(readdirSync(join(daemon.data, 'spool')), [], 'nothing is left of them');
  });

  t.test('a client that waits gets the outcome of its import', async t => {
    await occupy(t, daemon);
    const good = daemon.importCatalog('snapshot q4');
    await until('its place', async () => (await history(daemon)).unfinished.length === 2);
    const bad = daemon.importCatalog('refuse');
    await until('its place', async () => (await history(daemon)).unfinished.length === 3);
    letGo(daemon);
    t.equal((await good).status, 204);
    t.equal((await bad).status, 400);
  });

  t.test('a slow sender keeps its place', async t => {
    const socket = connect(daemon.server.port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    const running = await occupy(t, daemon);
    const head = `PUT /api/admin/v4/import/catalog?name=snapshot%20slowly HTTP/1.1\r\nHost: x\r\nApi-Key: ${KEY}\r\nContent-Type: application/jsonlines\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\n`;
    socket.write(`${head}half`);
    await until('its place', async () => (await history(daemon)).unfinished.length === 2);
    const later = await send(t, daemon, 'snapshot later');
    t.match(later, { place: 2 });
    letGo(daemon);
    t.match(await ended(daemon, running), { status: 'SUCCESS' });
    t.match(await statusOf(daemon, later.id), { status: 'WAITING', place: 1 });
    socket.write('more');
    await ended(daemon, later.id);
    t.same(jobs(daemon).slice(-2), ['snapshot slowly', 'snapshot later']);
  });

  t.test('one whose client goes away before it has sent all of it frees its place', async t => {
    await occupy(t, daemon);
    const socket = connect(daemon.server.port, '127.0.0.1');
    const head = `PUT /api/admin/v4/import/catalog?name=gone HTTP/1.1\r\nHost: x\r\nApi-Key: ${KEY}\r\nContent-Type: application/jsonlines\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\n`;
    socket.write(`${head}half`);
    await until('its place', async () => (await history(daemon)).unfinished.length === 2);
    socket.destroy();
    await until('its end', async () => (await history(daemon)).unfinished.length === 1);
    const { id } = await send(t, daemon, 'snapshot q5');
    letGo(daemon);
    t.match(await ended(daemon, id), { status: 'SUCCESS' });
    t.notMatch(jobs(daemon), 'gone');
  });

  t.test('imports of other kinds and rollbacks are refused while some wait', async t => {
    await occupy(t, daemon);
    const { id } = await send(t, daemon, 'snapshot q6');
    const post = (path: string, body?: string) =>
      fetch(daemon.url(`/api/admin/v4/${path}`), {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body }),
      });
    for (const answer of [await post('import/pages', '{}'), await post('snapshots/rollback?id=q2')]) {
      t.equal(answer.status, 409);
      t.equal(answer.headers.get('retry-after'), '1');
      t.match(await answer.json(), { code: 'import_in_progress', message: /in progress, and 1 wait/ });
    }
    letGo(daemon);
    await ended(daemon, id);
    t.equal((await post('snapshots/rollback?id=q2')).status, 204);
  });

  t.test('an ingest process that dies while one runs gets it again, up to three times', async t => {
    await occupy(t, daemon);
    const dying = await send(t, daemon, 'die');
    const next = await send(t, daemon, 'snapshot q7');
    letGo(daemon);
    t.match(await ended(daemon, dying.id), { status: 'ABORTED', reason: /the process has ended 3 times while it ran/ });
    t.match(await ended(daemon, next.id), { status: 'SUCCESS' });
    t.same(jobs(daemon).slice(-4), ['die', 'die', 'die', 'snapshot q7']);
  });

  t.test('an ingest process that ends by itself leaves those that wait to the next one', async t => {
    await occupy(t, daemon);
    const { id: leaving } = await send(t, daemon, 'leaving');
    const next = await send(t, daemon, 'snapshot q8');
    letGo(daemon);
    t.match(await ended(daemon, leaving), { status: 'SUCCESS' });
    t.match(await ended(daemon, next.id), { status: 'SUCCESS' });
    t.same(jobs(daemon).slice(-2), ['leaving', 'snapshot q8']);
  });
});

t.test('no more imports wait than may, and no more bytes of them', async t => {
  const daemon = await startDaemon(t, { VITRINE_LIMITS_IMPORT_QUEUE: '2', VITRINE_LIMITS_IMPORT_QUEUE_MB: '1' });
  const large = { body: 'x'.repeat(800_000) };
  const running = await occupy(t, daemon);
  await send(t, daemon, 'first', large);
  const stream = () => new Blob([large.body]).stream();
  for (const init of [large, { body: stream(), duplex: 'half' } as RequestInit]) {
    const answer = await daemon.importCatalog('too large', AT_ONCE, init);
    t.equal(answer.status, 409);
    t.match(await answer.json(), { code: 'import_in_progress', message: /1048576 bytes together/ });
  }
  const second = await send(t, daemon, 'second');
  const third = await daemon.importCatalog('third', AT_ONCE);
  t.equal(third.status, 409);
  t.match(await third.json(), { message: new RegExp(`${running} is in progress, and 2 wait: as many as may`) });
  letGo(daemon);
  await ended(daemon, second.id);
  t.same(jobs(daemon).slice(-3), ['slow', 'first', 'second']);
});

t.test('without a queue a second import is refused', async t => {
  const daemon = await startDaemon(t, { VITRINE_LIMITS_IMPORT_QUEUE: '0' });
  await occupy(t, daemon);
  t.equal((await daemon.importCatalog('second')).status, 409);
  letGo(daemon);
});

t.test('what waits when the daemon stops is run by the next one, in its order', async t => {
  const data = testFolder(t);
  const first = await startDaemon(t, {}, data);
  await occupy(t, first);
  const told = await send(t, first, 'snapshot w1');
  const waiting = first.importCatalog('snapshot w2');
  await until('its place', async () => (await history(first)).unfinished.length === 3);
  const damaged = await send(t, first, 'damaged');
  const unreadable = await send(t, first, 'unreadable');
  const stopped = first.server.stop();
  const answer = await waiting;
  t.equal(answer.status, 202, 'a client that waits is told that it goes on waiting');
  const kept = (await answer.json()) as ImportStatus;
  t.match(kept, { status: 'WAITING', place: 2 });
  letGo(first);
  await stopped;
  t.same(jobs(first).slice(-1), ['slow'], 'the running one has ended, and no other has begun');
  const inUse = createServer().listen(0, '127.0.0.1');
  await once(inUse, 'listening');
  const adminPort = String((inUse.address() as AddressInfo).port);
  await t.rejects(startDaemon(t, { VITRINE_ADMIN_PORT: adminPort }, data), /cannot listen/, 'a start that fails');
  inUse.close();
  writeFileSync(join(data, 'spool', damaged.id), 'no longer what was sent');
  writeFileSync(join(data, 'spool', `${unreadable.id}.waiting`), '{');

  const second = await startDaemon(t, {}, data);
  for (const { id } of [told, kept]) t.match(await ended(second, id), { status: 'SUCCESS' });
  t.match(await ended(second, damaged.id), { status: 'ABORTED', reason: /its body was damaged while it waited/ });
  t.match(await statusOf(second, unreadable.id), { status: 'ABORTED' });
  const run = jobs(second);
  t.same(run.slice(run.indexOf('snapshot w1'), run.indexOf('snapshot w1') + 2), ['snapshot w1', 'snapshot w2']);
  t.match(await (await second.search('a')).json(), { snapshot: 'w2' });
  t.same(readdirSync(join(data, 'spool')), []);
  await second.server.stop();
  const third = await startDaemon(t, {}, data);
  t.match(await statusOf(third, told.id), { status: 'SUCCESS' });
  t.equal(jobs(third).filter(name => name === 'snapshot w1').length, 1, 'it is not run twice');
  t.ok(existsSync(join(data, 'spool')));
});

t.test('a stop amid an import that has waited is no attempt of it', async t => {
  const data = testFolder(t);
  const id = 'left';
  mkdirSync(join(data, 'spool'));
  writeFileSync(join(data, 'spool', id), '');
  const job = { type: 'import', id, kind: 'catalog', name: 'slow', keepsBody: true } as WaitingImport['job'];
  const begun = { id, kind: 'catalog', startedAt: new Date().toISOString() } as const;
  const body = { bytes: 0, sha256: createHash('sha256').digest('hex') };
  await (await WaitingImports.open(data, file => t.fail(file))).keep({ begun, number: 1, job, body });

  const recovering = join(data, 'recovering');
  writeFileSync(recovering, '');
  const before = await startDaemon(t, {}, data, 'no imports');
  await within('a stop while the ingest process recovers', before.server.stop());
  rmSync(recovering);
  t.same(readdirSync(join(data, 'spool')), [id, `${id}.waiting`]);

  const first = await startDaemon(t, { VITRINE_LIMITS_SHUTDOWN_SECONDS: '1' }, data, 'no imports');
  await until('its beginning', async () => (await statusOf(first, id)).progress !== undefined);
  t.same(readdirSync(join(data, 'spool')), [id, `${id}.begun`, `${id}.waiting`]);
  await first.server.stop();
  t.same(readdirSync(join(data, 'spool')), [id, `${id}.waiting`]);
  const second = await startDaemon(t, {}, data, 'no imports');
  letGo(second);
  t.match(await ended(second, id), { status: 'SUCCESS' });
});
