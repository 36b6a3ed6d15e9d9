/**
 * The daemon's log: JSON lines on standard output, written without blocking. No line has a key, a customer key or a
 * query string: requests are identified by method, path and id.
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

const options = (level: string) => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  messageKey: 'message',
});

/** A log whose lines another thread writes. */
export function relayedLog(level: string, write: (line: string) => void): Log {
  return pino(options(level), { write });
}

export function openLog(level: string): OpenLog {
  const destination = pino.destination({ fd: 1, sync: false });
  return {
    log: pino(options(level), destination),
    write: line => destination.write(line),
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // The reader of the log has gone (EPIPE), or it was never opened: the error cannot be reported.
      }
    },
  };
}
