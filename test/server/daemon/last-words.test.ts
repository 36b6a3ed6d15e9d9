/** A daemon that ends without having been asked to says why: in its own log, or where it could not, in that of the next. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Daemon, startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';

const folder = testFolder(t);

/** @param actions what the daemon does at the first SIGUSR2, the second, and so on */
function start(t: { teardown(fn: () => unknown): void }, ...actions: string[]): Promise<Daemon> {
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `const actions = [${actions.map(action => `() => ${action}`)}];\nprocess.on('SIGUSR2', () => actions.shift()());`,
  );
  const started = startDaemon({ dataDir: join(folder, 'data'), env: { NODE_OPTIONS: `--require ${preload}` } });
  t.teardown(async () => (await started).stop());
  return started;
}

t.test('what ends a daemon', { skip: process.platform === 'win32' && 'no SIGUSR2' }, async t => {
  const first = await start(t, "Promise.reject(new Error('planted'))");
  first.process.kill('SIGUSR2');
  t.match(await first.waitForLog(({ level }) => level === 'fatal'), {
    err: { message: 'planted' },
    origin: 'unhandledRejection',
  });
  t.equal(await first.stop(), 1);

  const printed = JSON.stringify({ message: 'printed' });
  const print = `process.stderr.write('x', () => setImmediate(() => process.stdout.write('${printed}\\n')))`;
  const second = await start(t, print, 'process.exit(3)');
  t.match(await second.waitForLog(({ message }) => /^the daemon before did not stop/.test(message ?? '')), {
    pid: first.process.pid,
  });
  second.process.stderr!.destroy();
  second.process.kill('SIGUSR2');
  await second.waitForLog(({ message }) => message === 'printed');
  second.process.kill('SIGUSR2');
  t.match(await second.waitForLog(({ level }) => level === 'fatal'), { code: 3, message: /without having been asked/ });
  t.equal(await second.stop(), 3);

  const third = await start(t);
  t.equal(await third.stop(), 0);
  t.notOk(
    third.logs.some(({ level }) => level === 'fatal'),
    'one that is stopped has nothing to explain',
  );
});
