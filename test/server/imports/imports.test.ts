import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { createKey } from '../../../src/server/storage/api-keys.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';
import { KEY, startDaemon, type TestDaemon } from '../daemon.js';

interface Status {
  id: string;
  status: string;
  reason?: string;
  progress?: object;
  errorDetails?: object;
}

const headers = { 'Api-Key': KEY };

async function statusOf(daemon: TestDaemon, id: string): Promise<Status> {
  return (await (await fetch(daemon.url(`/api/admin/v4/import/status?id=${id}`), { headers })).json()) as Status;
}

async function ended(daemon: TestDaemon, id: string): Promise<Status> {
  let last = await statusOf(daemon, id);
  await until(`the end of import ${id}`, async () => {
    last = await statusOf(daemon, id);
    return last.status !== 'WAITING' && last.status !== 'IN_PROGRESS';
  });
  return last;
}

const lastJob = (daemon: TestDaemon) => JSON.parse(readFileSync(join(daemon.data, 'last-job.json'), 'utf8'));

t.test('with a running daemon', async t => {
  const daemon = await startDaemon(t);

  t.test('an import that ends well is 204, and queries are answered from its snapshot by then', async t => {
    const answer = await daemon.importCatalog('snapshot s1', '&force=true');
    t.equal(answer.status, 204);
    t.equal(await answer.text(), '');
    t.match(await (await daemon.search('a')).json(), { snapshot: 's1' });
    t.match(lastJob(daemon), { mode: 'replace', encoding: 'gzip', force: true, validationOnly: false, bytes: 13 });
    t.equal((await daemon.importCatalog('snapshot s2', '', { method: 'POST' })).status, 204);
    t.match(await (await daemon.search('a')).json(), { snapshot: 's2' }, 'the cache died with its snapshot');
    t.match(lastJob(daemon), { mode: 'update' });
  });

  t.test('a refused catalog is 400 with its details, and the state is that of before', async t => {
    const answer = await daemon.importCatalog('refuse');
    t.equal(answer.status, 400);
    t.match(await answer.json(), {
      error: 'BAD_REQUEST',
      message: 'the catalog has 1 error',
      errorDetails: { dataErrors: { 'title missing': { count: 1 } } },
    });
    t.match(await (await daemon.search('a')).json(), { snapshot: 's2' });
  });

  t.test(
    'an import that outlasts the waiting time is 202, can be polled, and lets others wait until it ends',
    async t => {
      const answer = await daemon.importCatalog('slow', '&blockingTimeout=PT0S');
      t.equal(answer.status, 202);
      const { id, status } = (await answer.json()) as Status;
      t.match(status, /WAITING|IN_PROGRESS/);
      const other = daemon.importCatalog('snapshot s3');
      await until('progress', async () => (await statusOf(daemon, id)).progress !== undefined);
      t.match(await statusOf(daemon, id), {
        id,
        status: 'IN_PROGRESS',
        progress: { phase: 'build', done: 1, total: 2 },
      });
      writeFileSync(join(daemon.data, 'go'), '');
      t.match(await ended(daemon, id), { id, status: 'SUCCESS', counts: { products: 1 } });
      t.equal((await other).status, 204);
      t.match(await (await daemon.search('a')).json(), { snapshot: 's3' });
    },
  );

  t.test('an import that fails after its 202 says so when polled', async t => {
    const { id } = (await (await daemon.importCatalog('refuse', '&blockingTimeout=PT0S')).json()) as Status;
    t.match(await ended(daemon, id), {
      id,
      status: 'FAILURE',
      reason: 'the catalog has 1 error',
      errorDetails: { count: 1 },
    });
    t.same(await statusOf(daemon, 'unknown'), { id: 'unknown', status: 'NOT_FOUND' });
    const version3 = await fetch(daemon.url(`/api/admin/v3/import/status?id=${id}`), { headers });
    t.equal(version3.status, 200);
  });

  t.test('what is wrong with a request is said before its body is read', async t => {
    const attempt = async (query: string, changed: Record<string, string> = {}) => {
      const answer = await daemon.importCatalog('', query, { headers: changed });
      const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
      return `${answer.status} ${message}`;
    };
    t.match(await attempt('', { 'Api-Key': 'wrong' }), /^403 Api-Key/);
    t.match(await attempt('', { 'Api-Key': '' }), /^403/);
    t.match(await attempt('', { 'Content-Type': 'application/json' }), /^415 Content-Type: found "application\/json"/);
    t.match(await attempt('', { 'Content-Encoding': 'br' }), /^415 Content-Encoding/);
    t.match(await attempt('', { 'Content-Encoding': 'identity' }), /^415/);
    t.match(await attempt('&bypass-compression-for-manual-test=yes'), /^400 bypass-compression-for-manual-test/);
    t.match(await attempt('&blockingTimeout=PT6M'), /^400 blockingTimeout/);
    t.match(await attempt('&blockingTimeout=5m'), /^400 blockingTimeout/);
    t.match(await attempt('&force=perhaps'), /^400 force/);
    t.match(await attempt('', { 'Content-Type': 'application/jsonlines; charset=utf-8' }), /^204/);
  });

  t.test('an uncompressed body is taken for tests, up to 1 MiB', async t => {
    const bypass = '&bypass-compression-for-manual-test=true';
    const plain = { 'Content-Encoding': 'identity' };
    t.equal((await daemon.importCatalog('', bypass, { headers: plain })).status, 204);
    t.match(lastJob(daemon), { encoding: 'identity' });
    const large = await daemon.importCatalog('', bypass, { headers: plain, body: 'x'.repeat(1_048_577) });
    t.equal(large.status, 400);
    t.match(await large.json(), { message: /bypass-compression-for-manual-test: the body is longer than 1048576/ });
    t.equal((await daemon.importCatalog('', bypass, { headers: plain, body: 'x'.repeat(1_048_576) })).status, 204);
  });

  t.test('a body in many pieces without a stated length is spooled whole', async t => {
    const pieces = 200;
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ < pieces) controller.enqueue(new Uint8Array(100_000).fill(sent));
        else controller.close();
      },
    });
    const answer = await daemon.importCatalog('', '', { body, duplex: 'half' } as RequestInit);
    t.equal(answer.status, 204);
    t.equal(lastJob(daemon).bytes, pieces * 100_000);
  });

  t.test('only v4 has the catalog import, and methods that it does not have are 405', async t => {
    t.equal((await fetch(daemon.url('/api/admin/v3/import/catalog'), { method: 'PUT', headers })).status, 404);
    const answer = await fetch(daemon.url('/api/admin/v4/import/catalog'), { headers });
    t.equal(answer.status, 405);
    t.equal(answer.headers.get('allow'), 'PUT, POST');
    t.equal(answer.headers.get('access-control-allow-origin'), null, 'admin routes send no CORS headers');
  });

  t.test('a client that goes away while sending frees its place and leaves nothing behind', async t => {
    const socket = connect(daemon.server.port, '127.0.0.1');
    const head = `PUT /api/admin/v4/import/catalog HTTP/1.1\r\nHost: x\r\nApi-Key: ${KEY}\r\nContent-Type: application/jsonlines\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n`;
    socket.write(`${head}half`);
    const spool = join(daemon.data, 'spool');
    await until('the beginning of the body', () => readdirSync(spool).length > 0);
    const answer = await daemon.importCatalog('', '&blockingTimeout=PT0S');
    t.equal(answer.status, 202);
    const { id } = (await answer.json()) as Status;
    socket.destroy();
    t.match(await ended(daemon, id), { status: 'SUCCESS' });
    t.same(readdirSync(spool), []);
  });

  t.test('keys are limited to their scopes', async t => {
    const { key } = await createKey(daemon.data, { label: 'reports', scopes: ['export'] });
    t.equal((await daemon.importCatalog('', '', { headers: { 'Api-Key': key } })).status, 403);
    t.equal((await fetch(daemon.url('/api/admin/v4/snapshots'), { headers: { 'Api-Key': key } })).status, 200);
    t.equal((await fetch(daemon.url('/api/admin/v4/snapshots'))).status, 403);
  });

  t.test('a rollback swaps in the named snapshot', async t => {
    const back = () => fetch(daemon.url('/api/admin/v4/snapshots/rollback?id=s1'), { method: 'POST', headers });
    t.equal((await back()).status, 204);
    t.match(await (await daemon.search('a')).json(), { snapshot: 's1' });
    t.match(await (await fetch(daemon.url('/api/admin/v4/snapshots'), { headers })).json(), {
      live: 's1',
      snapshots: [],
    });
  });

  t.test('a snapshot that cannot be loaded or opened leaves the old one live', async t => {
    for (const bad of ['absent-1', 'broken-1']) {
      const answer = await daemon.importCatalog(`snapshot ${bad}`);
      t.equal(answer.status, 500);
      t.match(await (await daemon.search(bad)).json(), { snapshot: 's1' });
    }
    t.equal((await daemon.importCatalog('snapshot s4')).status, 204);
  });

  t.test('the status of an import whose snapshot cannot be used says that the catalog is stored', async t => {
    const answer = await daemon.importCatalog('snapshot broken-2', '&blockingTimeout=PT0S');
    const { id } = (await answer.json()) as Status;
    t.match(await ended(daemon, id), {
      id,
      status: 'FAILURE',
      stored: true,
      reason: /^what was imported is stored, but/,
    });
    const history = await fetch(daemon.url('/api/admin/v4/import/history?limit=1'), { headers });
    t.match(await history.json(), { imports: [{ id, outcome: 'FAILURE', stored: true }] });
    t.equal((await daemon.importCatalog('snapshot s4')).status, 204);
  });

  t.test('a rollback to a snapshot that cannot be used leaves the catalog with the live one', async t => {
    const back = await fetch(daemon.url('/api/admin/v4/snapshots/rollback?id=broken-3'), { method: 'POST', headers });
    t.equal(back.status, 500);
    t.match(await (await daemon.search('a')).json(), { snapshot: 's4' });
    t.equal(readFileSync(join(daemon.data, 'announced'), 'utf8'), 's4');
  });

  t.test('an ingest process that dies is started again; its import counts as aborted', async t => {
    const answer = await daemon.importCatalog('die');
    t.equal(answer.status, 503);
    t.match(await answer.json(), { message: /ended \(exit code 9\); all of it was applied or nothing/ });
    t.equal((await daemon.search('still there')).status, 200);
    t.equal((await daemon.importCatalog('snapshot s5')).status, 204, 'the next import waits for the next process');
    t.equal(await daemon.metric('vitrine_ingest_restarts_total'), 1);
  });
});

