/** Repeats a request that the daemon refuses for the moment. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './admin-client.js';

const BUSY_FROM_MS = 250;
const BUSY_UP_TO_MS = 4000;
/** Time after which a daemon that is starting counts as unavailable. */
const STARTING_FOR_MS = 60_000;
/** Time after which a request no longer waits for the imports of others. */
const IMPORTING_FOR_MS = 30 * 60_000;

/**
 * Repeats a request while the daemon is starting (503), or another import runs (409 `import_in_progress`). After a
 * minute, or half an hour, that reply is the outcome.
 * @param waiting told what is waited for, before each pause
 */
export async function whileBusy(
  ask: () => Promise<Answer>,
  waiting: (what: string) => void = what => process.stderr.write(`${what}\n`),
): Promise<Answer> {
  const started = performance.now();
  for (let waitMs = BUSY_FROM_MS; ; waitMs = Math.min(BUSY_UP_TO_MS, waitMs * 2)) {
    const answer = await ask();
    const waited = performance.now() - started;
    if (isImporting(answer) && waited < IMPORTING_FOR_MS) waiting('waiting for another import');
    else if (answer.status === 503 && waited < STARTING_FOR_MS) waiting('waiting for the daemon');
    else return answer;
    await delay(waitMs);
  }
}

function isImporting({ status, body }: Answer): boolean {
  if (status !== 409 || typeof body !== 'object' || body === null) return false;
  return 'code' in body && body.code === 'import_in_progress';
}
