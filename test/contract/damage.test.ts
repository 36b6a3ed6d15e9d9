/**
 * Damage to the files of snapshots, with real processes: the shop goes on being answered from what is whole, operators
 * are told, and what is damaged is built again.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readPart } from '../../src/index/part.js';
import { runProcess } from '../cli/command.js';
import { type Daemon, type LogLine, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { importWhenReady, rollback, snapshots } from './admin.js';

const GROUPS = 30;
const dataDir = join(testFolder(t), 'data');
const parts = join(dataDir, 'parts');

function group(number: number, { title = `Lampa ${number}`, listPrice = 100 } = {}): object {
  const variants = { [`v-${number}`]: { defaults: { listPrice, stock: 5 } } };
  const products = { [`p-${number}`]: { markets: ['se'], defaults: { title, url: `/${number}` }, variants } };
  return { replace: { key: `g-${number}`, productGroup: { products } } };
}
const catalogOf = (title: string, listPrice?: number) =>
  Array.from({ length: GROUPS }, (_, i) => group(i, { title: `${title} ${i}`, ...(listPrice && { listPrice }) }));
/** An id that no other import of this file has. */
let imported = 0;

/** A daemon over the folder, where two catalogs were imported, one after the other, that have no file in common. */
async function twoCatalogs(
  ...settings: [args?: string[], env?: Record<string, string>]
): Promise<{ daemon: Daemon; before: string; live: string }> {
  const daemon = await running(...settings);
  await importWhenReady(daemon, 'PUT', catalogOf(`Lampa${++imported}`), { force: 'true' });
  const before = (await snapshots(daemon)).live!;
  await importWhenReady(daemon, 'PUT', catalogOf(`Lykta${++imported}`), { force: 'true' });
  await ready(daemon.url);
  return { daemon, before, live: (await snapshots(daemon)).live! };
}

/** The last daemon, which may run, and what it was started with. */
let last: { daemon: Daemon; settings: string } | undefined;
t.teardown(() => last?.daemon.stop());

/** Starts a daemon, when the last one has stopped. */
async function start(args: string[] = [], env: Record<string, string> = {}): Promise<Daemon> {
  await last?.daemon.stop();
  const daemon = await startDaemon({ dataDir, args, env });
  last = { daemon, settings: JSON.stringify([args, env]) };
  return daemon;
}

/** The daemon that the test before has left, as if it had just started and were whole, or another one. */
async function running(args: string[] = [], env: Record<string, string> = {}): Promise<Daemon> {
  if (last === undefined || last.settings !== JSON.stringify([args, env])) return start(args, env);
  const { daemon } = last;
  if (daemon.process.exitCode !== null) return start(args, env);
  await until('it is whole', async () => (await readiness(daemon)).status === 'ready');
  daemon.logs.splice(0);
  return daemon;
}

async function readiness({ url }: Daemon): Promise<{ status: string; starting?: string[] }> {
  return (await (await fetch(`${url}/readyz`)).json()) as { status: string; starting?: string[] };
}

/** The files of a snapshot that the one before does not have, by kind. */
async function ownFiles(id: string, before: string): Promise<(kind: string) => string> {
  const filesOf = async (one: string) => {
    const { manifest } = JSON.parse(await readFile(join(dataDir, 'snapshots', `${one}.json`), 'utf8')) as {
      manifest: { files: { file: string }[] };
    };
    return manifest.files.map(({ file }) => file);
  };
  const others = new Set(await filesOf(before));
  const own = (await filesOf(id)).filter(file => !others.has(file));
  return kind => own.find(file => file.startsWith(kind) && (kind !== 'cards' || file.endsWith('.data')))!;
}

async function flip(file: string, at: (length: number) => number): Promise<void> {
  const bytes = await readFile(file);
  bytes[at(bytes.length)]! ^= 1;
  await writeFile(file, bytes);
}

const visitor = 'touchpoint=DESKTOP&customerKey=c1&sessionKey=s1';

