import t from 'tap';
import { ImportStatuses } from '../../../src/server/imports/import-status.js';
import { testFolder } from '../../folder.js';

const HOUR = 3_600_000;
const counts = {
  instructions: 1,
  productGroups: 1,
  products: 1,
  variants: 1,
  content: 0,
  translations: 0,
  warnings: 0,
};

t.test('statuses are kept for a day, across restarts', async t => {
  const data = testFolder(t);
  const before = await ImportStatuses.open(data, 0);
  await before.set({ id: 'a', status: 'SUCCESS', counts }, 0);
  await before.set({ id: 'b', status: 'FAILURE', reason: 'line 3' }, 10 * HOUR);
  const after = await ImportStatuses.open(data, 23 * HOUR);
  t.same(after.get('a'), { id: 'a', status: 'SUCCESS', counts });
  t.same(after.get('b'), { id: 'b', status: 'FAILURE', reason: 'line 3' });
  t.same((await ImportStatuses.open(data, 25 * HOUR)).get('a'), { id: 'a', status: 'NOT_FOUND' });
  await after.set({ id: 'c', status: 'WAITING' }, 40 * HOUR);
  t.equal(after.get('b').status, 'NOT_FOUND');
});

t.test('an import that a crash cut off is aborted after the restart', async t => {
  const data = testFolder(t);
  const before = await ImportStatuses.open(data, 0);
  await before.set({ id: 'waiting', status: 'WAITING' }, 0);
  await before.set({ id: 'running', status: 'IN_PROGRESS' }, 0);
  const after = await ImportStatuses.open(data, 1);
  t.match(after.get('waiting'), { id: 'waiting', status: 'ABORTED', reason: /ended before the import/ });
  t.equal(after.get('running').status, 'ABORTED');
});

t.test('progress is told but not kept', async t => {
  const data = testFolder(t);
  const statuses = await ImportStatuses.open(data, 0);
  await statuses.set({ id: 'a', status: 'IN_PROGRESS' }, 0);
  statuses.progress('a', { phase: 'build', done: 1, total: 2 });
  statuses.progress('unknown', { phase: 'build', done: 1, total: 2 });
  t.same(statuses.get('a'), { id: 'a', status: 'IN_PROGRESS', progress: { phase: 'build', done: 1, total: 2 } });
  t.equal(statuses.get('unknown').status, 'NOT_FOUND');
});

t.test('changes made at once are all on disk when they say so', async t => {
  const data = testFolder(t);
  const statuses = await ImportStatuses.open(data, 0);
  const ids = Array.from({ length: 20 }, (_, i) => `import ${i}`);
  await Promise.all(ids.map(id => statuses.set({ id, status: 'SUCCESS' }, 0)));
  const read = await ImportStatuses.open(data, 0);
  t.same(
    ids.map(id => read.get(id).status),
    ids.map(() => 'SUCCESS'),
  );
});