for (const [name, cacheMb, texts] of [
  ['queries under way', '0', Number.POSITIVE_INFINITY],
  ['answers from the cache', '8', 3],
] as const)
  t.test(`while snapshots are swapped, ${name} are of the announced snapshot or the next`, async t => {
    const daemon = await startDaemon(t, { VITRINE_WORKERS: '2', VITRINE_ANSWER_CACHE_MB: cacheMb });
    await daemon.importCatalog('snapshot s0');
    let swapping = true;
    let announced = 0;
    const wrong: string[] = [];
    let asked = 0;
    const ask = async () => {
      while (swapping) {
        const before = announced;
        const answer = await daemon.search(`${asked++ % texts}`);
        const text = await answer.text();
        const from = Number(/"snapshot":"s(\d+)"/.exec(text)?.[1] ?? -1);
        // The import that announces the next one may be under way.
        if (answer.status !== 200 || from < before) wrong.push(`${answer.status} ${text} before ${before}`);
      }
    };
    const clients = Promise.all([ask(), ask(), ask(), ask()]);
    for (let i = 1; i <= 10; i++) {
      t.equal((await daemon.importCatalog(`snapshot s${i}`)).status, 204);
      announced = i;
    }
    swapping = false;
    await clients;
    t.same(wrong, []);
    t.ok(asked > 10);
    const hits = await daemon.metric('vitrine_answer_cache_hits_total');
    t.ok(cacheMb === '0' ? hits === 0 : hits > asked / 2, `${hits} of ${asked} from the cache`);
  });

