/**
 * A leader that never returns to its event loop while it waits, as this test does not either: it learns of the death of
 * a thread all the same, and soon.
 */
import t, { type Test } from 'tap';
import { Watchdog } from '../../src/threads/watchdog.js';
import { dice } from '../behaviour/learning/shop.js';
import { DEATHS, type Death, type ObedientProtocol } from './obedient-protocol.js';

const file = new URL('./obedient-thread.js', import.meta.url);
const LONG = 60_000;
/**
 * What is promised to a leader that waits; the engine's last attempts to find memory come before a death of that kind.
 */
const LEARNED_WITHIN_MS: Record<Death, number> = { exception: 1000, rejection: 1000, exit: 1000, memory: 10_000 };
const REASONS: Record<Death, RegExp> = {
  exception: /^thread \d+ ended with an exception: a defect$/,
  rejection: /^thread \d+ ended with an exception: a defect$/,
  exit: /^thread \d+ ended with exit code 7$/,
  memory: /^thread \d+ ran out of memory$/,
};

function open(t: Test): Watchdog {
  const watchdog = new Watchdog();
  t.teardown(() => watchdog.close());
  return watchdog;
}

let threads = 0;
function start(watchdog: Watchdog, data: object = {}) {
  const lived = new SharedArrayBuffer(8);
  const client = watchdog.start<ObedientProtocol>({
    name: `thread ${++threads}`,
    file,
    data: { lived, ...data },
    resourceLimits: { maxOldGenerationSizeMb: 24 },
  });
  return { client, lived: new Float64Array(lived) };
}

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

t.test('requests are answered in order, whenever their replies are waited for', t => {
  const watchdog = open(t);
  const [a, b] = [start(watchdog).client, start(watchdog).client];
  const sent = Array.from({ length: 50 }, (_, value) => [a, b].map(client => client.send({ kind: 'echo', value })));
  for (const value of [49, 0, 7]) {
    t.equal(b.wait(sent[value]![1]!, LONG), value);
    t.equal(a.wait(sent[value]![0]!, LONG), value);
  }
  const nothing = a.send({ kind: 'nothing' });
  t.equal(a.wait(nothing, LONG), undefined);
  t.throws(() => a.wait(a.send({ kind: 'fail', how: 'problem' }), LONG), { code: 'snapshot_unknown' });
  t.throws(() => a.wait(a.send({ kind: 'fail', how: 'defect' }), LONG), { message: /^fail of thread \d+ failed/ });
  a.close();
  t.throws(() => a.send({ kind: 'nothing' }), { message: /has been closed$/ });
  t.equal(b.wait(b.send({ kind: 'echo', value: 'still there' }), LONG), 'still there');
  t.end();
});

t.test('a thread that says nothing is waited for so long and no longer', t => {
  const watchdog = open(t);
  const { client } = start(watchdog);
  client.wait(client.send({ kind: 'nothing' }), LONG);
  t.throws(() => client.wait(client.send({ kind: 'silence' }), 10), {
    name: 'LateReply',
    message: /^thread \d+ has not answered "silence" and has said nothing for 10 ms$/,
  });
  t.end();
});

t.test('the death of a thread ends the wait, with the reason, soon', t => {
  const watchdog = open(t);
  const bystander = start(watchdog).client;
  const slowest: Partial<Record<Death, number>> = {};
  const seed = 20261123;
  t.comment(`seed ${seed}`);
  const random = dice(seed);
  for (let round = 0; round < 16; round++) {
    const how = DEATHS[round % DEATHS.length]!;
    const early = random(3) === 0;
    const { client, lived } = start(watchdog, early ? { start: how } : {});
    if (random(2) === 0 && !early) client.wait(client.send({ kind: 'nothing' }), LONG);
    const failure = failureOf(() => {
      const sent = Array.from({ length: random(20) }, () => client.send({ kind: 'silence' }));
      client.send({ kind: 'die', how });
      sent.push(client.send({ kind: 'silence' }));
      client.wait(sent[random(sent.length)]!, LONG);
    });
    const learnedMs = Date.now() - lived[0]!;
    slowest[how] = Math.max(slowest[how] ?? 0, learnedMs);
    t.match(failure, { name: 'ThreadDeath', message: REASONS[how] }, `round ${round}`);
    t.ok(learnedMs < LEARNED_WITHIN_MS[how], `learned after ${learnedMs} ms`);
    t.throws(() => client.send({ kind: 'nothing' }), { name: 'ThreadDeath' });
    t.equal(bystander.wait(bystander.send({ kind: 'echo', value: round }), LONG), round);
  }
  t.comment(`learned within, in ms: ${JSON.stringify(slowest)}`);
  t.end();
});

t.test('so do a module that is missing, and a thread that refuses to start', t => {
  const watchdog = open(t);
  const missing = watchdog.start<ObedientProtocol>({ name: 'x', file: new URL('./nowhere.js', import.meta.url) });
  t.throws(() => missing.wait(missing.send({ kind: 'nothing' }), LONG), { message: /^x ended.*Cannot find module/ });
  const { client } = start(watchdog, { start: 'refuse' });
  t.throws(() => client.wait(client.send({ kind: 'nothing' }), LONG), { message: /could not start/ });
  t.end();
});

t.test('closing ends threads that are busy for ever', t => {
  const watchdog = new Watchdog();
  const { client } = start(watchdog);
  client.wait(client.send({ kind: 'nothing' }), LONG);
  client.send({ kind: 'busy' });
  const begun = performance.now();
  watchdog.close();
  t.ok(performance.now() - begun < 8000, 'sooner than a wait that is given up');
  t.throws(() => client.send({ kind: 'nothing' }), { message: /has been closed$/ });
  t.end();
});

t.test('a watchdog that is gone is missed', t => {
  const watchdog = new Watchdog();
  const { client } = start(watchdog);
  client.wait(client.send({ kind: 'nothing' }), LONG);
  void watchdog['worker'].terminate();
  t.throws(() => client.wait(client.send({ kind: 'silence' }), LONG), { message: /^the watchdog thread has ended/ });
  watchdog.close();
  t.end();
});
