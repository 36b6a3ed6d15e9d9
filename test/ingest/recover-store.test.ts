/** A catalog store that is damaged, missing or behind its snapshot, with a copy and without. */
import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { inspectStore } from '../../src/catalog/inspect-store.js';
import { inspectCopy, unpackStore } from '../../src/catalog/packed-store.js';
import {
  copiesOf,
  copyFile,
  inspectOrRestore,
  keepCopy,
  recoverStore,
  storeDir,
  storeFault,
  storeFile,
} from '../../src/ingest/recover-store.js';
import { StoreCopies } from '../../src/ingest/store-copies.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import type { Teardown } from './harness.js';

const COPY_THREAD = new URL('../../bundle/ingest/copy-thread.js', import.meta.url);

const group = (title: string) => ({
  products: { p: { markets: ['se'], defaults: { title, url: '/p' }, overrides: {}, variants: {} } },
});

function change(store: CatalogStore, title: string): void {
  store.transaction(() => {
    for (let n = 0; n < 300; n++) store.putGroup(`g-${n}`, group(`${title} ${n}`) as never);
    store.documents.put('pages|se', { title });
  });
}

/** A folder whose store has two generations. @param copied of which one there is a copy */
async function folder(t: Teardown, copied?: 1 | 2): Promise<string> {
  const dataDir = testFolder(t);
  const store = CatalogStore.open(storeDir(dataDir));
  for (const generation of [1, 2]) {
    change(store, `edition ${generation}`);
    if (generation === copied) await copy(dataDir, store);
  }
  await store.flushed();
  await store.close();
  return dataDir;
}

async function copy(dataDir: string, store: CatalogStore): Promise<void> {
  const faults: unknown[] = [];
  const copies = new StoreCopies({
    dataDir,
    failed: error => void faults.push(error),
    damaged: fault => void faults.push(new Error(fault)),
    firstPauseMs: 0,
    thread: COPY_THREAD,
  });
  copies.due(store);
  await until('a copy', () => faults.length > 0 || copiesOf(dataDir)[0] === store.generation);
  await copies.close();
  if (faults.length > 0) throw faults[0];
}

t.test('after each copy that cannot be made, the next one is tried later than the one before', async t => {
  const dataDir = testFolder(t);
  const store = CatalogStore.open(storeDir(dataDir));
  t.teardown(() => store.close());
  change(store, 'edition 1');
  const triedMs: number[] = [];
  const copies = new StoreCopies({
    dataDir,
    failed: () => void triedMs.push(performance.now()),
    damaged: fault => t.fail(fault),
    firstPauseMs: 0,
    firstFailurePauseMs: 10,
    thread: COPY_THREAD,
  });
  fs.rmSync(dataDir, { recursive: true });
  const begunMs = performance.now();
  copies.due(store);
  await until('four attempts', () => triedMs.length >= 4);
  await copies.close();
  // What a busy machine adds to one attempt may be missing before the next. Timers may be a millisecond early.
  for (const [i, pausesMs] of [10, 30, 70].entries()) {
    t.ok(triedMs[i + 1]! - begunMs >= pausesMs - (i + 1), `attempt ${i + 2}: after ${pausesMs} ms`);
  }
});

t.test('where the newest copy lacks too many imports, the next one is made at once', async t => {
  const dataDir = testFolder(t);
  const store = CatalogStore.open(storeDir(dataDir));
  t.teardown(() => store.close());
  const copies = new StoreCopies({
    dataDir,
    failed: error => t.fail(String(error)),
    damaged: fault => t.fail(fault),
    firstPauseMs: 3_600_000,
    mostLacking: 2,
    thread: COPY_THREAD,
  });
  t.teardown(() => copies.close());
  change(store, 'edition 1');
  copies.due(store);
  t.same(copiesOf(dataDir), []);
  change(store, 'edition 2');
  copies.due(store);
  await until('a copy', () => copiesOf(dataDir)[0] === store.generation);
});

t.test('a copy that is damaged while nothing needs it is replaced', async t => {
  const dataDir = await folder(t, 2);
  const store = CatalogStore.open(storeDir(dataDir));
  t.teardown(() => store.close());
  const file = copyFile(dataDir, 2);
  const told: string[] = [];
  const copies = new StoreCopies({
    dataDir,
    failed: error => t.fail(String(error)),
    damaged: fault => t.fail(fault),
    replaced: name => told.push(name),
    firstPauseMs: 0,
    thread: COPY_THREAD,
  });
  t.teardown(() => copies.close());
  fs.truncateSync(file, fs.statSync(file).size >> 1);
  copies.readAgainEvery(20, store);
  await until('a sound copy', () => told.length > 0 && inspectCopy(file).state === 'sound');
  t.same(told, [file]);
  t.same(copiesOf(dataDir), [2]);
});

/** Of the group and the document that are stored last. */
async function titles(dataDir: string): Promise<(string | undefined)[]> {
  const store = CatalogStore.open(storeDir(dataDir));
  const { products } = store.getGroup('g-299') ?? { products: {} };
  const found = [products['p']?.defaults.title, store.documents.get<{ title: string }>('pages|se')?.title];
  await store.close();
  return found;
}

