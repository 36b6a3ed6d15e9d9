/** The ingest process as the daemon runs it: a real child, real messages, real kills. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import type { ImportJob, IngestJob, IngestReport } from '../../src/imports/protocol.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { copiesOf, storeFile } from '../../src/ingest/recover-store.js';
import { DEFAULT_SITE_SETTINGS } from '../../src/ingest/site/site-settings.js';
import { testFolder } from '../folder.js';
import { until, within } from '../within.js';
import { replaceGroup, type Teardown } from './harness.js';

const ENTRY = fileURLToPath(new URL('../../bundle/ingest/process.js', import.meta.url));
if (!fs.existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: run "npm run build" first`);
/** Where its log goes: nothing of it can be written there, as on a full disk, which is no reason to end. */
const FULL = fs.existsSync('/dev/full') ? fs.openSync('/dev/full', 'w') : 'ignore';

class Child {
  readonly reports: IngestReport[] = [];
  readonly #process: ChildProcess;
  #waiting: (() => void) | undefined;

  constructor(
    t: Teardown,
    readonly dir: string,
    settings: readonly object[] = [],
  ) {
    this.#process = fork(ENTRY, [dir, ...settings.map(one => JSON.stringify(one))], {
      stdio: ['ignore', 'ignore', FULL, 'ipc'],
    });
    this.#process.on('message', report => {
      this.reports.push(report as IngestReport);
      this.#waiting?.();
    });
    this.#process.on('exit', () => this.#waiting?.());
    t.teardown(() => this.#process.kill('SIGKILL'));
  }

  send(job: IngestJob): void {
    this.#process.send(job);
  }

  /** The first report that fits, come or yet to come; undefined when the child ends without one. */
  report(fits: (report: IngestReport) => boolean): Promise<IngestReport | undefined> {
    return within('a report of the ingest process', this.#report(fits));
  }

  async #report(fits: (report: IngestReport) => boolean): Promise<IngestReport | undefined> {
    for (;;) {
      const found = this.reports.find(fits);
      if (found || this.#process.exitCode !== null || this.#process.signalCode !== null) return found;
      await new Promise<void>(resolve => (this.#waiting = resolve));
    }
  }

  ready(): Promise<IngestReport | undefined> {
    return this.report(({ type }) => type === 'ready');
  }

  done(id: string): Promise<IngestReport | undefined> {
    return this.report(report => report.type === 'done' && report.id === id);
  }

  async end(how: () => void): Promise<number | null> {
    const exited = this.#process.exitCode !== null ? undefined : once(this.#process, 'exit');
    how();
    await within('the end of the ingest process', Promise.resolve(exited));
    return this.#process.exitCode;
  }

  disconnect(): void {
    this.#process.disconnect();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

function job(dir: string, id: string, lines: object[], more: Partial<ImportJob> = {}): ImportJob {
  const file = path.join(dir, 'spool', `${id}.gz`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, gzipSync(lines.map(line => JSON.stringify(line)).join('\n')));
  const limits = { force: false, validationOnly: false, maxInflatedBytes: 1 << 30 };
  return { type: 'import', id, kind: 'catalog', mode: 'update', file, encoding: 'gzip', ...limits, ...more };
}

const pointer = (dir: string): string | undefined => {
  const file = path.join(dir, 'current.json');
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { snapshot: string }).snapshot : undefined;
};

async function generation(dir: string): Promise<number> {
  const store = CatalogStore.open(path.join(dir, 'catalog'), { readOnly: true });
  const found = store.generation;
  await store.close();
  return found;
}

t.test(
  'imports are rehearsed behind a build of everything, too, when the import has ended for who sent it',
  async t => {
    const dir = testFolder(t);
    const overlay = { mostShare: 100, rebuildShare: 1, leastProducts: 0 };
    const child = new Child(t, dir, [{ index: DEFAULT_INDEX_SETTINGS, site: DEFAULT_SITE_SETTINGS, overlay }]);
    await child.ready();
    child.send(job(dir, 'first', [replaceGroup('g1', 'a'), replaceGroup('g2', 'b')]));
    t.match(await child.done('first'), { outcome: { status: 'SUCCESS' } });
    child.send({ type: 'prepare' });
    const rehearsed = await child.report(({ type }) => type === 'rehearsed');
    t.match(rehearsed, { manifest: { views: [{ overlays: [{ products: 1 }] }] } });
    t.equal(await child.end(() => child.disconnect()), 0);
  },
);

t.test('jobs, one at a time, good and bad, then a quiet end', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  t.same(await child.ready(), { type: 'ready', needsFullImport: false });
  child.send(job(dir, 'first', [replaceGroup('g1', 'a')]));
  child.send(job(dir, 'second', [replaceGroup('g2', 'b')]));
  t.match(await child.done('second'), { outcome: { status: 'FAILURE', code: 'import_in_progress' } });
  const first = await child.done('first');
  t.match(first, { outcome: { status: 'SUCCESS', snapshot: pointer(dir), counts: { products: 1 } } });
  const phases = new Set(child.reports.flatMap(report => (report.type === 'progress' ? [report.phase] : [])));
  t.same([...phases], ['inflate', 'validate', 'build', 'verify', 'publish']);
  t.same(fs.readdirSync(path.join(dir, 'spool')), [], 'both bodies are gone');

  child.send({ ...job(dir, 'lost', []), file: path.join(dir, 'spool', 'no-such-body') });
  t.match(await child.done('lost'), { outcome: { status: 'FAILURE', code: 'import_failed' } });
  child.send({ type: 'rollback', id: 'back', snapshot: '00000099-00000000' });
  t.match(await child.done('back'), { outcome: { status: 'FAILURE', code: 'snapshot_unknown' } });
  child.send(job(dir, 'next', [replaceGroup('g2', 'b')]));
  t.match(await child.done('next'), { outcome: { status: 'SUCCESS', counts: { products: 2 } } });
  t.equal(await child.end(() => child.disconnect()), 0);
});

t.test('told to stop, it finishes its job first, and begins no backup that waits', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  child.send(job(dir, 'last', [replaceGroup('g', 'a')]));
  child.send({ type: 'stage' });
  const code = await child.end(() => child.send({ type: 'stop' }));
  t.equal(code, 0);
  t.match(await child.done('last'), { outcome: { status: 'SUCCESS' } });
  t.match(await child.report(({ type }) => type === 'staged'), { failure: { code: 'shutting_down' } });
});

t.test('killed while it builds: the old state, and the next start says so', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  child.send(job(dir, 'base', [replaceGroup('g', 'a')]));
  await child.done('base');
  const before = pointer(dir);
  const many = Array.from({ length: 1000 }, (_, i) => replaceGroup(`m${i}`, `m${i}`));
  child.send(job(dir, 'cut', many));
  await child.report(report => report.type === 'progress' && report.id === 'cut' && report.phase === 'build');
  await child.end(() => child.kill());
  t.equal(await generation(dir), 1);
  t.equal(pointer(dir), before);
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: before, needsFullImport: false });
  t.same(
    fs.readdirSync(path.join(dir, 'spool')).filter(name => name.endsWith('.plain')),
    [],
  );
  next.send(job(dir, 'again', many));
  t.match(await next.done('again'), { outcome: { status: 'SUCCESS', counts: { products: 1001 } } });
});

