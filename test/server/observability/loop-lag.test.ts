/** What is told of the delay of an event loop: the same to all who ask, until it is long past. */
import t from 'tap';
import { LoopLag } from '../../../src/server/observability/loop-lag.js';
import { until } from '../../within.js';

interface Test {
  teardown(fn: () => unknown): void;
}

/** @param windowMs of the measurement. @returns one that has seen a delay */
async function delayed(t: Test, windowMs?: number): Promise<LoopLag> {
  const lag = new LoopLag(windowMs);
  t.teardown(() => lag.close());
  const longest = () => {
    for (const end = performance.now() + 100; performance.now() < end; );
    return lag.read()['0.999'];
  };
  await until('the loop is late', () => longest() > 0.05);
  return lag;
}

t.test('who asks takes nothing from who asks next', async t => {
  const lag = await delayed(t);
  const first = lag.read();
  t.ok(first['0.999'] > 0.05);
  t.same(lag.read(), first);
});

t.test('what is long past is told no more', async t => {
  const lag = await delayed(t, 200);
  await until('it is forgotten', () => lag.read()['0.999'] < 0.05);
});
