/** Calls to a thread: each is settled, also when the thread dies, at whatever moment and for whatever reason. */
import t, { type Test } from 'tap';
import { collectGarbage } from '../../src/snapshot/release.js';
import { ThreadDeath } from '../../src/threads/thread-errors.js';
import { WorkerClient, type WorkerClientOptions } from '../../src/threads/worker-client.js';
import { dice } from '../behaviour/learning/shop.js';
import { until, within } from '../within.js';
import { DEATHS, type Death, type ObedientData, type ObedientProtocol } from './obedient-protocol.js';

const file = new URL('./obedient-thread.js', import.meta.url);
const LONG = 60_000;
const REASONS: Record<Death, RegExp> = {
  exception: /^the thread of the test ended with an exception: a defect$/,
  rejection: /^the thread of the test ended with an exception: a defect$/,
  exit: /^the thread of the test ended with exit code 7$/,
  memory: /^the thread of the test ran out of memory$/,
};

function open(t: Test, data: ObedientData = {}, more: Partial<WorkerClientOptions<ObedientProtocol>> = {}) {
  const client = new WorkerClient<ObedientProtocol>({
    name: 'the thread of the test',
    file,
    data,
    resourceLimits: { maxOldGenerationSizeMb: 24 },
    ...more,
  });
  t.teardown(() => client.close());
  return client;
}

/** How a call ended: its value, or its error. */
const outcome = (what: string, call: Promise<unknown>) =>
  within(
    what,
    call.catch((error: unknown) => error),
  );

/** Whether a call has ended before the event loop has turned. */
async function atOnce(call: Promise<unknown>): Promise<boolean> {
  const turned = new Promise<boolean>(resolve => setImmediate(resolve, false));
  return Promise.race([call.then(() => true).catch(() => true), turned]);
}

t.test('calls have their own replies, also out of order and without a value', async t => {
  const client = open(t);
  const silent = client.call({ kind: 'silence' }, LONG).catch((error: unknown) => error);
  const values = Array.from({ length: 50 }, (_, i) => ({ i, text: 'x'.repeat(i) }));
  t.same(await Promise.all(values.map(value => client.call({ kind: 'echo', value }, LONG))), values);
  t.equal(await client.call({ kind: 'nothing' }, LONG), undefined);
  await client.close();
  t.match(await within('a call of a closed client', silent), { message: /has been closed$/ });
});

t.test('bytes are moved in both directions', async t => {
  const client = open(t);
  const bytes = new Uint8Array([1, 2, 3]);
  const reply = client.call({ kind: 'move', bytes }, LONG, [bytes.buffer]);
  t.equal(bytes.length, 0);
  t.same([...(await reply)], [1, 2, 3]);
});

t.test('messages come in their order, and before the reply to what is asked after them', async t => {
  const heard: number[] = [];
  const client = open(t, {}, { hear: message => heard.push(message) });
  client.tell({ repeat: 100 });
  await client.call({ kind: 'echo', value: 1 }, LONG);
  t.same(
    heard,
    Array.from({ length: 100 }, (_, i) => i),
  );
});

t.test('a failure is the reply to one call alone', async t => {
  const client = open(t);
  await t.rejects(client.call({ kind: 'fail', how: 'problem' }, LONG), {
    code: 'snapshot_unknown',
    message: 'no such thing',
  });
  const defect = await outcome('a defect', client.call({ kind: 'fail', how: 'defect' }, LONG));
  t.match(defect, { message: 'fail of the thread of the test failed in its thread', stack: /^RangeError: a defect/ });
  const uncopied = await outcome('a function', client.call({ kind: 'fail', how: 'not to be copied' }, LONG));
  t.match((uncopied as Error).stack, /DataCloneError/);
  await t.rejects(client.call({ kind: 'echo', value: () => undefined }, LONG), { name: 'DataCloneError' });
  t.equal(await client.call({ kind: 'echo', value: 'alive' }, LONG), 'alive');
});

t.test('a reply is not waited for beyond the deadline of its call, and does no harm when it comes', async t => {
  const client = open(t);
  await client.ready;
  await t.rejects(client.call({ kind: 'silence' }, 1), {
    name: 'LateReply',
    message: 'the thread of the test has not answered "silence" within 1 ms',
  });
  await outcome('a late echo', client.call({ kind: 'echo', value: 1 }, 0));
  t.equal(await client.call({ kind: 'echo', value: 2 }, LONG), 2);
});

