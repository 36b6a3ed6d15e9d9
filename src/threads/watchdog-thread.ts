/** The thread of a `Watchdog`: starts threads, reports their ends, and increments its pulse. */
import { workerData } from 'node:worker_threads';
import { asFailure } from './failure.js';
import type { ThreadDeath } from './thread-errors.js';
import type { Protocol } from './thread-messages.js';
import {
  type FromWatchdog,
  type LeaderPort,
  leaderChannel,
  PULSE,
  PULSE_MS,
  type ToWatchdog,
} from './watchdog-messages.js';
import { WorkerClient } from './worker-client.js';

const leader = workerData as LeaderPort;
const { port, posted } = leaderChannel(leader);
const words = new Int32Array(leader.words);
const threads: WorkerClient<Protocol>[] = [];

function tell(message: FromWatchdog): void {
  port.postMessage(message);
  posted();
}

function start({ id, name, file, data, resourceLimits }: ToWatchdog & { type: 'start' }): void {
  const died = ({ reason, cause }: ThreadDeath) =>
    tell({ type: 'ended', id, reason, cause: cause === undefined ? undefined : asFailure(cause) });
  const limits = resourceLimits && { resourceLimits };
  threads.push(new WorkerClient({ name, file: new URL(file), data, transfer: [data.leader.port], ...limits, died }));
}

Atomics.add(words, PULSE, 1);
setInterval(() => Atomics.add(words, PULSE, 1), PULSE_MS);
port.on('message', (message: ToWatchdog) => {
  if (message.type === 'start') start(message);
  else void Promise.all(threads.map(thread => thread.close())).then(() => tell({ type: 'closed' }));
});
