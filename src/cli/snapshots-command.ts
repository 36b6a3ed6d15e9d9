/**
 * `vitrine snapshots list|show|verify|diff|rollback`. All but the last read the data folder and need no daemon; a
 * rollback is requested from the running daemon, which makes the other snapshot live.
 */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { addSettingFlags, type SettingFlags, settingsOfFolder } from './setting-flags.js';
import { addSnapshotsDiff } from './snapshots-diff-command.js';
import { CommandFailure, EXIT_FAILED } from './terminal/exit-codes.js';
import { formatBytes, formatCount, printJson, printLine, printTable } from './terminal/print.js';
import { whileBusy } from './while-busy.js';

const NONE_YET = 'no snapshots yet: import a catalog first';

const SHOW_HELP = `
Parts are those of all views; what views share is stored once, and counts once. Own is what a view does not share.
In memory is what a daemon keeps of it for all its threads; the rest is read where it is needed. While changes are
waiting for a new base, in memory is a little more than the daemon takes, and the live snapshot has joined parts: base
and changes as one, which the next start of the daemon reads.

Example:
  vitrine snapshots show previous`;

const ROLLBACK_HELP = `
The snapshot is live at once, and the catalog is taken back to it: exports and later imports build on what is live. A
rollback can be taken back by one to the newer snapshot, while that is kept.

Examples:
  vitrine snapshots rollback previous --key "$KEY"
  vitrine snapshots rollback 00000042-9f3ac1d0`;

type SnapshotFlags = SettingFlags & { json?: boolean };

export function addSnapshots(program: Command): void {
  const snapshots = program
    .command('snapshots')
    .description('list, verify, compare and roll back the snapshots that are kept');
  addSettingFlags(snapshots.command('list').description('list the snapshots, newest first'), ['data'])
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  vitrine snapshots list --json | jq -r ".[0].id"')
    .action(list);
  addSettingFlags(snapshots.command('show').description('show what a snapshot costs on disk and in memory'), ['data'])
    .argument('[id]', 'an id or its beginning, live, or previous', 'live')
    .option('--json', 'print the costs as JSON')
    .addHelpText('after', SHOW_HELP)
    .action(show);
  addSettingFlags(snapshots.command('verify').description('check every file of a snapshot, or of all'), ['data'])
    .argument('[id]', 'id of the snapshot; all when left out')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nEnds with 1 when a snapshot is damaged.\n\nExample:\n  vitrine snapshots verify')
    .action(verify);
  addSnapshotsDiff(snapshots);
  addDaemonFlags(snapshots.command('rollback').description('go back to a kept snapshot and its catalog'))
    .argument('<id>', 'id of the snapshot, as listed, or previous: the one that the live one was made from')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', ROLLBACK_HELP)
    .action(rollback);
}

/** Loaded lazily: the snapshot reader takes a while to load. */
const reader = () => import('../snapshot/index.js');

async function list(flags: SnapshotFlags): Promise<void> {
  const { listSnapshots } = await reader();
  const snapshots = listSnapshots((await settingsOfFolder(flags)).data);
  if (flags.json) return printJson(snapshots);
  if (snapshots.length === 0) return printLine(NONE_YET);
  const rows = snapshots.map(({ id, createdAt, counts, bytes, announced }) => {
    return [id, createdAt, String(counts.products), formatBytes(bytes), announced ? 'live' : ''];
  });
  printTable([['ID', 'CREATED', 'PRODUCTS', 'SIZE', ''], ...rows]);
}

async function show(name: string, flags: SnapshotFlags): Promise<void> {
  const [{ readManifest, readPointer, snapshotCosts, storedJoin }, { nameSide }] = await Promise.all([
    reader(),
    import('./diff/sides.js'),
  ]);
  const { data } = await settingsOfFolder(flags);
  const { id } = nameSide(data, name, 'PRODUCTION');
  const manifest = readManifest(data, id);
  const { join } = storedJoin(data);
  const costs = snapshotCosts(manifest, join?.id === id ? join : undefined);
  const announced = readPointer(data)?.snapshot === id;
  const { createdAt, counts } = manifest;
  if (flags.json) return printJson({ id, createdAt, announced, counts, ...costs });
  const { bytes, memoryBytes, parts, views } = costs;
  printLine(`${id}  ${announced ? 'live, ' : ''}created ${createdAt}`);
  printLine(`${formatCount(counts.products, 'product')}, ${formatCount(views.length, 'view')}\n`);
  const perProduct = (sum: number) => formatBytes(Math.round(sum / Math.max(1, counts.products)));
  const row = (part: string, files: number, onDisk: number, inMemory: number) => {
    return [part, String(files), formatBytes(onDisk), perProduct(onDisk), formatBytes(inMemory), perProduct(inMemory)];
  };
  printTable([
    ['PART', 'FILES', 'ON DISK', 'A PRODUCT', 'IN MEMORY', 'A PRODUCT'],
    ...parts.map(part => row(part.part, part.files, part.bytes, part.memoryBytes)),
    row(
      'all',
      parts.reduce((files, part) => files + part.files, 0),
      bytes,
      memoryBytes,
    ),
  ]);
  printLine('');
  printTable([
    ['MARKET', 'LOCALE', 'PRODUCTS', 'ON DISK', 'OWN'],
    ...views.map(view => {
      return [
        view.market,
        view.locale,
        view.products.toLocaleString('en'),
        formatBytes(view.bytes),
        formatBytes(view.ownBytes),
      ];
    }),
  ]);
}

async function verify(id: string | undefined, flags: SnapshotFlags): Promise<void> {
  const { verifySnapshot } = await reader();
  const dataDir = (await settingsOfFolder(flags)).data;
  const known = await kept(dataDir);
  const ids = id === undefined ? known : [id];
  const findings = ids.map(one => ({ id: one, ...verifySnapshot(dataDir, one) }));
  if (findings.some(finding => !finding.ok)) process.exitCode = EXIT_FAILED;
  if (flags.json) return printJson(findings);
  if (findings.length === 0) printLine(NONE_YET);
  for (const { id, ok, problems } of findings) {
    printLine(`${id}  ${ok ? 'ok' : known.includes(id) ? 'DAMAGED' : 'UNKNOWN'}`);
    for (const problem of problems) printLine(`  ${problem}`);
  }
}

/** The listed snapshots, and the live one, which is not listed when its manifest cannot be read. */
async function kept(dataDir: string): Promise<string[]> {
  const { listSnapshots, readPointer } = await reader();
  const ids = listSnapshots(dataDir).map(one => one.id);
  const live = readPointer(dataDir)?.snapshot;
  return live === undefined || ids.includes(live) ? ids : [live, ...ids];
}

async function rollback(id: string, flags: DaemonFlags & { json?: boolean }): Promise<void> {
  const client = openClient(flags);
  const route = `/api/admin/v4/snapshots/rollback?id=${encodeURIComponent(id)}`;
  const answer = await whileBusy(() => client.send('POST', route));
  if (answer.status >= 300) throw new CommandFailure(`no rollback to ${id}: ${answer.message}`);
  const { live } = (await client.send('GET', '/api/admin/v4/snapshots')).body as { live?: string };
  if (flags.json) return printJson({ id: live, live: true });
  printLine(`${live} is live, and the catalog is what it was then`);
}
