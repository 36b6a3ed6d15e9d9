/**
 * What the log of a daemon says last where it ends without having been asked to: the error that nothing has caught, or
 * the exit code that a library has ended it with. A signal that kills it leaves no time for words: the next daemon on the
 * folder tells of it.
 */
import type { Log } from '../observability/log.js';

const EXIT_FAULT = 1;

export class LastWords {
  private expected = false;

  /** @param flush writes out what the log has buffered */
  constructor(
    private readonly log: Log,
    private readonly flush: () => void,
  ) {
    process.on('uncaughtException', this.onError);
    process.on('exit', this.onExit);
    // What threads and Node itself print goes through it; a reader that has gone, or a full disk, is no reason to end.
    process.stderr.on('error', ignore);
  }

  /** To be called when the daemon is asked to end. */
  expectEnd(): void {
    this.expected = true;
  }

  release(): void {
    process.off('uncaughtException', this.onError);
    process.off('exit', this.onExit);
    process.stderr.off('error', ignore);
  }

  /** What state the daemon is in is not known then: the folder is safe, as after a kill, and a supervisor starts another. */
  private readonly onError = (err: Error, origin: NodeJS.UncaughtExceptionOrigin): void => {
    this.expected = true;
    this.log.fatal({ err, origin }, 'the daemon ends: an error that nothing has caught');
    this.flush();
    process.exit(EXIT_FAULT);
  };

  private readonly onExit = (code: number): void => {
    if (this.expected) return;
    this.log.fatal({ code }, 'the daemon ends without having been asked to');
    this.flush();
  };
}

function ignore(): void {
  // It cannot be reported where nothing can be printed.
}
