/** When a thread is started again: with the next call, or by itself, later each time. */
import t, { type Test } from 'tap';
import { RestartingWorker, type RestartingWorkerOptions } from '../../src/threads/restarting-worker.js';
import { within } from '../within.js';
import { DEATHS, type ObedientProtocol } from './obedient-protocol.js';

const file = new URL('./obedient-thread.js', import.meta.url);
const LONG = 60_000;

function open(t: Test, options: Partial<RestartingWorkerOptions<ObedientProtocol>>) {
  const worker = new RestartingWorker<ObedientProtocol>({
    name: 'the thread of the test',
    file,
    restart: 'on-call',
    resourceLimits: { maxOldGenerationSizeMb: 24 },
    ...options,
  });
  t.teardown(() => worker.close());
  return worker;
}

t.test('on call: nothing runs before the first call, and each death is followed by a new thread', async t => {
  let started = 0;
  let died = 0;
  const worker = open(t, { started: () => void started++, died: () => void died++ });
  worker.tell({ die: 'exit' });
  for (const [i, how] of DEATHS.entries()) {
    t.equal(await within('a reply', worker.call({ kind: 'echo', value: i }, LONG)), i);
    t.equal(started, i + 1);
    t.equal(died, i);
    await t.rejects(within(how, worker.call({ kind: 'die', how }, LONG)), { name: 'ThreadDeath' });
  }
  t.equal(await within('a reply', worker.call({ kind: 'echo', value: 'x' }, LONG)), 'x');
  await worker.close();
  await t.rejects(worker.call({ kind: 'nothing' }, LONG), { message: /has been closed$/ });
  t.equal(started, DEATHS.length + 1);
});

t.test('on call: a thread that cannot start fails its call, and the next one tries again', async t => {
  const worker = open(t, { file: 'nowhere.js' });
  for (let i = 0; i < 3; i++) await t.rejects(worker.call({ kind: 'nothing' }, LONG), { message: /could not start/ });
});

t.test('always: a dead thread is replaced, later each time, and calls meanwhile are rejected', async t => {
  let starts: (() => void)[] = [];
  const started = () => new Promise<void>(resolve => starts.push(resolve));
  const pausesMs: number[] = [];
  let diedMs = 0;
  const worker = open(t, {
    restart: 'always',
    started: () => {
      if (diedMs > 0) pausesMs.push(performance.now() - diedMs);
      for (const resolve of starts) resolve();
      starts = [];
    },
    died: () => {
      diedMs = performance.now();
    },
  });
  await t.rejects(worker.call({ kind: 'nothing' }, LONG), { message: /is not running$/ });
  await within('the first start', worker.start());
  for (const how of ['exit', 'exception', 'exit'] as const) {
    const next = started();
    await t.rejects(within(how, worker.call({ kind: 'die', how }, LONG)), { name: 'ThreadDeath' });
    await t.rejects(worker.call({ kind: 'nothing' }, LONG), { name: 'ThreadDeath' });
    await within('the next start', next);
    t.equal(await within('a reply', worker.call({ kind: 'echo', value: how }, LONG)), how);
  }
  t.ok(pausesMs[1]! >= 399 && pausesMs[2]! >= 799, `pauses of ${pausesMs.map(Math.round)} ms`);
});

t.test('always: a thread that hangs is replaced when it is killed', async t => {
  let markReplaced: () => void;
  const replaced = new Promise<void>(resolve => {
    markReplaced = resolve;
  });
  const deaths: string[] = [];
  let starts = 0;
  const worker = open(t, {
    restart: 'always',
    started: () => {
      if (++starts === 2) markReplaced();
    },
    died: ({ message }) => void deaths.push(message),
  });
  await within('the start', worker.start());
  await t.rejects(worker.call({ kind: 'busy' }, 1), { name: 'LateReply' });
  const hanging = worker.call({ kind: 'echo', value: 1 }, LONG);
  worker.kill('hangs');
  await t.rejects(within('its end', hanging), { name: 'ThreadDeath', message: /hangs$/ });
  await within('the next start', replaced);
  t.equal(await within('a reply', worker.call({ kind: 'echo', value: 2 }, LONG)), 2);
  t.equal(deaths.length, 1);
});

t.test('always: a thread that cannot start the first time is not replaced', async t => {
  const worker = open(t, {
    restart: 'always',
    data: { start: 'refuse with a problem' },
    died: () => t.fail('told twice'),
  });
  await t.rejects(within('its start', worker.start()), { code: 'starting', message: 'not today' });
  await t.rejects(worker.call({ kind: 'nothing' }, LONG), { name: 'ThreadDeath' });
});

t.test('a last request is answered before the end, and its failure does not keep the thread', async t => {
  const worker = open(t, { restart: 'always' });
  await within('the start', worker.start());
  await within('the end', worker.closeAfter({ kind: 'nothing' }, LONG));
  const other = open(t, { restart: 'always' });
  await within('the start', other.start());
  await t.rejects(within('the end', other.closeAfter({ kind: 'die', how: 'exit' }, LONG)), { name: 'ThreadDeath' });
});

t.test('a reply to what a thread has said does not reach the one in its place', async t => {
  const heard: number[] = [];
  let replyToFirst!: (message: ObedientProtocol['toThread']) => void;
  const worker = open(t, {
    hear: (message, reply) => {
      heard.push(message);
      replyToFirst ??= reply;
    },
  });
  await within('the first thread', worker.call({ kind: 'echo', value: 1 }, LONG));
  worker.tell({ repeat: 1 });
  await within('word of it', worker.call({ kind: 'echo', value: 2 }, LONG));
  t.strictSame(heard, [0]);
  await t.rejects(within('its death', worker.call({ kind: 'die', how: 'exit' }, LONG)));
  await within('the second thread', worker.call({ kind: 'echo', value: 3 }, LONG));
  replyToFirst({ repeat: 3 });
  await within('the second thread', worker.call({ kind: 'echo', value: 4 }, LONG));
  t.strictSame(heard, [0]);
});
