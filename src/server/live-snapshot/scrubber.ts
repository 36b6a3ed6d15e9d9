/**
 * Reads all files of the kept snapshots again from time to time, slowly, because disks change bits of files that nothing
 * writes, and of most files nothing would be read until a rollback, an update or a start needs them.
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
}
