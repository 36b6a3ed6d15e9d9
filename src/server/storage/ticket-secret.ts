/**
 * The secret that signs tickets. Generated once for a data folder and stored there, so that tickets stay valid after a
 * restart. The file has two lines, the second of which an earlier version did not write:
 *
 *   the secret
 *   1 SHA-256 of the secret in hexadecimal
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readTwice, writeTwice } from './kept-twice.js';

const VERSION = '1';
const LEAST_CHARACTERS = 32;
/** Of 43 random characters of base64url, so many are different but for one in 10^13. */
const LEAST_DIFFERENT = 12;

/**
 * Called by the one daemon that holds the folder.
 * @param warn called where the file is damaged
 * @returns the folder's secret; a new one where file and copy are damaged: tickets that were issued before are refused
 */
export async function ticketSecret(dataDir: string, warn: (facts: object, message: string) => void): Promise<string> {
  const file = secretFile(dataDir);
  const { value, fault } = await readTwice(file, parse);
  if (fault !== undefined) warn({ fault }, 'the secret of tickets is damaged');
  if (value !== undefined) return value;
  const secret = randomBytes(32).toString('base64url');
  await writeTwice(file, `${secret}\n${VERSION} ${sha256(secret)}\n`);
  if (fault !== undefined) warn({}, 'there is a new secret of tickets: those that were issued before are refused');
  return secret;
}

/** What is wrong with the file of the secret or its copy. */
export async function ticketSecretFault(dataDir: string): Promise<string | undefined> {
  return (await readTwice(secretFile(dataDir), parse, false)).fault;
}

const secretFile = (dataDir: string): string => join(dataDir, 'ticket-secret');

function parse(text: string): string | undefined {
  const [secret, checksum, ...rest] = text.trimEnd().split('\n');
  const isSecret = /^[!-~]+$/.test(secret) && secret.length >= LEAST_CHARACTERS;
  if (!isSecret || new Set(secret).size < LEAST_DIFFERENT || rest.length > 0) return undefined;
  return checksum === undefined || checksum === `${VERSION} ${sha256(secret)}` ? secret : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
