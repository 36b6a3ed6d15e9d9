import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { open } from 'lmdb';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { encodeRecord } from '../../src/catalog/record-codec.js';
import { Problem } from '../../src/errors/problem.js';
import { Importer } from '../build/importer.js';
import { testFolder } from '../folder.js';
import { harness, RecordingHost, replaceContent, replaceGroup } from './harness.js';

const many = (count: number, from = 0): object[] =>
  Array.from({ length: count }, (_, i) => replaceGroup(`g${from + i}`, String(from + i)));

/** The same lines, with products that are sold in some markets. */
const inMarkets = (lines: object[], ...markets: string[]): object[] =>
  lines.map(line => JSON.parse(JSON.stringify(line), (name, value) => (name === 'markets' ? markets : value)));

t.test('a full import lands, is built once, published, and leaves the spool empty', async t => {
  const { run, host, service, dir } = harness(t);
  const outcome = await run('replace', [...many(3), replaceContent('c1')]);
  t.match(outcome, {
    status: 'SUCCESS',
    snapshot: 'snapshot-1',
    counts: { instructions: 4, productGroups: 3, products: 3, variants: 3, content: 1, translations: 0, warnings: 0 },
  });
  t.same(host.built, [{ id: 'snapshot-1', generation: 1, change: { kind: 'full' } }]);
  t.equal(host.pointer?.id, 'snapshot-1');
  t.equal(service.store.generation, 1);
  t.same(fs.readdirSync(path.join(dir, 'spool')), []);
});

t.test('an import that a crash has cut off behind its commit is not applied again', async t => {
  const { run, host, service, dir } = harness(t);
  await run('replace', many(3));
  const edit = [
    { editAttributes: { key: 'p-0', product: { defaults: { title: 'Gone' } } } },
    { remove: { productGroup: 'g0' } },
    replaceGroup('g7', '7'),
  ];
  for (const encoding of ['gzip', 'identity'] as const) {
    const once = { id: `waited ${encoding}`, keepsBody: true as const, encoding };
    const file = path.join(dir, 'spool', once.id);
    const order = { ...once, file };
    const lines = edit.map(line => JSON.stringify(line)).join('\n');
    fs.writeFileSync(file, encoding === 'gzip' ? gzipSync(lines) : lines);
    const outcome = await run('update', edit, order);
    t.match(outcome, { status: 'SUCCESS', counts: { productGroups: 3 } });
    const { generation } = service.store;
    t.ok(fs.existsSync(file), 'its body stays');
    t.same(await run('update', edit, order), outcome, 'the outcome is told again');
    t.equal(service.store.generation, generation);
    t.equal(host.pointer?.id, `snapshot-${generation}`);
    t.equal((await run('update', edit)).status, 'FAILURE', 'one of another id is applied');
    await run('update', [replaceGroup('g0', '0'), { remove: { productGroup: 'g7' } }]);
  }
});

t.test('the build sees the catalog of the import that runs', async t => {
  const { run, host } = harness(t);
  const seen: number[] = [];
  host.onBuild = store => seen.push(store.counts.products, [...store.groups()].length, store.generation);
  await run('replace', many(2));
  t.same(seen, [2, 2, 1]);
});

t.test('one bad last line changes nothing', async t => {
  const { run, host, service, dump } = harness(t);
  await run('replace', many(3));
  const before = dump();
  const outcome = await run('update', [
    ...many(5, 100),
    replaceContent('c'),
    { clearContent: { market: 'se' } },
    '{"re',
  ]);
  t.match(outcome, { status: 'FAILURE', code: 'catalog_refused', message: /line 8: not valid JSON/ });
  t.same(dump(), before);
  t.equal(service.store.generation, 1);
  t.equal(service.store.owner('p-100'), undefined);
  t.equal(host.built.length, 1);
});

t.test('a build that throws changes nothing, and the next import works', async t => {
  const { run, host, service, dump, errors } = harness(t);
  await run('replace', many(3));
  const before = dump();
  host.buildError = new Error('broken builder');
  const outcome = await run('update', many(1, 50));
  t.match(outcome, { status: 'FAILURE', code: 'import_failed' });
  t.notMatch((outcome as { message: string }).message, /broken builder/);
  t.match(errors, [host.buildError]);
  t.same(dump(), before);
  t.equal(service.store.generation, 1);
  t.equal(host.pointer?.id, 'snapshot-1');
  host.buildError = undefined;
  t.match(await run('update', many(1, 50)), { status: 'SUCCESS', snapshot: 'snapshot-2' });
});