t.test('an import is refused while the disk has too little free space', async t => {
  const full = await startDaemon(t, { VITRINE_LIMITS_MIN_FREE_DISK_MB: '1000000000000' }, testFolder(t), 'no imports');
  const answer = await full.importCatalog('');
  t.equal(answer.status, 503);
  t.match(await answer.json(), { message: /too little free space/ });
});

t.test('an import that comes while the ingest process is starting waits for it', async t => {
  const daemon = await startDaemon(t, {}, testFolder(t), 'no imports');
  t.equal((await daemon.importCatalog('snapshot s1')).status, 204);
  t.match(await (await daemon.search('a')).json(), { snapshot: 's1' });
});

t.test('after a restart the announced snapshot is live again and imports are remembered', async t => {
  const data = testFolder(t);
  const first = await startDaemon(t, {}, data);
  await first.importCatalog('snapshot s7');
  const { id } = (await (await first.importCatalog('', '&blockingTimeout=PT0S')).json()) as Status;
  await ended(first, id);
  mkdirSync(join(data, 'spool'), { recursive: true });
  await t.rejects(startDaemon(t, {}, data), { name: 'Problem', error: 'CONFLICT' }, 'one daemon for one folder');
  await first.server.stop();
  writeFileSync(join(data, 'spool', 'left over'), '');
  const second = await startDaemon(t, {}, data);
  t.match(await (await second.search('a')).json(), { snapshot: 's7' });
  t.match(await statusOf(second, id), { status: 'SUCCESS' });
  t.notOk(existsSync(join(data, 'spool', 'left over')));
});

