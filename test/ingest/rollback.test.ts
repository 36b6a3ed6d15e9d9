/** Rollbacks of the ingest service: the snapshot at once, then the catalog, and all that is imported afterwards. */
import fs from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import t, { type Test } from 'tap';
import { testFolder } from '../folder.js';
import { type Harness, harness, type RecordingHost, replaceContent, replaceGroup } from './harness.js';

const many = (count: number, from = 0): object[] =>
  Array.from({ length: count }, (_, i) => replaceGroup(`g${from + i}`, String(from + i)));

const editStock = (stock: number): object => ({ editAttributes: { key: 'v-1', variant: { defaults: { stock } } } });

interface RollbackHarness extends Harness {
  /** Snapshots that were announced before a rollback had ended. */
  swaps: string[];
  back(to: string): ReturnType<Harness['service']['rollback']>;
}

function rollbackHarness(t: Test, ...shared: [dir?: string, host?: RecordingHost]): RollbackHarness {
  const own = harness(t, ...shared);
  const swaps: string[] = [];
  const back = (snapshot: string) =>
    own.service.rollback({ type: 'rollback', id: 'r', snapshot }, id => swaps.push(id));
  return { ...own, swaps, back };
}

t.test('a rollback takes the catalog back, and the next import builds on what is live', async t => {
  const { run, back, host, service, swaps, dump } = rollbackHarness(t);
  await run('replace', many(10));
  const first = dump();
  await run('update', many(1, 90));
  const second = dump();
  t.match(await back('snapshot-1'), { status: 'SUCCESS', snapshot: 'snapshot-1', counts: { added: 0, removed: 1 } });
  t.same(dump(), first);
  t.same(swaps, ['snapshot-1']);
  t.same(host.pointer, { id: 'snapshot-1', catalogGeneration: 1, pinned: 3 });
  await run('update', [editStock(3)]);
  t.same(host.built.at(-1)?.change, { kind: 'offers', groups: [{ key: 'g1', products: ['p-1'] }] }, 'as for others');
  t.equal(service.store.getGroup('g90'), undefined, 'what was rolled back stays away');

  t.match(await back('snapshot-2'), { status: 'SUCCESS' }, 'to what was rolled back');
  t.same(dump(), second);
  await run('update', [replaceContent('c')]);
  t.same(host.built.at(-1)?.change, { kind: 'content', groups: [] });
  t.match(await back('snapshot-99'), { status: 'FAILURE' });
});

t.test('a rollback to a snapshot of another release builds one of that catalog, or changes nothing', async t => {
  const { run, back, host, service, dump } = rollbackHarness(t);
  await run('replace', many(10));
  const first = dump();
  await run('update', many(1, 90));
  const second = dump();
  host.unreadable = 'snapshot-1';
  host.buildError = new Error('no room');
  t.match(await back('snapshot-1'), { status: 'FAILURE' });
  t.same([dump(), service.store.generation, host.pointer?.id], [second, 2, 'snapshot-2']);
  host.buildError = undefined;
  t.match(await back('snapshot-1'), { status: 'SUCCESS', snapshot: 'snapshot-3', counts: { removed: 1 } });
  t.same(dump(), first);
  t.same(host.pointer, { id: 'snapshot-3', catalogGeneration: 3 });
  t.match(host.built.at(-1)?.change, { kind: 'groups', keys: ['g90'] }, 'upon the one before');
  const builds = host.built.length;
  host.pointer = { id: 'snapshot-3b', catalogGeneration: 3 };
  host.unreadable = 'snapshot-3';
  t.match(await back('snapshot-3'), { status: 'SUCCESS', snapshot: 'snapshot-3b' }, 'built by the start');
  t.equal(host.built.length, builds);
});

t.test('the snapshot is announced before the catalog is taken back', async t => {
  const { run, host, service } = harness(t);
  await run('replace', many(2));
  await run('update', many(1, 10));
  const seen: unknown[] = [];
  await service.rollback({ type: 'rollback', id: 'r', snapshot: 'snapshot-1' }, id =>
    seen.push(id, host.pointer?.id, service.store.generation, service.store.counts.products),
  );
  t.same(seen, ['snapshot-1', 'snapshot-1', 2, 3]);
});

