/**
 * Worker thread of a `RemoteShard`. Files that are incomplete when the thread fails or is ended are removed by the
 * leading thread.
 */
import { workerData } from 'node:worker_threads';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { RequestServer } from '../../threads/request-server.js';
import { leaderChannel } from '../../threads/watchdog-messages.js';
import { BuildShard, type BuiltView, type ShardPlan } from './build-shard.js';
import type { GroupBatch, ShardProtocol, ShardThreadData } from './shard-protocol.js';

const { plans, leader } = workerData as ShardThreadData;
let built = 0;
let shard = plans.length > 0 ? new BuildShard(plans[0]) : undefined;
const server = new RequestServer<ShardProtocol>(leaderChannel(leader));

function begin(plan: ShardPlan): void {
  shard?.abort();
  shard = new BuildShard(plan);
}

function add({ keys, starts, bytes }: GroupBatch): void {
  const own = Buffer.from(new Uint8Array(bytes));
  keys.forEach((key, i) => {
    shard!.addGroup(key, own.subarray(starts[i], starts[i + 1]));
  });
}

function finish(): BuiltView[] {
  const views = shard!.finish(() => server.tell('part'));
  keepCompiledCode('start');
  shard = ++built < plans.length ? new BuildShard(plans[built]) : undefined;
  return views;
}

server.serve({ begin: ({ plan }) => begin(plan), add: ({ batch }) => add(batch), finish });