t.test('a catalog that was committed but never announced is announced by the next start', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  child.send(job(dir, 'base', [replaceGroup('g', 'a')]));
  await child.done('base');
  await child.end(() => child.kill());
  const announced = pointer(dir);
  for (const name of ['current.json', 'current.json.copy']) fs.rmSync(path.join(dir, name));
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: announced, needsFullImport: false });
  t.equal(pointer(dir), announced);
});

/** A folder of two products whose process was killed, and the snapshot that it announced. */
async function killedAfterImport(t: Teardown): Promise<{ dir: string; announced: string }> {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  child.send(job(dir, 'base', [replaceGroup('g1', 'a'), replaceGroup('g2', 'b')]));
  await child.done('base');
  await child.end(() => child.kill());
  return { dir, announced: pointer(dir)! };
}

t.test('a store that is gone without a copy gets its imports again', async t => {
  const { dir, announced } = await killedAfterImport(t);
  fs.rmSync(path.join(dir, 'catalog'), { recursive: true });
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: announced, needsFullImport: false });
  next.send(job(dir, 'part', [replaceGroup('g3', 'c')]));
  t.match(await next.done('part'), { outcome: { status: 'SUCCESS', counts: { products: 3 } } });
});

t.test('a store that is gone with all else: the snapshot stays, and a full import alone is taken', async t => {
  const { dir, announced } = await killedAfterImport(t);
  for (const name of ['catalog', 'redo']) fs.rmSync(path.join(dir, name), { recursive: true });
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: announced, needsFullImport: true });
  next.send(job(dir, 'part', [replaceGroup('g3', 'c')]));
  const refused = { code: 'full_import_required', message: /damaged.*\(PUT\) first/ };
  t.match(await next.done('part'), { outcome: { status: 'FAILURE', ...refused } });
  t.equal(pointer(dir), announced);
  next.send(job(dir, 'full', [replaceGroup('g3', 'c')], { mode: 'replace', force: true }));
  t.match(await next.done('full'), { outcome: { status: 'SUCCESS', counts: { products: 1 } } });
  t.match(pointer(dir), /^00000002-/, 'the generations go on');
  next.send(job(dir, 'again', [replaceGroup('g4', 'd')]));
  t.match(await next.done('again'), { outcome: { status: 'SUCCESS', counts: { products: 2 } } });
});

