/** `vitrine imports`: lists the imports that run or wait, and the last ones of every kind with their results. */
import type { Command } from 'commander';
import type { UnfinishedImport } from '../server/imports/import-coordinator.js';
import type { ImportRecord } from '../server/imports/import-history.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { formatCount, printJson, printLine, printTable } from './terminal/print.js';

export function addImports(program: Command): void {
  addDaemonFlags(
    program
      .command('imports')
      .description('list the imports that run or wait, and the last ones of every kind, newest first'),
  )
    .option('--limit <count>', 'how many that have ended, up to 1000', '20')
    .option('--json', 'print the list as JSON, with counts and reasons in full')
    .addHelpText(
      'after',
      '\nExample:\n  vitrine imports --limit 1000 --json | jq \'.[] | select(.outcome != "SUCCESS")\'',
    )
    .action(list);
}

async function list(flags: DaemonFlags & { limit: string; json?: boolean }): Promise<void> {
  const route = `/api/admin/v4/import/history?limit=${encodeURIComponent(flags.limit)}`;
  const answer = await openClient(flags).send('GET', route);
  if (answer.status !== 200) throw new CommandFailure(answer.message);
  const { unfinished, imports } = answer.body as { unfinished: UnfinishedImport[]; imports: ImportRecord[] };
  // The next to run is the oldest: lists begin with the newest.
  unfinished.reverse();
  if (flags.json) return printJson([...unfinished, ...imports]);
  if (unfinished.length + imports.length === 0) return printLine('no imports yet');
  const actors = new Map(imports.map(({ id, actor }) => [id, actor]));
  const pending = unfinished.map(one => [
    one.startedAt,
    one.kind,
    stateOf(one),
    '',
    one.actor ?? '',
    one.name ?? '',
    '',
  ]);
  const rows = imports.map(one => [
    one.startedAt,
    one.kind,
    outcomeOf(one, actors),
    one.durationMs === undefined ? '' : `${(one.durationMs / 1000).toFixed(1)} s`,
    one.actor ?? '',
    one.name ?? '',
    one.reason ?? summary(one.counts),
  ]);
  printTable([['STARTED', 'KIND', 'OUTCOME', 'TIME', 'ACTOR', 'NAME', ''], ...pending, ...rows]);
}

function stateOf({ status, place, progress }: UnfinishedImport): string {
  if (place !== undefined) return `${status} (for ${formatCount(place, 'import')})`;
  return progress === undefined ? status : `${status} (${progress.phase})`;
}

/** @param actors by id of the import or rollback, of those that are listed */
function outcomeOf(
  { outcome, validationOnly, undoneBy }: ImportRecord,
  actors: ReadonlyMap<string, string | undefined>,
): string {
  if (validationOnly) return `${outcome} (checked only)`;
  if (undoneBy === undefined) return outcome;
  const actor = actors.get(undoneBy);
  return `${outcome} (undone${actor === undefined ? '' : ` by ${actor}`})`;
}

/** The counts that are not 0. */
function summary(counts: ImportRecord['counts']): string {
  const held = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  return held.map(([what, count]) => `${what} ${count}`).join(', ');
}
