import { appendFileSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  type ImportBegun,
  ImportHistory,
  type ImportRecord,
  KEPT_IMPORTS,
} from '../../../src/server/imports/import-history.js';
import { testFolder } from '../../folder.js';

const counts = { added: 1, changed: 2, removed: 3 };

function begun(id: string): ImportBegun {
  return { id, kind: 'pages', name: `import ${id}`, startedAt: '2026-09-01T10:00:00.000Z' };
}

function ended(id: string): ImportRecord {
  return { ...begun(id), outcome: 'SUCCESS', counts, endedAt: '2026-09-01T10:00:01.000Z', durationMs: 1000 };
}

const fileOf = (data: string) => join(data, 'import-history.jsonl');

t.test('imports are listed newest first, also after a restart', async t => {
  const data = testFolder(t);
  const history = await ImportHistory.open(data);
  t.same(history.list(10), []);
  for (const id of ['a', 'b', 'c']) {
    await history.begin(begun(id));
    await history.end(ended(id));
  }
  const expected = ['c', 'b', 'a'].map(ended);
  t.same(history.list(10), expected);
  t.same(history.list(2), expected.slice(0, 2));
  t.same((await ImportHistory.open(data)).list(10), expected);
});

t.test('a line that could not be written as a whole takes no other one with it', async t => {
  const data = testFolder(t);
  const history = await ImportHistory.open(data);
  await history.end(ended('a'));
  // In its place stands what cannot be written to; then the file is as a disk that became full would have left it.
  renameSync(fileOf(data), join(data, 'aside'));
  mkdirSync(fileOf(data));
  await t.rejects(history.begin(begun('b')));
  rmdirSync(fileOf(data));
  renameSync(join(data, 'aside'), fileOf(data));
  appendFileSync(fileOf(data), JSON.stringify(begun('b')).slice(0, 20));
  await history.end(ended('c'));
  t.same((await ImportHistory.open(data)).list(10), [ended('c'), ended('a')]);
});

t.test('an import that a crash cut off is aborted after the restart, and stays so', async t => {
  const data = testFolder(t);
  const history = await ImportHistory.open(data);
  await history.begin(begun('a'));
  await history.end(ended('a'));
  await history.begin(begun('b'));
  t.same(history.list(10), [ended('a')], 'one under way is not listed');
  for (let restart = 0; restart < 2; restart++) {
    const [cutOff, ...others] = (await ImportHistory.open(data)).list(10);
    t.match(cutOff, { id: 'b', kind: 'pages', outcome: 'ABORTED', reason: /ended before the import/ });
    t.notOk(cutOff && 'endedAt' in cutOff);
    t.same(others, [ended('a')]);
  }
});

t.test('a line that a crash left incomplete is dropped, and what follows is whole', async t => {
  const data = testFolder(t);
  const history = await ImportHistory.open(data);
  await history.begin(begun('a'));
  await history.end(ended('a'));
  appendFileSync(fileOf(data), JSON.stringify(begun('b')).slice(0, 30));
  const after = await ImportHistory.open(data);
  await after.begin(begun('c'));
  await after.end(ended('c'));
  t.same((await ImportHistory.open(data)).list(10), [ended('c'), ended('a')]);
});

t.test('a thousand imports are kept, in a file that stays small', async t => {
  const data = testFolder(t);
  const history = await ImportHistory.open(data);
  const total = 2 * KEPT_IMPORTS + 100;
  for (let i = 0; i < total; i++) {
    await history.begin(begun(String(i)));
    await history.end(ended(String(i)));
  }
  const reopened = await ImportHistory.open(data);
  await reopened.tidy();
  for (const known of [history, reopened]) {
    const list = known.list(KEPT_IMPORTS);
    t.equal(list.length, KEPT_IMPORTS);
    t.equal(list[0]?.id, String(total - 1));
    t.equal(list.at(-1)?.id, String(total - KEPT_IMPORTS));
  }
  t.equal(readFileSync(fileOf(data), 'utf8').split('\n').length, KEPT_IMPORTS + 1);
});

t.test('a damaged line costs no more than itself', async t => {
  const data = testFolder(t);
  appendFileSync(fileOf(data), `no JSON\n{}\nnull\n${JSON.stringify(ended('a'))}\n\0\0\n`);
  const history = await ImportHistory.open(data);
  t.same(history.list(10), [ended('a')]);
  await history.end(ended('b'));
  await history.end(ended('c'));
  const bytes = readFileSync(fileOf(data), 'latin1');
  writeFileSync(fileOf(data), bytes.replace('"id":"b"', '"id":"d"'), 'latin1');
  t.same((await ImportHistory.open(data)).list(10), [ended('c'), ended('a')], 'also where it is JSON');
});
