/** A thread that takes tasks, with a program of the test's own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { TaskWorker } from '../../src/threads/task-worker.js';
import { testFolder } from '../folder.js';

type Task = number | 'throw' | 'later' | 'exit' | 'hang' | Uint8Array;

const SERVER = JSON.stringify(new URL('../../dist/threads/task-server.js', import.meta.url));
const REQUESTS = JSON.stringify(new URL('../../dist/threads/request-server.js', import.meta.url));
const PROGRAM = `
  import { setImmediate } from 'node:timers/promises';
  import { Transferred } from ${REQUESTS};
  import { serveTasks } from ${SERVER};
  let ran = 0;
  export default serveTasks(task => {
    ran++;
    if (task === 'throw') throw new RangeError('planted');
    if (task === 'exit') process.exit(3);
    if (task === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (task === 'later') return setImmediate().then(() => ran);
    return task instanceof Uint8Array ? new Transferred(task, [task.buffer]) : ran;
  });
`;

function worker(t: Test, program = PROGRAM) {
  const file = join(testFolder(t), 'tasks.mjs');
  writeFileSync(file, program);
  const failures: unknown[] = [];
  const tasks = new TaskWorker<Task, unknown>({ name: 'a thread', file, failed: error => failures.push(error) });
  t.teardown(() => tasks.destroy());
  return { tasks, failures };
}

t.test('tasks run in their order, one after the other, also behind one that is not done at once', async t => {
  const { tasks } = worker(t);
  t.same(await Promise.all([tasks.run(1), tasks.run('later'), tasks.run(2), tasks.run(3)]), [1, 2, 3, 4]);
});

t.test('what a task throws is what its caller gets, and the thread goes on', async t => {
  const { tasks, failures } = worker(t);
  const [thrown, next] = await Promise.allSettled([tasks.run('throw'), tasks.run(1)]);
  t.match(thrown, { status: 'rejected', reason: new RangeError('planted') });
  t.same(next, { status: 'fulfilled', value: 2 });
  t.same(failures, []);
});

t.test('memory is moved in both directions', async t => {
  const { tasks } = worker(t);
  const sent = Uint8Array.of(1, 2, 3);
  const returned = await tasks.run(sent, [sent.buffer]);
  t.equal(sent.length, 0);
  t.same(returned, Uint8Array.of(1, 2, 3));
});

t.test('a thread that dies fails the tasks that it has, and another one runs those that wait', async t => {
  const { tasks, failures } = worker(t);
  await tasks.run(1);
  const all = [tasks.run('exit'), tasks.run(2), tasks.run(3), tasks.run(4)];
  const settled = await Promise.allSettled(all);
  t.match(settled, [
    { status: 'rejected', reason: { message: 'a thread ended with exit code 3' } },
    { status: 'rejected' },
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 2 },
  ]);
  t.same(failures, [], 'its callers know');
});

t.test('a thread that cannot start fails all tasks, and is not started over and over', async t => {
  const { tasks } = worker(t, "throw new Error('planted');");
  const settled = await Promise.allSettled([tasks.run(1), tasks.run(2), tasks.run(3)]);
  t.match(settled, Array(3).fill({ status: 'rejected', reason: { message: 'planted' } }));
  await t.rejects(tasks.run(4), { message: 'planted' }, 'the next task starts another one');
});

t.test('a thread that hangs is ended with its tasks', async t => {
  const { tasks } = worker(t);
  await tasks.run(1);
  const all = Promise.allSettled([tasks.run('hang'), tasks.run(2), tasks.run(3)]);
  await tasks.destroy();
  t.match(await all, Array(3).fill({ status: 'rejected', reason: { message: 'a thread has been closed' } }));
  await t.rejects(tasks.run(4), { message: 'a thread has been closed' });
});
