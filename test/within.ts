/** Deadlines for what tests wait for, so that a fault fails the test that shows it, and says what did not come. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** Between two questions at first, unless a test says otherwise: what it waits for needs the processor as well. */
const PAUSE_MS = 5;
/** Then they are asked less often, by a share of what has passed: each costs both sides a millisecond. */
const SHARE_OF_PASSED = 0.05;
const LONGEST_PAUSE_MS = 50;
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
  const next = pauses(pauseMs);
  const asked = async () => {
    while (!(await holds()) && !isLate) await (pauseMs > 0 ? pause(next()) : turn());
  };
  try {
    await within(what, asked(), longestMs);
  } finally {
    isLate = true;
  }
}

/** Pauses between questions that are asked again and again, from now on. @returns the next one, in milliseconds */
export function pauses(leastMs = PAUSE_MS): () => number {
  const started = performance.now();
  return () => Math.max(leastMs, Math.min(LONGEST_PAUSE_MS, (performance.now() - started) * SHARE_OF_PASSED));
}
