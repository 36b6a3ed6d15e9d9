/** Messages between the leading thread of a build and the worker threads that build shards. */
import type { WatchedData } from '../../threads/watchdog-messages.js';
import type { BuiltView } from '../views/market-builder.js';
import type { ShardPlan } from './build-shard.js';

/** Product groups in the encoding of the catalog store, concatenated. */
export interface GroupBatch {
  keys: string[];
  /** Offset of each group in `bytes`, followed by the total length. */
  starts: number[];
  bytes: SharedArrayBuffer;
}

export interface ShardProtocol {
  request: /** Begins a plan; one that was not finished is given up. */
    | { kind: 'begin'; plan: ShardPlan }
    | { kind: 'add'; batch: GroupBatch }
    /** Writes and verifies the files of the current plan; groups that are added afterwards belong to the next plan. */
    | { kind: 'finish' };
  replies: { finish: BuiltView[] };
  toThread: never;
  /** A part has been written, or a file verified. */
  fromThread: 'part';
}

export interface ShardThreadData extends WatchedData {
  /** Built one at a time in this order; where there are none, each is sent. */
  plans: ShardPlan[];
}
