import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import type { ProductGroup } from '../../src/catalog/records.js';
import { testFolder } from '../folder.js';

function group(title: string): ProductGroup {
  const variants = { [`${title}-v`]: { defaults: { listPrice: 1 } } };
  return { products: { [`${title}-p`]: { markets: ['se'], defaults: { title, url: '/x' }, variants } } };
}

function openStore(t: { teardown(fn: () => unknown): void }): CatalogStore {
  const store = CatalogStore.open(testFolder(t));
  t.teardown(() => store.close());
  return store;
}

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

t.test('a reading stays as it was while imports are committed, also in the middle of an iteration', async t => {
  const store = openStore(t);
  store.transaction(() => {
    for (let i = 0; i < 100; i++) store.putGroup(`g${String(i).padStart(3, '0')}`, group(`t${i}`));
    store.putContent('c1', { markets: ['se'], type: 'link', defaults: { title: 'c', url: '/c' } });
    store.putTranslation('tr', { locale: 'sv-SE', values: { a: 'b' } });
  });
  const reading = store.openReader();
  const groups = reading.groups();
  const keys = [groups.next().value?.key];
  await nextTurn();
  store.transaction(() => {
    for (let i = 0; i < 100; i++) store.removeGroup(`g${String(i).padStart(3, '0')}`);
    store.putGroup('later', group('later'));
    store.removeContent('c1');
    store.removeTranslation('tr');
  });
  await nextTurn();
  for (const { key } of groups) keys.push(key);
  t.equal(keys.length, 100);
  t.notOk(keys.includes('later'));
  t.match(reading.getGroup('g050'), group('t50'));
  t.equal(reading.getGroup('later'), undefined);
  t.same(
    [...reading.contents()].map(({ key }) => key),
    ['c1'],
  );
  t.same(
    [...reading.translations()].map(({ key }) => key),
    ['tr'],
  );

  const second = store.openReader();
  t.same(
    [...second.groups()].map(({ key }) => key),
    ['later'],
    'one that begins later sees what was committed',
  );
  second.close();
  t.match(reading.getGroup('g000'), group('t0'), 'ending one does not end the other');
  reading.close();
});

t.test('an iteration may be left in the middle before the reading ends', async t => {
  const store = openStore(t);
  store.transaction(() => {
    for (let i = 0; i < 10; i++) store.putGroup(`g${i}`, group(`t${i}`));
  });
  for (let i = 0; i < 200; i++) {
    const reading = store.openReader();
    const groups = reading.groups();
    groups.next();
    await nextTurn();
    groups.return(undefined);
    reading.close();
  }
  t.equal([...store.groups()].length, 10);
});
