import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { syncAndClose, withLaterSyncs } from '../../src/index/later-syncs.js';
import { testFolder } from '../folder.js';

const isOpen = (fd: number): boolean => {
  try {
    fs.fstatSync(fd);
    return true;
  } catch {
    return false;
  }
};

t.test('files that are synced later stay open until the end, wherever that is', async t => {
  const file = (name: string) => path.join(testFolder(t), name);
  const written: number[] = [];
  const write = (target: string): void => {
    const fd = fs.openSync(target, 'w');
    fs.writeSync(fd, 'x');
    syncAndClose(fd, target);
    written.push(fd);
  };
  write(file('now'));
  t.notOk(isOpen(written[0]));
  const result = withLaterSyncs(() => {
    write(file('a'));
    withLaterSyncs(() => write(file('b')));
    t.ok(written.slice(1).every(isOpen), 'a nested one leaves them to the outer one');
    return 'result';
  });
  t.equal(result, 'result');
  t.notOk(written.slice(1).some(isOpen));
  const failing = () =>
    withLaterSyncs(() => {
      write(file('c'));
      throw new Error('failed');
    });
  t.throws(failing, { message: 'failed' });
  t.notOk(isOpen(written.at(-1)!), 'after a failure too');
});

t.test('a failure to sync is that of the whole', async t => {
  const target = path.join(testFolder(t), 'gone');
  t.throws(
    () =>
      withLaterSyncs(() => {
        const fd = fs.openSync(target, 'w');
        syncAndClose(fd, target);
        fs.closeSync(fd);
      }),
    { code: 'EBADF' },
  );
});
