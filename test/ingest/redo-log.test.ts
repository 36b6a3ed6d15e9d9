/** Imports since the last copy of the catalog store, applied again to a store that was restored from it. */
import fs from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { copiesOf, recoverStore, storeDir, storeFile } from '../../src/ingest/recover-store.js';
import { RedoLog, redoFault } from '../../src/ingest/redo-log.js';
import { StoreCopies } from '../../src/ingest/store-copies.js';
import { testFolder } from '../folder.js';
import { type Harness, harness, RecordingHost, replaceContent, replaceGroup } from './harness.js';

const COPY_THREAD = new URL('../../bundle/ingest/copy-thread.js', import.meta.url);
const BRIEF = { fields: ['title'], maxVariants: 0 };

interface Lost {
  dataDir: string;
  host: RecordingHost;
  /** What the store had. */
  dump: ReturnType<Harness['dump']>;
  generation: number;
}

/** A folder whose store has six generations and is damaged; there is a copy of the first. */
async function damagedStore(t: Test): Promise<Lost> {
  const dataDir = testFolder(t);
  const host = new RecordingHost();
  const { service, run, runFile, dump, errors } = harness(t, dataDir, host);
  await run('replace', [replaceGroup('g1', '1'), replaceGroup('g2', '2')]);
  const copies = new StoreCopies({
    dataDir,
    failed: error => errors.push(error),
    damaged: fault => errors.push(fault),
    kept: generation => service.redo.forget(generation),
    thread: COPY_THREAD,
  });
  await copies.make(service.store);
  await copies.close();
  await run('update', [replaceGroup('g3', '3'), replaceContent('c1')]);
  await run('update', ['no instruction']);
  await run('update', [replaceGroup('g9', '9')], { validationOnly: true });
  await run('update', [{ remove: { productGroup: 'g1' } }]);
  await service.rollback({ type: 'rollback', id: 'r', snapshot: 'snapshot-2' }, () => undefined);
  const templates = Buffer.from(JSON.stringify({ brief: { products: { first: BRIEF, rest: BRIEF } } }));
  await runFile('replace', templates, { kind: 'templates', encoding: 'identity' });
  await run('update', [replaceGroup('g4', '4')]);
  const { generation } = service.store;
  const had = dump();
  await service.close();
  t.same(errors, []);
  fs.truncateSync(storeFile(dataDir), 5000);
  return { dataDir, host, dump: had, generation };
}

const redoFiles = (dataDir: string): string[] => fs.readdirSync(path.join(dataDir, 'redo'));

t.test('imports and rollbacks since the copy are applied again', async t => {
  const { dataDir, host, dump, generation } = await damagedStore(t);
  t.equal(generation, 6);
  t.match(recoverStore(dataDir, generation), { restored: 1 });
  // The daemon was stopped twice while it was applied.
  fs.writeFileSync(path.join(dataDir, 'redo', '0000000002.begun'), '..');
  const { service, dump: dumped, errors, run } = harness(t, dataDir, host);
  const built = host.built.length;
  t.equal(await service.replay(true), 5);
  service.recover();
  t.same(errors, []);
  t.same(dumped(), dump);
  t.ok(service.store.documents.get('templates'), 'documents too');
  t.equal(service.store.generation, generation);
  t.notOk(service.store.needsFullImport);
  t.equal(host.built.length, built, 'no snapshot is built again');
  t.match(await run('update', [replaceGroup('g5', '5')]), { status: 'SUCCESS' }, 'imports go on');
  t.match(await service.rollback({ type: 'rollback', id: 'r', snapshot: 'snapshot-2' }, () => undefined), {
    status: 'SUCCESS',
  });
  t.same(Object.keys(dumped().groups), ['g1', 'g2', 'g3'], 'and can be taken back');
});

t.test('while the disk is full, nothing is given up', async t => {
  const { dataDir, host, dump, generation } = await damagedStore(t);
  recoverStore(dataDir, generation);
  const { service, dump: dumped } = harness(t, dataDir, host);
  const { store } = service;
  let transactions = 0;
  store.transaction = <T>(change: () => T): T => {
    // The first of a replay waits for other processes, and changes nothing.
    if (transactions++ % 2 === 1) throw new Error('ENOSPC: no space left on device');
    return CatalogStore.prototype.transaction.call(store, change) as T;
  };
  for (let n = 0; n < 4; n++) t.equal(await service.replay(true), undefined);
  store.transaction = CatalogStore.prototype.transaction;
  t.equal(await service.replay(true), 5);
  t.same(dumped(), dump);
});

