/** The thread behind a RemoteLane. A failure is its reply, whatever is still to come; then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeRecord } from '../../catalog/record-codec.js';
import type { ProductGroup } from '../../catalog/records.js';
import { BuildShard } from './build-shard.js';
import {
  type GroupBatch,
  type ShardOrder,
  type ShardReply,
  type ShardThreadData,
  SIGNS,
  STEPS,
} from './remote-shard.js';

/** So many steps count as all of them. */
const ALL = 0x7fff_ffff;

const { plan, progress, port } = workerData as ShardThreadData;
const done = new Int32Array(progress);
const lane = new BuildShard(plan);

function add({ keys, starts, bytes }: GroupBatch): void {
  const own = Buffer.from(new Uint8Array(bytes));
  keys.forEach((key, i) => {
    lane.addGroup(key, decodeRecord<ProductGroup>(own.subarray(starts[i], starts[i + 1])));
  });
  Atomics.add(done, STEPS, 1);
  Atomics.notify(done, STEPS);
}

function leave(reply: ShardReply | undefined): void {
  if (reply !== undefined) port.postMessage(reply);
  port.close();
  parentPort?.close();
  Atomics.store(done, STEPS, ALL);
  Atomics.notify(done, STEPS);
}

parentPort?.on('message', (order: ShardOrder) => {
  try {
    if (order === 'finish') leave({ views: lane.finish(() => Atomics.add(done, SIGNS, 1)) });
    else if (order === 'abort') {
      lane.abort();
      leave(undefined);
    } else add(order.batch);
  } catch (error) {
    lane.abort();
    leave({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
