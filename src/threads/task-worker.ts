/**
 * A thread that runs tasks one after the other, in the order in which they are given. It has its next task before it has
 * ended one, and waits for tasks without an event loop (see `task-server.ts`): a task and its result cost a third of what
 * they cost over a general pool of threads. A thread that dies is replaced, and so are tasks that wait for it: those that
 * it has are rejected, not repeated.
 */
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type TransferListItem,
  Worker,
} from 'node:worker_threads';
import type { TaskChannel, TaskReply } from './task-server.js';
import { deathByExit, ThreadDeath } from './thread-errors.js';
import type { TransferList } from './thread-messages.js';

/** Most tasks that a thread has at a time; further ones wait here, for its replacement where it dies. */
const MOST_TASKS = 2;

export interface TaskWorkerOptions {
  /** As in "a query thread". */
  name: string;
  /** The module of the thread, which calls `serveTasks`. */
  file: string;
  /** Called when the thread has died while it had no task. */
  failed(error: unknown): void;
}

interface Pending<Task, Result> {
  task: Task;
  transfer: TransferList;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** One thread of those that take each other's place. */
interface Life {
  worker: Worker;
  port: MessagePort;
  /** Counts messages for the thread, which waits for it to change. */
  posted: Int32Array;
  /** Whether it has ended a task: one that dies before that would be replaced over and over. */
  isProven: boolean;
  /** What has ended it. */
  error?: unknown;
}

export class TaskWorker<Task, Result> {
  private life: Life | undefined;
  /** Tasks that the thread has, and those that wait. */
  private readonly given: Pending<Task, Result>[] = [];
  private readonly waiting: Pending<Task, Result>[] = [];
  private closed = false;

  /** Starts the thread. It does not keep the process alive while it has no task. */
  constructor(private readonly options: TaskWorkerOptions) {
    this.life = this.start();
  }

  /**
   * @param transfer parts of the task that are moved rather than copied
   * @throws what the thread throws, what has ended it, and ThreadDeath where it has ended by itself or was closed
   */
  run(task: Task, transfer: TransferList = []): Promise<Result> {
    if (this.closed) return Promise.reject(this.closing());
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, transfer, resolve, reject });
      this.give();
    });
  }

  /** @param failed called from now on instead of the one of before */
  set onFailure(failed: (error: unknown) => void) {
    this.options.failed = failed;
  }

  /** Ends the thread at once, and rejects its tasks. Resolves when it has ended. */
  async destroy(): Promise<void> {
    this.closed = true;
    const { life } = this;
    this.life = undefined;
    this.rejectAll(this.closing(), [...this.given.splice(0), ...this.waiting.splice(0)]);
    life?.port.close();
    await life?.worker.terminate();
  }

  private start(): Life {
    const { port1: port, port2 } = new MessageChannel();
    const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(this.options.file, {
      workerData: { port: port2, posted } satisfies TaskChannel,
      transferList: [port2],
      // Loaders and debuggers of the daemon are not meant for the thread, and would slow down its start.
      execArgv: [],
    });
    const life: Life = { worker, port, posted, isProven: false };
    port.on('message', (reply: TaskReply<Result>) => this.take(life, reply));
    worker.on('error', error => {
      life.error = error;
    });
    worker.once('exit', code => this.ended(life, life.error ?? deathByExit(this.options.name, code)));
    hold(life, false);
    return life;
  }

  /** Gives the thread what it may have. */
  private give(): void {
    while (this.given.length < MOST_TASKS && this.waiting.length > 0) {
      const { port, posted } = (this.life ??= this.start());
      const next = this.waiting.shift()!;
      try {
        port.postMessage(next.task, next.transfer as TransferListItem[]);
      } catch (error) {
        next.reject(error);
        continue;
      }
      if (this.given.push(next) === 1) hold(this.life, true);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    }
  }

  private take(life: Life, reply: TaskReply<Result>): void {
    if (life !== this.life) return;
    life.isProven = true;
    const { resolve, reject } = this.given.shift()!;
    if (this.waiting.length > 0) this.give();
    if (this.given.length === 0) hold(life, false);
    if ('error' in reply) reject(reply.error);
    else resolve(reply.result);
  }

  private ended(life: Life, error: unknown): void {
    if (life !== this.life) return;
    // What it has completed before.
    for (let last = receiveMessageOnPort(life.port); last; last = receiveMessageOnPort(life.port)) {
      this.take(life, last.message);
    }
    life.port.close();
    this.life = life.isProven ? this.start() : undefined;
    const failed = this.given.splice(0);
    if (!life.isProven) failed.push(...this.waiting.splice(0));
    if (failed.length === 0) this.options.failed(error);
    this.rejectAll(error, failed);
    this.give();
  }

  private rejectAll(error: unknown, tasks: readonly Pending<Task, Result>[]): void {
    for (const { reject } of tasks) reject(error);
  }

  private closing(): ThreadDeath {
    return new ThreadDeath(this.options.name, 'has been closed');
  }
}

/** Whether a thread keeps the process alive. Its port does not when it has ended, before its end is known. */
function hold({ worker, port }: Life, holds: boolean): void {
  if (holds) {
    worker.ref();
    port.ref();
  } else {
    worker.unref();
    port.unref();
  }
}