t.test(
  'an entry that is damaged, or that has ended the process several times, is given up with those behind it',
  async t => {
    const { dataDir, host, generation } = await damagedStore(t);
    const body = path.join(dataDir, 'redo', redoFiles(dataDir).filter(name => name.endsWith('.body'))[1]!);
    const bytes = fs.readFileSync(body);
    bytes[bytes.length >> 1] ^= 1;
    fs.writeFileSync(body, bytes);
    recoverStore(dataDir, generation);
    const { service, errors } = harness(t, dataDir, host);
    t.equal(await service.replay(true), 1);
    t.match(errors, [
      { message: 'import 3, and those behind it, cannot be applied again: the checksum of its body is wrong' },
    ]);
    service.recover();
    t.ok(service.store.needsFullImport, 'the loss is noticed');

    const again = await damagedStore(t);
    fs.writeFileSync(path.join(again.dataDir, 'redo', '0000000002.begun'), '...');
    recoverStore(again.dataDir, again.generation);
    const second = harness(t, again.dataDir, again.host);
    t.equal(await second.service.replay(true), 0);
    t.match(second.errors, [{ message: /^import 2, .* the process has ended 3 times while it was applied$/ }]);
  },
);

t.test('those behind a missing entry are given up, and no later store gets them', async t => {
  const { dataDir, host, generation } = await damagedStore(t);
  fs.rmSync(path.join(dataDir, 'redo', '0000000003.json'));
  t.equal(redoFault(dataDir), 'import 3 is missing');
  recoverStore(dataDir, generation);
  const { service, errors } = harness(t, dataDir, host);
  t.equal(await service.replay(true), 1);
  t.match(errors, [{ message: 'import 3 is missing, so that 3 behind it cannot be applied again' }]);
  t.same(redoFiles(dataDir).sort(), ['0000000002.body', '0000000002.json']);
  t.equal(redoFault(dataDir), undefined);
});

t.test('what a copy has, and what has not come about, is not kept', async t => {
  const { run, service, dir } = harness(t);
  await run('replace', [replaceGroup('g1', '1')]);
  await run('update', [replaceGroup('g1', '1')]);
  await run('update', ['no instruction']);
  t.same(redoFiles(dir).sort(), ['0000000001.body', '0000000001.json'], 'one import has changed the catalog');
  fs.copyFileSync(path.join(dir, 'redo', '0000000001.json'), path.join(dir, 'redo', '0000000002.json'));
  t.equal(await service.replay(false), 0);
  t.same(redoFiles(dir).sort(), ['0000000001.body', '0000000001.json'], 'another was cut off before its transaction');
  t.same(copiesOf(dir), []);
  service.redo.forget(1);
  t.same(redoFiles(dir), []);
  t.ok(fs.existsSync(storeDir(dir)));
});

t.test('a copy is asked for before more is kept than is allowed', async t => {
  const dataDir = testFolder(t, { body: 'x'.repeat(400) });
  const told: string[] = [];
  const log = new RedoLog({
    dataDir,
    isLong: () => told.push('long'),
    lost: ({ message }) => told.push(message),
    mostBytes: 1000,
  });
  const order = { kind: 'templates', mode: 'update', encoding: 'identity', force: false } as const;
  const job = { ...order, type: 'import', id: 'i', validationOnly: false, maxInflatedBytes: 1 << 20 } as const;
  for (const generation of [1, 2, 3])
    await log.addImport({ ...job, file: path.join(dataDir, 'body') }, generation).durable;
  t.same(told, [
    'long',
    'long',
    'no copy of the catalog store was made for 1200 bytes of imports, which are kept no longer',
  ]);
  t.same(redoFiles(dataDir).sort(), ['0000000003.body', '0000000003.json']);
});

t.test('in a fleet, what it has not accepted is not kept', async t => {
  const dataDir = testFolder(t);
  const open = () =>
    new RedoLog({
      dataDir,
      isLong: () => undefined,
      lost: error => t.fail(error.message),
      needsAcceptance: true,
    });
  const log = open();
  const [first, second] = [log.addRollback(1, 4), log.addRollback(2, 5)];
  first.accepted();
  await Promise.all([first.durable, second.durable]);
  const kept = () => [...open().after(3)].map(({ generation }) => generation);
  t.same(kept(), [4], 'the daemon has ended before the fleet told');
  t.same(redoFiles(dataDir), ['0000000004.json']);
  const again = log.addRollback(2, 5);
  again.accepted();
  await again.durable;
  t.same(kept(), [4, 5]);
});
