/**
 * A lane in a thread of its own, led by a thread that never returns to its event loop while it builds (the build runs
 * inside a transaction): batches of stored groups go out through shared memory, the result comes back through a port
 * that is read where it is waited for.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { BuiltView, ShardPlan } from './build-shard.js';

/** Groups as the catalog store holds them, one behind the other. */
export interface GroupBatch {
  keys: string[];
  /** Where each group begins in `bytes`; one more for the end. */
  starts: number[];
  bytes: SharedArrayBuffer;
}

export type ShardOrder = { batch: GroupBatch } | 'finish' | 'abort';
export type ShardReply = { views: BuiltView[] } | { error: string };

export interface ShardThreadData {
  plan: ShardPlan;
  progress: SharedArrayBuffer;
  port: MessagePort;
}

/** Batches under way: the leading thread waits when the other is so many behind. */
const AHEAD = 16;
/** A thread that shows no sign of life for so long is given up. */
const STALLED_MS = 900_000;
/** What a thread counts, by place: what it has done (one for each batch, one for its reply), and the parts it wrote. */
export const STEPS = 0;
export const SIGNS = 1;

export class RemoteShard {
  private readonly worker: Worker;
  private readonly replies: MessagePort;
  private readonly done = new Int32Array(new SharedArrayBuffer(8));
  private posted = 0;

  constructor(plan: ShardPlan) {
    const { port1, port2 } = new MessageChannel();
    this.replies = port1;
    const workerData: ShardThreadData = { plan, progress: this.done.buffer as SharedArrayBuffer, port: port2 };
    this.worker = new Worker(new URL('./shard-thread.js', import.meta.url), { workerData, transferList: [port2] });
    // Heard only after the build, which by then has found out by waiting.
    this.worker.on('error', () => undefined);
  }

  add(batch: GroupBatch): void {
    this.post({ batch });
    this.posted++;
    this.waitFor(this.posted - AHEAD);
  }

  /** Lets the thread write its parts; `result` waits for them. */
  finish(): void {
    this.post('finish');
  }

  /** @throws Error what went wrong in the thread. */
  result(): BuiltView[] {
    this.waitFor(this.posted + 1);
    const reply = this.reply();
    this.replies.close();
    if (reply === undefined) throw new Error('a build thread ended without its result');
    if ('error' in reply) throw new Error(`a build thread failed: ${reply.error}`);
    return reply.views;
  }

  abort(): void {
    this.post('abort');
    this.replies.close();
  }

  private post(order: ShardOrder): void {
    this.worker.postMessage(order);
  }

  private reply(): ShardReply | undefined {
    return receiveMessageOnPort(this.replies)?.message as ShardReply | undefined;
  }

  /** Waits until the thread has done so much. One that has ended, well or not, counts as having done all. */
  private waitFor(count: number): void {
    let signs = 0;
    for (let seen = Atomics.load(this.done, STEPS); seen < count; seen = Atomics.load(this.done, STEPS)) {
      if (Atomics.wait(this.done, STEPS, seen, STALLED_MS) !== 'timed-out') continue;
      if (Atomics.load(this.done, SIGNS) === signs) {
        throw new Error(`a build thread has done ${seen} of ${count} steps and does not go on`);
      }
      signs = Atomics.load(this.done, SIGNS);
    }
  }
}
