/** Deadlines for what tests wait for, so that a fault fails the test that shows it, and says what did not come. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** Between two questions, unless a test says otherwise: what it waits for needs the processor as well. */
const PAUSE_MS = 5;
/** Between two questions to a process that is starting, which takes a hundred times as long. */
export const START_PAUSE_MS = 20;
/** Far beyond what anything here takes on a machine with much to do, and below the limit of a test file. */
const LONGEST_MS = 180_000;

/** @throws when the promise has not been settled in time */
export async function within<T>(what: string, promise: Promise<T>, longestMs = LONGEST_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${longestMs} ms`)), longestMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks again and again until it holds.
 * @throws when it does not hold in time, also when a question is not answered
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { longestMs = LONGEST_MS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  let isLate = false;
  const asked = async () => {
    while (!(await holds()) && !isLate) await (pauseMs > 0 ? pause(pauseMs) : turn());
  };
  try {
    await within(what, asked(), longestMs);
  } finally {
    isLate = true;
  }
}
