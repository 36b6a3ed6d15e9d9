/** `vitrine imports`: lists the last imports of every kind with their results. */
import type { Command } from 'commander';
import type { ImportRecord } from '../server/imports/import-history.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine, printTable } from './terminal/print.js';

export function addImports(program: Command): void {
  addDaemonFlags(program.command('imports').description('list the last imports of every kind, newest first'))
    .option('--limit <count>', 'how many of them, up to 1000', '20')
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
  const { imports } = answer.body as { imports: ImportRecord[] };
  if (flags.json) return printJson(imports);
  if (imports.length === 0) return printLine('no imports yet');
  const actors = new Map(imports.map(({ id, actor }) => [id, actor]));
  const rows = imports.map(one => [
    one.startedAt,
    one.kind,
    outcomeOf(one, actors),
    one.durationMs === undefined ? '' : `${(one.durationMs / 1000).toFixed(1)} s`,
    one.actor ?? '',
    one.name ?? '',
    one.reason ?? summary(one.counts),
  ]);
  printTable([['STARTED', 'KIND', 'OUTCOME', 'TIME', 'ACTOR', 'NAME', ''], ...rows]);
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
