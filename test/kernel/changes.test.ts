import t from 'tap';
import { Changes } from '../../src/kernel/changes.js';

const NEVER_MS = 60_000;

t.test('all that wait are woken by a change, once', async t => {
  const changes = new Changes();
  let woken = 0;
  const waiting = [changes.next(NEVER_MS), changes.next(NEVER_MS)].map(one => one.then(() => woken++));
  changes.tell();
  await Promise.all(waiting);
  t.equal(woken, 2);
  changes.tell();
  t.equal(woken, 2);
});

t.test('without a change the wait ends by itself', async t => {
  await new Changes().next(1);
  t.pass('it ended');
});
