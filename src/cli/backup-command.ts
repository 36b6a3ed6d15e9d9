/** `vitrine backup TARGET`, of a running daemon, and `vitrine restore SOURCE`, to an empty data folder. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupFile, BackupManifest } from '../backup/backup-manifest.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { addSettingFlags, readSettings, type SettingFlags } from './setting-flags.js';
import { formatBytes, formatCount, printJson, printLine } from './terminal/print.js';

const ROUTE = '/api/admin/v4/backup';

const BACKUP_HELP = `
TARGET is a folder, or a file where it ends in .tar. A folder is brought up to date: of parts, which are most of it, only
new ones are copied, and all others are read again. The backup before stays whole until this one is. Queries and imports
go on.

A backup has everything of the data folder that is not made again from the rest: catalog, snapshots and what takes it back
to them, notifications, visitors, API keys as hashes, and the secret of tickets. Keep it as you keep the data folder; its
files have the mode 0600. The settings file is not in it. A visitor who is erased is still in older backups,
and a key that is revoked is valid in them.

Examples:
  vitrine backup /mnt/backup/shop --key "$KEY"
  vitrine backup shop-$(date +%F).tar --url http://shop.internal:8081`;

const RESTORE_HELP = `
Writes to a data folder that is empty or does not exist. Everything is verified before it takes its place; a daemon that is
started on the folder then answers as the one before did when the backup was made.

Examples:
  vitrine restore /mnt/backup/shop --data /var/lib/vitrine
  vitrine restore shop-2026-11-23.tar --data restored && vitrine serve --data restored`;

export function addBackup(program: Command): void {
  addDaemonFlags(program.command('backup').description('make a backup of a running daemon'))
    .argument('<target>', 'a folder, or a file that ends in .tar')
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', BACKUP_HELP)
    .action(backup);
  addSettingFlags(program.command('restore').description('restore a backup to an empty data folder'), ['data'])
    .argument('<source>', 'a folder or file that vitrine backup has made')
    .option('--json', 'print what was restored as JSON')
    .addHelpText('after', RESTORE_HELP)
    .action(restore);
}

async function backup(target: string, flags: DaemonFlags & { json?: boolean }): Promise<void> {
  // Loaded lazily: other commands need neither the database nor archives.
  const [{ backupTarget }, { makeBackup }] = await Promise.all([
    import('./backup/backup-target.js'),
    import('./backup/make-backup.js'),
  ]);
  const to = backupTarget(target);
  const client = openClient(flags);
  const request = async (body: string): Promise<AsyncIterable<Buffer>> =>
    (await client.open(ROUTE, { 'Content-Type': 'application/json' }, body)).body;
  const { backup: made, transferred, mended } = await makeBackup(request, to);
  if (flags.json) {
    const { files, ...rest } = made;
    return printJson({ target: to.path, ...rest, ...sizeOf(files), transferred: sizeOf(transferred) });
  }
  for (const { path } of mended) printLine(`${path} of the backup before was damaged; it is replaced`);
  printLine(`backup of ${described(made)} in ${to.path}: ${inWords(made.files)}, of which ${inWords(transferred)} new`);
}

async function restore(source: string, flags: SettingFlags & { json?: boolean }): Promise<void> {
  const [{ backupSource }, { restoreBackup }] = await Promise.all([
    import('./backup/backup-target.js'),
    import('./backup/restore-backup.js'),
  ]);
  const from = backupSource(source);
  const data = resolve((await readSettings(flags)).data);
  const restored = await restoreBackup(from, data);
  const { files, ...rest } = restored;
  if (flags.json) return printJson({ data, ...rest, ...sizeOf(files) });
  printLine(`${data} has ${described(restored)} of ${restored.createdAt}: ${inWords(files)}, all verified`);
}

/** What a backup is of. */
function described({ snapshot, release }: BackupManifest): string {
  return `${snapshot === undefined ? 'a shop without products' : `snapshot ${snapshot}`} (release ${release})`;
}

function sizeOf(files: readonly BackupFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function inWords(list: readonly BackupFile[]): string {
  const { files, bytes } = sizeOf(list);
  return `${formatCount(files, 'file')} with ${formatBytes(bytes)}`;
}
