import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lockDataFolder } from '../../../src/server/storage/data-lock.js';
import { missingProc } from '../../contract/processes.js';
import { testFolder } from '../../folder.js';

const data = testFolder(t);
const file = join(data, 'vitrine.lock');

t.test('the lock is there while it is held and gone after', async t => {
  const release = lockDataFolder(data);
  t.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid);
  t.throws(() => lockDataFolder(data), { name: 'Problem', error: 'CONFLICT' }, 'not twice within a process either');
  release();
  t.notOk(existsSync(file));
});

t.test('a folder that another living process holds is refused, with its id', async t => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  t.teardown(() => other.kill());
  await once(other, 'spawn');
  writeFileSync(file, JSON.stringify({ pid: other.pid, started: '' }));
  t.throws(() => lockDataFolder(data), { error: 'CONFLICT', message: new RegExp(`process id ${other.pid}$`) });
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockDataFolder(data)();
});

t.test(
  'a process that has ended holds nothing, though its parent has not taken its exit code',
  { skip: missingProc },
  async t => {
    // Node takes exit codes in its event loop: until this test lets go of that, the child keeps its entry.
    const { pid } = spawn('true', { stdio: 'ignore' });
    const ended = () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    for (const deadline = Date.now() + 10_000; !ended(); ) assert.ok(Date.now() < deadline, 'the child has ended');
    writeFileSync(file, JSON.stringify({ pid, started: '' }));
    lockDataFolder(data)();
    t.notOk(existsSync(file));
  },
);

t.test('a lock whose process id now belongs to another process is taken over', async t => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, started: 'another boot/1' }));
  const died: number[] = [];
  lockDataFolder(data, undefined, pid => died.push(pid))();
  t.same(died, [process.ppid], 'it is told which process has left the lock');
  lockDataFolder(data, undefined, pid => died.push(pid))();
  t.equal(died.length, 1, 'and no such of one that was released');
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: '' }));
  lockDataFolder(data)();
  t.pass();
});

t.test('a lock file that is cut off is taken over', async t => {
  writeFileSync(file, '{"pid":');
  const release = lockDataFolder(data);
  t.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid);
  release();
});
