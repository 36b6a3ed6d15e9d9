/** A loader's thread that dies, at whatever moment, fails the load; threads here are a line of script. */
import { linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority, platform } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { PartWriter } from '../../src/index/part.js';
import { readInThreads, repriceInThreads, verifyInThread } from '../../src/snapshot/load-in-thread.js';
import { testFolder } from '../folder.js';
import { within } from '../within.js';

const script = (text: string) =>
  new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads';${encodeURIComponent(text)}`);
const ENDS: [string, RegExp][] = [
  ['process.exit(4)', /^the snapshot loader ended with exit code 4$/],
  ['throw new Error("no disk")', /^the snapshot loader ended with an exception: no disk$/],
];
const FILES = 48;
const FILE_MEGABYTES = 4;

for (const [end, message] of ENDS) {
  for (const thread of [script(end), script(`parentPort.once('message', () => { ${end} });`)]) {
    t.test(`reading and verifying fail: ${decodeURIComponent(thread.pathname).slice(-60)}`, async t => {
      await t.rejects(within('reading', readInThreads('/nowhere', [[], [], []], false, false, thread)), { message });
      await t.rejects(within('verifying', verifyInThread('/nowhere', new Map(), [], thread)), { message });
    });
  }
}

t.test('of several threads one that fails is enough', async t => {
  const shares = [[], [{ file: 'absent.part', bytes: 8 }], []];
  await t.rejects(within('reading', readInThreads('/nowhere', shares, false, false)), {
    code: 'snapshot_damaged',
    message: /^snapshot part .*absent\.part/,
  });
});

t.test('what no query has precedence over is read by no thread that has given way to queries', async t => {
  if (platform() !== 'linux' || getPriority() > 0) {
    t.pass('skipped: threads have no priorities of their own here, or the process gives way itself');
    return;
  }
  const before = withLowPriority();
  await readInThreads('/nowhere', [[]], false, true);
  t.equal(withLowPriority() - before, 1);
  await readInThreads('/nowhere', [[]], false, false);
  t.equal(withLowPriority() - before, 1);
  await readInThreads('/nowhere', [[]], false, true);
  t.equal(withLowPriority() - before, 2, 'now the second one has given way, too');
});

t.test('the offers of many views are made in a bounded number of threads', async t => {
  if (platform() !== 'linux') {
    t.pass('skipped: the threads of a process are not listed here');
    return;
  }
  const threads = () => readdirSync('/proc/self/task').length;
  const before = threads();
  const changed = { file: 'absent.part', bytes: 8 };
  const [structure, offers] = [new SharedArrayBuffer(8), new SharedArrayBuffer(8)];
  const view = { dataDir: '/nowhere', structure, before: offers, changed, behind: false };
  const made = repriceInThreads(new Array(40).fill(view));
  const opened = threads() - before;
  await t.rejects(within('making offers', made), { code: 'snapshot_damaged', message: /absent\.part/ });
  t.ok(opened <= Math.max(4, availableParallelism()), `${opened} threads`);
});

/** The number of threads of this process that have a lower priority than the process was started with. */
function withLowPriority(): number {
  const tasks = '/proc/self/task';
  const usual = getPriority();
  return readdirSync(tasks).filter(task => {
    try {
      return Number(readFileSync(`${tasks}/${task}/stat`, 'latin1').split(') ')[1]!.split(' ')[16]) > usual;
    } catch {
      // A thread of the tests before has ended meanwhile.
      return false;
    }
  }).length;
}

t.test('a verification holds few of the files at a time', async t => {
  if (platform() !== 'linux') {
    t.pass('skipped: what memory a process has is not told here');
    return;
  }
  const dataDir = testFolder(t);
  const dir = join(dataDir, 'parts');
  mkdirSync(dir);
  const { file, bytes } = new PartWriter('text').add('values', new Uint8Array(FILE_MEGABYTES << 20)).write(dir);
  const files = Array.from({ length: FILES }, (_, n) => ({ file: `text-${n}.part`, bytes }));
  for (const copy of files) linkSync(join(dir, file), join(dir, copy.file));
  const before = ownMegabytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, ownMegabytes());
  }, 1);
  t.teardown(() => clearInterval(timer));
  await within('verifying', verifyInThread(dataDir, new Map(), files));
  // The thread itself, and what it holds before it collects garbage.
  t.ok(most - before < (FILES * FILE_MEGABYTES) / 2, `${Math.round(most - before)} MB more`);
});

/** What of the memory of this process is no file. */
function ownMegabytes(): number {
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024;
}
