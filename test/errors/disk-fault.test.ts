import t from 'tap';
import { diskFault } from '../../src/errors/disk-fault.js';

t.test('a full disk is recognised in errors of Node and of LMDB, and as the cause of another', async t => {
  const node = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const lmdb = Object.assign(new Error('No space left on device'), { code: 28 });
  for (const error of [node, lmdb, new Error('a thread failed', { cause: node })]) {
    t.match(diskFault(error), { code: 'disk_full', status: 503 });
  }
});

t.test('so is one that is read-only; nothing else is', async t => {
  const node = new Error("EROFS: read-only file system, open '/x/current.json.writing'");
  for (const error of [node, new Error('Read-only file system')]) {
    t.match(diskFault(error), { code: 'disk_read_only', status: 503 });
  }
  for (const error of [new Error('ENOENT: no such file'), undefined, 'ENOSPC']) t.equal(diskFault(error), undefined);
});
