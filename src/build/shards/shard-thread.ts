/**
 * Worker thread of a `RemoteShard`. Files that are incomplete when the thread fails or is ended are removed by the
 * leading thread.
 */
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { Problem } from '../../errors/problem.js';
import { withLaterSyncs } from '../../index/later-syncs.js';
import { isSoundFile } from '../../index/sound-file.js';
import { collectGarbage } from '../../snapshot/release.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { GivesWay } from '../../threads/precedence.js';
import { RequestServer } from '../../threads/request-server.js';
import { leaderChannel } from '../../threads/watchdog-messages.js';
import type { BuiltView } from '../views/market-builder.js';
import { BuildShard, type ShardPlan } from './build-shard.js';
import type { GroupBatch, ShardProtocol, ShardThreadData } from './shard-protocol.js';

/** Bytes of typed arrays, half of which may not be filled, from which garbage is collected between parts. */
const MUCH_MEMORY = 1 << 29;

const { plans, leader } = workerData as ShardThreadData;
let built = 0;
let shard = plans.length > 0 ? new BuildShard(plans[0]) : undefined;
const imports = new GivesWay(plans[0]?.imports);
const server = new RequestServer<ShardProtocol>(leaderChannel(leader));

function begin(plan: ShardPlan): void {
  shard?.abort();
  shard = new BuildShard(plan);
}

function add({ keys, starts, bytes }: GroupBatch): void {
  const own = Buffer.from(new Uint8Array(bytes));
  keys.forEach((key, i) => {
    imports.wait();
    shard!.addGroup(key, own.subarray(starts[i], starts[i + 1]));
  });
}

function finish(): BuiltView[] {
  const views = withLaterSyncs(() =>
    shard!.finish(() => {
      server.tell('part');
      imports.wait();
      // The arrays of a part are garbage when it is written; those of the next one come on top of them otherwise.
      if (process.memoryUsage().arrayBuffers > MUCH_MEMORY) collectGarbage();
    }),
  );
  if (built < plans.length) verify(views, plans[built].dir);
  keepCompiledCode('start');
  shard = ++built < plans.length ? new BuildShard(plans[built]) : undefined;
  return views;
}

/** Reads the files of views again: of large builds, beside the other threads rather than after them. */
function verify(views: readonly BuiltView[], dir: string): void {
  for (const file of new Set(views.flatMap(({ files }) => files.map(({ file }) => file)))) {
    imports.wait();
    if (!isSoundFile(path.join(dir, file))) throw new Problem('internal', `${file}: the checksum is wrong`);
    server.tell('part');
  }
}

server.serve({ begin: ({ plan }) => begin(plan), add: ({ batch }) => add(batch), finish });
