/** A thread for tests of its clients: it answers, fails, stays silent and dies as it is told. */
import { workerData } from 'node:worker_threads';
import { Problem } from '../../src/errors/problem.js';
import { RequestServer, Transferred } from '../../src/threads/request-server.js';
import { leaderChannel } from '../../src/threads/watchdog-messages.js';
import type { Death, ObedientData, ObedientProtocol } from './obedient-protocol.js';

const { start, leader, lived } = (workerData ?? {}) as ObedientData;
const clock = lived && new Float64Array(lived);
const live = () => {
  if (clock) clock[0] = Date.now();
};

function die(how: Death): void {
  live();
  if (how === 'exception') throw new TypeError('a defect');
  if (how === 'rejection') void Promise.reject(new TypeError('a defect'));
  if (how === 'exit') process.exit(7);
  if (how !== 'memory') return;
  for (const kept: object[] = []; ; live()) for (let i = 0; i < 1000; i++) kept.push({ i });
}

function fail(how: (ObedientProtocol['request'] & { kind: 'fail' })['how']): unknown {
  if (how === 'problem') throw new Problem('snapshot_unknown', 'no such thing');
  if (how === 'defect') throw new RangeError('a defect');
  return () => 'a function';
}

const server = new RequestServer<ObedientProtocol>(leader && leaderChannel(leader));
live();
if (start === 'refuse') server.refuse(new Error('not today'));
else if (start === 'refuse with a problem') server.refuse(new Problem('starting', 'not today'));
else {
  if (start) die(start);
  server.serve(
    {
      echo: ({ value }) => value,
      move: ({ bytes }) => new Transferred(bytes, [bytes.buffer]),
      fail: ({ how }) => fail(how),
      silence: () => new Promise(() => undefined),
      busy: () => {
        for (;;) live();
      },
      // What a handler throws is its reply: a death comes from elsewhere.
      die: ({ how }) => {
        setImmediate(() => die(how));
        return new Promise(() => undefined);
      },
      nothing: () => undefined,
    },
    message => {
      if ('die' in message) die(message.die);
      else for (let i = 0; i < message.repeat; i++) server.tell(i);
    },
  );
}
