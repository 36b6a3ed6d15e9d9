/**
 * The manifest of a backup: which files of a data folder it has, with a checksum each. It comes first in an archive, and
 * replaces the one before it last in a folder, so that a backup is there whole or not at all.
 *
 *   {backup, sha256}   JSON; `backup.version` is the format, sha256 (hex) is of JSON.stringify(backup)
 *
 * Of parts, which are named by their content, a later backup takes only those that the one before lacks.
 */
import { Problem } from '../errors/problem.js';
import { checksumOf } from '../snapshot/manifest.js';

/** From version 2 on, a backup has the copy of the catalog store, and not the store itself. */
export const BACKUP_VERSION = 2;
/** Its name, in a folder and in an archive. */
export const BACKUP_FILE = 'vitrine-backup.json';

export interface BackupFile {
  /** In the data folder. */
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface BackupManifest {
  version: number;
  /** ISO 8601. */
  createdAt: string;
  /** Version of the daemon that made it. */
  release: string;
  /** Tells one shop from another; the same as long as the shop keeps its secret of tickets. */
  shop: string;
  /** The announced snapshot; absent before the first import. */
  snapshot?: string;
  files: BackupFile[];
}

/** What a backup may hold: nothing else of a data folder is written by a restore. */
const FOLDER = /^(?:catalog|parts|snapshots|journal|behaviour)$/;
const FILE =
  /^(?:(?:current\.json|keys\.json|ticket-secret|erasures\.json|shared-behaviour\.json|shared-settings\.json)(?:\.copy)?|imports\.json|import-history\.jsonl)$/;
const FILE_OF_FOLDER = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function encodeManifest(backup: BackupManifest): string {
  return JSON.stringify({ backup, sha256: checksumOf(backup) }, undefined, 1);
}

/**
 * @param where for errors, what the text was read from
 * @throws Problem `backup_damaged`, and `format_unknown` where a newer version wrote it
 */
export function parseManifest(text: string, where: string): BackupManifest {
  const damaged = (found: string) => new Problem('backup_damaged', `${where}: ${BACKUP_FILE}: ${found}`);
  let stored: { backup?: BackupManifest; sha256?: string };
  try {
    stored = JSON.parse(text) as typeof stored;
  } catch {
    throw damaged('is not JSON');
  }
  const backup = stored?.backup;
  if (!backup || checksumOf(backup) !== stored.sha256) throw damaged('its checksum is wrong');
  if (backup.version > BACKUP_VERSION) {
    const message = `${where}: format ${backup.version} found, this version reads up to ${BACKUP_VERSION}`;
    throw new Problem('format_unknown', message);
  }
  if (!Array.isArray(backup.files)) throw damaged('has no list of files');
  for (const file of backup.files as unknown[]) {
    if (isFile(file)) continue;
    throw damaged(`found ${JSON.stringify(file)}, expected path, bytes and checksum of a file of a data folder`);
  }
  return backup;
}

/** Whether a restore writes a file or folder of this name to the data folder. */
export function isRestored(name: string): boolean {
  return FOLDER.test(name) || FILE.test(name);
}

function isFile(file: unknown): boolean {
  const { path, bytes, sha256 } = Object(file) as Partial<BackupFile>;
  if (typeof path !== 'string' || typeof sha256 !== 'string' || !Number.isSafeInteger(bytes)) return false;
  const [folder, name, ...more] = path.split('/') as [string, ...string[]];
  const isKnown = name === undefined ? FILE.test(folder) : FOLDER.test(folder) && FILE_OF_FOLDER.test(name);
  return isKnown && more.length === 0 && SHA256.test(sha256);
}

/** Whether the content of a file follows from its name, so that a backup that has it need not read it again. */
export function isImmutable(path: string): boolean {
  return path.startsWith('parts/');
}
