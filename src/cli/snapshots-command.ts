/**
 * `vitrine snapshots list|verify|diff|rollback`. The first three read the data folder and need no daemon; a rollback is
 * requested from the running daemon, which makes the other snapshot live.
 */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { addSettingFlags, readSettings, type SettingFlags } from './setting-flags.js';
import { addSnapshotsDiff } from './snapshots-diff-command.js';
import { CommandFailure, EXIT_FAILED } from './terminal/exit-codes.js';
import { formatBytes, printJson, printLine, printTable } from './terminal/print.js';

const NONE_YET = 'no snapshots yet: import a catalog first';

type SnapshotFlags = SettingFlags & { json?: boolean };

export function addSnapshots(program: Command): void {
  const snapshots = program
    .command('snapshots')
    .description('list, verify, compare and roll back the snapshots that are kept');
  addSettingFlags(snapshots.command('list').description('list the snapshots, newest first'), ['data'])
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  vitrine snapshots list --json | jq -r ".[0].id"')
    .action(list);
  addSettingFlags(snapshots.command('verify').description('check every file of a snapshot, or of all'), ['data'])
    .argument('[id]', 'id of the snapshot; all when left out')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nEnds with 1 when a snapshot is damaged.\n\nExample:\n  vitrine snapshots verify')
    .action(verify);
  addSnapshotsDiff(snapshots);
  addDaemonFlags(snapshots.command('rollback').description('make a kept snapshot the live one'))
    .argument('<id>', 'id of the snapshot, as listed')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExample:\n  vitrine snapshots rollback 00000042-9f3ac1d0 --key "$KEY"')
    .action(rollback);
}

/** Loaded lazily: the snapshot reader takes a while to load. */
const reader = () => import('../snapshot/index.js');

async function list(flags: SnapshotFlags): Promise<void> {
  const { listSnapshots } = await reader();
  const snapshots = listSnapshots((await readSettings(flags)).data);
  if (flags.json) return printJson(snapshots);
  if (snapshots.length === 0) return printLine(NONE_YET);
  const rows = snapshots.map(({ id, createdAt, counts, bytes, announced }) => {
    return [id, createdAt, String(counts.products), formatBytes(bytes), announced ? 'live' : ''];
  });
  printTable([['ID', 'CREATED', 'PRODUCTS', 'SIZE', ''], ...rows]);
}

async function verify(id: string | undefined, flags: SnapshotFlags): Promise<void> {
  const { verifySnapshot } = await reader();
  const dataDir = (await readSettings(flags)).data;
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
  const answer = await openClient(flags).send('POST', `/api/admin/v4/snapshots/rollback?id=${encodeURIComponent(id)}`);
  if (answer.status >= 300) throw new CommandFailure(`no rollback to ${id}: ${answer.message}`);
  if (flags.json) return printJson({ id, live: true });
  printLine(`${id} is live, until an import changes the catalog`);
}
