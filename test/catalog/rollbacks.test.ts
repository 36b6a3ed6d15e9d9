/** Random changes of the catalog store and rollbacks, against copies of what the store was at each generation. */
import path from 'node:path';
import fc from 'fast-check';
import { open } from 'lmdb';
import t, { type Test } from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { encodeRecord } from '../../src/catalog/record-codec.js';
import type { Content, ProductGroup } from '../../src/catalog/records.js';
import { testFolder } from '../folder.js';

const seed = 20261123;

function group(market: string, variants: number, key: string): ProductGroup {
  const data = { defaults: { listPrice: 1, url: '/'.repeat(100) } };
  const keys = Array.from({ length: variants }, (_, i) => `v-${key}-${i}`);
  return {
    products: {
      [`p-${key}`]: {
        markets: [market],
        // Long enough to be compressed.
        defaults: { title: `Title of ${key} `.repeat(20), url: '/', dataLocale: 'sv-SE' },
        variants: Object.fromEntries(keys.map(variant => [variant, data])),
      },
    },
  };
}

const content = (title: string): Content => ({ markets: ['uk'], type: 'link', defaults: { title, url: '/c' } });

function newStore(t: Test): { store: CatalogStore; dir: string } {
  const dir = path.join(testFolder(t), 'catalog');
  const store = CatalogStore.open(dir);
  t.teardown(() => store.close());
  return { store, dir };
}

/** Everything that a store says of its records. */
function contentsOf(store: CatalogStore): object {
  const keys = ['a', 'b', 'c', 'd'].flatMap(key => [key, `p-${key}`, `v-${key}-0`, `v-${key}-1`, `v-${key}-2`]);
  return {
    groups: store.groupKeys().map(key => [key, store.groupBytes(key)!.toString()]),
    contents: [...store.contents()],
    translations: [...store.translations()],
    documents: [...store.documents.entries()],
    owners: keys.map(key => [key, store.owner(key)]),
    counts: store.counts,
    markets: [...store.views.markets()],
    locales: [...store.views.locales()].sort(),
  };
}

type Change =
  | { kind: 'group'; key: string; market: string; variants: number }
  | { kind: 'content' | 'translation' | 'document'; key: string; text: string };

function apply(store: CatalogStore, change: Change): void {
  const { kind, key } = change;
  if (kind === 'group') {
    if (change.variants === 0) store.removeGroup(key);
    else store.putGroup(key, group(change.market, change.variants, key));
  } else if (kind === 'content') {
    if (change.text === '') store.removeContent(key);
    else store.putContent(key, content(change.text));
  } else if (kind === 'translation') {
    if (change.text === '') store.removeTranslation(key);
    else store.putTranslation(key, { locale: change.text, values: { a: 'A' } });
  } else if (change.text === '') store.documents.remove(`pages|${key}`);
  else store.documents.put(`pages|${key}`, { text: change.text });
}

const key = fc.constantFrom('a', 'b', 'c', 'd');
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('group' as const),
    key,
    market: fc.constantFrom('se', 'uk'),
    variants: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom('content' as const, 'translation' as const, 'document' as const),
    key,
    text: fc.constantFrom('', 'sv-SE', 'en-GB'),
  }),
);

