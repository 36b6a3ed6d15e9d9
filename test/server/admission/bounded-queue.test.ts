import t from 'tap';
import { BoundedQueue } from '../../../src/server/admission/bounded-queue.js';

t.test('jobs are taken in their order, however many there were', async t => {
  const queue = new BoundedQueue<number>(1000, 60_000);
  const taken: (number | undefined)[] = [];
  for (let i = 0; i < 500; i++) {
    t.equal(queue.push(2 * i), undefined);
    queue.push(2 * i + 1);
    taken.push(queue.shift());
  }
  t.equal(queue.length, 500);
  t.equal(queue.first, 500);
  while (queue.length > 0) taken.push(queue.shift());
  t.same(
    taken,
    Array.from({ length: 1000 }, (_, i) => i),
  );
  t.equal(queue.shift(), undefined);
});

t.test('a job for which there is no room takes the place of the oldest', async t => {
  const queue = new BoundedQueue<string>(2, 60_000);
  t.equal(queue.push('a'), undefined);
  t.equal(queue.push('b'), undefined);
  t.equal(queue.push('c'), 'a');
  t.equal(queue.length, 2);
  t.equal(queue.first, 'b');
});

t.test('what has waited too long is told by the clock', async t => {
  const queue = new BoundedQueue<string>(10, 50);
  const before = performance.now();
  queue.push('a');
  queue.push('b');
  const deadline = queue.nextDeadlineMs!;
  t.ok(deadline >= before + 50);
  t.equal(queue.shiftLate(deadline - 1), undefined);
  t.equal(queue.shiftLate(deadline), 'a');
  t.equal(queue.shiftLate(Number.POSITIVE_INFINITY), 'b');
  t.equal(queue.shiftLate(Number.POSITIVE_INFINITY), undefined);
  t.equal(queue.nextDeadlineMs, undefined);
});
