/**
 * A thread that runs one task after the other, and is replaced when it dies. While it has no task it waits for the next
 * one without an event loop, because waking that takes longer than many a task: see `task-server.ts`.
 *
 * Promises that every task is settled: by its result, by what it throws, by its signal, which ends the thread where the
 * task has begun, or by the death of the thread, which rejects the task that it had and leaves the others to the next
 * thread. A thread that dies before its first result is replaced for the next task, any other one at once.
 */
import { type TransferListItem, Worker } from 'node:worker_threads';
import { deathByExit } from './thread-errors.js';
import type { TransferList } from './thread-messages.js';

/** What a thread gets: once the data that it is started with, then tasks. */
export type ToTaskThread<Data, Task> = { data: Data } | { id: number; task: Task };

/** What it replies to a task. */
export type FromTaskThread<Result> = { id: number; result: Result } | { id: number; error: unknown };

/** The `workerData` of a thread. */
export interface TaskThreadStart {
  /** Number of messages that were posted to it. */
  posted: Int32Array;
}

interface Started extends TaskThreadStart {
  worker: Worker;
  /** Why it has died before it was known for which data it was started. */
  death?: unknown;
}

/** A thread that was started before it was known for which data. */
const ahead = new Map<string, Started>();

/**
 * Starts a thread that the next `TaskThread` of this file will have, so that it loads its program meanwhile. It does
 * not keep the process alive.
 */
export function startAhead(file: string): void {
  const started = start(file);
  const { worker } = started;
  worker.unref();
  worker.once('error', error => {
    started.death ??= error;
  });
  worker.once('exit', code => {
    started.death ??= deathByExit('the thread', code);
  });
  ahead.set(file, started);
}

interface QueuedTask<Task> {
  id: number;
  task: Task;
  transfer: TransferList;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface TaskThreadOptions<Data> {
  /** For errors, as in "the export thread". */
  name: string;
  /** The module of the thread; it calls `serveTasks`. */
  file: string;
  data: Data;
  /** Called when the thread has died while it had no task. */
  failed(error: unknown): void;
}

export class TaskThread<Data, Task, Result> {
  private started: Started | undefined;
  /** Whether the thread has replied to any task. */
  private proven = false;
  private readonly queue: QueuedTask<Task>[] = [];
  private running: QueuedTask<Task> | undefined;
  private lastId = 0;
  private closed = false;

  constructor(private readonly options: TaskThreadOptions<Data>) {
    this.begin();
  }

  /**
   * @param signal gives the task up
   * @param transfer parts of the task that are moved rather than copied
   * @throws what the task throws, why the thread has died, or the signal's reason
   */
  run(task: Task, signal?: AbortSignal, transfer: TransferList = []): Promise<Result> {
    const id = ++this.lastId;
    return new Promise<unknown>((resolve, reject) => {
      const queued = { id, task, transfer, resolve, reject };
      if (signal?.aborted || this.closed) {
        reject(signal?.reason ?? new Error(`${this.options.name} has been closed`));
        return;
      }
      signal?.addEventListener('abort', () => this.giveUp(queued, signal.reason), { once: true });
      this.queue.push(queued);
      this.next();
    }) as Promise<Result>;
  }

  /** Ends the thread at once, and rejects all tasks. Resolves when it has ended. */
  async close(): Promise<void> {
    this.closed = true;
    const { worker } = this.started ?? {};
    this.dropThread(new Error(`${this.options.name} has been closed`));
    for (const task of this.queue.splice(0)) task.reject(new Error(`${this.options.name} has been closed`));
    await worker?.terminate();
  }

  private begin(): void {
    const { file, data } = this.options;
    const started = ahead.get(file) ?? start(file);
    ahead.delete(file);
    this.started = started;
    this.proven = false;
    const { worker } = started;
    worker.ref();
    worker.on('message', (message: FromTaskThread<Result>) => this.take(started, message));
    worker.on('messageerror', error => this.die(started, error));
    worker.on('error', error => this.die(started, error));
    worker.once('exit', code => this.die(started, deathByExit(this.options.name, code)));
    post(started, { data } satisfies ToTaskThread<Data, Task>, []);
    // Later, with the task that it is begun for.
    if (started.death !== undefined) queueMicrotask(() => this.die(started, started.death));
  }

  private next(): void {
    if (this.running !== undefined || this.queue.length === 0) return;
    if (this.started === undefined) this.begin();
    const queued = this.queue.shift()!;
    const { id, task, transfer } = queued;
    try {
      post(this.started!, { id, task } satisfies ToTaskThread<Data, Task>, transfer);
      this.running = queued;
    } catch (error) {
      // The task cannot be copied.
      queued.reject(error);
      this.next();
    }
  }

  private take(from: Started, message: FromTaskThread<Result>): void {
    const { running } = this;
    if (this.started !== from || running?.id !== message.id) return;
    this.proven = true;
    this.running = undefined;
    if ('error' in message) running.reject(message.error);
    else running.resolve(message.result);
    this.next();
  }

  private die(who: Started, error: unknown): void {
    if (this.started !== who) return;
    const { proven } = this;
    if (!this.dropThread(error)) this.options.failed(error);
    if (this.closed) return;
    if (proven && this.started === undefined) this.begin();
    this.next();
  }

  /** @returns whether there was a task, which gets the error */
  private dropThread(error: unknown): boolean {
    const { running } = this;
    this.started = undefined;
    this.running = undefined;
    running?.reject(error);
    return running !== undefined;
  }

  private giveUp(queued: QueuedTask<Task>, reason: unknown): void {
    if (this.running === queued) {
      const { started } = this;
      void started?.worker.terminate();
      this.die(started!, reason);
      return;
    }
    const at = this.queue.indexOf(queued);
    if (at < 0) return;
    this.queue.splice(at, 1);
    queued.reject(reason);
  }
}

function start(file: string): Started {
  const posted = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(file, {
    workerData: { posted } satisfies TaskThreadStart,
    // Loaders and debuggers of the process are not meant for the thread, and would slow down its start.
    execArgv: [],
  });
  return { worker, posted };
}

function post({ worker, posted }: Started, message: unknown, transfer: TransferList): void {
  worker.postMessage(message, [...transfer] as TransferListItem[]);
  Atomics.add(posted, 0, 1);
  Atomics.notify(posted, 0);
}
