/**
 * The secrets that sign tickets. The first is generated for a data folder and stored there, so that tickets stay valid
 * after a restart; a rotation adds one that signs from a moment on, and those before go on being accepted. The file has two
 * lines:
 *
 *   2 SHA-256 of the next line in hexadecimal
 *   JSON: {shop, secrets: [{secret, from}], forgottenMs, cluster}
 *
 * Version 1 had one secret in the first line, and "1 SHA-256" of it in the second, which the first of all did not write.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lockFile } from './file-lock.js';
import { readTwice, writeTwice } from './kept-twice.js';

const VERSION = '2';
const FORMER_VERSION = '1';
const LEAST_CHARACTERS = 32;
/** Of 43 random characters of base64url, so many are different but for one in 10^13. */
const LEAST_DIFFERENT = 12;
const MOST_SECRETS = 8;
/** A new secret signs so long after it was made: until then all daemons of a fleet accept it. */
const SIGNS_AFTER_MS = 5000;

export interface TicketSecrets {
  /** By what backups know the shop; of the secrets it tells nothing. */
  shop: string;
  /** Newest first. */
  secrets: { secret: string /** Signs from this moment on, ms since 1970. */; from: number }[];
  /** Secrets that signed before are not accepted any more. */
  forgottenMs: number;
  /** The fleet that they are those of; absent: of this daemon alone. */
  cluster?: string;
}

/**
 * Called by the one daemon that holds the folder.
 * @param warn called where the file is damaged
 * @returns the folder's secrets; a new one where file and copy are damaged: tickets that were issued before are refused
 */
export async function ticketSecrets(
  dataDir: string,
  warn: (facts: object, message: string) => void,
): Promise<TicketSecrets> {
  const { value, fault } = await readTwice(ticketSecretFile(dataDir), parse);
  if (fault !== undefined) warn({ fault }, 'the secret of tickets is damaged');
  if (value !== undefined) return value;
  const made = newSecrets();
  await writeTicketSecrets(dataDir, made);
  if (fault !== undefined) warn({}, 'there is a new secret of tickets: those that were issued before are refused');
  return made;
}

/** @returns undefined where there are none, or they are damaged */
export async function readTicketSecrets(dataDir: string): Promise<TicketSecrets | undefined> {
  return (await readTwice(ticketSecretFile(dataDir), parse, false)).value;
}

/** To be called with the lock of the file, or before anything else knows the folder. */
export async function writeTicketSecrets(dataDir: string, secrets: TicketSecrets): Promise<void> {
  const text = JSON.stringify(secrets);
  await writeTwice(ticketSecretFile(dataDir), `${VERSION} ${sha256(text)}\n${text}\n`);
}

/** Those of a data folder that has issued no ticket. */
export function newSecrets(): TicketSecrets {
  const secret = newSecret();
  return { shop: shopOf(secret), secrets: [{ secret, from: 0 }], forgottenMs: 0 };
}

/**
 * Adds a secret that signs from some seconds from now on.
 * @param forgets whether tickets that were signed before are refused from then on
 * @returns when it signs, in ms since 1970
 */
export async function rotateTicketSecret(dataDir: string, forgets: boolean): Promise<number> {
  const unlock = await lockFile(ticketSecretFile(dataDir));
  try {
    const before = await ticketSecrets(dataDir, () => undefined);
    const from = Date.now() + SIGNS_AFTER_MS;
    const secrets = [{ secret: newSecret(), from }, ...before.secrets].slice(0, MOST_SECRETS);
    await writeTicketSecrets(dataDir, { ...before, secrets, ...(forgets && { forgottenMs: from }) });
    return from;
  } finally {
    unlock();
  }
}

/**
 * Of a daemon that runs: writes file or copy again where it is damaged.
 * @param known what is written where both are
 * @returns what was wrong
 */
export async function readSecretsAgain(dataDir: string, known: TicketSecrets): Promise<string | undefined> {
  const unlock = await lockFile(ticketSecretFile(dataDir));
  try {
    const { value, fault } = await readTwice(ticketSecretFile(dataDir), parse);
    if (value !== undefined) return fault;
    await writeTicketSecrets(dataDir, known);
    return `${fault ?? 'file and copy are missing'}; both are written again`;
  } finally {
    unlock();
  }
}

/** What two daemons of a fleet have, put together: of both the newest. */
export function mergedSecrets(a: TicketSecrets, b: TicketSecrets): TicketSecrets {
  const known = new Map([...b.secrets, ...a.secrets].map(held => [held.secret, held]));
  const secrets = [...known.values()].sort((x, y) => y.from - x.from || (x.secret < y.secret ? -1 : 1));
  const forgottenMs = Math.max(a.forgottenMs, b.forgottenMs);
  return { ...a, secrets: secrets.slice(0, MOST_SECRETS), forgottenMs };
}

/** The secret that signs at a moment, then all others that are accepted. */
export function secretsInForce({ secrets, forgottenMs }: TicketSecrets, nowMs: number): string[] {
  const isForgotten = nowMs >= forgottenMs;
  const accepted = secrets.filter(({ from }) => !isForgotten || from >= forgottenMs);
  const signing = accepted.find(({ from }) => from <= nowMs) ?? accepted.at(-1)!;
  return [signing, ...accepted.filter(held => held !== signing)].map(({ secret }) => secret);
}

/** What is wrong with the file of the secret or its copy. */
export async function ticketSecretFault(dataDir: string): Promise<string | undefined> {
  return (await readTwice(ticketSecretFile(dataDir), parse, false)).fault;
}

export const ticketSecretFile = (dataDir: string): string => join(dataDir, 'ticket-secret');

const newSecret = (): string => randomBytes(32).toString('base64url');

/** @returns undefined where it is damaged */
function parse(text: string): TicketSecrets | undefined {
  const [first, second, ...rest] = text.trimEnd().split('\n');
  if (rest.length > 0) return undefined;
  if (second !== undefined && first === `${VERSION} ${sha256(second)}`) return JSON.parse(second) as TicketSecrets;
  const isSecret = /^[!-~]+$/.test(first) && first.length >= LEAST_CHARACTERS;
  if (!isSecret || new Set(first).size < LEAST_DIFFERENT) return undefined;
  if (second !== undefined && second !== `${FORMER_VERSION} ${sha256(first)}`) return undefined;
  return { shop: shopOf(first), secrets: [{ secret: first, from: 0 }], forgottenMs: 0 };
}

function shopOf(secret: string): string {
  return sha256(`shop ${secret}`).slice(0, 16);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
