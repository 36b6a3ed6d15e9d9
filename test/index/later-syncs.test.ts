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
  // A device that is written like a file, but cannot be synced.
  const device = '/dev/null';
  let fd = 0;
  const write = () => {
    fd = fs.openSync(device, 'w');
    syncAndClose(fd, device);
  };
  t.throws(write, { code: 'EINVAL' });
  t.notOk(isOpen(fd));
  let returned = false;
  const later = () =>
    withLaterSyncs(() => {
      write();
      returned = true;
    });
  t.throws(later, { code: 'EINVAL' });
  t.ok(returned, 'in the end, not when it is written');
  t.notOk(isOpen(fd));
});

t.test('of many files, few descriptors are open at a time', async t => {
  const folder = testFolder(t);
  const open = () => fs.readdirSync('/dev/fd').length;
  const before = open();
  withLaterSyncs(() => {
    for (let i = 0; i < 200; i++) {
      const file = path.join(folder, `${i}`);
      syncAndClose(fs.openSync(file, 'w'), file);
    }
    t.ok(open() - before <= 2 * 64, `${open() - before} more than before`);
  });
});