t.test('an import that is stored but cannot be announced says so, and the next one announces both', async t => {
  const { run, host, service, errors } = harness(t);
  await run('replace', many(3));
  host.publishError = new Error('disk full');
  const outcome = await run('update', many(1, 50));
  t.match(outcome, {
    status: 'FAILURE',
    code: 'publishing_failed',
    stored: true,
    message: /^what was imported is stored, but/,
  });
  t.same(errors, [host.publishError]);
  t.equal(service.store.generation, 2, 'the catalog has it');
  t.equal(host.pointer?.id, 'snapshot-1', 'queries do not');
  host.publishError = undefined;
  t.match(await run('update', many(1, 60)), { status: 'SUCCESS', snapshot: 'snapshot-3', counts: { products: 5 } });
});

t.test('an import whose snapshot is announced is a success, though its pointer is not synced', async t => {
  const { run, host, errors } = harness(t);
  const publish = host.publish.bind(host);
  const failure = new Error('the folder cannot be synced');
  host.publish = (id, pinned) => {
    publish(id, pinned);
    throw failure;
  };
  t.match(await run('replace', many(3)), { status: 'SUCCESS', snapshot: 'snapshot-1' });
  t.same(errors, [failure]);
});

t.test('a Problem of the build reaches the caller as it is', async t => {
  const { run, host } = harness(t);
  host.buildError = new Problem('disk_full', 'no room');
  t.same(await run('replace', many(1)), { status: 'FAILURE', code: 'disk_full', message: 'no room' });
});

t.test('validation alone changes nothing and builds nothing, but finds faults', async t => {
  const { run, host, service } = harness(t);
  const good = await run('replace', many(2), { validationOnly: true });
  t.match(good, { status: 'SUCCESS', counts: { products: 2 } });
  t.notMatch(good, { snapshot: String });
  t.equal(service.store.generation, 0);
  t.match(await run('replace', ['nonsense'], { validationOnly: true }), { status: 'FAILURE', code: 'catalog_refused' });
  t.same(host.built, []);
});

t.test('an import that changes nothing builds nothing', async t => {
  const { run, host, service } = harness(t);
  await run('replace', many(3));
  t.notMatch(await run('replace', many(3)), { snapshot: String });
  t.notMatch(await run('update', many(1)), { snapshot: String });
  t.notMatch(await run('update', []), { snapshot: String });
  t.equal(host.built.length, 1);
  t.equal(service.store.generation, 1);
});

t.test('members in another order are no change', async t => {
  const { run, host } = harness(t);
  const line = (data: object): object => ({
    replace: { key: 'c', content: { markets: ['se'], type: 'link', defaults: data } },
  });
  const group = (data: object): object => ({
    replace: {
      key: 'g',
      productGroup: {
        products: { p: { markets: ['se'], defaults: data, variants: { v: { defaults: { listPrice: 1, stock: 2 } } } } },
      },
    },
  });
  await run('replace', [line({ title: 'T', url: '/u' }), group({ title: 'T', url: '/u', brand: 'B' })]);
  await run('replace', [group({ brand: 'B', url: '/u', title: 'T' }), line({ url: '/u', title: 'T' })]);
  t.equal(host.built.length, 1);
});

t.test('only stock and prices: the change names the groups', async t => {
  const { run, host } = harness(t);
  await run('replace', many(10));
  const edit = (name: number, data: object): object => ({
    editAttributes: { key: `v-${name}`, variant: { defaults: data } },
  });
  await run('update', [edit(1, { stock: 7 }), edit(2, { sellingPrice: 5 })]);
  t.same(host.built.at(-1)?.change, {
    kind: 'offers',
    groups: [
      { key: 'g1', products: ['p-1'] },
      { key: 'g2', products: ['p-2'] },
    ],
  });
  await run('update', [edit(1, { stock: 8 }), edit(2, { stock: 8 }), edit(3, { stock: 8 })]);
  t.match(host.built.at(-1)?.change, { kind: 'offers', groups: [{ key: 'g1' }, { key: 'g2' }, { key: 'g3' }] });
  await run('update', [edit(1, { stock: 9, label: 'L' })]);
  t.same(host.built.at(-1)?.change, { kind: 'groups', keys: ['g1'], content: false }, 'a text too');
});

