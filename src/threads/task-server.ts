/** The thread's side of a `TaskThread`: runs its tasks, and waits for the next one without an event loop. */
import { parentPort, receiveMessageOnPort, type TransferListItem, workerData } from 'node:worker_threads';
import { Transferred } from './request-server.js';
import type { FromTaskThread, TaskThreadStart, ToTaskThread } from './task-thread.js';

export type TaskReply<Result> = Result | Transferred<Result> | Promise<Result | Transferred<Result>>;

/**
 * Runs what comes, for ever. Promises of a task go on while it is awaited; timers and messages of other ports do not.
 * @param begin is given the thread's data, once, and returns what runs a task
 */
export async function serveTasks<Data, Task, Result>(
  begin: (data: Data) => (task: Task) => TaskReply<Result>,
): Promise<never> {
  const port = parentPort!;
  const { posted } = workerData as TaskThreadStart;
  let work: ((task: Task) => TaskReply<Result>) | undefined;
  for (let seen = 0; ; ) {
    Atomics.wait(posted, 0, seen);
    // Before the messages are taken: those that come meanwhile are taken at once in the next turn.
    seen = Atomics.load(posted, 0);
    for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
      const message = got.message as ToTaskThread<Data, Task>;
      if ('data' in message) work = begin(message.data);
      else await reply(message.id, () => work!(message.task));
    }
  }

  async function reply(id: number, run: () => TaskReply<Result>): Promise<void> {
    try {
      const result = await run();
      if (result instanceof Transferred) {
        const { reply, transfer } = result as Transferred<Result>;
        port.postMessage({ id, result: reply } satisfies FromTaskThread<Result>, [...transfer] as TransferListItem[]);
      } else port.postMessage({ id, result } satisfies FromTaskThread<Result>);
    } catch (error) {
      port.postMessage({ id, error } satisfies FromTaskThread<Result>);
    }
  }
}
