/**
 * A query thread, whose tasks may have a time limit. The first one can be started while the command and the daemon are
 * still being loaded, because what a thread is set up with comes with its tasks.
 */
import { TaskWorker } from '../../threads/task-worker.js';
import type { QueryResult, QueryTask } from './query-task.js';

type Tasks = TaskWorker<QueryTask, QueryResult>;

const ahead = new Map<string, Tasks>();

/** Starts a thread that the next `QueryThread` of this file gets. It does not keep the process alive. */
export function startAhead(filename: string): void {
  // The first task of a thread that cannot start fails as well.
  ahead.set(
    filename,
    open(filename, () => undefined),
  );
}

/** A thread was ended: of the tasks that it had, the first one took too long. */
export class LateTask extends Error {}

export class QueryThread {
  private tasks: Tasks;
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
    this.tasks = ahead.get(filename) ?? open(filename, failed);
    this.tasks.onFailure = failed;
    ahead.delete(filename);
  }

  /** @throws what the thread throws, and an error when it dies */
  run(task: QueryTask): Promise<QueryResult> {
    return this.tasks.run(task);
  }

  /**
   * Runs a task for a limited time, after which the thread is ended and replaced, with all the tasks that it has. The
   * time begins when the thread has ended the timed tasks before it.
   * @throws what the thread throws, an error when it dies, and LateTask
   */
  async runWithin(limitMs: number, task: QueryTask, transferList: ArrayBuffer[]): Promise<QueryResult> {
    const { tasks } = this;
    if (++this.timed === 1) this.timer = setTimeout(() => this.replace(), limitMs);
    try {
      return await tasks.run(task, transferList);
    } catch (error) {
      if (tasks === this.tasks) throw error;
      throw new LateTask(`a query thread was ended: a batch took longer than ${limitMs} ms`, { cause: error });
    } finally {
      if (--this.timed === 0) clearTimeout(this.timer);
      else this.timer?.refresh();
    }
  }

  async destroy(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.all([this.tasks.destroy(), this.ending]);
  }

  private replace(): void {
    const late = this.tasks;
    this.tasks = open(this.filename, this.failed);
    this.ending = late.destroy();
  }
}

function open(file: string, failed: (error: unknown) => void): Tasks {
  return new TaskWorker({ name: 'a query thread', file, failed });
}
