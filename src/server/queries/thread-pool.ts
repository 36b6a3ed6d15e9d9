/**
 * A query thread: a piscina pool of one, so that it can be addressed. It has its next task before it has ended one, and
 * begins them in their order. The first one can be started while the command and the daemon are still being loaded,
 * because what a thread is set up with comes with its tasks.
 */
import { Piscina } from 'piscina';
import type { QueryResult, QueryTask } from './query-task.js';

type ThreadPool = Piscina<QueryTask, QueryResult>;

/** Most tasks that a thread has at a time; further ones wait in its pool. */
const MOST_TASKS = 2;

const ahead = new Map<string, ThreadPool>();

/** Starts a thread that the next `QueryThread` of this file gets. It does not keep the process alive. */
export function startAhead(filename: string): void {
  ahead.set(filename, open(filename));
}

/** A thread was ended: of the tasks that it had, the first one took too long. */
export class LateTask extends Error {}

export class QueryThread {
  private pool: ThreadPool;
  /** Number of its tasks that have a time limit. */
  private timed = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The end of a thread that took too long. */
  private ending: Promise<void> | undefined;

  /** @param failed called when the thread has died while it had no task */
  constructor(
    private readonly filename: string,
    private readonly failed: (error: unknown) => void,
  ) {
    this.pool = ahead.get(filename) ?? open(filename);
    ahead.delete(filename);
    this.pool.on('error', failed);
  }

  /** @throws what the thread throws, and an error when it dies */
  run(task: QueryTask): Promise<QueryResult> {
    return this.pool.run(task);
  }

  /**
   * Runs a task for a limited time, after which the thread is ended and replaced, with all the tasks that it has. The
   * time begins when the thread has ended the timed tasks before it.
   * @throws what the thread throws, an error when it dies, and LateTask
   */
  async runWithin(limitMs: number, task: QueryTask, transferList: ArrayBuffer[]): Promise<QueryResult> {
    const { pool } = this;
    if (++this.timed === 1) this.timer = setTimeout(() => this.replace(), limitMs);
    try {
      return await pool.run(task, { transferList });
    } catch (error) {
      if (pool === this.pool) throw error;
      throw new LateTask(`a query thread was ended: a batch took longer than ${limitMs} ms`, { cause: error });
    } finally {
      if (--this.timed === 0) clearTimeout(this.timer);
      else this.timer?.refresh();
    }
  }

  async destroy(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.all([this.pool.destroy(), this.ending]);
  }

  private replace(): void {
    const late = this.pool;
    this.pool = open(this.filename).on('error', this.failed);
    this.ending = late.destroy();
  }
}

function open(filename: string): ThreadPool {
  const pool: ThreadPool = new Piscina({
    filename,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: MOST_TASKS,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    // Loaders and debuggers of the daemon are not meant for the threads, and would slow down their start.
    execArgv: [],
  });
  // The first task of a thread that cannot start fails as well; without a listener, the event would end the process.
  return pool.on('error', () => undefined);
}
