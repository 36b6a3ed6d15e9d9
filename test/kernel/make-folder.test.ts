import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../../src/kernel/make-folder.js';
import { testFolder } from '../folder.js';

t.test('folders above are made with it, and one that exists stays as it is', async t => {
  const root = testFolder(t);
  const folder = join(root, 'a', 'b', 'c');
  t.equal(makeFolder(folder, 0o700), true);
  t.equal(statSync(join(root, 'a')).mode & 0o777, 0o700);
  t.equal(statSync(folder).mode & 0o777, 0o700);
  t.equal(makeFolder(folder, 0o755), false);
  t.equal(statSync(folder).mode & 0o777, 0o700);
});

t.test('a file in its place, or above it, is an error', async t => {
  const file = join(testFolder(t), 'file');
  writeFileSync(file, '');
  t.throws(() => makeFolder(file), { code: 'EEXIST' });
  t.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
});

t.test(
  'a file system that takes no folders is an error',
  { skip: process.platform === 'linux' ? false : 'it has no /proc' },
  async t => {
    t.throws(() => makeFolder('/proc/vitrine'), { code: 'ENOENT' });
    t.throws(() => makeFolder('/proc/vitrine/data'), { code: 'ENOENT' });
  },
);