const editStock = (stock: number): object => ({ editAttributes: { key: 'v-1', variant: { defaults: { stock } } } });

t.test('an import that removes most of the catalog needs force', async t => {
  const { run, dump } = harness(t);
  await run('replace', many(40));
  const before = dump();
  const removed = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ remove: { product: `p-${from + i}` } }));
  const refused = { status: 'FAILURE', code: 'import_dangerous', message: /remove 21 of 40 products.*force=true/ };
  t.match(await run('replace', many(19)), refused);
  t.match(await run('replace', many(19), { validationOnly: true }), { status: 'FAILURE' });
  t.match(await run('update', removed(0, 21)), refused);
  t.match(await run('update', [...removed(0, 21), ...many(21)]), { status: 'SUCCESS' }, 'what comes back is not gone');
  t.same(dump(), before);
  t.match(await run('replace', many(20)), { status: 'SUCCESS' }, 'half is not over half');
  t.match(await run('replace', many(1)), { status: 'SUCCESS' }, 'nineteen are not twenty');
  await run('replace', many(40));
  t.match(await run('update', removed(0, 39), { force: true }), { status: 'SUCCESS', counts: { products: 1 } });
});

t.test('an import that removes most of the products of a market needs force', async t => {
  const { run, dump } = harness(t);
  const both = inMarkets(many(40), 'se', 'uk');
  const others = inMarkets(many(100, 40), 'se');
  await run('replace', [...both, ...others]);
  const before = dump();
  const refused = {
    status: 'FAILURE',
    code: 'import_dangerous',
    message: /remove 40 products of market uk and leave 0/,
  };
  t.match(await run('update', [{ clearProductGroups: { market: 'uk' } }]), refused);
  t.match(await run('update', inMarkets(many(40), 'se')), refused);
  t.match(await run('replace', inMarkets([...many(40), ...others], 'se')), refused);
  t.same(dump(), before);
  t.match(await run('update', [{ clearProductGroups: { market: 'uk' } }, ...both]), { status: 'SUCCESS' });
  t.match(await run('update', inMarkets(both.slice(0, 20), 'se')), { status: 'SUCCESS' }, 'half');
});

t.test('products that only change their group are not counted as removed', async t => {
  const { run } = harness(t);
  await run('replace', many(12));
  const names = Array.from({ length: 12 }, (_, i) => String(i));
  t.match(await run('replace', [replaceGroup('all', ...names)]), { status: 'SUCCESS', counts: { products: 12 } });
});

t.test('content is protected like products', async t => {
  const { run } = harness(t);
  const contents = Array.from({ length: 10 }, (_, i) => replaceContent(`c${i}`));
  await run('replace', [...many(1), ...contents]);
  t.match(await run('replace', many(1)), { status: 'FAILURE', message: /10 of 10 content items/ });
});

t.test('bodies that are broken as files', async t => {
  const { runFile, service } = harness(t);
  const gz = gzipSync(JSON.stringify(replaceGroup('g', 'a')).repeat(500));
  const refused = { status: 'FAILURE', code: 'body_not_gzip' };
  t.match(await runFile('replace', Buffer.from('{"not":"gzip"}')), refused, 'not gzip');
  t.match(await runFile('replace', gz.subarray(0, gz.length - 20)), refused, 'cut short');
  t.match(await runFile('replace', Buffer.alloc(0)), refused, 'empty');
  const foreign = Buffer.from([0x22, 0xff, 0xfe]);
  const notText = { status: 'FAILURE', code: 'catalog_refused' };
  t.match(await runFile('replace', foreign, { encoding: 'identity' }), notText, 'not UTF-8');
  const tooLarge = { status: 'FAILURE', code: 'inflated_too_large' };
  t.match(await runFile('replace', gz, { maxInflatedBytes: 1000 }), tooLarge, 'over the limit');
  const plain = Buffer.alloc(2000, 0x20);
  t.match(await runFile('replace', plain, { encoding: 'identity', maxInflatedBytes: 1000 }), tooLarge);
  t.equal(service.store.generation, 0);
});

