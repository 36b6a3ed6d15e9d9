/** Where a backup is to be made: refuses what is neither empty nor a backup, before anything is asked of the daemon. */
import fs from 'node:fs';
import path from 'node:path';
import { BACKUP_FILE } from '../../backup/backup-manifest.js';
import { UsageError } from '../terminal/exit-codes.js';

/** An archive begins with the name of the manifest. */
const ARCHIVE_NAME = Buffer.from(`${BACKUP_FILE}\0`);
const GZIP = Buffer.of(0x1f, 0x8b);
/** A content, or one that is being written. */
const CONTENT_NAME = /^[0-9a-f]{64}(?:\.part)?$/;
/** What is in every data folder that a daemon has served. */
const OF_DATA_FOLDER = ['catalog', 'journal', 'ticket-secret'];

export type BackupTarget = { kind: 'folder' | 'file'; path: string };

/**
 * @param given a folder; a file where it is one, or does not exist and ends in .tar
 * @throws UsageError that says what was found
 */
export function backupTarget(given: string): BackupTarget {
  const full = path.resolve(given);
  const parent = fs.statSync(path.dirname(full), { throwIfNoEntry: false });
  if (!parent?.isDirectory()) throw new UsageError(`${given}: the folder ${path.dirname(full)} does not exist`);
  refuseDataFolder(given, full);
  const found = fs.statSync(full, { throwIfNoEntry: false });
  if (!found) return { kind: full.endsWith('.tar') ? 'file' : 'folder', path: full };
  // What a link leads to is replaced, not the link.
  const real = fs.realpathSync(full);
  if (found.isFile()) {
    if (found.size > 0 && !isArchive(real)) {
      throw new UsageError(`${given}: found another file, expected a backup, or none: it would be replaced`);
    }
    return { kind: 'file', path: real };
  }
  if (!found.isDirectory()) throw new UsageError(`${given}: found neither a file nor a folder`);
  const names = namesIn(real);
  // Without a manifest, the first backup to this folder was cut off.
  if (!names.includes(BACKUP_FILE) && names.some(name => name !== 'files')) {
    throw new UsageError(`${given}: found ${listed(names)}, expected an empty folder or a backup`);
  }
  const files = path.join(real, 'files');
  const strange = fs.existsSync(files) ? fs.readdirSync(files).filter(name => !CONTENT_NAME.test(name)) : [];
  if (strange.length > 0) {
    throw new UsageError(
      `${given}: found ${listed(strange)} in files, expected files of a backup alone: others are removed`,
    );
  }
  return { kind: 'folder', path: real };
}

/** Where a backup is to be read. @throws UsageError */
export function backupSource(given: string): BackupTarget {
  const found = fs.statSync(given, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`${given}: does not exist, expected a backup`);
  const real = fs.realpathSync(given);
  if (found.isDirectory()) {
    if (fs.existsSync(path.join(real, BACKUP_FILE))) return { kind: 'folder', path: real };
    throw new UsageError(`${given}: found no ${BACKUP_FILE} in it, expected a complete backup`);
  }
  if (found.isFile() && isArchive(real)) return { kind: 'file', path: real };
  throw new UsageError(
    `${given}: is no backup: expected a folder with ${BACKUP_FILE}, or an archive that begins with it`,
  );
}

/** Names of a folder, for a message. */
export function listed(names: readonly string[]): string {
  const few = names.slice(0, 3).map(name => JSON.stringify(name));
  return names.length > few.length ? `${few.join(', ')} and ${names.length - few.length} more` : few.join(', ');
}

/** What is in a folder, but for locks of processes and what file systems have in theirs. */
export function namesIn(folder: string): string[] {
  return fs.readdirSync(folder).filter(name => !/^vitrine\.lock(?:\.|$)|^lost\+found$/.test(name));
}

/** A backup in the folder that it is of would be lost with it, and would grow into itself. */
function refuseDataFolder(given: string, full: string): void {
  for (let dir = full; ; dir = path.dirname(dir)) {
    if (OF_DATA_FOLDER.every(name => fs.existsSync(path.join(dir, name)))) {
      throw new UsageError(`${given}: is in the data folder ${dir}; expected a place outside of it, on another disk`);
    }
    if (dir === path.dirname(dir)) return;
  }
}

/** An archive may have been compressed since. */
function isArchive(file: string): boolean {
  const begin = Buffer.alloc(ARCHIVE_NAME.length);
  const fd = fs.openSync(file, 'r');
  try {
    fs.readSync(fd, begin, 0, begin.length, 0);
  } finally {
    fs.closeSync(fd);
  }
  return begin.equals(ARCHIVE_NAME) || begin.subarray(0, GZIP.length).equals(GZIP);
}
