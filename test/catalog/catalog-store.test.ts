import path from 'node:path';
import { open } from 'lmdb';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { inspectStore } from '../../src/catalog/inspect-store.js';
import { encodeRecord } from '../../src/catalog/record-codec.js';
import type { Content, ProductGroup } from '../../src/catalog/records.js';
import { CATALOG_FORMAT, OLDEST_FORMAT } from '../../src/catalog/store-state.js';
import { testFolder } from '../folder.js';
import type { Teardown } from '../ingest/harness.js';

function group(product: string, ...variants: string[]): ProductGroup {
  const data = { defaults: { listPrice: 1 } };
  return {
    products: {
      [product]: {
        markets: ['se'],
        defaults: { title: product, url: '/', dataLocale: 'sv-SE' },
        variants: Object.fromEntries(variants.map(key => [key, data])),
      },
    },
  };
}

const content: Content = { markets: ['uk'], type: 'link', defaults: { title: 't', url: '/c' } };

function newStore(t: Teardown): { store: CatalogStore; dir: string } {
  const dir = path.join(testFolder(t), 'catalog');
  const store = CatalogStore.open(dir);
  t.teardown(() => store.close());
  return { store, dir };
}

t.test('a committed transaction is there after reopening, in key order', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  const first = CatalogStore.open(dir);
  first.transaction(() => {
    first.putGroup('b', group('p2', 'v2', 'v3'));
    first.putGroup('a', group('p1', 'v1'));
    first.putContent('c', content);
    first.putTranslation('t', { locale: 'en', values: { a: 'A' } });
  });
  await first.flushed();
  await first.close();
  const store = CatalogStore.open(dir, { readOnly: true });
  t.teardown(() => store.close());
  t.same(
    [...store.groups()],
    [
      { key: 'a', group: group('p1', 'v1') },
      { key: 'b', group: group('p2', 'v2', 'v3') },
    ],
  );
  t.same([...store.contents()], [{ key: 'c', content }]);
  t.same([...store.translations()], [{ key: 't', translation: { locale: 'en', values: { a: 'A' } } }]);
  t.same(store.counts, { productGroups: 2, products: 2, variants: 3, content: 1, translations: 1 });
  t.same(store.owner('v3'), { kind: 'variant', group: 'b', product: 'p2' });
  t.same(store.owner('p1'), { kind: 'product', group: 'a' });
  t.same(store.owner('a'), { kind: 'productGroup' });
  t.equal(store.generation, 1);
});

t.test('reads inside a transaction see its writes and the generation to come', async t => {
  const { store } = newStore(t);
  store.transaction(() => {
    t.equal(store.generation, 0);
    store.putGroup('a', group('p', 'v'));
    t.equal(store.generation, 1);
    t.same(store.getGroup('a'), group('p', 'v'));
    t.same([...store.groups()].length, 1);
    t.equal(store.counts.products, 1);
    t.same(store.views.markets(), new Map([['se', ['sv-SE']]]));
    t.same(store.owner('v'), { kind: 'variant', group: 'a', product: 'p' });
  });
});

t.test('a transaction that throws has not happened', async t => {
  const { store } = newStore(t);
  store.transaction(() => store.putGroup('a', group('p', 'v')));
  const failing = (): void =>
    store.transaction(() => {
      store.removeGroup('a');
      store.putGroup('b', group('q', 'v'));
      store.putContent('c', content);
      throw new Error('no');
    });
  t.throws(failing, { message: 'no' });
  t.same([...store.groups()], [{ key: 'a', group: group('p', 'v') }]);
  t.same([...store.contents()], []);
  t.same(store.owner('v'), { kind: 'variant', group: 'a', product: 'p' });
  t.equal(store.owner('q'), undefined);
  t.equal(store.generation, 1);
  t.same([...store.views.markets().keys()], ['se']);
  store.transaction(() => store.putGroup('b', group('q', 'w')));
  t.equal(store.generation, 2, 'and the next one works');
});

t.test('the generation stays when nothing changes', async t => {
  const { store } = newStore(t);
  store.transaction(() => store.putGroup('a', group('p', 'v')));
  store.transaction(() => {
    t.same(store.putGroup('a', group('p', 'v')), { changed: false });
    t.same(store.removeGroup('b'), { changed: false });
  });
  t.equal(store.generation, 1);
  store.transaction(() => t.match(store.putGroup('a', group('p', 'w')), { changed: true, before: group('p', 'v') }));
  t.equal(store.generation, 2);
});

