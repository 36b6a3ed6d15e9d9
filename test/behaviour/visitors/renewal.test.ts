/** The rewriting of the visitor store: nothing of what was removed is left, and nothing else is lost. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { VisitorReader, VisitorStore } from '../../../src/behaviour/visitors/index.js';
import { testFolder } from '../../folder.js';
import { NOW, search } from '../activities.js';

const VISITORS = 3500;
const customer = (i: number) => `customer-${String(i).padStart(5, '0')}`;
const searches = (customers: string[], q: string) => customers.map(one => search(one, q));

function open(t: Test): { store: VisitorStore; reader: VisitorReader; dir: string } {
  const dir = testFolder(t);
  const options = { dir, visitorDays: 90, mostVisitors: 1_000_000, known: () => undefined };
  const store = new VisitorStore({ ...options, warn: (_, message) => t.fail(message) });
  store.apply(
    searches(
      Array.from({ length: VISITORS }, (_, i) => customer(i)),
      'lamp',
    ),
    7,
  );
  const reader = new VisitorReader(options);
  t.teardown(async () => {
    await reader.close();
    await store.close();
  });
  return { store, reader, dir };
}

const phrases = (reader: VisitorReader, who: string) => {
  reader.refresh(NOW);
  return reader.get('se', who)?.searches.map(({ key }) => key);
};
const has = (dir: string, text: string) => readFileSync(join(dir, 'data.mdb')).includes(text);

t.test('a store that is written anew has what was changed meanwhile, and no byte of who was removed', async t => {
  const { store, reader, dir } = open(t);
  const { ino } = statSync(join(dir, 'data.mdb'));
  store.apply(searches([customer(5)], 'a phrase to forget'), 8);
  store.remove(customer(5), customer(3499));
  t.ok(has(dir, customer(5)) || has(dir, 'a phrase to forget'), 'a store keeps what was removed');
  let turns = 0;
  const renewed = await store.renew(async () => {
    turns++;
    t.same(phrases(reader, customer(1)), turns === 1 ? ['lamp'] : ['vase', 'lamp'], 'readers see changes at once');
    if (turns > 1) return true;
    // Visitors who were copied already, who come next, and who are new; more than are copied in one go.
    store.apply(
      searches([customer(1), customer(2000), 'new', ...Array.from({ length: 1200 }, (_, i) => `n-${i}`)], 'vase'),
      9,
    );
    store.remove(customer(2));
    store.remove(customer(3000));
    return true;
  });
  t.equal(renewed, true);
  t.ok(turns >= 5);
  t.not(statSync(join(dir, 'data.mdb')).ino, ino);
  for (const gone of [customer(5), customer(3499), 'a phrase to forget']) t.notOk(has(dir, gone), gone);
  t.equal(store.size, VISITORS - 4 + 1201);
  t.equal(store.applied, 9);
  for (const one of [customer(1), customer(2000)]) t.same(phrases(reader, one), ['vase', 'lamp'], one);
  for (const one of ['new', 'n-0', 'n-1199']) t.same(phrases(reader, one), ['vase'], one);
  for (const one of [customer(2), customer(3000), customer(5)]) t.equal(phrases(reader, one), undefined, one);
  store.apply(searches(['after'], 'rug'), 10);
  t.same(phrases(reader, 'after'), ['rug'], 'it goes on');
  t.equal(await store.renew(async () => true), true, 'and can be written anew again');
  t.same(phrases(reader, 'after'), ['rug']);
});

t.test('a rewriting that is given up leaves the store as it is', async t => {
  const { store, reader, dir } = open(t);
  const { ino } = statSync(join(dir, 'data.mdb'));
  t.equal(await store.renew(async () => false), false);
  await t.rejects(
    store.renew(() => Promise.reject(new Error('no turn'))),
    /no turn/,
  );
  t.equal(statSync(join(dir, 'data.mdb')).ino, ino);
  t.notOk(existsSync(join(dir, 'successor')));
  store.apply(searches(['after'], 'rug'), 8);
  t.same(phrases(reader, 'after'), ['rug']);
  t.equal(store.size, VISITORS + 1);
});
