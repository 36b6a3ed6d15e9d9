/**
 * The daemon's log: JSON lines on standard output, written without blocking. No line has a key, a customer key or a
 * query string: requests are identified by method, path and id, and queries by their kind, market and locale.
 */
import { type Logger, pino } from 'pino';

export type Log = Logger;

export interface OpenLog {
  log: Log;
  /** Adds a line from another thread. */
  write(line: string): void;
  /** Writes out what is still buffered; called once, at the end. */
  flush(): void;
}

/** Characters that are kept for a log that cannot be written; further lines are dropped. */
const MOST_UNWRITTEN = 1 << 20;

const options = (level: string) => ({
  level,
  base: null,
  formatters: { level: (name: string) => ({ level: name }) },
  timestamp: pino.stdTimeFunctions.isoTime,
  messageKey: 'message',
});

/** A log whose lines another thread writes. */
export function relayedLog(level: string, write: (line: string) => void): Log {
  return pino(options(level), { write });
}

export function openLog(level: string): OpenLog {
  const destination = pino.destination({ fd: 1, sync: false, maxLength: MOST_UNWRITTEN });
  // A full disk, or a terminal that was closed. What could not be written is written with the next line.
  let failing = false;
  destination.on('error', () => {
    failing = true;
  });
  destination.on('drain', () => {
    failing = false;
  });
  return {
    log: pino(options(level), destination),
    write: line => destination.write(line),
    flush: () => {
      // It would be tried for good, and again at the exit of the process.
      if (failing) {
        destination.destroy();
        return;
      }
      try {
        destination.flushSync();
      } catch {
        // The reader of the log has gone (EPIPE), or it was never opened: the error cannot be reported.
      }
    },
  };
}
