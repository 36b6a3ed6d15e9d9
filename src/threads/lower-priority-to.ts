/** Priority of the system's scheduler. On Linux a thread has one of its own, elsewhere it is the process's. */
import { getPriority, setPriority } from 'node:os';

/**
 * Never raises it: a daemon that was started with a lower one (`nice`, `Nice=` of systemd) keeps that, and its user may not raise it.
 * @param niceness from 0 to 19, the lowest priority
 */
export function lowerPriorityTo(niceness: number): void {
  setPriority(Math.max(niceness, getPriority()));
}
