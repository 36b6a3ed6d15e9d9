/** Who waits for a number goes on when it has been reached, or when he has waited long enough. */
import t from 'tap';
import { SequenceGate } from '../../src/threads/sequence-gate.js';

t.test('each waiter is let go when its number is reached, in whatever order they wait', async t => {
  const progress = new SequenceGate(60_000);
  const gone: number[] = [];
  const waits = [3, 1, 7, 3, 2].map(number => progress.wait(number).then(() => gone.push(number)));
  progress.reach(3);
  await Promise.all([waits[1], waits[4]]);
  t.same(gone, [1, 2]);
  progress.reach(8);
  await Promise.all(waits);
  t.same(gone, [1, 2, 3, 7, 3]);
  t.equal(progress.next, 8);
  await progress.wait(7);
});

t.test('nobody waits for longer than the longest wait, nor for what was given up', async t => {
  const short = new SequenceGate(1);
  await Promise.all([short.wait(5), short.wait(9)]);
  short.reach(6);
  const long = new SequenceGate(60_000);
  const waits = [long.wait(1), long.wait(2)];
  long.giveUp();
  await Promise.all(waits);
  t.equal(long.next, 0, 'nothing was reached');
});
