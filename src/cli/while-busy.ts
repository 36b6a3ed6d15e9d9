/** Repeats a request that the daemon refuses for the moment. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './admin-client.js';

const BUSY_FROM_MS = 250;
const BUSY_UP_TO_MS = 4000;

interface Wait {
  what: string;
  /** Time after which the reply is the outcome. */
  forMs: number;
}

const STARTING: Wait = { what: 'waiting for the daemon', forMs: 60_000 };
const IMPORTING: Wait = { what: 'waiting for another import', forMs: 30 * 60_000 };

/**
 * Repeats a request while the daemon is starting (503), or another import runs (409 `import_in_progress`). After a
 * minute, or half an hour, that reply is the outcome.
 * @param waiting told what is waited for, before each pause
 */
export async function whileBusy(ask: () => Promise<Answer>, waiting = printer()): Promise<Answer> {
  let last: Wait | undefined;
  let since = 0;
  for (let waitMs = BUSY_FROM_MS; ; waitMs = Math.min(BUSY_UP_TO_MS, waitMs * 2)) {
    const answer = await ask();
    const wait = isImporting(answer) ? IMPORTING : answer.status === 503 ? STARTING : undefined;
    const now = performance.now();
    // A daemon that is started again while an import is waited for has its own time.
    if (wait !== last) since = now;
    last = wait;
    if (wait === undefined || now - since > wait.forMs) return answer;
    waiting(wait.what);
    await delay(waitMs);
  }
}

/** Prints what is waited for, once. */
function printer(): (what: string) => void {
  let last: string | undefined;
  return what => {
    if (what !== last) process.stderr.write(`${what}\n`);
    last = what;
  };
}

function isImporting({ status, body }: Answer): boolean {
  if (status !== 409 || typeof body !== 'object' || body === null) return false;
  return 'code' in body && body.code === 'import_in_progress';
}