async function search({ url }: Daemon, q: string): Promise<{ status: number; text: string }> {
  const path = `search-page?market=se&locale=sv-SE&${visitor}&q=${q}`;
  const response = await fetch(`${url}/api/storefront/v3/queries/${path}`);
  return { status: response.status, text: await response.text() };
}

const says = (text: RegExp) => (line: LogLine) => text.test(line.message ?? '');
const isRecovered = says(/^recovered/);

/** Waits until a daemon has recovered; checks that it told of the file, and that the snapshot is live again. */
async function recovered(t: Test, daemon: Daemon, file: string, live: string, q: string): Promise<void> {
  await daemon.waitForLog(isRecovered);
  const told = daemon.logs.find(line => line.message === 'a file of a snapshot is damaged' && line['file'] === file);
  t.match(told, { file, damage: /missing|length|checksum/, action: 'put aside' });
  t.equal((await snapshots(daemon)).live, live);
  t.ok(existsSync(join(parts, file)), 'the file is there again');
  const found = await search(daemon, q);
  t.equal(found.status, 200);
  t.match(found.text, /"totalHits":30/);
  t.same(await readiness(daemon), { status: 'ready' });
  t.match(await (await fetch(`${daemon.url}/metrics`)).text(), /vitrine_damaged_files_total [1-9]/);
}

const DAMAGES: Record<string, (file: string) => Promise<void>> = {
  'a wrong bit in its middle': file => flip(file, length => length >> 1),
  'a wrong bit in its head': file => flip(file, () => 12),
  'half of its length': async file => truncate(file, (await readFile(file)).length >> 1),
  'no file': file => rm(file),
};

// Cards are read when an answer has them, texts at the start; the bench of damage tries every kind in every way.
for (const [i, [how, damage]] of Object.entries(DAMAGES).entries()) {
  const kind = ['cards', 'text'][i % 2]!;
  t.test(`${kind} with ${how} at a start: an earlier snapshot is live until it is built again`, async t => {
    const { daemon: first, before, live } = await twoCatalogs();
    await first.stop();
    const file = (await ownFiles(live, before))(kind);
    await damage(join(parts, file));
    const daemon = await start();
    const earlier = await daemon.waitForLog(says(/^an earlier snapshot is live/));
    t.match(earlier, { snapshot: before, announced: live });
    await recovered(t, daemon, file, live, `lykta${imported}`);
    t.equal(existsSync(join(dataDir, 'damaged', file)), how !== 'no file', 'the damaged file is kept aside');
  });
}

t.test('a number that was changed while no daemon ran is in no answer of the next', async t => {
  const first = await start();
  for (const price of [300, 700]) await importWhenReady(first, 'PUT', catalogOf('Pris', price), { force: 'true' });
  const [live, before] = (await snapshots(first)).snapshots.map(({ id }) => id) as [string, string];
  await first.stop();
  const file = (await ownFiles(live, before))('offers');
  const { offset } = readPart(join(parts, file)).placeOf('list');
  await flip(join(parts, file), () => offset + 1);
  const daemon = await start();
  const seen = new Set<string>();
  await until('recovery', async () => {
    const { status, text } = await search(daemon, 'pris');
    if (status === 200) for (const [, price] of text.matchAll(/"listPrice":\{[^}]*?(\d+)/g)) seen.add(price!);
    return daemon.logs.some(isRecovered);
  });
  t.ok(seen.has('300') || seen.has('700'));
  t.same(
    [...seen].filter(price => price !== '300' && price !== '700'),
    [],
  );
  await recovered(t, daemon, file, live, 'pris');
});

t.test('a manifest that is damaged at a start', async t => {
  const { daemon: first, before, live } = await twoCatalogs();
  await first.stop();
  await flip(join(dataDir, 'snapshots', `${live}.json`), length => length >> 1);
  const daemon = await start();
  t.match(await daemon.waitForLog(says(/^an earlier snapshot is live/)), { snapshot: before });
  await daemon.waitForLog(isRecovered);
  t.equal((await snapshots(daemon)).live, live);
  t.ok(existsSync(join(dataDir, 'damaged', `${live}.json`)));
});

