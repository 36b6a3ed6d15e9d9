/**
 * Whether the data folder is this daemon's and can be written to. A disk that is full or read-only at the start keeps the
 * daemon from neither reading nor answering: what writes waits, in its order, until there is room again.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFault } from '../../errors/disk-fault.js';
import { Problem } from '../../errors/problem.js';
import { lockDataFolder } from './data-lock.js';

/** More than what opening the stores writes. */
const PROBE = Buffer.alloc(512 << 10);
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** As of pino. */
interface FolderLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

interface Step {
  what: string;
  run(): Promise<unknown>;
}

export class WritableFolder {
  private release: (() => void) | undefined;
  /** Why nothing is written. */
  private problem: Problem | undefined;
  private waiting: Step[] = [];
  private timer: NodeJS.Timeout | undefined;
  private retryMs = RETRY_MS;
  private working: Promise<void> | undefined;
  private closed = false;

  private constructor(
    private readonly dataDir: string,
    private readonly log: FolderLog,
  ) {}

  /** Locks the folder, unless its disk is at fault. @throws Problem data_folder_in_use */
  static open(dataDir: string, log: FolderLog): WritableFolder {
    const folder = new WritableFolder(dataDir, log);
    try {
      folder.take();
    } catch (error) {
      // Nothing waits yet that could be tried again.
      const problem = diskFault(error);
      if (problem === undefined) throw error;
      folder.wait(problem, error);
    }
    return folder;
  }

  /** Why nothing is written: the disk is at fault, or another daemon was quicker; undefined where all is. */
  get fault(): Problem | undefined {
    return this.problem;
  }

  /** @throws Problem where nothing is written */
  require(): void {
    if (this.problem) throw this.problem;
  }

  /** For operators; empty where all is well. */
  degradations(): string[] {
    if (this.problem === undefined) return [];
    return [`${this.problem.message}: imports and notifications are refused, and nothing is learned of visitors`];
  }

  /**
   * Runs what writes to the folder: at once, or where the disk is at fault, when it can be written to.
   * @param what for the log, as in "the journal"
   * @returns whether it has run
   * @throws what `run` throws while the disk is not at fault
   */
  async whenWritable(what: string, run: () => Promise<unknown>): Promise<boolean> {
    if (this.problem === undefined) {
      try {
        await run();
        return true;
      } catch (error) {
        const problem = diskFault(error) ?? this.probe();
        if (problem === undefined || this.closed) throw error;
        this.wait(problem, error);
      }
    }
    this.waiting.push({ what, run });
    return false;
  }

  /** Unlocks the folder; what waits is never run. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.working;
    this.release?.();
  }

  private take(): void {
    this.release ??= lockDataFolder(this.dataDir, undefined, pid =>
      this.log.warn(
        { pid },
        'the daemon before did not stop: it was killed, by the system for want of memory too, or has crashed',
      ),
    );
    const problem = this.probe();
    if (problem) throw problem;
  }

  /** Writes, and removes what it has written. @returns the fault of the disk */
  private probe(): Problem | undefined {
    const file = join(this.dataDir, `probe.${process.pid}.tmp`);
    try {
      writeFileSync(file, PROBE);
      return undefined;
    } catch (error) {
      return diskFault(error);
    } finally {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        this.log.warn({ file, err: error }, 'a probe of the disk cannot be removed');
      }
    }
  }

  private wait(problem: Problem, error: unknown): void {
    if (this.problem === undefined) {
      this.log.error(
        { fault: problem.message, err: error },
        'the data folder cannot be written to; queries are answered',
      );
    }
    this.problem = problem;
    if (this.timer !== undefined || this.closed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.working = this.retry();
    }, this.retryMs);
    this.timer.unref();
    this.retryMs = Math.min(LONGEST_RETRY_MS, this.retryMs * 2);
  }

  /** Never rejects. */
  private async retry(): Promise<void> {
    let step: Step | undefined;
    try {
      this.take();
      while ((step = this.waiting[0]) !== undefined && !this.closed) {
        await step.run();
        this.waiting.shift();
      }
      this.problem = undefined;
      this.retryMs = RETRY_MS;
      this.log.warn({}, 'the data folder can be written to; all of the daemon runs');
    } catch (error) {
      if (this.closed) return;
      const problem = diskFault(error) ?? this.probe() ?? asProblem(error, step);
      if (problem.message !== this.problem?.message) this.log.error({ err: error }, problem.message);
      this.wait(problem, error);
    }
  }
}

function asProblem(error: unknown, step: Step | undefined): Problem {
  if (error instanceof Problem) return error;
  return new Problem(
    'storage_unavailable',
    `${step?.what ?? 'the data folder'} cannot be opened; the log has the reason`,
  );
}
