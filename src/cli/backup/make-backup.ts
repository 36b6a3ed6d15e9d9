/** Makes a backup of a running daemon, in a folder or as an archive. The one before is whole until this one is. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type BackupFile, type BackupManifest, encodeManifest } from '../../backup/backup-manifest.js';
import { Problem } from '../../errors/problem.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { lockDataFolder } from '../../server/storage/data-lock.js';
import { syncDir } from '../../snapshot/manifest.js';
import { CommandFailure, describe } from '../terminal/exit-codes.js';
import {
  contentFile,
  damagedFiles,
  filesDir,
  manifestPath,
  readFolderManifest,
  syncAll,
  takeArchive,
} from './backup-files.js';
import type { BackupTarget } from './backup-target.js';

const FOLDER_MODE = 0o700;

/** Asks the daemon for a backup. @param body of the request. @returns the archive */
export type BackupRequest = (body: string) => Promise<AsyncIterable<Buffer>>;

export interface MadeBackup {
  backup: BackupManifest;
  /** The files that this backup has transferred. */
  transferred: BackupFile[];
  /** Files of the backup before that were damaged, and are replaced. */
  mended: BackupFile[];
}

/** @throws CommandFailure where the daemon refuses, or the backup cannot be written; the one before is whole then */
export async function makeBackup(request: BackupRequest, { kind, path: to }: BackupTarget): Promise<MadeBackup> {
  try {
    return await (kind === 'file' ? makeArchive(request, to) : makeFolder(request, to));
  } catch (error) {
    if (error instanceof CommandFailure || error instanceof Problem) throw error;
    throw new CommandFailure(`no backup was made: ${describe(error)}`);
  }
}

async function makeArchive(request: BackupRequest, to: string): Promise<MadeBackup> {
  const partial = `${to}.${randomUUID()}.part`;
  const body = await request('{}');
  const handle = await open(partial, 'wx', 0o600);
  try {
    const written = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of body) {
        await handle.writeFile(chunk);
        yield chunk;
      }
    };
    const { backup, files } = await takeArchive(written(), 'the reply of the daemon', { manifest: () => undefined });
    requireAll(backup, new Set(files.map(({ path: name }) => name)));
    await handle.sync();
    fs.renameSync(partial, to);
    syncDir(path.dirname(to));
    return { backup, transferred: files, mended: [] };
  } finally {
    await handle.close();
    fs.rmSync(partial, { force: true });
  }
}

async function makeFolder(request: BackupRequest, dir: string): Promise<MadeBackup> {
  fs.mkdirSync(filesDir(dir), { recursive: true, mode: FOLDER_MODE });
  const unlock = lockDataFolder(dir, `${dir}: another backup is being made here, by the process with id`);
  try {
    return await updateFolder(request, dir);
  } finally {
    unlock();
  }
}

async function updateFolder(request: BackupRequest, dir: string): Promise<MadeBackup> {
  const before = readFolderManifest(dir);
  removeUnused(dir, before?.files ?? []);
  const mended = await damagedFiles(dir, before?.files ?? []);
  const has = before?.files.filter(file => !mended.includes(file)) ?? [];
  const body = await request(JSON.stringify({ has }));
  const { backup, files } = await takeArchive(body, 'the reply of the daemon', {
    manifest: ({ shop }) => requireShop(dir, before, shop),
    destination: partFile,
    taken: file => fs.renameSync(partFile(file), contentFile(dir, file.sha256)),
  });
  const had = has.map(({ sha256 }) => sha256);
  const stored = new Set([...had, ...files.map(({ sha256 }) => sha256)]);
  requireAll(backup, new Set(backup.files.filter(({ sha256 }) => stored.has(sha256)).map(file => file.path)));
  await syncAll(new Set(files.map(({ sha256 }) => contentFile(dir, sha256))));
  syncDir(filesDir(dir));
  await writeAtomically(manifestPath(dir), encodeManifest(backup));
  removeUnused(dir, backup.files);
  return { backup, transferred: files, mended };

  function partFile({ sha256 }: BackupFile): string {
    return `${contentFile(dir, sha256)}.part`;
  }
}

/** A reply that ends between two files, which no length tells. */
function requireAll({ files }: BackupManifest, there: ReadonlySet<string>): void {
  const lacking = files.find(file => !there.has(file.path));
  if (lacking) throw new CommandFailure(`no backup was made: the reply of the daemon lacks ${lacking.path}`);
}

/** Of two shops that are backed up to one folder, the later would take the place of the other. */
function requireShop(dir: string, before: BackupManifest | undefined, shop: string): void {
  if (before === undefined || before.shop === shop) return;
  throw new CommandFailure(
    `${dir} has a backup of another shop, or of this one before it had another secret of tickets; ` +
      'choose another folder, or remove that backup',
  );
}

/** Removes files that no backup has: of one that was cut off, or of the one before. */
function removeUnused(dir: string, files: readonly BackupFile[]): void {
  const used = new Set(files.map(({ sha256 }) => sha256));
  for (const name of fs.readdirSync(filesDir(dir))) {
    if (!used.has(name)) fs.rmSync(path.join(filesDir(dir), name), { force: true });
  }
}