t.test('where no earlier snapshot is whole, the damaged one is built again', async t => {
  const { daemon: first, live } = await twoCatalogs();
  await first.stop();
  // All catalogs of this file have the same keys.
  const shared = (await readdir(parts)).find(file => file.startsWith('structure-'))!;
  await flip(join(parts, shared), length => length >> 1);
  const daemon = await start();
  await recovered(t, daemon, shared, live, `lykta${imported}`);
});

/** Every query reads all that it shows. */
const NOTHING_KEPT = { VITRINE_ANSWER_CACHE_MB: '0', VITRINE_CARD_MEMORY_MB: '0' };

/** Changes every byte of the records of a card file. */
async function spoil(file: string): Promise<void> {
  const bytes = await readFile(file);
  for (let at = 16; at < bytes.length - 32; at++) bytes[at]! ^= 0x20;
  await writeFile(file, bytes);
}

for (const args of [['--front-ends', '2', '--workers', '2'], []]) {
  const what = args.length > 0 ? 'of several front ends ' : '';
  const skip = args.length > 0 && process.platform !== 'linux' ? 'ports are not shared here' : false;
  t.test(`a query ${what}that comes upon damaged cards is answered from an earlier snapshot`, { skip }, async t => {
    const { daemon, before, live } = await twoCatalogs(args, NOTHING_KEPT);
    const file = (await ownFiles(live, before))('cards');
    await spoil(join(parts, file));
    const queries = Array.from({ length: 8 }, () => search(daemon, ''));
    for (const { status, text } of await Promise.all(queries)) {
      t.equal(status, 200);
      const { primaryList } = JSON.parse(text) as { primaryList: { totalHits: number; productGroups: object[] } };
      t.equal(primaryList.totalHits, 30);
      t.match(JSON.stringify(primaryList.productGroups[0]), /"title":"(Lampa|Lykta)/);
    }
    t.match(await daemon.waitForLog(says(/^an earlier snapshot is live/)), { snapshot: before, announced: live });
    await recovered(t, daemon, file, live, `lykta${imported}`);
  });
}

t.test('where no earlier snapshot has its cards, a query waits until they are built again', async t => {
  const { daemon, live } = await twoCatalogs([], NOTHING_KEPT);
  for (const name of await readdir(join(dataDir, 'snapshots'))) {
    if (name !== `${live}.json`) await rm(join(dataDir, 'snapshots', name));
  }
  for (const name of await readdir(parts)) if (name.endsWith('.data')) await spoil(join(parts, name));
  const { status, text } = await search(daemon, '');
  t.equal(status, 200);
  t.match(text, /"title":"Lykta/);
  await daemon.waitForLog(isRecovered);
  t.equal((await snapshots(daemon)).live, live);
});

t.test('a snapshot that a rollback has chosen is built again as it was', async t => {
  const { daemon: first, before, live } = await twoCatalogs();
  t.equal(await rollback(first, before), 204);
  await first.stop();
  const file = (await ownFiles(before, live))('text');
  await flip(join(parts, file), length => length >> 1);
  const daemon = await start();
  await daemon.waitForLog(isRecovered);
  t.match((await search(daemon, `lampa${imported - 1}`)).text, /"totalHits":30/);
  t.match((await search(daemon, `lykta${imported}`)).text, /"totalHits":0/);
  t.same(await readiness(daemon), { status: 'ready' });
});

t.test('the same catalog, imported again, builds what was damaged while the daemon runs', async t => {
  const { daemon, before, live } = await twoCatalogs();
  const file = (await ownFiles(live, before))('text');
  await flip(join(parts, file), length => length >> 1);
  const same = catalogOf(`Lykta${imported}`);
  t.equal((await importWhenReady(daemon, 'PUT', same, { force: 'true' })).status, 204);
  await recovered(t, daemon, file, live, `lykta${imported}`);
});

t.test('an update links no damaged part: everything is built', async t => {
  const { daemon, before, live } = await twoCatalogs();
  const file = (await ownFiles(live, before))('text');
  await flip(join(parts, file), length => length >> 1);
  const edit = { editAttributes: { key: 'v-7', variant: { defaults: { listPrice: 50 } } } };
  t.equal((await importWhenReady(daemon, 'POST', [edit])).status, 204);
  const after = (await snapshots(daemon)).live!;
  t.not(after, live);
  await until('the file', () => existsSync(join(parts, file)));
  t.ok(existsSync(join(dataDir, 'damaged', file)));
  t.match((await search(daemon, `lykta${imported}`)).text, /"totalHits":30/);
  await until('it is whole again', async () => (await readiness(daemon)).status === 'ready');
});

t.test('the doctor finds what is damaged, and repairs it where no daemon runs', async t => {
  const { daemon, before, live } = await twoCatalogs();
  const doctor = async (...args: string[]) => {
    const { code, stdout } = await runProcess(['doctor', '--data', dataDir, '--port', '0', '--json', ...args]);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; verdict: string; found: string }[] };
    const find = (name: string) => findings.find(({ check }) => check === name);
    return { code, snapshots: find('snapshots'), repair: find('repair') };
  };
  const running = await doctor('--repair');
  t.equal(running.code, 1);
  t.match(running.repair, { verdict: 'failed', found: /in use/ });
  t.match(running.snapshots, { verdict: 'ok', found: /all whole/ });
  await daemon.stop();
  const file = (await ownFiles(live, before))('text');
  await flip(join(parts, file), length => length >> 1);
  const found = await doctor();
  t.equal(found.code, 1);
  t.match(found.snapshots, { verdict: 'failed', found: `${live}: ${file}: the checksum is wrong` });
  t.ok(existsSync(join(parts, file)), 'it is left where it is');
  const repaired = await doctor('--repair');
  t.match(repaired.repair, { verdict: 'ok', found: new RegExp(`1 file put aside: ${file}.*${live} was built again`) });
  t.match(repaired.snapshots, { verdict: 'ok' });
  t.ok(existsSync(join(dataDir, 'damaged', file)));
  t.match((await doctor('--repair')).repair, { verdict: 'ok', found: 'no file of a snapshot is damaged' });
  const again = await start();
  await ready(again.url);
  t.match((await search(again, `lykta${imported}`)).text, /"totalHits":30/);
});

