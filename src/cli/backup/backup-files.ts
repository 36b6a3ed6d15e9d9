/**
 * A backup in a folder. Each file is named by its content, so that the files of the backup before stay as they are while
 * another one is made; what it has replaced is removed when it is complete.
 *
 *   DIR/vitrine-backup.json   the manifest, replaced last
 *   DIR/files/SHA256          the content of a file, or of several that are equal
 *   DIR/files/*.part          one that is being written
 *   DIR/vitrine.lock          which process makes a backup here
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { readArchive } from '../../backup/backup-archive.js';
import { BACKUP_FILE, type BackupFile, type BackupManifest, parseManifest } from '../../backup/backup-manifest.js';
import { Problem } from '../../errors/problem.js';

export const filesDir = (dir: string): string => path.join(dir, 'files');
export const contentFile = (dir: string, sha256: string): string => path.join(filesDir(dir), sha256);
export const manifestPath = (dir: string): string => path.join(dir, BACKUP_FILE);

const MOST_MANIFEST_BYTES = 256 << 20;
const FILE_MODE = 0o600;

/** @returns undefined where the folder has no backup. @throws Problem `backup_damaged`, `format_unknown` */
export function readFolderManifest(dir: string): BackupManifest | undefined {
  const file = manifestPath(dir);
  return fs.existsSync(file) ? parseManifest(fs.readFileSync(file, 'utf8'), dir) : undefined;
}

/** The files of a backup whose content is missing in a folder, or is not what it should be. */
export async function damagedFiles(dir: string, files: readonly BackupFile[]): Promise<BackupFile[]> {
  const verdicts = new Map<string, boolean>();
  const damaged: BackupFile[] = [];
  for (const file of files) {
    const known = verdicts.get(file.sha256) ?? (await isSound(contentFile(dir, file.sha256), file));
    verdicts.set(file.sha256, known);
    if (!known) damaged.push(file);
  }
  return damaged;
}

async function isSound(stored: string, { bytes, sha256 }: BackupFile): Promise<boolean> {
  if (fs.statSync(stored, { throwIfNoEntry: false })?.size !== bytes) return false;
  return (await hashOf(fs.createReadStream(stored))).sha256 === sha256;
}

async function hashOf(chunks: AsyncIterable<Buffer>, each: (chunk: Buffer) => unknown = () => undefined) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    await each(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Takes the files of a backup, as they come in an archive. */
export interface BackupTaker {
  /** Called first. */
  manifest(backup: BackupManifest): void;
  /** Called for each file. @returns where it is written to; undefined: it is verified alone */
  destination?(file: BackupFile): string;
  /** Called when a file is written and right. */
  taken?(file: BackupFile): void;
}

/**
 * Reads an archive, and verifies each file.
 * @returns the manifest, and the files that the archive has
 * @throws Problem `backup_damaged` that names the file
 */
export async function takeArchive(
  source: AsyncIterable<Buffer>,
  where: string,
  taker: BackupTaker,
): Promise<{ backup: BackupManifest; files: BackupFile[] }> {
  let backup: BackupManifest | undefined;
  const lacking = new Map<string, BackupFile>();
  const files: BackupFile[] = [];
  await readArchive(source, where, async (name, content) => {
    if (!backup) {
      backup = parseManifest(await textOf(name, content, where), where);
      for (const file of backup.files) lacking.set(file.path, file);
      taker.manifest(backup);
      return;
    }
    const file = lacking.get(name);
    if (!file) throw new Problem('backup_damaged', `${where}: ${name}: it is not in the list of the backup`);
    lacking.delete(name);
    await take(file, content, where, taker.destination?.(file));
    taker.taken?.(file);
    files.push(file);
  });
  if (!backup) throw new Problem('backup_damaged', `${where}: it is empty`);
  return { backup, files };
}

async function textOf(name: string, content: AsyncIterable<Buffer>, where: string): Promise<string> {
  if (name !== BACKUP_FILE) {
    throw new Problem('backup_damaged', `${where}: begins with ${JSON.stringify(name)}, expected ${BACKUP_FILE}`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_MANIFEST_BYTES) throw new Problem('backup_damaged', `${where}: ${name} is too long`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Writes content to a file, which may exist, and verifies it on the way.
 * @param to undefined: it is verified alone
 * @throws Problem `backup_damaged`
 */
export async function take(
  { path: name, bytes, sha256 }: BackupFile,
  content: AsyncIterable<Buffer>,
  where: string,
  to: string | undefined,
): Promise<void> {
  const handle = to === undefined ? undefined : await open(to, 'w', FILE_MODE);
  try {
    let left = bytes;
    const found = await hashOf(content, chunk => {
      left -= chunk.length;
      // An archive that was made up may go on until the disk is full.
      if (left < 0) throw new Problem('backup_damaged', `${where}: ${name}: longer than the ${bytes} bytes expected`);
      return handle?.writeFile(chunk);
    });
    if (found.bytes !== bytes) {
      throw new Problem('backup_damaged', `${where}: ${name}: ${found.bytes} bytes found, ${bytes} expected`);
    }
    if (found.sha256 !== sha256) throw new Problem('backup_damaged', `${where}: ${name}: its checksum is wrong`);
  } finally {
    await handle?.close();
  }
}

/** Makes files durable. */
export async function syncAll(files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const handle = await open(file, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
