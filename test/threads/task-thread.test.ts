/** Tasks of a thread: each is settled, whether it ends, throws, is given up, or its thread dies. */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { startAhead, TaskThread } from '../../src/threads/task-thread.js';
import { within } from '../within.js';
import type { CountingTask } from './counting-thread.js';

const file = fileURLToPath(new URL('./counting-thread.js', import.meta.url));

function open(t: Test, data = { first: 1, dies: false }) {
  const failures: unknown[] = [];
  const thread = new TaskThread<typeof data, CountingTask, unknown>({
    name: 'the thread of the test',
    file,
    data,
    failed: error => failures.push(error),
  });
  t.teardown(() => thread.close());
  const run = (task: CountingTask, signal?: AbortSignal) => within(task.do, thread.run(task, signal));
  return { thread, run, failures };
}

t.test('tasks run one after the other, with the data of the thread', async t => {
  const { run } = open(t, { first: 40, dies: false });
  const counted = await Promise.all([run({ do: 'count' }), run({ do: 'count later' }), run({ do: 'count' })]);
  t.same(counted, [40, 41, 42]);
});

t.test('a task that throws rejects with its error, and others go on', async t => {
  const { run } = open(t);
  const [thrown, odd, counted] = await Promise.allSettled([
    run({ do: 'throw' }),
    run({ do: 'reply a function' }),
    run({ do: 'count' }),
  ]);
  t.match(thrown, { status: 'rejected', reason: RangeError('a defect') });
  t.match(odd, { status: 'rejected' });
  t.match(counted, { status: 'fulfilled', value: 1 });
});

t.test('bytes are moved in both directions', async t => {
  const { thread } = open(t);
  const bytes = new Uint8Array([1, 2, 3]);
  const moved = thread.run({ do: 'move', bytes }, undefined, [bytes.buffer]);
  t.equal(bytes.length, 0);
  t.same([...((await within('move', moved)) as Uint8Array)], [1, 2, 3]);
});

t.test('a thread that dies is replaced: only the task that it had fails', async t => {
  const { run, failures } = open(t);
  t.equal(await run({ do: 'count' }), 1);
  const [dead, next] = await Promise.allSettled([run({ do: 'exit' }), run({ do: 'count' })]);
  t.match(dead, { status: 'rejected', reason: { message: /exit code 7/ } });
  t.match(next, { status: 'fulfilled', value: 1 }, 'another thread counts from the beginning');
  t.same(failures, []);
});

t.test('a signal ends the thread where its task has begun, and takes others from the queue', async t => {
  const { run } = open(t);
  await run({ do: 'count' });
  const [hanging, waiting] = [new AbortController(), new AbortController()];
  const hung = run({ do: 'hang' }, hanging.signal);
  const queued = run({ do: 'count' }, waiting.signal);
  const last = run({ do: 'count' });
  waiting.abort();
  await t.rejects(queued, { name: 'AbortError' });
  hanging.abort();
  await t.rejects(hung, { name: 'AbortError' });
  t.equal(await last, 1);
  await t.rejects(run({ do: 'count' }, AbortSignal.abort()), { name: 'AbortError' });
});

t.test('a thread that cannot start fails the first task of each attempt', async t => {
  const { run } = open(t, { first: 1, dies: true });
  const results = await Promise.allSettled([run({ do: 'count' }), run({ do: 'count' })]);
  for (const result of results) t.match(result, { status: 'rejected', reason: { message: 'born dead' } });
});

t.test('closing rejects all tasks', async t => {
  const { thread, run } = open(t);
  await run({ do: 'count' });
  const tasks = [run({ do: 'hang' }), run({ do: 'count' })].map(task => t.rejects(task, /has been closed/));
  await thread.close();
  await Promise.all(tasks);
  await t.rejects(run({ do: 'count' }), /has been closed/);
});

t.test('a thread that was started ahead takes the data and tasks of the next one', async t => {
  startAhead(file);
  const { run } = open(t, { first: 7, dies: false });
  t.equal(await run({ do: 'count' }), 7);
  t.equal(await open(t).run({ do: 'count' }), 1, 'the one behind has a thread of its own');
});