/** A transaction of changes; a rollback to a generation, as a share of those there are; snapshots that go. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ to: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ keep: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }) }) },
);

t.test('a rollback takes everything back to what it was at a kept generation, over rollbacks and pruning', t => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), steps => {
      const { store } = newStore(t);
      const states = new Map<number, object>();
      const note = () => states.set(store.generation, contentsOf(store));
      const nearest = (share: number) => [...states.keys()][Math.floor(share * (states.size - 1))];
      for (const one of steps) {
        if ('changes' in one) {
          store.transaction(() => {
            for (const each of one.changes) apply(store, each);
          });
        } else if (states.size > 0 && 'to' in one) {
          const before = store.generation;
          const to = nearest(one.to);
          if (to === before) continue;
          store.transaction(() => store.rollbacks.restore(to));
          t.same(contentsOf(store), states.get(to), `back to ${to}`);
          t.equal(store.generation, before + 1);
          t.equal(store.rollbacks.at(store.generation), to);
        } else if (states.size > 0 && 'keep' in one) {
          const kept = new Set([store.generation, ...one.keep.map(nearest)]);
          store.rollbacks.keepOnly([...kept]);
          for (const generation of states.keys()) if (!kept.has(generation)) states.delete(generation);
        }
        if (store.generation > 0) note();
      }
    }),
    { seed, numRuns: 60 },
  );
  t.end();
});

t.test('a rollback says what it has changed', t => {
  const { store } = newStore(t);
  store.transaction(() => {
    store.putGroup('a', group('se', 1, 'a'));
    store.putGroup('b', group('se', 1, 'b'));
  });
  store.transaction(() => {
    store.putGroup('a', group('se', 2, 'a'));
    store.removeGroup('b');
    store.putGroup('c', group('se', 1, 'c'));
    store.documents.put('pages|x', {});
  });
  const back = (to: number) => store.transaction(() => store.rollbacks.restore(to));
  t.same(back(1), { counts: { added: 1, changed: 1, removed: 2 }, changes: { keys: ['a', 'b', 'c'], content: false } });
  store.transaction(() => store.putContent('x', content('x')));
  t.match(back(3), { counts: { added: 0, changed: 0, removed: 1 }, changes: { keys: [], content: true } });
  store.transaction(() => store.putTranslation('x', { locale: 'en', values: {} }));
  t.match(back(5), { changes: undefined }, 'more than groups and content');
  t.match(back(7), { counts: { added: 0, changed: 0, removed: 0 } }, 'nothing has changed since');
  t.end();
});

t.test('a store of an earlier version can be taken back to what it was when it was opened, and no further', async t => {
  const { store, dir } = newStore(t);
  const change = (key: string) => store.transaction(() => store.putContent(key, content(key)));
  for (const key of ['a', 'b', 'c']) change(key);
  await store.flushed();
  const root = open<unknown, string>({ path: dir, noSubdir: false, maxDbs: 12 });
  await root.openDB('undo', { encoding: 'binary' }).clearAsync();
  await root.close();
  change('d');
  t.throws(() => store.rollbacks.require(2), { code: 'rollback_impossible', message: /since generation 2/ });
  t.throws(() => store.transaction(() => store.rollbacks.restore(2)), { code: 'rollback_impossible' });
  t.equal(store.generation, 4, 'nothing has changed');
  store.transaction(() => store.rollbacks.restore(3));
  t.same(
    [...store.contents()].map(({ key }) => key),
    ['a', 'b', 'c'],
  );
});

t.test('what a version without the log has imported cannot be undone', async t => {
  const { store, dir } = newStore(t);
  for (const title of ['a', 'b']) store.transaction(() => store.putContent('x', content(title)));
  await store.flushed();
  const root = open<unknown, string>({ path: dir, noSubdir: false, maxDbs: 12 });
  await root.openDB<Buffer, string>('state', { encoding: 'binary' }).put('generation', encodeRecord(3));
  await root.close();
  store.refresh();
  t.throws(() => store.rollbacks.require(1), { code: 'rollback_impossible' });
  store.transaction(() => store.putContent('x', content('d')));
  t.throws(() => store.rollbacks.require(1), { code: 'rollback_impossible' });
  store.rollbacks.require(3);
});

t.test('a damaged entry makes a rollback fail, which changes nothing', async t => {
  const { store, dir } = newStore(t);
  for (const title of ['a', 'b']) store.transaction(() => store.putContent('x', content(title)));
  await store.flushed();
  const root = open<unknown, string>({ path: dir, noSubdir: false, maxDbs: 12 });
  const undo = root.openDB<Buffer, string>('undo', { encoding: 'binary' });
  const [entry] = [...undo.getKeys({ limit: 1 })];
  const bytes = undo.get(entry)!;
  bytes[bytes.length - 1] ^= 1;
  await undo.put(entry, bytes);
  await root.close();
  store.refresh();
  const before = contentsOf(store);
  t.throws(() => store.transaction(() => store.rollbacks.restore(1)), /what undoes the change of x is damaged/);
  t.same(contentsOf(store), before);
  t.equal(store.generation, 2);
});
