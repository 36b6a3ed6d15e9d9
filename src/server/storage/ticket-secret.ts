/**
 * The secret that signs tickets. Generated once for a data folder and stored there, so that tickets stay valid after a
 * restart.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../kernel/atomic-file.js';

/** @returns the folder's secret; called by the one daemon that holds the folder. */
export async function ticketSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'ticket-secret');
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret.length >= 32) return secret;
    throw new Error(`${file}: too short for a secret; remove the file to have a new one made`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(32).toString('base64url');
  await writeAtomically(file, `${secret}\n`, 0o600);
  return secret;
}