t.test('who asks a dead thread is told at once why it died', async t => {
  for (const how of DEATHS) {
    let told: ThreadDeath | undefined;
    const client = open(
      t,
      {},
      {
        died: death => {
          told = death;
        },
      },
    );
    const dying = [client.call({ kind: 'silence' }, LONG), client.call({ kind: 'die', how }, LONG)];
    for (const call of dying) t.match(await outcome(how, call), { name: 'ThreadDeath', message: REASONS[how] });
    await within('its end', client.ended);
    t.match(told, { message: REASONS[how], thread: 'the thread of the test' });
    t.equal(client.alive, false);
    const later = client.call({ kind: 'echo', value: 1 }, LONG);
    t.ok(await atOnce(later));
    await t.rejects(later, { message: REASONS[how] });
    client.tell({ repeat: 1 });
  }
});

t.test('a thread that never takes requests is dead as well', async t => {
  const cases: [Partial<WorkerClientOptions<ObedientProtocol>>, RegExp | object][] = [
    [{ file: 'nowhere.js' }, /could not start/],
    [{ file: new URL('./nowhere.js', import.meta.url) }, /ended with an exception: Cannot find module/],
    [{ data: () => undefined }, /could not start.*could not be cloned/],
    [{ data: { start: 'refuse' } }, /could not start/],
    [{ data: { start: 'exception' } }, REASONS.exception],
    [{ data: { start: 'exit' } }, REASONS.exit],
    [{ data: { start: 'memory' } }, REASONS.memory],
  ];
  for (const [options, message] of cases) {
    const client = open(t, {}, options);
    t.match(await outcome('its start', client.ready), { name: 'ThreadDeath', message });
    t.match(await outcome('a call', client.call({ kind: 'nothing' }, LONG)), { name: 'ThreadDeath', message });
    await within('its end', client.ended);
  }
  const refused = open(t, { start: 'refuse with a problem' });
  await t.rejects(within('its start', refused.ready), { code: 'starting', message: 'not today' });
  t.match(await outcome('a call', refused.call({ kind: 'nothing' }, LONG)), { message: /could not start: not today/ });
});

t.test('whenever a thread dies, every call is settled: replies came before the death, none after it', async t => {
  const seed = 20261122;
  t.comment(`seed ${seed}`);
  const random = dice(seed);
  for (let round = 0; round < 32; round++) {
    const how = ([...DEATHS, 'closed'] as const)[round % 5]!;
    const early = random(4) === 0;
    const client = open(t);
    if (!early) await within('its start', client.ready);
    const before = Array.from({ length: random(40) }, (_, value) => client.call({ kind: 'echo', value }, LONG));
    const silent = Array.from({ length: random(4) }, () => client.call({ kind: 'silence' }, LONG));
    if (random(2) === 0) await Promise.race([...before, new Promise(setImmediate)]);
    if (how === 'closed') void client.close();
    else client.tell({ die: how });
    const after = Array.from({ length: random(10) }, () => client.call({ kind: 'silence' }, LONG));
    const what = `round ${round}, ${how}`;
    const died = how === 'closed' ? /has been closed$/ : REASONS[how];
    const replies = await Promise.all(before.map(call => outcome(what, call)));
    replies.forEach((reply, i) => {
      if (how !== 'closed' || !(reply instanceof ThreadDeath)) t.equal(reply, i, what);
    });
    for (const call of [...silent, ...after]) t.match(await outcome(what, call), { message: died }, what);
    t.ok(await atOnce(client.call({ kind: 'nothing' }, LONG)), what);
    await within(what, client.ended);
  }
});

t.test('neither the request nor the reply of a call is kept when it has ended', async t => {
  const client = open(t);
  const kept: WeakRef<object>[] = [];
  const call = async () => {
    const value = { memory: new SharedArrayBuffer(1 << 20) };
    const reply = await client.call({ kind: 'echo', value }, LONG);
    kept.push(new WeakRef(value.memory), new WeakRef((reply as typeof value).memory));
  };
  for (let i = 0; i < 10; i++) await call();
  await until('the memory of all messages is garbage', () => {
    collectGarbage();
    return kept.every(one => one.deref() === undefined);
  });
  t.equal(kept.length, 20);
});
