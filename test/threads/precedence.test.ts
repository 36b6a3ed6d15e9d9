import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { GivesWay, Precedence, precedenceCount } from '../../src/threads/precedence.js';

const LONG_MS = 60_000;
const SHORT_MS = 1;

t.test('a thread in the background waits until the work ends that has precedence', async t => {
  const count = precedenceCount();
  const precedence = new Precedence(count);
  const inBackground = new GivesWay(count, LONG_MS);
  inBackground.wait();
  precedence.end();
  inBackground.wait();
  precedence.begin();
  precedence.begin();
  const end = `const { workerData } = require('node:worker_threads');
    Atomics.add(workerData, 0, 1);
    Atomics.notify(workerData, 0);`;
  const ended = once(new Worker(end, { eval: true, workerData: count }), 'exit');
  inBackground.wait();
  t.equal(Atomics.load(count, 0), 2, 'it has ended');
  inBackground.wait();
  await ended;
});

t.test('work that takes long is waited for once', t => {
  const count = precedenceCount();
  const precedence = new Precedence(count);
  precedence.begin();
  const inBackground = new GivesWay(count, SHORT_MS);
  inBackground.wait();
  // From here on a wait would have no end.
  Object.assign(inBackground, { longestWaitMs: Number.POSITIVE_INFINITY });
  inBackground.wait();
  t.equal(Atomics.load(count, 0), 1, 'it has precedence still');
  t.end();
});

t.test('without a count nothing is waited for', t => {
  t.doesNotThrow(() => new GivesWay(undefined, LONG_MS).wait());
  t.end();
});