t.test('a rollback stays over a restart and an import without a change', async t => {
  const { run, back, host, service } = rollbackHarness(t);
  await run('replace', many(2));
  await run('update', many(1, 10));
  await back('snapshot-1');
  t.equal(service.recover(), 'snapshot-1');
  t.equal(host.built.length, 2, 'nothing is built');
  await run('update', [...many(1)]);
  t.equal(host.pointer?.id, 'snapshot-1');
  await run('update', many(1, 11));
  t.same(host.pointer, { id: 'snapshot-4', catalogGeneration: 4 });
  t.same(service.store.groupKeys(), ['g0', 'g1', 'g11']);
});

t.test('a rollback that was cut off before the catalog was taken back is completed by the next start', async t => {
  const { run, host, service, dump } = harness(t);
  await run('replace', many(2));
  const first = dump();
  await run('update', many(1, 10));
  host.publish('snapshot-1', 3);
  t.equal(service.recover(), 'snapshot-1');
  t.same(dump(), first);
  t.equal(service.store.generation, 3);
  t.equal(service.recover(), 'snapshot-1');
  t.equal(service.store.generation, 3, 'once');
});

t.test('where the catalog cannot be taken back, the snapshot is not swapped either', async t => {
  const dir = testFolder(t);
  const { run, back, host, service, errors, swaps } = rollbackHarness(t, dir);
  for (const more of [2, 3]) await run('replace', many(more));
  await damageUndo(dir);
  service.store.refresh();
  t.match(await back('snapshot-1'), { status: 'FAILURE', code: 'internal' });
  t.same(swaps, ['snapshot-1', 'snapshot-2'], 'back and forth');
  t.equal(service.store.counts.products, 3);
  t.equal(host.pointer?.id, 'snapshot-2');
  host.publish('snapshot-1', 3);
  t.equal(service.recover(), 'snapshot-2', 'one that was cut off is given up');
  t.equal(errors.length, 1);
  t.match(await run('update', many(1, 20)), { status: 'SUCCESS', snapshot: 'snapshot-3' });
});

async function damageUndo(dir: string): Promise<void> {
  const root = open<unknown, string>({ path: path.join(dir, 'catalog'), noSubdir: false, maxDbs: 12 });
  const undo = root.openDB<Buffer, string>('undo', { encoding: 'binary' });
  const [entry] = [...undo.getKeys({ limit: 1 })];
  await undo.put(entry, Buffer.alloc(9, 1));
  await root.close();
}

t.test('previous is what the live snapshot was made from, not what was rolled back', async t => {
  const { run, back, host } = rollbackHarness(t);
  t.match(await back('previous'), { status: 'FAILURE', code: 'snapshot_unknown', message: /no snapshot is live yet/ });
  await run('replace', many(2));
  t.match(await back('previous'), { status: 'FAILURE', message: /no snapshot before snapshot-1/ });
  await run('update', many(1, 10));
  await run('update', many(1, 11));
  t.match(await back('previous'), { snapshot: 'snapshot-2' });
  t.match(await back('previous'), { snapshot: 'snapshot-1' });
  await run('update', many(1, 12));
  t.equal(host.pointer?.id, 'snapshot-6');
  t.match(await back('previous'), { snapshot: 'snapshot-1' });
  t.match(await back('snapshot-3'), { snapshot: 'snapshot-3' });
  await run('update', many(1, 13));
  t.match(await back('previous'), { snapshot: 'snapshot-3' });
});

t.test('the catalog can be taken back to kept snapshots alone', async t => {
  const { run, back, host, service } = rollbackHarness(t);
  for (let i = 1; i <= 4; i++) await run('update', many(1, i));
  host.built.splice(1, 1);
  service.tidy();
  t.throws(() => service.store.rollbacks.require(0), { code: 'rollback_impossible' });
  t.match(await back('snapshot-3'), { status: 'SUCCESS' });
  t.equal(service.store.counts.products, 3);
  t.match(await back('snapshot-1'), { status: 'SUCCESS' });
  t.equal(service.store.counts.products, 1);
  host.built.splice(0, 1);
  service.tidy();
  t.throws(() => service.store.rollbacks.require(1), { code: 'rollback_impossible' });
});

t.test(
  'what an earlier version has rolled back stays announced until an import, which brings the catalog back',
  async t => {
    const dir = testFolder(t);
    const { run, host, service } = harness(t, dir);
    await run('replace', many(3));
    await run('update', many(1, 10));
    // It left the store as it was, and pinned the snapshot at that generation.
    host.publish('snapshot-1', 2);
    t.equal(service.recover(), 'snapshot-1');
    await run('update', [editStock(7)]);
    t.same(host.built.at(-1)?.change, { kind: 'groups', keys: ['g1', 'g10'], content: false });
    t.same(fs.readdirSync(path.join(dir, 'spool')), []);
  },
);
