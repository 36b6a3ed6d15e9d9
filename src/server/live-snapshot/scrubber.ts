/**
 * Reads all files of the kept snapshots again from time to time, slowly, and the small files that are kept twice, because
 * disks change bits of files that nothing writes, and of most files nothing would be read until a rollback, an update or a
 * start needs them.
 */
import type { Inspection } from '../../snapshot/index.js';
import type { Log } from '../observability/log.js';

export interface ScrubberOptions {
  /** From the end of one round to the beginning of the next; 0: there is none. */
  hours: number;
  /** Reads all files; damaged ones are put aside. */
  inspect(): Promise<Inspection>;
  /** Called with the result where files are damaged. */
  found(inspection: Inspection): void;
  /** By what is in them: each reads a small file and its copy, and writes again the one that is damaged. */
  keptTwice: Readonly<Record<string, () => Promise<string | undefined>>>;
  log: Log;
}

const HOUR_MS = 3_600_000;

export class Scrubber {
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: ScrubberOptions) {
    this.schedule();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    const { hours } = this.options;
    if (hours > 0 && !this.closed) this.timer = setTimeout(() => void this.run(), hours * HOUR_MS).unref();
  }

  /** Never throws. */
  private async run(): Promise<void> {
    await this.readSmallFiles();
    const { inspect, found, log } = this.options;
    const started = performance.now();
    try {
      const inspection = await inspect();
      const { damages } = inspection;
      const seconds = (performance.now() - started) / 1000;
      log.info({ damaged: damages.length, seconds }, 'all files of snapshots have been read again');
      if (damages.length > 0) found(inspection);
    } catch (error) {
      if (!this.closed) log.warn({ err: error }, 'files of snapshots could not be read again');
    }
    this.schedule();
  }

  private async readSmallFiles(): Promise<void> {
    const { keptTwice, log } = this.options;
    for (const [what, readAgain] of Object.entries(keptTwice)) {
      try {
        const fault = await readAgain();
        if (fault !== undefined) log.error({ what, fault }, 'a file that is kept twice is damaged');
      } catch (error) {
        if (!this.closed) log.warn({ what, err: error }, 'a file that is kept twice could not be read again');
      }
    }
  }
}
