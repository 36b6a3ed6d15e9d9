/**
 * A thread that runs tasks one after the other, in the order in which they are given: a piscina pool of one, which starts
 * it, replaces it where it dies, and ends it. For the pool it has one task, which lasts as long as the thread: to take ours
 * from a port, where it waits without an event loop (see `task-server.ts`). So a task and its result cost a third of what
 * they cost as tasks of the pool. The thread has its next task before it has ended one; where it dies, those that it has
 * are rejected, not repeated, and those that wait are for the next one.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, type TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { TaskChannel, TaskReply } from './task-server.js';
import { deathByExit, ThreadDeath } from './thread-errors.js';
import type { TransferList } from './thread-messages.js';

/** Most tasks that a thread has at a time; further ones wait here, for its replacement where it dies. */
const MOST_TASKS = 2;

export interface TaskWorkerOptions {
  /** As in "a query thread". */
  name: string;
  /** The module of the thread, whose default export is what `serveTasks` returns. */
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
  /** Takes its task from the pool, where no thread has come to take it. */
  abandoned: AbortController;
  port: MessagePort;
  /** Counts messages for the thread, which waits for it to change. */
  posted: Int32Array;
  /** Whether it has ended a task: one that dies before that would be replaced over and over. */
  isProven: boolean;
}

/** How the pool says that a thread has ended by itself. */
const EXITED = /^worker exited with code: (\d+)$/;

export class TaskWorker<Task, Result> {
  private readonly pool: Piscina<TaskChannel, never>;
  private life: Life | undefined;
  /** Tasks that the thread has, and those that wait. */
  private readonly given: Pending<Task, Result>[] = [];
  private readonly waiting: Pending<Task, Result>[] = [];
  private closed = false;

  /** Starts the thread. It does not keep the process alive before its first task. */
  constructor(private readonly options: TaskWorkerOptions) {
    this.pool = new Piscina({
      filename: options.file,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      recordTiming: false,
      // Loaders and debuggers of the daemon are not meant for the thread, and would slow down its start.
      execArgv: [],
    });
    // Of a thread that has not taken its task from the pool yet.
    this.pool.on('error', error => (this.life ? this.ended(this.life, error) : this.options.failed(error)));
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
    await this.pool.destroy();
  }

  private start(): Life {
    const { port1: port, port2 } = new MessageChannel();
    const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const abandoned = new AbortController();
    const life: Life = { abandoned, port, posted, isProven: false };
    port.on('message', (reply: TaskReply<Result>) => this.take(life, reply));
    const served = this.pool.run({ port: port2, posted }, { transferList: [port2], signal: abandoned.signal });
    served.catch((error: unknown) => this.ended(life, this.deathBy(error)));
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
      this.given.push(next);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    }
  }

  private take(life: Life, reply: TaskReply<Result>): void {
    if (life !== this.life) return;
    life.isProven = true;
    const { resolve, reject } = this.given.shift()!;
    if (this.waiting.length > 0) this.give();
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
    this.life = undefined;
    life.abandoned.abort();
    if (life.isProven) this.life = this.start();
    const failed = this.given.splice(0);
    if (!life.isProven) failed.push(...this.waiting.splice(0));
    if (failed.length === 0) this.options.failed(error);
    this.rejectAll(error, failed);
    this.give();
  }

  private deathBy(error: unknown): unknown {
    const code = error instanceof Error ? EXITED.exec(error.message)?.[1] : undefined;
    return code === undefined ? error : deathByExit(this.options.name, Number(code));
  }

  private rejectAll(error: unknown, tasks: readonly Pending<Task, Result>[]): void {
    for (const { reject } of tasks) reject(error);
  }

  private closing(): ThreadDeath {
    return new ThreadDeath(this.options.name, 'has been closed');
  }
}
