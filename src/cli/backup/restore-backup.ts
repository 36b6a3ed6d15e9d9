/**
 * Restores a backup to an empty data folder. Everything is written and verified beside its place first; a daemon does not
 * start on a folder whose restore was cut off, and another restore begins anew there.
 *
 *   DATA/restoring/   the files until all are verified
 */
import fs from 'node:fs';
import path from 'node:path';
import { type BackupFile, type BackupManifest, isRestored } from '../../backup/backup-manifest.js';
import { restoringDir } from '../../backup/staged-folder.js';
import { environmentFault } from '../../behaviour/visitors/visitor-environment.js';
import { Problem } from '../../errors/problem.js';
import { inspectOrRestore } from '../../ingest/recover-store.js';
import { makeFolder } from '../../kernel/make-folder.js';
import { keyFault } from '../../server/storage/api-keys.js';
import { lockDataFolder } from '../../server/storage/data-lock.js';
import { ticketSecretFault } from '../../server/storage/ticket-secret.js';
import { inspectSnapshots, pointerFault, snapshotIds } from '../../snapshot/index.js';
import { syncDir } from '../../snapshot/manifest.js';
import { CommandFailure } from '../terminal/exit-codes.js';
import { contentFile, readFolderManifest, syncAll, take, takeArchive } from './backup-files.js';
import { type BackupTarget, listed, namesIn } from './backup-target.js';

const FOLDER_MODE = 0o700;

/**
 * @param source as `backupSource` has found it
 * @throws CommandFailure where the data folder is not empty; Problem `data_folder_in_use`, and `backup_damaged` that
 * names the file. The folder is as it was then.
 */
export async function restoreBackup(source: BackupTarget, dataDir: string): Promise<BackupManifest> {
  const isNew = makeFolder(dataDir, FOLDER_MODE);
  // A folder that a daemon has locked is not empty: that it runs says more.
  if (!fs.existsSync(path.join(dataDir, 'vitrine.lock'))) requireEmpty(dataDir);
  const inUse = `data folder ${dataDir}: a daemon runs on it, or another restore, the process with id`;
  const unlock = lockDataFolder(dataDir, inUse);
  try {
    requireEmpty(dataDir);
    fs.chmodSync(dataDir, FOLDER_MODE);
    const backup = await stage(source, dataDir);
    moveIntoPlace(dataDir);
    return backup;
  } finally {
    unlock();
    if (isNew && fs.readdirSync(dataDir).length === 0) fs.rmdirSync(dataDir);
  }
}

/** @throws CommandFailure where there is more than a restore has left that was cut off: that is removed */
function requireEmpty(dataDir: string): void {
  const restoring = path.basename(restoringDir(dataDir));
  const found = namesIn(dataDir);
  const isLeft = (name: string) => name === restoring || isRestored(name);
  const names = found.includes(restoring) ? found.filter(name => !isLeft(name)) : found;
  if (names.length === 0) return;
  throw new CommandFailure(
    `data folder ${dataDir}: found ${listed(names)}, expected an empty folder, or none: nothing is overwritten`,
  );
}

/** Writes and verifies everything, after removing what a restore has left that was cut off. */
async function stage(source: BackupTarget, dataDir: string): Promise<BackupManifest> {
  const staging = restoringDir(dataDir);
  const left = namesIn(dataDir).filter(name => name !== path.basename(staging));
  for (const name of left) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: FOLDER_MODE });
  try {
    const backup = await read(source, staging);
    await verify(staging, source.path, backup);
    return backup;
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Until `restoring` is gone, which is last, the folder is one whose restore was cut off. */
function moveIntoPlace(dataDir: string): void {
  const staging = restoringDir(dataDir);
  for (const dir of foldersOf(staging)) syncDir(dir);
  for (const name of fs.readdirSync(staging)) fs.renameSync(path.join(staging, name), path.join(dataDir, name));
  syncDir(dataDir);
  fs.rmdirSync(staging);
  syncDir(dataDir);
}

async function read({ kind, path: from }: BackupTarget, staging: string): Promise<BackupManifest> {
  const made = new Set<string>();
  const destination = ({ path: name }: BackupFile): string => {
    const to = path.join(staging, name);
    if (!made.has(path.dirname(to))) fs.mkdirSync(path.dirname(to), { recursive: true, mode: FOLDER_MODE });
    made.add(path.dirname(to));
    return to;
  };
  const backup = kind === 'file' ? await readWholeArchive(from, destination) : await readFolder(from, destination);
  await syncAll(backup.files.map(file => destination(file)));
  return backup;
}

async function readWholeArchive(from: string, destination: (file: BackupFile) => string): Promise<BackupManifest> {
  const source: AsyncIterable<Buffer> = fs.createReadStream(from);
  const { backup, files } = await takeArchive(source, from, { manifest: () => undefined, destination });
  const there = new Set(files.map(file => file.path));
  const lacking = backup.files.find(file => !there.has(file.path));
  if (lacking) throw new Problem('backup_damaged', `${from}: ${lacking.path}: missing`);
  return backup;
}

async function readFolder(from: string, destination: (file: BackupFile) => string): Promise<BackupManifest> {
  const backup = readFolderManifest(from)!;
  for (const file of backup.files) {
    const content = contentFile(from, file.sha256);
    if (!fs.existsSync(content)) {
      throw new Problem('backup_damaged', `${from}: ${file.path}: missing (${path.relative(from, content)})`);
    }
    await take(file, fs.createReadStream(content), from, destination(file));
  }
  return backup;
}

/** Looks at everything as the daemon does, beyond the checksums of the backup. @throws Problem `backup_damaged` */
async function verify(staging: string, where: string, { snapshot }: BackupManifest): Promise<void> {
  const damaged = (what: string) => new Problem('backup_damaged', `${where}: ${what}`);
  const [damage] = inspectSnapshots(staging, undefined, false).damages;
  if (damage) throw damaged(`parts/${damage.file}: ${damage.found}`);
  if (snapshot !== undefined && !snapshotIds(staging).includes(snapshot)) {
    throw damaged(`snapshots/${snapshot}.json: missing`);
  }
  const store = inspectOrRestore(staging);
  if (store.state === 'damaged') throw damaged(`the catalog store: ${store.fault}`);
  const fault =
    pointerFault(staging) ??
    environmentFault(path.join(staging, 'behaviour')) ??
    (await keyFault(staging)) ??
    (await ticketSecretFault(staging));
  if (fault !== undefined) throw damaged(fault);
}

function foldersOf(dir: string): string[] {
  const below = fs.readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return [...below.map(({ name }) => path.join(dir, name)), dir];
}
