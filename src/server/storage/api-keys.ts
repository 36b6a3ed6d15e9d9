/**
 * The stored API keys. `keys.json` of the data folder has hashes, so that a copy of the folder gives no access; a key is
 * shown once, when it is created. A fast hash suffices, because keys are long random numbers.
 *
 * The file is JSON, `{version: 3, sha256, keys}`; sha256 (hex) is of JSON.stringify(keys). Version 1 had no sha256, and
 * version 2 no limits of keys: a reader of version 2 refuses the file rather than give a key more than it has.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SCOPES, type Scope } from '../../api/access.js';
import { badRequest, Problem } from '../../errors/problem.js';
import { makeFolder } from '../../kernel/make-folder.js';
import { lockFile } from './file-lock.js';
import { type KeptTwice, readTwice, writeTwice } from './kept-twice.js';

/** What a key opens, and for whom. */
export interface KeyLimits {
  /** What the key is for. */
  label: string;
  /** The actor in history and log; absent: the label. */
  name?: string;
  scopes: Scope[];
  /** Whether it opens only what changes nothing. */
  readOnly?: true;
  /** The only markets that it is for; absent: all. */
  markets?: string[];
  /** ISO 8601; absent: never. */
  expiresAt?: string;
}

export interface KeyInfo extends KeyLimits {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; absent while the key is valid. */
  revokedAt?: string;
}

export interface StoredKey extends KeyInfo {
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
}

interface KeyFile {
  version: 1 | 2 | 3;
  /** In version 1 absent. */
  sha256?: string;
  keys: StoredKey[];
}

const VERSION = 3;
/** A key to be made. */
export interface NewKey extends Omit<KeyLimits, 'scopes' | 'markets'> {
  scopes: readonly string[];
  markets?: readonly string[];
}

/**
 * @returns the key's id, and the key, which cannot be shown again
 * @throws Problem BAD_REQUEST for an unknown scope, or none
 */
export async function createKey(dataDir: string, wanted: NewKey): Promise<{ id: string; key: string }> {
  const { label, name, scopes, readOnly, markets, expiresAt } = wanted;
  const unknown = scopes.find(scope => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw badRequest('scopes', `found "${unknown ?? ''}", expected some of ${SCOPES.join(', ')}`);
  }
  const id = randomBytes(4).toString('hex');
  const key = `vk_${randomBytes(32).toString('base64url')}`;
  const stored: StoredKey = {
    id,
    label,
    ...(name !== undefined && { name }),
    scopes: SCOPES.filter(scope => scopes.includes(scope)),
    ...(readOnly && { readOnly }),
    ...(markets && { markets: [...markets] }),
    createdAt: new Date().toISOString(),
    ...(expiresAt !== undefined && { expiresAt }),
    hash: digest(key).toString('hex'),
  };
  makeFolder(dataDir, 0o700);
  await changeKeys(dataDir, keys => keys.push(stored));
  return { id, key };
}

/** The keys that are not revoked, in the order of their creation. */
export async function listKeys(dataDir: string): Promise<KeyInfo[]> {
  const keys = await readKeys(dataDir);
  return keys.filter(key => key.revokedAt === undefined).map(({ hash: _, ...info }) => info);
}

/** Marks the key as revoked; it stays in the file. @returns false when no valid key has this id. */
export async function revokeKey(dataDir: string, id: string): Promise<boolean> {
  if (!(await listKeys(dataDir)).some(key => key.id === id)) return false;
  await changeKeys(dataDir, keys => {
    for (const key of keys) if (key.id === id) key.revokedAt ??= new Date().toISOString();
  });
  return true;
}

/** Reads and writes the keys while no other process changes them: the file is written as a whole. */
async function changeKeys(dataDir: string, change: (keys: StoredKey[]) => void): Promise<void> {
  const unlock = await lockFile(keyFile(dataDir));
  try {
    const keys = await readKeys(dataDir);
    change(keys);
    await writeKeys(dataDir, keys);
  } finally {
    unlock();
  }
}

/** Adds what a list has and the stored one lacks: keys, and that one was revoked. @returns the list as it is then */
export async function mergeKeys(dataDir: string, others: readonly StoredKey[]): Promise<StoredKey[]> {
  let merged = mergedKeys(await readKeys(dataDir), others);
  if (JSON.stringify(merged) === JSON.stringify(await readKeys(dataDir))) return merged;
  await changeKeys(dataDir, keys => {
    merged = mergedKeys(keys, others);
    keys.splice(0, keys.length, ...merged);
  });
  return merged;
}

/** The keys of both in the order of their creation; what either has revoked is revoked. */
export function mergedKeys(a: readonly StoredKey[], b: readonly StoredKey[]): StoredKey[] {
  const known = new Map(a.map(key => [key.id, key]));
  for (const key of b) {
    const found = known.get(key.id);
    const revokedAt = [found?.revokedAt, key.revokedAt].filter(at => at !== undefined).sort()[0];
    known.set(key.id, { ...(found ?? key), ...(revokedAt !== undefined && { revokedAt }) });
  }
  const order = ({ createdAt, id }: StoredKey) => `${createdAt} ${id}`;
  return [...known.values()].sort((x, y) => (order(x) < order(y) ? -1 : 1));
}

/** Of a daemon that runs: writes file or copy again where it is damaged. @returns what was wrong */
export async function readKeysAgain(dataDir: string): Promise<string | undefined> {
  const unlock = await lockFile(keyFile(dataDir));
  try {
    return (await storedKeys(dataDir)).fault;
  } finally {
    unlock();
  }
}

/** What is wrong with the file of the keys or its copy. */
export async function keyFault(dataDir: string): Promise<string | undefined> {
  return (await storedKeys(dataDir, false)).fault;
}

export function keyFile(dataDir: string): string {
  return join(dataDir, 'keys.json');
}

export function storedKeys(dataDir: string, repairs = true): Promise<KeptTwice<StoredKey[]>> {
  return readTwice(keyFile(dataDir), parseKeys, repairs);
}

/** @throws Problem storage_unavailable where file and copy are damaged: keys that are valid are not given up */
async function readKeys(dataDir: string): Promise<StoredKey[]> {
  const { value, fault } = await storedKeys(dataDir);
  if (value === undefined && fault !== undefined) {
    throw new Problem('storage_unavailable', `${fault}; remove both to begin with new keys`);
  }
  return value ?? [];
}

/** @returns undefined where the file is damaged */
function parseKeys(text: string): StoredKey[] | undefined {
  try {
    const { version, sha256, keys } = JSON.parse(text) as KeyFile;
    if (version === 1) return sha256 === undefined && areSound(keys) ? keys : undefined;
    return (version === 2 || version === VERSION) && sha256 === checksum(keys) && areSound(keys) ? keys : undefined;
  } catch {
    // Not JSON, or no list of keys.
    return undefined;
  }
}

function areSound(keys: StoredKey[]): boolean {
  return keys.every(key => /^[0-9a-f]{64}$/.test(key.hash));
}

async function writeKeys(dataDir: string, keys: StoredKey[]): Promise<void> {
  const content: KeyFile = { version: VERSION, sha256: checksum(keys), keys };
  await writeTwice(keyFile(dataDir), `${JSON.stringify(content, undefined, 2)}\n`);
}

function checksum(keys: StoredKey[]): string {
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex');
}

/** What is stored of a key. */
export function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
