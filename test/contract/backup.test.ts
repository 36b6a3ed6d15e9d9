/**
 * Backups of a running daemon: what is restored answers, exports and rolls back as the daemon did, under queries
 * and imports; the backup before stays whole until the next one is; nothing damaged is restored.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createKey } from '../../src/server/storage/api-keys.js';
import { type Run, runCommand } from '../cli/command.js';
import { cleanEnvironment, type Daemon, MAIN, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { ended, exportText, importLines, importState, importWhenReady, rollback, snapshots } from './admin.js';
import { editionsOf, groupLine, groupLines, searchUrl } from './shop.js';

const PRODUCTS = 60;
/** So many imports are under way or wait while a backup is made. */
const UNFINISHED = 4;
const VISITOR = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=anna&sessionKey=s-1';

const folder = testFolder(t);
const dataDir = join(folder, 'data');
mkdirSync(join(dataDir, 'backup', 'parts'), { recursive: true });
const daemon = await startDaemon({ dataDir });
t.teardown(() => daemon.stop());
await importWhenReady(daemon, 'PUT', groupLines(PRODUCTS, { edition: 1 }), { force: 'true' });
await ready(daemon.url);
const { key } = await createKey(dataDir, { label: 'backups', scopes: ['backup', 'export'] });

const at = (name: string): string => join(folder, name);

function backup(target: string, url = daemon.url): Promise<Run> {
  return runCommand(['backup', target, '--json', '--url', url], { VITRINE_API_KEY: key });
}

function restore(source: string, data: string): Promise<Run> {
  return runCommand(['restore', source, '--data', data, '--json']);
}

/** How many files a backup has transferred. */
function transferred({ code, stdout, stderr }: Run): number {
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { transferred: { files: number } }).transferred.files;
}

const exported = (from: Pick<Daemon, 'url'>, kind: string) => exportText(from.url, key, kind);

