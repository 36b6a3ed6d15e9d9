import t from 'tap';
import { Deadline } from '../../src/kernel/deadline.js';

t.test('a deadline passes once its budget is spent, stays so, and begins anew with each query', async t => {
  let now = 1000;
  const deadline = new Deadline(() => now);
  deadline.start(50);
  t.notOk(deadline.passed);
  now += 49;
  t.notOk(deadline.passed);
  now += 1;
  t.notOk(deadline.cut, 'nothing has asked yet');
  t.ok(deadline.passed);
  t.ok(deadline.cut);
  now = 0;
  t.ok(deadline.passed, 'whatever the clock says now');
  deadline.start(50);
  t.notOk(deadline.passed);
  t.notOk(deadline.cut);
  deadline.start(0);
  t.ok(deadline.passed, 'nothing is left of no budget');
});

t.test('without a budget no clock is read', async t => {
  const deadline = new Deadline(() => {
    throw new Error('the clock was read');
  });
  t.notOk(deadline.passed, 'before the first query');
  deadline.start();
  t.notOk(deadline.passed);
  t.notOk(deadline.cut);
});
