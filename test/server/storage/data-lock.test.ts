import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { lockDataFolder } from '../../../src/server/storage/data-lock.js';

const data = mkdtempSync(join(tmpdir(), 'vitrine-lock-'));
const file = join(data, 'vitrine.lock');
t.teardown(() => rmSync(data, { recursive: true }));

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

t.test('a lock whose process id now belongs to another process is taken over', async t => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, started: 'another boot/1' }));
  lockDataFolder(data)();
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
