/** The pool of query threads, with a program of the test's own in its threads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { QueryPool } from '../../../src/server/queries/query-pool.js';
import { testFolder } from '../../folder.js';

/** Takes 300 ms to start, and counts that it has: a query thread may open the visitor store in that time. */
const SLOW_START = `
  module.exports = ({ data }) => {
    const { started } = data.visitors;
    Atomics.wait(started, 0, 0, 300);
    Atomics.add(started, 0, 1);
    return { kind: 'done' };
  };
`;

t.test('threads are not ended while they start', async t => {
  const filename = join(testFolder(t), 'slow-start.cjs');
  writeFileSync(filename, SLOW_START);
  const threads = 2;
  const started = new Int32Array(new SharedArrayBuffer(4));
  const pool = new QueryPool({
    threads,
    filename,
    threadData: { visitors: { started } } as never,
    deadlineMs: 60_000,
    timeoutMs: 60_000,
    onFailure: error => t.fail(String(error)),
    onLookups: () => undefined,
  });
  await pool.close();
  t.equal(started[0], threads);
});
