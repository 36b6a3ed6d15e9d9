import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

t.test('a damaged file is replaced, and that is said', async t => {
  const data = testFolder(t);
  await (await ImportStatuses.open(data, 0)).set({ id: 'a', status: 'SUCCESS', counts }, 0);
  const file = join(data, 'imports.json');
  const sound = readFileSync(file, 'utf8');
  for (const damage of [
    '',
    '{',
    'null',
    '\0'.repeat(99),
    sound.replace('SUCCESS', 'FAILURE'),
    '{"version":2,"imports":7}',
  ]) {
    writeFileSync(file, damage);
    const warnings: string[] = [];
    const statuses = await ImportStatuses.open(data, 0, { warn: (_, message) => warnings.push(message) });
    t.equal(statuses.get('a').status, 'NOT_FOUND');
    t.match(warnings, [/damaged/]);
    await statuses.set({ id: 'b', status: 'SUCCESS', counts }, 0);
    t.equal((await ImportStatuses.open(data, 0)).get('b').status, 'SUCCESS');
  }
});

t.test('the file of an earlier version is read', async t => {
  const data = testFolder(t);
  const status = { id: 'a', status: 'SUCCESS', counts };
  writeFileSync(join(data, 'imports.json'), JSON.stringify({ version: 1, imports: [{ status, changedMs: 0 }] }));
  t.same((await ImportStatuses.open(data, 0)).get('a'), status);
});
