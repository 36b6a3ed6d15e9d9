/** The death of a front end's thread, before it listens and while it is closed; threads here are a line of script. */
import t from 'tap';
import type { FrontEndData } from '../../../src/server/front-ends/front-end-messages.js';
import { FrontEndWorker } from '../../../src/server/front-ends/front-end-worker.js';
import type { Outgoing } from '../../../src/server/http/transport.js';
import { within } from '../../within.js';

function open(script: string, handler: (outgoing: Outgoing) => void = () => undefined): FrontEndWorker {
  return new FrontEndWorker({
    file: new URL(
      `data:text/javascript,import { parentPort } from 'node:worker_threads';${encodeURIComponent(script)}`,
    ),
    data: { number: 1 } as FrontEndData,
    handler: (_, outgoing) => handler(outgoing),
    visited: () => undefined,
    awaited: () => undefined,
    damaged: () => undefined,
    writeLog: () => undefined,
    longestCloseMs: 50,
  });
}

const ENDS = [
  ['process.exit(3)', /^front end 1 ended with exit code 3$/],
  ['throw new Error("no port")', /^front end 1 ended with an exception: no port$/],
] as const;

for (const [script, message] of ENDS) {
  t.test(`a thread that has died before an order waits fails the order: ${script}`, async t => {
    const worker = open(script);
    await within('the end of the thread', worker.ended);
    await t.rejects(within('listen', worker.listen(0)), { name: 'ThreadDeath', message });
    await within('close', worker.close());
  });

  t.test(`a thread that dies while an order waits fails the order: ${script}`, async t => {
    const worker = open(`parentPort.once('message', () => { ${script} });`);
    await t.rejects(within('listen', worker.listen(0)), { name: 'ThreadDeath', message });
    await t.rejects(within('the next order', worker.read()), { name: 'ThreadDeath', message });
    await within('close', worker.close());
  });
}

t.test('a thread that answers nothing does not keep the daemon from its end', async t => {
  const worker = open(`parentPort.on('message', () => undefined);`);
  await within('close', worker.close());
  await within('the end of the thread', worker.ended);
  t.pass();
});

t.test('requests that a dead thread has passed on are aborted', async t => {
  const begin = { type: 'begin', id: 1, method: 'PUT', path: '/p', query: '', headers: [] };
  const message = JSON.stringify({ type: 'message', message: begin });
  const aborted = new Promise<Outgoing>(resolve => {
    const worker = open(
      `parentPort.postMessage(${message}); parentPort.once('message', () => process.exit(3));`,
      outgoing => {
        outgoing.onAborted = () => resolve(outgoing);
        worker.flush().catch(() => undefined);
      },
    );
  });
  t.equal((await within('the abortion', aborted)).aborted, true);
});