/** What a visitor is shown, but for tickets, which are signed with the time. */
async function shown({ url }: Pick<Daemon, 'url'>): Promise<unknown> {
  const query = async (name: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/storefront/v3/queries/${name}&${VISITOR}`);
    return JSON.parse(await response.text(), (name, value) => (/ticket/i.test(name) ? undefined : value));
  };
  return [
    await query('autocomplete?q='),
    await query('search-page?q=lamp'),
    await query('product-page?productKey=p-3'),
  ];
}

async function startRestored(t: Test, data: string): Promise<Daemon> {
  const restored = await startDaemon({ dataDir: data });
  t.teardown(() => restored.stop());
  await ready(restored.url);
  return restored;
}

t.test('a connection goes on behind a backup', async t => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const sent = request(`${daemon.url}${path}`, { method, agent, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return [response.statusCode, sent.reusedSocket];
  };
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  t.same(await send('POST', '/api/admin/v4/backup', headers, '{}'), [200, false]);
  t.same(await send('GET', '/healthz'), [200, true]);
});

t.test('an order may name as many files as a large shop has, and a wrong one is refused', async t => {
  const order = (has: unknown) =>
    fetch(`${daemon.url}/api/admin/v4/backup`, {
      method: 'POST',
      headers: { 'Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ has }),
    });
  const file = (n: number) => ({ path: `parts/part-${n}`, bytes: n, sha256: '0'.repeat(64) });
  const taken = await order(Array.from({ length: 20_000 }, (_, n) => file(n)));
  t.equal(taken.status, 200);
  await taken.arrayBuffer();
  const refused = await order([file(1), { ...file(2), bytes: 'two' }]);
  t.equal(refused.status, 400);
  t.match(await refused.json(), { error: 'BAD_REQUEST', message: /has\W*1\W*bytes/ });
});

t.test('a backup that is made while queries and imports go on is of one catalog', async t => {
  const target = at('under-load');
  let isOver = false;
  let edition = 1;
  const importing = (async () => {
    while (!isOver) {
      const answer = await importLines(daemon, 'POST', groupLines(PRODUCTS, { edition: ++edition }));
      if (answer.status !== 204) throw new Error(JSON.stringify(answer.body));
    }
  })();
  const asking = (async () => {
    while (!isOver) {
      const answer = await fetch(searchUrl(daemon.url, 'lamp'));
      const found = editionsOf(await answer.json());
      if (found.length !== 1) throw new Error(`editions ${found.join()} in one answer`);
    }
  })();
  try {
    for (let n = 0; n < 2; n++) t.ok(transferred(await backup(target)) > 0);
  } finally {
    isOver = true;
  }
  await Promise.all([importing, asking]);
  t.ok(edition > 2, `${edition} imports`);
  t.equal((await restore(target, at('of-load'))).code, 0);
  const restored = await startRestored(t, at('of-load'));
  const editions = new Set([...(await exported(restored, 'catalog')).matchAll(/edition(\d+)/g)].map(([, n]) => n));
  t.equal(editions.size, 1, 'the export has one edition');
  const found = editionsOf(await (await fetch(searchUrl(restored.url, 'lamp'))).json());
  t.same(found.map(String), [...editions], 'and so has the snapshot, which was not built again');
  t.notOk(restored.logs.some(({ message }) => message === 'the announced snapshot is built again'));
  await restored.stop();
});

t.test(
  'a backup that is made while imports wait has the catalog as it is, and tells of none that came later',
  async t => {
    const ids: string[] = [];
    const editionOf = (i: number) => 101 + i;
    const send = async () => {
      const lines = groupLines(PRODUCTS, { edition: editionOf(ids.length) });
      const answer = await importLines(daemon, 'POST', lines, { blockingTimeout: 'PT0S' });
      t.equal(answer.status, 202);
      ids.push(answer.body!.id!);
    };
    for (let n = 0; n < UNFINISHED; n++) await send();
    t.match(await importState(daemon, ids.at(-1)!), { status: 'WAITING' });
    let isOver = false;
    // However long the backup takes, and however quick imports are.
    const sending = (async () => {
      while (!isOver) {
        await ended(daemon, ids.at(-UNFINISHED)!);
        await send();
      }
    })();
    t.equal((await backup(at('amid-queue'))).code, 0);
    isOver = true;
    await sending;
    const last = editionOf(ids.length - 1);
    for (const id of ids) t.match(await ended(daemon, id), { status: 'SUCCESS' });
    t.match(await exported(daemon, 'catalog'), `edition${last}`, 'what waited is run beside the backup');
    t.equal((await restore(at('amid-queue'), at('of-queue'))).code, 0);
    const restored = await startRestored(t, at('of-queue'));
    const held = new Set(
      [...(await exported(restored, 'catalog')).matchAll(/edition(\d+)/g)].map(([, n]) => Number(n)),
    );
    t.equal(held.size, 1, 'the catalog is of one import');
    t.same(
      editionsOf(await (await fetch(searchUrl(restored.url, 'lamp'))).json()),
      [...held],
      'and so is the snapshot',
    );
    t.ok([...held][0]! < last, 'some were waiting');
    for (const [i, id] of ids.entries()) {
      const { status } = await importState({ url: restored.url, key: daemon.key }, id);
      if (editionOf(i) > [...held][0]!) t.match(status, /^(NOT_FOUND|ABORTED)$/, `edition ${editionOf(i)}`);
    }
    await restored.stop();
  },
);

t.test('what is restored answers, exports and remembers as the daemon did', async t => {
  await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?q=chair&${VISITOR}`);
  await fetch(`${daemon.url}/api/storefront/v3/queries/product-page?productKey=p-5&${VISITOR}`);
  await fetch(`${daemon.url}/api/storefront/v3/notifications/add-favorite?${VISITOR}`, {
    method: 'POST',
    body: JSON.stringify({ productKey: 'p-7' }),
  });
  const before = (await snapshots(daemon)).live!;
  await importLines(daemon, 'POST', [groupLine(3, { edition: 999 })]);
  // A product page that is shown is remembered itself.
  await shown(daemon);
  const expected = await shown(daemon);
  const kinds = ['catalog', 'configuration', 'search-settings', 'templates'];
  const exports = await Promise.all(kinds.map(kind => exported(daemon, kind)));
  const [dir, archive] = [at('kept'), at('kept.tar')];
  t.equal((await backup(dir)).code, 0);
  t.equal((await backup(archive)).code, 0);
  if (process.platform !== 'win32') t.equal(statSync(archive).mode & 0o777, 0o600);

  for (const [source, name] of [
    [dir, 'of-folder'],
    [archive, 'of-archive'],
  ] as const) {
    const { code, stdout, stderr } = await restore(source, at(name));
    t.equal(code, 0, stderr);
    t.match(JSON.parse(stdout), { data: at(name), snapshot: (await snapshots(daemon)).live });
  }
  if (process.platform !== 'win32') {
    for (const name of ['keys.json', 'ticket-secret', 'catalog/data.mdb']) {
      t.equal(statSync(join(at('of-folder'), name)).mode & 0o777, 0o600, name);
    }
  }
  const restored = await startRestored(t, at('of-folder'));
  t.same(await shown(restored), expected);
  for (const [i, kind] of kinds.entries()) t.equal(await exported(restored, kind), exports[i], kind);
  t.same(await snapshots(restored), await snapshots(daemon));
  t.equal(await rollback(restored, before), 204, 'imports can be taken back as before');
  t.notMatch(await exported(restored, 'catalog'), /edition999/);
  await restored.stop();
});

