/**
 * The thread's side of a `TaskWorker`: runs its tasks one after the other. Between them it waits for a counter in shared
 * memory rather than in an event loop, whose turn would cost more than taking a message from its port; so what a task
 * leaves unfinished stays so until the next one that is asynchronous.
 */
import { type MessagePort, receiveMessageOnPort, type TransferListItem } from 'node:worker_threads';
import { Transferred } from './request-server.js';

/** What the thread is given to serve. */
export interface TaskChannel {
  port: MessagePort;
  /** Counts messages that were posted. */
  posted: Int32Array;
}

export type TaskReply<Result> = { result: Result } | { error: unknown };

/** @param work what it throws is the reply @returns what the module of the thread exports by default */
export function serveTasks<Task, Result>(
  work: (task: Task) => Result | Transferred<Result> | Promise<Result | Transferred<Result>>,
): (channel: TaskChannel) => Promise<never> {
  return ({ port, posted }) => serve(port, posted, work);
}

async function serve<Task, Result>(
  port: MessagePort,
  posted: Int32Array,
  work: (task: Task) => Result | Transferred<Result> | Promise<Result | Transferred<Result>>,
): Promise<never> {
  for (let seen = 0; ; ) {
    Atomics.wait(posted, 0, seen);
    // Before the messages that it counts are taken: one that comes meanwhile ends the next wait at once.
    seen = Atomics.load(posted, 0);
    for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
      try {
        const worked = work(received.message as Task);
        reply(port, worked instanceof Promise ? await worked : worked);
      } catch (error) {
        port.postMessage({ error } satisfies TaskReply<Result>);
      }
    }
  }
}

function reply<Result>(port: MessagePort, worked: Result | Transferred<Result>): void {
  if (worked instanceof Transferred) {
    port.postMessage({ result: worked.reply }, worked.transfer as TransferListItem[]);
  } else port.postMessage({ result: worked });
}
