/**
 * The id by which a fleet knows a daemon: made once for a data folder. The file is kept twice, as JSON
 * `{version: 1, id, sha256}`; sha256 (hex) is of the id.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readTwice, writeTwice } from '../storage/kept-twice.js';

const VERSION = 1;
const ID_BYTES = 8;

/** @param warn called where the file is damaged: without a sound copy, the daemon is a new one to its fleet */
export async function daemonId(dataDir: string, warn: (facts: object, message: string) => void): Promise<string> {
  const file = join(dataDir, 'daemon-id');
  const { value, fault } = await readTwice(file, parse);
  if (fault !== undefined) warn({ fault }, 'the id of the daemon is damaged');
  if (value !== undefined) return value;
  const id = randomBytes(ID_BYTES).toString('hex');
  await writeTwice(file, `${JSON.stringify({ version: VERSION, id, sha256: checksum(id) })}\n`);
  return id;
}

/** @returns undefined where it is damaged */
function parse(text: string): string | undefined {
  try {
    const { version, id, sha256 } = JSON.parse(text) as { version: number; id: string; sha256: string };
    return version === VERSION && sha256 === checksum(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const checksum = (id: string): string => createHash('sha256').update(id).digest('hex');