t.test('a later backup transfers what is new, and replaces what is damaged', async t => {
  const dir = at('kept');
  const all = readdirSync(join(dir, 'files')).length;
  await importLines(daemon, 'POST', [groupLine(4, { edition: 77 })]);
  const isPart = (name: string) => name.startsWith('parts/');
  const before = new Set(filesOf(dir).map(({ path }) => path));
  const count = transferred(await backup(dir));
  const parts = filesOf(dir).filter(({ path }) => isPart(path) && !before.has(path)).length;
  t.ok(parts > 0);
  t.ok(count >= parts && count < parts + 15 && count < all, `${count} of ${all}, ${parts} of them new parts`);
  const used = new Set(filesOf(dir).map(({ sha256 }) => sha256));
  t.same(new Set(readdirSync(join(dir, 'files'))), used, 'what no backup has is removed');

  const damaged = filesOf(dir).find(({ path }) => isPart(path))!;
  flip(join(dir, 'files', damaged.sha256));
  const refused = await restore(dir, at('never'));
  t.equal(refused.code, 1);
  t.match(refused.stderr, `${damaged.path}: its checksum is wrong`);
  t.notOk(existsSync(at('never')));
  t.ok(transferred(await backup(dir)) > 0);
  t.equal((await restore(dir, at('mended'))).code, 0);
});

t.test('a damaged or incomplete archive is refused', async t => {
  const whole = readFileSync(at('kept.tar'));
  const refusal = async (bytes: Buffer): Promise<string> => {
    writeFileSync(at('damaged.tar'), bytes);
    const { code, stderr } = await restore(at('damaged.tar'), at('never'));
    t.equal(code, 1);
    t.notOk(existsSync(at('never')));
    return stderr;
  };
  const flipped = Buffer.from(whole);
  const place = flipped.lastIndexOf('VTRNPART') + 100;
  flipped[place] ^= 1;
  t.match(await refusal(flipped), /damaged\.tar: parts\/\S+: its checksum is wrong/);
  t.match(await refusal(whole.subarray(0, whole.length >> 1)), /it is no whole archive/);
  const manifest = Buffer.from(whole);
  manifest[1000] ^= 1;
  t.match(await refusal(manifest), /vitrine-backup\.json: (?:its checksum is wrong|is not JSON)/);
});