t.test('with little time and room for bodies', async t => {
  const daemon = await startDaemon(t, {
    VITRINE_LIMITS_IMPORT_BYTES: '2000',
    VITRINE_LIMITS_BODY_IDLE_SECONDS: '1',
  });

  t.test('bodies over the limit are refused, with or without a stated length', async t => {
    t.equal((await daemon.importCatalog('', '', { body: 'x'.repeat(2001) })).status, 413);
    const body = new Blob(['x'.repeat(5000)]).stream();
    t.equal((await daemon.importCatalog('', '', { body, duplex: 'half' } as RequestInit)).status, 413);
    t.equal((await daemon.importCatalog('', '', { body: 'x'.repeat(2000) })).status, 204);
  });

  t.test('a client that falls silent in the middle of a body is disconnected', async t => {
    const answer = await daemon.raw(
      'POST /api/storefront/v3/queries/search-page HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf',
    );
    t.equal(answer, '');
    t.equal((await fetch(daemon.url('/healthz'))).status, 200);
  });

  t.test('stopping finishes what is under way and refuses what comes', async t => {
    await daemon.importCatalog('snapshot s1');
    const importing = daemon.importCatalog('slow');
    await until('the beginning of the job', () => lastJob(daemon).name === 'slow');
    const stopped = daemon.server.stop();
    writeFileSync(join(daemon.data, 'go'), '');
    t.equal((await importing).status, 204);
    await stopped;
    await t.rejects(fetch(daemon.url('/healthz')));
    t.notOk(existsSync(join(daemon.data, 'vitrine.lock')));
  });
});
