/** The most asked view: its file, and that a start prefers it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { askedFirst, readAskedView, writeAskedView } from '../../src/snapshot/asked-view.js';
import { testFolder } from '../folder.js';

const VIEWS = [
  { market: 'se', locale: 'sv-SE' },
  { market: 'uk', locale: 'en-GB' },
  { market: 'uk', locale: 'sv-SE' },
];

t.test('the name that is written is read', async t => {
  const dataDir = testFolder(t);
  t.equal(readAskedView(dataDir), undefined);
  await writeAskedView(dataDir, VIEWS[1]!);
  t.same(readAskedView(dataDir), VIEWS[1]);
  await writeAskedView(dataDir, VIEWS[2]!);
  t.same(readAskedView(dataDir), VIEWS[2]);
});

t.test('a damaged file names no view', async t => {
  const dataDir = testFolder(t);
  const file = join(dataDir, 'asked-view.json');
  const damages = ['', '{', '{"asked":{"market":"uk","locale":"en-GB"},"sha256":"00"}', '{"asked":null}', 'null'];
  for (const text of damages) {
    writeFileSync(file, text);
    t.equal(readAskedView(dataDir), undefined, text);
  }
});

t.test('a file of another version names no view', async t => {
  const dataDir = testFolder(t);
  const file = join(dataDir, 'asked-view.json');
  await writeAskedView(dataDir, VIEWS[1]!);
  const written = JSON.parse(readFileSync(file, 'utf8')) as { version: number };
  writeFileSync(file, JSON.stringify({ ...written, version: written.version + 1 }));
  t.equal(readAskedView(dataDir), undefined);
});

t.test('what cannot be read names no view', async t => {
  const dataDir = testFolder(t);
  mkdirSync(join(dataDir, 'asked-view.json'));
  t.equal(readAskedView(dataDir), undefined);
});

t.test('the asked view comes first, and a name of no view changes nothing', async t => {
  t.same(askedFirst(VIEWS, VIEWS[1]), [VIEWS[1], VIEWS[0], VIEWS[2]]);
  t.same(askedFirst(VIEWS, { market: 'de', locale: 'de-DE' }), VIEWS);
  t.same(askedFirst(VIEWS, undefined), VIEWS);
});
