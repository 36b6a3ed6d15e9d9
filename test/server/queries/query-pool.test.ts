/** The pool of query threads, with a program of the test's own in its threads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { QueryPool } from '../../../src/server/queries/query-pool.js';
import { testFolder } from '../../folder.js';
import { searchRequest } from '../requests.js';

/** Takes 300 ms to start, and counts that it has: a query thread may open the visitor store in that time. */
const SLOW_START = `
  import { serveTasks } from ${JSON.stringify(new URL('../../../dist/threads/task-server.js', import.meta.url))};
  export default serveTasks(({ data }) => {
    const { started } = data.visitors;
    Atomics.wait(started, 0, 0, 300);
    Atomics.add(started, 0, 1);
    return { kind: 'done' };
  });
`;

t.test('threads are not ended while they start', async t => {
  const filename = join(testFolder(t), 'slow-start.mjs');
  writeFileSync(filename, SLOW_START);
  const threads = 2;
  const started = new Int32Array(new SharedArrayBuffer(4));
  const pool = new QueryPool({
    threads,
    filename,
    threadData: { visitors: { started } } as never,
    deadlineMs: 60_000,
    hurryMs: 60_000,
    timeoutMs: 60_000,
    onFailure: error => t.fail(String(error)),
    onLookups: () => undefined,
  });
  await pool.close();
  t.equal(started[0], threads);
});

const ECHOING = fileURLToPath(new URL('../fixtures/query-worker.mjs', import.meta.url));

t.test('a thread that dies fails the request at fault alone, of both batches that it has', async t => {
  let deaths = 0;
  const pool = new QueryPool({
    threads: 1,
    filename: ECHOING,
    threadData: {} as never,
    deadlineMs: 60_000,
    hurryMs: 60_000,
    timeoutMs: 60_000,
    onFailure: () => deaths++,
    onLookups: () => undefined,
  });
  t.teardown(() => pool.close());
  const snapshot = { id: 'a', manifest: {} } as never;
  const ask = async (...texts: string[]) => {
    const questions = texts.map(q => ({ request: searchRequest({ q }), encoding: 'identity' }) as const);
    const { outcomes } = await pool.answer(0, snapshot, questions);
    return outcomes.map((outcome, i) => ('answer' in outcome ? 'answered' : `${texts[i]} failed`));
  };
  for (const [first, second] of [
    [['crash'], ['behind']],
    [['before'], ['crash']],
    [
      ['a', 'crash', 'b'],
      ['c', 'd'],
    ],
  ]) {
    const told = (texts: string[]) => texts.map(q => (q === 'crash' ? 'crash failed' : 'answered'));
    t.same(await Promise.all([ask(...first!), ask(...second!)]), [told(first!), told(second!)]);
  }
  // Once with another batch in the thread, once alone; between these once where the other one had not been told yet.
  t.ok(deaths >= 6 && deaths <= 9, `${deaths} deaths`);
});

t.test('a batch behind a task that takes too long is not at fault', async t => {
  const errors: unknown[] = [];
  const pool = new QueryPool({
    threads: 1,
    filename: ECHOING,
    threadData: {} as never,
    deadlineMs: 60_000,
    hurryMs: 60_000,
    timeoutMs: 1000,
    onFailure: error => errors.push(error),
    onLookups: () => undefined,
  });
  t.teardown(() => pool.close());
  const snapshot = { id: 'a', manifest: {} } as never;
  const question = { request: searchRequest({ q: 'behind' }), encoding: 'identity' } as const;
  // Its thread is ended with it.
  const task = t.rejects(pool.warm(0, 'a', [searchRequest({ q: 'hang' })]));
  const { outcomes } = await pool.answer(0, snapshot, [question]);
  await task;
  t.ok('answer' in outcomes[0]!);
  t.equal(errors.length, 1);
});
