/** A data folder that others could read is closed to them, with all that is in it. */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makePrivate } from '../../../src/server/storage/private-folder.js';
import { testFolder } from '../../folder.js';

const mode = (path: string) => statSync(path).mode & 0o777;

t.test('a folder of an earlier version, and what is made later', async t => {
  const dir = join(testFolder(t), 'data');
  mkdirSync(join(dir, 'journal'), { recursive: true });
  const file = join(dir, 'journal', '1.journal');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  chmodSync(join(dir, 'journal'), 0o755);
  chmodSync(dir, 0o755);
  t.notOk(makePrivate(dir), 'it is not new');
  t.same([dir, join(dir, 'journal'), file].map(mode), [0o700, 0o700, 0o600]);
  const later = join(dir, 'later');
  mkdirSync(later);
  writeFileSync(join(later, 'file'), '');
  t.same([later, join(later, 'file')].map(mode), [0o700, 0o600]);
});

t.test('a folder that was not there', async t => {
  const dir = join(testFolder(t), 'a', 'data');
  t.ok(makePrivate(dir), 'it is new');
  t.equal(mode(dir), 0o700);
  t.notOk(makePrivate(dir));
});