t.test('files that nothing reads are read again from time to time', async t => {
  const { daemon, before, live } = await twoCatalogs([], { VITRINE_SCRUB_HOURS: '0.0004' });
  const file = (await ownFiles(live, before))('text');
  const earlier = (await ownFiles(before, live))('text');
  for (const one of [file, earlier]) await flip(join(parts, one), length => length >> 1);
  await recovered(t, daemon, file, live, `lykta${imported}`);
  const told = await daemon.waitForLog(line => line['file'] === earlier);
  t.equal(told['damage'], 'checksum');
  t.ok((told['snapshots'] as string[]).includes(before), 'of one reading, all snapshots that have damaged files');
  t.notOk(daemon.logs.some(says(/^an earlier snapshot is live/)), 'what is in memory is right');
});

t.test('where it cannot be built again, the daemon is degraded, and says so', async t => {
  const { daemon: first, before, live } = await twoCatalogs();
  await first.stop();
  const file = (await ownFiles(live, before))('text');
  await flip(join(parts, file), length => length >> 1);
  for (const truth of ['catalog', 'redo']) await rm(join(dataDir, truth), { recursive: true });
  const daemon = await start();
  await daemon.waitForLog(says(/cannot be built again/));
  const response = await fetch(`${daemon.url}/readyz`);
  t.equal(response.status, 200);
  const reasons = [
    new RegExp(`${live} is damaged.*${file}`),
    new RegExp(`from snapshot ${before}`),
    /import the catalog/,
  ];
  t.match(await response.json(), { status: 'degraded', reasons });
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  t.match(metrics, /vitrine_degraded 1/);
  t.match(metrics, `vitrine_snapshot_damage{file="${file}",damage="checksum"} 1`);
  t.match((await search(daemon, `lampa${imported - 1}`)).text, /"totalHits":30/);
});
