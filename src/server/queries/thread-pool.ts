/**
 * A query thread: a piscina pool of one, so that it can be addressed. The first one can be started while the command
 * and the daemon are still being loaded, because what a thread is set up with comes with its tasks.
 */
import { Piscina } from 'piscina';
import type { QueryResult, QueryTask } from './query-task.js';

export type ThreadPool = Piscina<QueryTask, QueryResult>;

const ahead = new Map<string, ThreadPool>();

/** Starts a thread that the next `threadPool` of this file gets. It does not keep the process alive. */
export function startAhead(filename: string): void {
  ahead.set(filename, open(filename));
}

/** @param failed called when the thread has died while it had no task */
export function threadPool(filename: string, failed: (error: unknown) => void): ThreadPool {
  const pool = ahead.get(filename) ?? open(filename);
  ahead.delete(filename);
  pool.on('error', failed);
  return pool;
}

function open(filename: string): ThreadPool {
  const pool: ThreadPool = new Piscina({
    filename,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    // Loaders and debuggers of the daemon are not meant for the threads, and would slow down their start.
    execArgv: [],
  });
  // The first task of a thread that cannot start fails as well; without a listener, the event would end the process.
  return pool.on('error', () => undefined);
}
