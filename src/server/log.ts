/**
 * The daemon's log: JSON lines on standard output, written without blocking. A line never holds a key, a customer key
 * or a query string: requests are named by method, path and id.
 */
import { type Logger, pino } from 'pino';

export type Log = Logger;

export interface OpenLog {
  log: Log;
  /** Writes out what is still buffered; called once, at the end. */
  flush(): void;
}

export function openLog(level: string): OpenLog {
  const destination = pino.destination({ fd: 1, sync: false });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' }, destination);
  return {
    log,
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // The reader of the log is gone (EPIPE), or it was never opened: there is nowhere to say it.
      }
    },
  };
}