t.test('a store that is damaged while it is open is restored from its copy', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  const many = Array.from({ length: 300 }, (_, i) => replaceGroup(`m${i}`, `m${i}`));
  child.send(job(dir, 'base', many));
  await child.done('base');
  await until('a copy', () => copiesOf(dir).includes(1));
  const file = storeFile(dir);
  fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size - 8192), { flag: 'r+' });
  child.send(job(dir, 'change', [replaceGroup('g3', 'c')]));
  // It may tell of the failure or die of it.
  t.not((await child.done('change'))?.type === 'done' && pointer(dir)?.startsWith('00000002'), true);
  await child.report(() => false);
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: pointer(dir), needsFullImport: false });
  next.send(job(dir, 'again', [replaceGroup('g3', 'c')]));
  t.match(await next.done('again'), { outcome: { status: 'SUCCESS', counts: { products: 301 } } });
});

t.test('a store whose file is removed while it is open is restored with all that was acknowledged', async t => {
  const dir = testFolder(t);
  const child = new Child(t, dir);
  await child.ready();
  child.send(job(dir, 'base', [replaceGroup('g1', 'a')]));
  await child.done('base');
  fs.rmSync(storeFile(dir));
  child.send(job(dir, 'change', [replaceGroup('g2', 'b')]));
  t.match(await child.done('change'), { outcome: { status: 'FAILURE', code: 'catalog_damaged' } });
  await child.report(() => false);
  const next = new Child(t, dir);
  t.same(await next.ready(), { type: 'ready', snapshot: pointer(dir), needsFullImport: false });
  next.send(job(dir, 'again', [replaceGroup('g2', 'b')]));
  t.match(await next.done('again'), { outcome: { status: 'SUCCESS', counts: { products: 2 } } });
});

t.test('it is not for starting by hand', async t => {
  const alone = fork(ENTRY, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const [code] = await once(alone, 'exit');
  t.equal(code, 2);
});

t.test('a snapshot whose import was not committed is removed at the start, and cannot be rolled back to', async t => {
  const dir = testFolder(t);
  const before = new Child(t, dir);
  await before.ready();
  before.send(job(dir, 'first', [replaceGroup('g1', 'a')]));
  t.match(await before.done('first'), { outcome: { status: 'SUCCESS' } });
  await before.end(() => before.disconnect());
  const live = pointer(dir)!;
  const file = (id: string) => path.join(dir, 'snapshots', `${id}.json`);
  const next = `${String((await generation(dir)) + 1).padStart(8, '0')}-00000000`;
  fs.copyFileSync(file(live), file(next));
  const child = new Child(t, dir);
  await child.ready();
  t.notOk(fs.existsSync(file(next)));
  t.ok(fs.existsSync(file(live)));
  child.send(job(dir, 'second', [replaceGroup('g2', 'b')]));
  t.match(await child.done('second'), { outcome: { status: 'SUCCESS', counts: { products: 2 } } });
  child.send({ type: 'rollback', id: 'back', snapshot: next });
  t.match(await child.done('back'), { outcome: { status: 'FAILURE', code: 'snapshot_unknown' } });
  await child.end(() => child.disconnect());
});

t.test(
  'all of its threads have a low priority, those that the engine compiles code in, too',
  {
    skip: process.platform === 'linux' ? false : 'threads have no priorities of their own elsewhere',
  },
  async t => {
    const child = fork(ENTRY, [testFolder(t)], { stdio: ['ignore', 'ignore', FULL, 'ipc'] });
    t.teardown(() => child.kill('SIGKILL'));
    await within('the first report of the ingest process', once(child, 'message'));
    const threads = fs.readdirSync(`/proc/${child.pid}/task`).map(Number);
    t.ok(threads.length > 1, 'there are others than its first');
    const own = getPriority();
    t.same(
      threads.filter(thread => getPriority(thread) < Math.max(own, 10)),
      [],
    );
  },
);

t.test(
  'a lower priority than its own is kept, which its user may not be allowed to raise',
  {
    skip: process.platform === 'linux' ? false : 'priorities are told on Linux',
  },
  async t => {
    const child = spawn('nice', ['-n', '15', process.execPath, ENTRY, testFolder(t)], {
      stdio: ['ignore', 'ignore', FULL, 'ipc'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    await within('the first report of the ingest process', once(child, 'message'));
    t.ok(getPriority(child.pid) >= 15);
  },
);
