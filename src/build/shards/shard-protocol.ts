/** What the thread that leads a build asks of the threads that build shards. */
import type { WatchedData } from '../../threads/watchdog-messages.js';
import type { BuiltView, ShardPlan } from './build-shard.js';

/** Groups as the catalog store holds them, one behind the other. */
export interface GroupBatch {
  keys: string[];
  /** Where each group begins in `bytes`; one more for the end. */
  starts: number[];
  bytes: SharedArrayBuffer;
}

export interface ShardProtocol {
  request:
    | { kind: 'add'; batch: GroupBatch }
    /** Writes the parts of the plan at hand; groups that are added from then on are for the next one. */
    | { kind: 'finish' };
  replies: { finish: BuiltView[] };
  toThread: never;
  /** A part has been written. */
  fromThread: 'part';
}

export interface ShardThreadData extends WatchedData {
  /** In the order in which they are built, one at a time; at least one. */
  plans: ShardPlan[];
}
