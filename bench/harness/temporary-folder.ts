/** A folder for what a bench writes, removed when the process ends, however it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process that has just been killed may still be creating a file. */
const RETRIES = 5;

/** @returns its path */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: RETRIES }));
  // So that exit handlers, this one and those that end daemons, run for an interrupted bench as well.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return folder;
}
