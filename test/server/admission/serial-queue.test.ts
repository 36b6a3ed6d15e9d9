import t from 'tap';
import { Problem } from '../../../src/errors/problem.js';
import { SerialQueue } from '../../../src/server/admission/serial-queue.js';

t.test('work is done one piece after the other; one that fails does not keep the next from its turn', async t => {
  const queue = new SerialQueue(10, () => new Problem('overloaded', 'busy'));
  const events: string[] = [];
  const work = (name: string, fails: boolean) => async () => {
    events.push(`${name} begins`);
    await new Promise(resolve => setImmediate(resolve));
    events.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const taken = await Promise.allSettled(['a', 'b', 'c'].map(name => queue.run(work(name, name === 'b'))));
  t.same(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  t.same(
    taken.map(one => one.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

t.test('what is beyond the limit is refused until there is room again', async t => {
  const queue = new SerialQueue(2, () => new Problem('overloaded', 'busy'));
  let finish!: () => void;
  const first = queue.run(() => new Promise<void>(resolve => (finish = resolve)));
  const second = queue.run(async () => 2);
  await t.rejects(
    queue.run(async () => 3),
    { error: 'UNAVAILABLE', message: 'busy' },
  );
  finish();
  await first;
  t.equal(await second, 2);
  t.equal(await queue.run(async () => 4), 4);
});