t.test('a backup that is cut off leaves the one before', async t => {
  const dir = at('cut-off');
  const archive = at('cut-off.tar');
  cpSync(at('kept'), dir, { recursive: true });
  cpSync(at('kept.tar'), archive);
  const manifest = readFileSync(join(dir, 'vitrine-backup.json'), 'utf8');
  await importLines(daemon, 'POST', groupLines(PRODUCTS, { edition: 5000 }));
  const proxy = await startProxy(t);

  for (const target of [dir, archive]) {
    const { code, stderr } = await backup(target, proxy.url);
    t.equal(code, 1);
    t.match(stderr, /no backup was made|no whole archive/, 'the connection is broken');
    await daemonIsFree();
  }
  const env = { ...cleanEnvironment(), VITRINE_API_KEY: key };
  proxy.holds = true;
  const child = spawn(process.execPath, [MAIN, 'backup', dir, '--url', proxy.url], { env, stdio: 'ignore' });
  await proxy.held;
  child.kill('SIGKILL');
  await once(child, 'exit');

  t.equal(readFileSync(join(dir, 'vitrine-backup.json'), 'utf8'), manifest);
  t.equal((await restore(dir, at('after-kill'))).code, 0);
  t.same(readFileSync(archive), readFileSync(at('kept.tar')));
  await daemonIsFree();
  t.equal((await backup(dir)).code, 0);
  t.not(readFileSync(join(dir, 'vitrine-backup.json'), 'utf8'), manifest, 'the next one is made');
  t.notOk(readdirSync(join(dir, 'files')).some(name => name.endsWith('.part')));
});

t.test('a daemon does not start on a restore that was cut off, which can be repeated', async t => {
  const data = at('half');
  mkdirSync(join(data, 'restoring'), { recursive: true });
  writeFileSync(join(data, 'current.json'), '{}');
  await t.rejects(startDaemon({ dataDir: data }), /its restore was cut off; repeat it with vitrine restore/);
  t.equal((await restore(at('kept'), data)).code, 0);
  t.notOk(existsSync(join(data, 'restoring')));
  const again = await restore(at('kept'), data);
  t.equal(again.code, 1);
  t.match(again.stderr, /found "behaviour", .* expected an empty folder, or none: nothing is overwritten/);
  t.match((await restore(at('kept'), dataDir)).stderr, /a daemon runs on it, or another restore, the process with id/);
});

/** Resolves when the daemon has noticed that a client has gone. */
function daemonIsFree(): Promise<void> {
  return until('the end of a backup in the daemon', () => !existsSync(join(dataDir, 'backup')), { pauseMs: 20 });
}

function filesOf(dir: string): { path: string; sha256: string }[] {
  const text = readFileSync(join(dir, 'vitrine-backup.json'), 'utf8');
  return (JSON.parse(text) as { backup: { files: { path: string; sha256: string }[] } }).backup.files;
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(file, bytes);
}

/** Passes requests on to the daemon, and the first bytes of a reply back; then breaks the connection, or holds it. */
async function startProxy(t: Test) {
  const bytes = 50_000;
  let tell!: () => void;
  const proxy = { url: '', holds: false, held: new Promise<void>(resolve => (tell = resolve)) };
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const passed = request(`${daemon.url}${incoming.url}`, { method, headers: { ...headers, host: 'localhost' } });
    incoming.pipe(passed);
    outgoing.on('close', () => passed.destroy());
    passed.on('error', () => outgoing.destroy());
    passed.on('response', async response => {
      outgoing.writeHead(response.statusCode!, { 'Content-Type': 'application/x-tar' });
      let sent = 0;
      for await (const chunk of response) {
        outgoing.write(chunk);
        sent += (chunk as Buffer).length;
        if (sent >= bytes) break;
      }
      if (proxy.holds) tell();
      else setImmediate(() => outgoing.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
