/** Groups that are compressed against a dictionary are those that were stored, whatever happens between. */
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import t, { type TAP } from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { decodeGroup, encodeGroup } from '../../src/catalog/group-codec.js';
import { outlineOf } from '../../src/catalog/group-outline.js';
import { prepareGroup } from '../../src/catalog/prepared-group.js';
import type { ProductGroup } from '../../src/catalog/records.js';
import { testFolder } from '../folder.js';

const MANY = 400;

function group(name: string, number: number): ProductGroup {
  const variants = Object.fromEntries(
    ['S', 'M', 'L'].map((size, i) => [
      `${name}-${size}`,
      {
        defaults: { listPrice: number + i, stock: number * i, size },
        overrides: { 'se|*': { listPrice: 11 * number } },
      },
    ]),
  );
  const category = [`Clothes > ${'Long name of a category '.repeat(number % 40)}`];
  const defaults = { title: `Shirt ${name}`, url: `/p/${name}`, category, dataLocale: 'en-GB' };
  return { products: { [`${name}-p`]: { markets: ['uk', 'se'], defaults, variants } } };
}

const keyOf = (i: number): string => `g${String(i).padStart(4, '0')}`;
const groups = Array.from({ length: MANY }, (_, i) => group(keyOf(i), i));

function put(store: CatalogStore, from: number, to: number): void {
  for (let i = from; i < to; i++) store.putGroup(keyOf(i), groups[i]);
}

function checkAll(t: Pick<TAP, 'strictSame' | 'ok'>, store: CatalogStore, count: number): void {
  t.strictSame(
    [...store.groups()],
    groups.slice(0, count).map((group, i) => ({ key: keyOf(i), group })),
  );
  t.strictSame(
    [...store.groupOutlines()].map(({ outline }) => outline),
    groups.slice(0, count).map(outlineOf),
  );
  t.ok(store.groupBytes(keyOf(count - 1))?.equals(encodeGroup(groups[count - 1])));
  t.strictSame(decodeGroup(store.groupBytes(keyOf(0))!), groups[0]);
}

/** Runs `use` over the database of groups. */
async function withRecords(dir: string, use: (root: RootDatabase, records: Map<string, Buffer>) => unknown) {
  const root = open({ path: dir, noSubdir: false, maxDbs: 12 });
  const database = root.openDB<Buffer, string>('groups', { encoding: 'binary' });
  await use(root, new Map([...database.getRange()].map(({ key, value }) => [key, value])));
  await root.close();
}

t.test('groups are read as they were stored, also by a process that opened the store before', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  const store = CatalogStore.open(dir);
  store.transaction(() => put(store, 0, 10));
  await store.flushed();
  const reader = CatalogStore.open(dir, { readOnly: true });
  t.teardown(() => reader.close());
  checkAll(t, reader, 10);
  store.transaction(() => put(store, 10, MANY));
  checkAll(t, store, MANY);
  store.transaction(() => {
    const same = prepareGroup(keyOf(MANY - 1), groups[MANY - 1]);
    t.equal(store.addGroup(same), 'unchanged');
    t.equal(store.addGroup(prepareGroup(keyOf(MANY - 1), groups[0])), 'taken');
    t.equal(store.putGroup(keyOf(MANY - 1), groups[MANY - 1]).changed, false);
  });
  await store.flushed();
  reader.refresh();
  checkAll(t, reader, MANY);
  const reading = reader.openReader();
  t.strictSame(reading.getGroup(keyOf(MANY - 1)), groups[MANY - 1]);
  t.equal([...reading.groups()].length, MANY);
  reading.close();
  await store.close();
  await withRecords(dir, (_, records) => {
    const sizeOf = (key: string): number => records.get(key)!.length / encodeGroup(groups[Number(key.slice(1))]).length;
    t.ok(sizeOf(keyOf(5)) > 1, 'the first ones stay as they are, with a checksum');
    t.ok(sizeOf(keyOf(MANY - 1)) < 0.3, `the last ones are compressed: ${sizeOf(keyOf(MANY - 1))}`);
  });
});

t.test('a dictionary that was made in an aborted transaction was not made', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  const store = CatalogStore.open(dir);
  const failing = (): void =>
    store.transaction(() => {
      for (let i = MANY - 1; i >= 0; i--) store.putGroup(`other${i}`, group(`other${i}`, 7));
      throw new Error('no');
    });
  t.throws(failing, { message: 'no' });
  t.equal([...store.groups()].length, 0);
  store.transaction(() => put(store, 0, MANY));
  t.throws(failing, { message: 'no' });
  checkAll(t, store, MANY);
  await store.close();
  const again = CatalogStore.open(dir);
  t.teardown(() => again.close());
  checkAll(t, again, MANY);
});

t.test('a damaged group, and a damaged dictionary, are errors', async t => {
  const dir = path.join(testFolder(t), 'catalog');
  const key = keyOf(MANY - 1);
  const store = CatalogStore.open(dir);
  store.transaction(() => put(store, 0, MANY));
  await store.close();
  await withRecords(dir, async (root, records) => {
    const damaged = Buffer.from(records.get(key)!);
    damaged[damaged.length - 1] ^= 1;
    await root.openDB<Buffer, string>('groups', { encoding: 'binary' }).put(key, damaged);
  });
  const second = CatalogStore.open(dir);
  t.throws(() => second.getGroup(key), { message: /a product group is damaged/ });
  t.strictSame(second.getGroup(keyOf(MANY - 2)), groups[MANY - 2]);
  await second.close();
  await withRecords(dir, async root => {
    const state = root.openDB<Buffer, string>('state', { encoding: 'binary' });
    const dictionary = Buffer.from(state.get('dictionary')!);
    dictionary[100] ^= 1;
    await state.put('dictionary', dictionary);
  });
  const third = CatalogStore.open(dir);
  t.teardown(() => third.close());
  t.throws(() => third.getGroup(keyOf(MANY - 2)), { message: /the dictionary of product groups is damaged/ });
});
