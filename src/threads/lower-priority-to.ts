/** Priority of the system's scheduler. On Linux a thread has one of its own, elsewhere it is the process's. */
import { existsSync, readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Of this process's threads; Linux alone has it. */
const THREADS = '/proc/self/task';

/**
 * Never raises it: a daemon that was started with a lower one (`nice`, `Nice=` of systemd) keeps that, and its user may not raise it.
 * @param niceness from 0 to 19, the lowest priority
 */
export function lowerPriorityTo(niceness: number): void {
  lower(0, niceness);
}

/**
 * As `lowerPriorityTo`, of every thread that the process has. Threads take it over from the one that starts them; those
 * that the engine compiles code in are there before the program, with the priority of the process that started this one.
 */
export function lowerProcessPriorityTo(niceness: number): void {
  lowerPriorityTo(niceness);
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS)) {
    try {
      lower(Number(thread), niceness);
    } catch (error) {
      // One that has ended meanwhile.
      if (systemErrorOf(error) !== 'ESRCH') throw error;
    }
  }
}

function systemErrorOf(error: unknown): string | undefined {
  return (error as { info?: { code?: string } }).info?.code;
}

/** @param thread 0: the calling one */
function lower(thread: number, niceness: number): void {
  setPriority(thread, Math.max(niceness, getPriority(thread)));
}
