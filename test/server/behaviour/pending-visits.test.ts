import t from 'tap';
import { PendingVisits } from '../../../src/server/behaviour/pending-visits.js';

// Waiting for memory alone does not keep a process alive; a daemon has sockets.
const alive = setInterval(() => undefined, 1000);
t.teardown(() => clearInterval(alive));

/** Two front ends over the same memory. */
function two(fill = 0): [PendingVisits, PendingVisits] {
  const first = new PendingVisits(2);
  new Int32Array(first.memory).fill(fill, 1);
  first.followed = true;
  return [first, new PendingVisits(2, 1, first.memory)];
}

/** What has been decided by the end of this turn. */
async function state(settled: Promise<void> | undefined): Promise<string> {
  const later = new Promise<string>(resolve => setImmediate(resolve, 'waits'));
  return settled === undefined ? 'nothing' : Promise.race([settled.then(() => 'settled'), later]);
}

for (const [name, fill] of [
  ['a visit', 0],
  ['a visit whose counter wraps around', 0x7fffffff],
] as const) {
  t.test(`${name} is waited for at every front end until it has ended`, async t => {
    const [first, second] = two(fill);
    t.equal(first.settled('uk', 'anna'), undefined);
    const slot = second.begin('uk', 'anna');
    const waiting = [first.settled('uk', 'anna'), second.settled('uk', 'anna')];
    t.equal(await state(waiting[0]), 'waits');
    t.equal(first.settled('se', 'anna'), undefined, 'another market is another visitor');
    t.equal(first.settled('uk', 'bo'), undefined);
    first.end(1, slot);
    await Promise.all(waiting);
    t.equal(await state(first.settled('uk', 'anna')), 'nothing');
  });
}

t.test('visits of one customer at two front ends are both waited for', async t => {
  const [first, second] = two();
  const slot = first.begin('uk', 'anna');
  second.begin('uk', 'anna');
  const settled = second.settled('uk', 'anna');
  first.end(0, slot);
  t.equal(await state(settled), 'waits');
  first.end(1, slot);
  await settled;
});

t.test('what begins later is not waited for', async t => {
  const [first] = two();
  const slot = first.begin('uk', 'anna');
  const settled = first.settled('uk', 'anna');
  first.begin('uk', 'anna');
  first.end(0, slot);
  await settled;
  t.not(first.settled('uk', 'anna'), undefined);
});

t.test('every query waits while the store is opened, and then for the visits of its customer', async t => {
  const [first, second] = two();
  first.opening();
  const slot = first.begin('uk', 'anna');
  const [anna, bo] = [second.settled('uk', 'anna'), second.settled('uk', 'bo')];
  t.equal(await state(bo), 'waits');
  first.followed = true;
  await bo;
  t.equal(await state(anna), 'waits');
  first.end(0, slot);
  await anna;
  first.opened();
  t.not(first.isOpening, 'what is followed is open');
});

t.test('no query waits while visits are not followed, nor for longer than a second', async t => {
  const [first] = two();
  first.begin('uk', 'anna');
  first.followed = false;
  t.equal(first.settled('uk', 'anna'), undefined);
  first.followed = true;
  const started = performance.now();
  await first.settled('uk', 'anna');
  t.ok(performance.now() - started > 900);
});