const DAMAGES: Record<string, (bytes: Buffer) => Buffer | undefined> = {
  'half of it': bytes => bytes.subarray(0, bytes.length / 2),
  zeroes: bytes => Buffer.alloc(bytes.length),
  'one bit of a record': bytes => {
    bytes[bytes.lastIndexOf('edition 2') + 3]! ^= 1;
    return bytes;
  },
  empty: () => Buffer.alloc(0),
  missing: () => undefined,
};

function damage(dataDir: string, how: (bytes: Buffer) => Buffer | undefined): void {
  const file = storeFile(dataDir);
  const bytes = how(fs.readFileSync(file));
  if (bytes) fs.writeFileSync(file, bytes);
  else fs.rmSync(file);
}

t.test('a sound store is left alone, and so is none', async t => {
  const dataDir = await folder(t, 2);
  t.same(copiesOf(dataDir), [2]);
  for (const announced of [undefined, 1, 2]) t.equal(recoverStore(dataDir, announced), undefined);
  t.same(await titles(dataDir), ['edition 2 299', 'edition 2']);
  t.equal(recoverStore(testFolder(t), undefined), undefined);
});

t.test('a damaged or missing store is restored from its copy', async t => {
  for (const [how, change] of Object.entries(DAMAGES)) {
    const dataDir = await folder(t, 2);
    damage(dataDir, change);
    t.ok(storeFault(dataDir, 2), how);
    t.match(recoverStore(dataDir, 2), { fault: String, restored: 2 }, how);
    t.same(await titles(dataDir), ['edition 2 299', 'edition 2'], how);
    t.equal(fs.existsSync(path.join(dataDir, 'damaged', 'catalog.mdb')), how !== 'missing', how);
    t.equal(recoverStore(dataDir, 2), undefined, how);
  }
});

t.test(
  'a copy that an earlier version has left as LMDB wrote it restores the store, and gives way to the next one',
  async t => {
    const dataDir = await folder(t, 2);
    const [packed, plain] = [copyFile(dataDir, 2), copyFile(dataDir, 2).replace('.packed', '.mdb')];
    unpackStore(packed, plain);
    fs.rmSync(packed);
    t.same([copiesOf(dataDir), copyFile(dataDir, 2)], [[2], plain]);
    damage(dataDir, DAMAGES['zeroes']!);
    t.match(recoverStore(dataDir, 2), { restored: 2 });
    t.same(await titles(dataDir), ['edition 2 299', 'edition 2']);
    const other = await folder(t, 2);
    await keepCopy(dataDir, copyFile(other, 2), 2);
    t.same([copiesOf(dataDir), copyFile(dataDir, 2), fs.existsSync(plain)], [[2], packed, false]);
  },
);

t.test('a folder that has a copy alone, as a backup, gets the store of it', async t => {
  const dataDir = await folder(t, 2);
  fs.rmSync(storeFile(dataDir));
  t.same(inspectOrRestore(dataDir), { state: 'sound', generation: 2 });
  t.same(await titles(dataDir), ['edition 2 299', 'edition 2']);
  fs.rmSync(storeFile(dataDir));
  fs.truncateSync(copyFile(dataDir, 2), 900);
  t.match(inspectOrRestore(dataDir), { state: 'damaged', fault: String });
  t.notOk(fs.existsSync(storeFile(dataDir)));
});

t.test('without a copy, or where that is damaged, the store is put aside', async t => {
  for (const copied of [undefined, 2] as const) {
    const dataDir = await folder(t, copied);
    damage(dataDir, DAMAGES['zeroes']!);
    if (copied) fs.truncateSync(copyFile(dataDir, copied), 900);
    const recovery = recoverStore(dataDir, 2);
    t.match(recovery, { fault: /no meta page/, aside: path.join(dataDir, 'damaged', 'catalog.mdb') });
    t.notOk(recovery!.restored);
    t.same(inspectStore(storeFile(dataDir)), { state: 'missing' });
  }
});

t.test('a store that is behind gives way to a copy that has more, and else stays as it is', async t => {
  const dataDir = await folder(t, 2);
  const older = await folder(t, 1);
  unpackStore(copyFile(older, 1), storeFile(dataDir));
  t.match(recoverStore(dataDir, 2), { fault: 'it has generation 1, and the announced snapshot 2', restored: 2 });
  t.same(await titles(dataDir), ['edition 2 299', 'edition 2']);
  t.strictSame(recoverStore(older, 3), { fault: 'it has generation 2, and the announced snapshot 3' });
  t.same(await titles(older), ['edition 2 299', 'edition 2']);
});

t.test('the copy is one of the latest state, and none is made of a damaged store', async t => {
  const dataDir = await folder(t, 1);
  const store = CatalogStore.open(storeDir(dataDir));
  await copy(dataDir, store);
  t.same(copiesOf(dataDir), [2]);
  await store.close();
  damage(dataDir, DAMAGES['one bit of a record']!);
  const again = CatalogStore.open(storeDir(dataDir));
  again.transaction(() => again.documents.put('other', {}));
  await t.rejects(copy(dataDir, again), /a record of (groups|documents) is damaged/);
  t.same(copiesOf(dataDir), [2]);
  await again.close();
});