t.test('changes outside a transaction are a defect', async t => {
  const { store } = newStore(t);
  t.throws(() => store.putContent('c', content), /inside transaction/);
  t.throws(() => store.transaction(() => store.transaction(() => {})), /already running/);
});

t.test('a reader sees what another handle committed', async t => {
  const { store, dir } = newStore(t);
  store.transaction(() => store.putContent('c', content));
  await store.flushed();
  const reader = CatalogStore.open(dir, { readOnly: true });
  t.teardown(() => reader.close());
  t.equal(reader.generation, 1);
  store.transaction(() => store.removeContent('c'));
  await store.flushed();
  reader.refresh();
  t.equal(reader.generation, 2);
  t.equal(reader.counts.content, 0);
});

t.test('there is nothing to read before the first write', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  t.throws(() => CatalogStore.open(dir, { readOnly: true }), { name: 'Problem', error: 'UNAVAILABLE' });
});

async function writeFormat(dir: string, format: number): Promise<void> {
  const store = CatalogStore.open(dir);
  store.transaction(() => store.putContent('c', content));
  await store.close();
  const root = open({ path: dir, noSubdir: false, maxDbs: 8 });
  await root.openDB('state', { encoding: 'binary' }).put('format', encodeRecord(format));
  await root.close();
}

t.test('a folder of an older format cannot be read until it is cleared', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  await writeFormat(dir, 0);
  const store = CatalogStore.open(dir);
  t.teardown(() => store.close());
  t.equal(store.needsFullImport, true);
  t.throws(() => [...store.contents()], { name: 'Problem', error: 'METHOD_NOT_ALLOWED' });
  t.equal(store.counts.content, 0);
  store.transaction(() => store.clear());
  t.equal(store.needsFullImport, false);
  t.same([...store.contents()], []);
  t.equal(store.generation, 2, 'it goes on from the generation it had');
});

t.test('a folder of the format before is read, and is of this format from then on', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  await writeFormat(dir, OLDEST_FORMAT);
  for (const _ of [1, 2]) {
    const store = CatalogStore.open(dir);
    t.equal(store.needsFullImport, false);
    t.equal(store.counts.content, 1);
    await store.close();
    const root = open({ path: dir, noSubdir: false, maxDbs: 8 });
    t.strictSame(root.openDB('state', { encoding: 'binary' }).get('format'), Buffer.of(CATALOG_FORMAT));
    await root.close();
  }
});

t.test('owners have checksums, and those of the format before are read without', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  const filled = CatalogStore.open(dir);
  filled.transaction(() => {
    for (const key of ['grå', 'b']) filled.putGroup(key, group(`${key}-1`));
  });
  await filled.close();
  t.match(inspectStore(path.join(dir, 'data.mdb')), { state: 'sound' });
  const change = async (key: string, record: (found: string) => string) => {
    const root = open({ path: dir, noSubdir: false, maxDbs: 8 });
    const owners = root.openDB<string, string>('owners', { encoding: 'string' });
    owners.putSync(key, record(owners.get(key)!));
    await root.close();
  };
  await change('b-1', found => found.slice(7));
  const old = CatalogStore.open(dir);
  t.same(
    [old.owner('grå-1'), old.owner('b-1')],
    ['grå', 'b'].map(group => ({ kind: 'product', group })),
  );
  await old.close();
  for (const key of ['grå', 'grå-1']) {
    for (const damage of [(found: string) => `${found}x`, (found: string) => `2${found.slice(1)}`, () => '1']) {
      let before = '';
      await change(key, found => {
        before = found;
        return damage(found);
      });
      t.match(inspectStore(path.join(dir, 'data.mdb')), { state: 'damaged', fault: 'a record of owners is damaged' });
      const store = CatalogStore.open(dir);
      t.throws(() => store.owner(key), { code: 'internal' });
      await store.close();
      await change(key, () => before);
    }
  }
});

t.test('a folder of a newer format is refused', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  await writeFormat(dir, 99);
  t.throws(() => CatalogStore.open(dir), { error: 'UNAVAILABLE', message: /format 99/ });
});