t.test('recovery completes an import that was committed but not announced', async t => {
  const dir = testFolder(t);
  const host = new RecordingHost();
  const first = harness(t, dir, host);
  host.publishError = new Error('crash');
  t.match(await first.run('replace', many(2)), { status: 'FAILURE', code: 'publishing_failed' });
  t.equal(first.service.store.generation, 1, 'the catalog is committed');
  t.equal(host.pointer, undefined);
  host.publishError = undefined;
  fs.writeFileSync(path.join(dir, 'spool', 'left.plain'), 'x');
  t.equal(first.service.recover(), 'snapshot-1');
  t.equal(host.pointer?.catalogGeneration, 1);
  t.same(fs.readdirSync(path.join(dir, 'spool')), []);
  t.equal(first.service.recover(), 'snapshot-1');
  t.equal(host.built.length, 2, 'a second recovery builds nothing');
});

t.test('recovery builds what the imports changed that were not announced', async t => {
  const { run, host, service } = harness(t);
  await run('replace', many(10));
  host.publishError = new Error('crash');
  await run('update', [...many(1, 20), editStock(5)]);
  host.publishError = undefined;
  t.equal(service.recover(), 'snapshot-2');
  t.same(host.built.at(-1)?.change, { kind: 'groups', keys: ['g1', 'g20'], content: false });
});

t.test('recovery writes files anew that a build has left, which may not be on the disk', async t => {
  const importer = new Importer(testFolder(t));
  t.teardown(() => importer.close());
  const { dataDir, service } = importer;
  importer.crashing = true;
  await importer.import('replace', many(3));
  importer.crashing = false;
  // As if the build had ended before its manifest.
  fs.rmSync(path.join(dataDir, 'snapshots'), { recursive: true });
  const parts = path.join(dataDir, 'parts');
  const left = fs.readdirSync(parts);
  for (const file of left) fs.utimesSync(path.join(parts, file), 0, 0);
  service.recover();
  const built = importer.manifest.files.map(({ file }) => file);
  t.same(built.toSorted(), left.toSorted());
  t.same(
    built.filter(file => fs.statSync(path.join(parts, file)).mtimeMs === 0),
    [],
  );
});

t.test('recovery that cannot build logs it and leaves the old snapshot', t => {
  const { service, host, errors } = harness(t);
  t.equal(service.recover(), undefined, 'nothing to do in an empty folder');
  service.store.transaction(() =>
    service.store.putContent('c', { markets: ['se'], type: 'link', defaults: { title: 't', url: '/' } }),
  );
  host.pointer = { id: 'old' };
  host.buildError = new Error('broken');
  t.equal(service.recover(), 'old');
  t.match(errors, [host.buildError]);
  t.end();
});

t.test('a folder of an older format takes a full import only', async t => {
  const dir = testFolder(t);
  const folder = path.join(dir, 'catalog');
  await CatalogStore.open(folder).close();
  const root = open({ path: folder, noSubdir: false, maxDbs: 8 });
  await root.openDB('state', { encoding: 'binary' }).put('format', encodeRecord(0));
  await root.openDB('groups', { encoding: 'binary' }).put('old', Buffer.from('of another format'));
  await root.close();
  const { run, service, host } = harness(t, dir);
  t.match(await run('update', many(1)), { status: 'FAILURE', code: 'full_import_required', message: /PUT/ });
  t.match(await run('replace', ['broken']), { status: 'FAILURE', code: 'catalog_refused' });
  t.equal(service.store.needsFullImport, true, 'a refused import upgrades nothing');
  t.match(await run('replace', many(2)), { status: 'SUCCESS', counts: { products: 2 } });
  t.equal(service.store.needsFullImport, false);
  t.same(service.store.groupKeys(), ['g0', 'g1']);
  t.same(host.built.at(-1)?.change, { kind: 'full' });
  t.match(await run('update', many(1, 5)), { status: 'SUCCESS' });
});
