/**
 * The messages between a leader that blocks, its watchdog, and the threads that it watches. They share two words of
 * memory, by place:
 *
 *   0  EVENTS  messages posted to the leader, by any thread; the leader waits on this word
 *   1  PULSE   grows ten times a second while the watchdog lives
 */
import type { MessagePort, ResourceLimits } from 'node:worker_threads';
import type { Failure } from './failure.js';
import type { Channel } from './request-server.js';

export const EVENTS = 0;
export const PULSE = 1;
export const SHARED_WORDS = 2;
export const PULSE_MS = 100;

/** The leader's end, for the watchdog and for each thread; a thread finds it in its `workerData` as `leader`. */
export interface LeaderPort {
  words: SharedArrayBuffer;
  port: MessagePort;
}

export type ToWatchdog =
  | { type: 'start'; id: number; name: string; file: string; data: WatchedData; resourceLimits?: ResourceLimits }
  /** Ends all threads. */
  | { type: 'close' };

export interface WatchedData {
  leader: LeaderPort;
}

export type FromWatchdog =
  /** See `ThreadDeath`. */
  | { type: 'ended'; id: number; reason: string; cause: Failure | undefined }
  /** The answer to `close`. */
  | { type: 'closed' };

/** For a `RequestServer` whose client is the leader. */
export function leaderChannel({ words, port }: LeaderPort): Required<Channel> {
  const shared = new Int32Array(words);
  return {
    port,
    posted: () => {
      Atomics.add(shared, EVENTS, 1);
      Atomics.notify(shared, EVENTS);
    },
  };
}
