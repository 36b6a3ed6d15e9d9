/** Locks of small files that commands and daemons change: NAME.lock has the process that does. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../errors/problem.js';
import { takeLock } from './data-lock.js';

/** How long a change waits for others, and how often it looks. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** @returns what releases it. @throws Problem CONFLICT where another process keeps the lock */
export async function lockFile(file: string): Promise<() => void> {
  const deadlineMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return takeLock(`${file}.lock`, `${file}: is being changed by the process with id`);
    } catch (error) {
      const isHeld = error instanceof Problem && error.code === 'data_folder_in_use';
      if (!isHeld || performance.now() > deadlineMs) throw error;
    }
    await pause(LOOK_EVERY_MS);
  }
}
