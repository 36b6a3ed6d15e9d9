/**
 * Api keys and their scopes. `keys.json` of the data folder has hashes, so that a copy of the folder gives no access; a
 * key is shown once, when it is created. A fast hash suffices, because keys are long random numbers.
 *
 * The file is JSON, `{version: 2, sha256, keys}`; sha256 (hex) is of JSON.stringify(keys). Version 1 had none.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { badRequest, Problem } from '../../errors/problem.js';
import { makeFolder } from '../../kernel/make-folder.js';
import { type KeptTwice, readTwice, writeTwice } from './kept-twice.js';

export const SCOPES = ['import', 'export', 'notifications'] as const;
export type Scope = (typeof SCOPES)[number];

export interface KeyInfo {
  id: string;
  label: string;
  scopes: Scope[];
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; absent while the key is valid. */
  revokedAt?: string;
}

interface StoredKey extends KeyInfo {
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
}

interface KeyFile {
  version: 1 | 2;
  /** In version 1 absent. */
  sha256?: string;
  keys: StoredKey[];
}

/**
 * @param scopes some of SCOPES
 * @returns the key's id, and the key, which cannot be shown again
 * @throws Problem BAD_REQUEST for an unknown scope, or none
 */
export async function createKey(
  dataDir: string,
  { label, scopes }: { label: string; scopes: readonly string[] },
): Promise<{ id: string; key: string }> {
  const unknown = scopes.find(scope => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw badRequest('scopes', `found "${unknown ?? ''}", expected some of ${SCOPES.join(', ')}`);
  }
  const id = randomBytes(4).toString('hex');
  const key = `vk_${randomBytes(32).toString('base64url')}`;
  const stored: StoredKey = {
    id,
    label,
    scopes: SCOPES.filter(scope => scopes.includes(scope)),
    createdAt: new Date().toISOString(),
    hash: digest(key).toString('hex'),
  };
  await writeKeys(dataDir, [...(await readKeys(dataDir)), stored]);
  return { id, key };
}

/** The valid keys, in the order of their creation. */
export async function listKeys(dataDir: string): Promise<KeyInfo[]> {
  const keys = await readKeys(dataDir);
  return keys.filter(key => key.revokedAt === undefined).map(({ hash: _, ...info }) => info);
}

/** Marks the key as revoked; it stays in the file. @returns false when no valid key has this id. */
export async function revokeKey(dataDir: string, id: string): Promise<boolean> {
  const keys = await readKeys(dataDir);
  const key = keys.find(one => one.id === id && one.revokedAt === undefined);
  if (key === undefined) return false;
  key.revokedAt = new Date().toISOString();
  await writeKeys(dataDir, keys);
  return true;
}

/** The daemon's view of the keys; changes by the command line apply from the next request on. */
export class KeyRing {
  private stored: { hash: Buffer; scopes: readonly Scope[] }[] = [];
  private stamp: string | undefined;
  /** Whether neither the file nor its copy can be read. */
  private damaged = false;
  private refreshing: Promise<void> | undefined;
  private readonly bootstrap: Buffer | undefined;

  /**
   * @param bootstrapKey a key with all scopes that is not stored
   * @param warn called where the stored keys are damaged
   */
  constructor(
    private readonly dataDir: string,
    bootstrapKey: string | undefined,
    private readonly warn: (facts: object, message: string) => void = () => undefined,
  ) {
    this.bootstrap = bootstrapKey ? digest(bootstrapKey) : undefined;
  }

  /**
   * @param key the value of the Api-Key header, empty when absent
   * @param scopes one of these suffices
   * @throws Problem FORBIDDEN, which does not say what was wrong; storage_unavailable where the stored keys are damaged
   */
  async authorise(key: string, ...scopes: Scope[]): Promise<void> {
    // Requests that arrive together share one reading of the file.
    this.refreshing ??= this.refresh().finally(() => {
      this.refreshing = undefined;
    });
    await this.refreshing;
    const given = digest(key);
    // Compares every stored key, and each as a whole, so that the time taken reveals nothing.
    let allowed = this.bootstrap !== undefined && timingSafeEqual(given, this.bootstrap);
    for (const { hash, scopes: held } of this.stored) {
      const same = timingSafeEqual(given, hash);
      if (same && scopes.some(scope => held.includes(scope))) allowed = true;
    }
    if (!allowed && this.damaged) {
      throw new Problem('storage_unavailable', 'the stored API keys are damaged; the log of the daemon tells more');
    }
    if (!allowed)
      throw new Problem('api_key_refused', 'Api-Key: missing, wrong, or without the scope that this request needs');
  }

  private async refresh(): Promise<void> {
    const stamp = await stampOf(keyFile(this.dataDir));
    if (stamp === this.stamp) return;
    const { value, fault } = await storedKeys(this.dataDir);
    if (fault !== undefined) this.warn({ fault }, 'the stored API keys are damaged');
    this.damaged = value === undefined && fault !== undefined;
    this.stored = (value ?? [])
      .filter(key => key.revokedAt === undefined)
      .map(key => ({ hash: Buffer.from(key.hash, 'hex'), scopes: key.scopes }));
    // Where a file was written again, the next request reads it once more.
    this.stamp = stamp;
  }
}

/** What is wrong with the file of the keys or its copy. */
export async function keyFault(dataDir: string): Promise<string | undefined> {
  return (await storedKeys(dataDir, false)).fault;
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'keys.json');
}

/** Changes whenever the file is rewritten; empty when there is none. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    return `${ino}.${mtimeNs}.${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function storedKeys(dataDir: string, repairs = true): Promise<KeptTwice<StoredKey[]>> {
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
    if (version === 1 ? sha256 !== undefined : version !== 2 || sha256 !== checksum(keys)) return undefined;
    return keys.every(key => /^[0-9a-f]{64}$/.test(key.hash)) ? keys : undefined;
  } catch {
    // Not JSON, or no list of keys.
    return undefined;
  }
}

async function writeKeys(dataDir: string, keys: StoredKey[]): Promise<void> {
  makeFolder(dataDir, 0o700);
  const content: KeyFile = { version: 2, sha256: checksum(keys), keys };
  await writeTwice(keyFile(dataDir), `${JSON.stringify(content, undefined, 2)}\n`);
}

function checksum(keys: StoredKey[]): string {
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex');
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
