import t from 'tap';
import { type Client, ClientShares } from '../../../src/server/admission/client-shares.js';
import { FairQueue } from '../../../src/server/admission/fair-queue.js';

interface Job {
  name: string;
  costMs: number;
  client: Client | undefined;
}

const LONG_MS = 8;
const job = (name: string, costMs = 0, client?: Client): Job => ({ name, costMs, client });

function queueOf(maxLength: number, longestWaitMs = 60_000): FairQueue<Job> {
  return new FairQueue<Job>(maxLength, longestWaitMs, LONG_MS);
}

function drain(queue: FairQueue<Job>): string[] {
  const names: string[] = [];
  for (let next = queue.shift(true); next !== undefined; next = queue.shift(true)) names.push(next.name);
  return names;
}

t.test('jobs that cost the same are taken in their order, however many there were', async t => {
  const queue = queueOf(1000);
  const taken: string[] = [];
  for (let i = 0; i < 500; i++) {
    t.equal(queue.push(job(String(2 * i)), i), undefined);
    queue.push(job(String(2 * i + 1)), i);
    taken.push(queue.shift(true)!.name);
  }
  t.equal(queue.length, 500);
  t.equal(queue.first(true)?.name, '500');
  t.same(
    [...taken, ...drain(queue)],
    Array.from({ length: 1000 }, (_, i) => String(i)),
  );
  t.equal(queue.shift(true), undefined);
});

t.test('short work goes first, until long work has waited some times what it takes', async t => {
  const queue = queueOf(100);
  queue.push(job('long', 100), 0);
  for (const at of [0, 100, 399, 401]) queue.push(job(`short ${at}`), at);
  t.same(drain(queue), ['short 0', 'short 100', 'short 399', 'long', 'short 401']);
});

t.test('long work waits no longer than half of what a job may', async t => {
  const queue = queueOf(100, 1000);
  queue.push(job('hours', 3_600_000), 0);
  queue.push(job('early'), 499);
  queue.push(job('late'), 501);
  t.same(drain(queue), ['early', 'hours', 'late']);
});

t.test('long jobs can be left for later', async t => {
  const queue = queueOf(100);
  queue.push(job('long', LONG_MS + 1), 0);
  queue.push(job('short', LONG_MS), 1000);
  t.equal(queue.first(true)?.name, 'long');
  t.equal(queue.shift(false)?.name, 'short');
  t.equal(queue.shift(false), undefined);
  t.equal(queue.length, 1);
  t.same(drain(queue), ['long']);
});

t.test('clients take turns by what their jobs cost, however many jobs they have', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const [greedy, modest] = [clients.of('greedy', 0), clients.of('modest', 0)];
  const queue = queueOf(100);
  for (let i = 0; i < 4; i++) queue.push(job(`greedy ${i}`, 5, greedy), 0);
  for (let i = 0; i < 2; i++) queue.push(job(`modest ${i}`, 5, modest), 1);
  t.same(drain(queue), ['greedy 0', 'modest 0', 'greedy 1', 'modest 1', 'greedy 2', 'greedy 3']);
  t.equal(greedy.waitingMs, 0);
});

t.test('a client none of whose jobs waits any more holds nothing, whatever they cost', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const client = clients.of('a', 0);
  const queue = queueOf(100);
  for (const costMs of [0.1, 0.2, 0.3]) queue.push(job(String(costMs), costMs, client), 0);
  t.equal(drain(queue).length, 3);
  t.equal(client.waitingMs, 0);
  t.ok(client.isIdle(0));
});

t.test('a client that has had much is put back for a bounded time', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 2, mostDelayMs: 500 });
  const client = clients.of('a', 0);
  client.charge(10, 0);
  t.equal(client.delayMs(0), 10, 'its share of two threads is one');
  t.equal(client.delayMs(10), 0);
  client.charge(10_000, 10);
  t.equal(client.delayMs(10), 500);
  client.charge(-200, 10);
  t.equal(client.delayMs(10), 300, 'less was needed');
});

t.test('clients that hold nothing are forgotten', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  clients.of('open', 0).open = 1;
  clients.of('in debt', 0).charge(1000, 0);
  for (let i = 0; i < 1022; i++) clients.of(String(i), 0);
  t.equal(clients.size, 1024);
  clients.of('another', 1);
  t.equal(clients.size, 3);
  t.equal(clients.of('open', 1).open, 1);
});

t.test('where there is no room the job that is due last is dropped', async t => {
  const queue = queueOf(2);
  t.equal(queue.push(job('a', 5), 0), undefined);
  t.equal(queue.push(job('b'), 1), undefined);
  t.equal(queue.push(job('c'), 2)?.name, 'a');
  t.equal(queue.push(job('d'), 3)?.name, 'd');
  t.same(drain(queue), ['b', 'c']);
});

t.test('what has waited too long is told by the clock, in the order of arrival', async t => {
  const queue = queueOf(10, 50);
  queue.push(job('a', 10), 0);
  queue.push(job('b'), 1);
  t.equal(queue.nextDeadlineMs, 50);
  t.equal(queue.shiftLate(49), undefined);
  t.equal(queue.shiftLate(50)?.name, 'a');
  t.equal(queue.first(true)?.name, 'b');
  t.equal(queue.shiftLate(Number.POSITIVE_INFINITY)?.name, 'b');
  t.equal(queue.shiftLate(Number.POSITIVE_INFINITY), undefined);
  t.equal(queue.nextDeadlineMs, undefined);
  t.same(queue.of('long'), { jobs: 0, ms: 0 });
});
