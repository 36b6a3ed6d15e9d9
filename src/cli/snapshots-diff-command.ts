/**
 * `vitrine snapshots diff A B`: compares the results of searches on two snapshots, to judge a change of the catalog, of
 * pages or of search settings before or after it is live. It needs no daemon, and can run beside one.
 */
import { type Command, InvalidArgumentError } from 'commander';
import type { Learner } from '../behaviour/learning/index.js';
import type { ViewName } from './diff/common-views.js';
import type { Comparison } from './diff/comparison.js';
import type { Searches } from './diff/searches.js';
import type { Side } from './diff/sides.js';
import { readLearned, readSearches } from './searches-source.js';
import { addSettingFlags, type SettingFlags, settingsOfFolder } from './setting-flags.js';
import { CommandFailure, EXIT_FAILED, UsageError } from './terminal/exit-codes.js';
import { printJson, printLine } from './terminal/print.js';

interface DiffFlags extends SettingFlags {
  queries?: string;
  top: number;
  market?: string;
  locale?: string;
  viewId: string;
  limit: number;
  failUnder?: number;
  json?: boolean;
}

export function addSnapshotsDiff(snapshots: Command): void {
  const diff = snapshots
    .command('diff')
    .description('run searches against two snapshots and show what changes')
    .argument('<a>', 'the one before: an id or its beginning, live, or previous (the one built before the live one)')
    .argument('<b>', 'the one after; live@PREVIEW is the live one with what is imported but not published yet');
  addSettingFlags(diff, ['data', 'config'])
    .option('--queries <file>', 'file with a query a line, - for standard input; the recorded searches when left out')
    .option('--top <n>', 'how many of the recorded searches, the most frequent first', count, 100)
    .option('--market <market>', 'only in this market')
    .option('--locale <locale>', 'only in this locale')
    .option('--view-id <id>', 'PRODUCTION, or PREVIEW for what is not published yet, on both sides', 'PRODUCTION')
    .option('--limit <n>', 'how many of the queries that change are shown', count, 20)
    .option('--fail-under <share>', 'end with 1 when less of the first ten is shared on average, 0 to 1', share)
    .option('--json', 'print everything as JSON')
    .addHelpText(
      'after',
      `
A line of the file is a text to search for, in every market and locale that both snapshots have, or JSON where it is
for one: {"q": "rain jacket", "market": "uk", "locale": "en-GB"}. A query that comes several times counts as often.
Empty lines and lines that begin with # are skipped.

Compared are the number of hits, the text searched for (after correction) and the first ten products. Shared: how many
of the first ten both sides have, whatever their order. The queries that change most come first: by how different the
first ten are, the top most, times how often the query is made.
  new → 3    was no hit, now third           12 → 3    has overtaken others
  3 → gone   is no hit any more              far → 3   was not among the first 60

Both sides have the same settings and what has been learned so far from visitors (saved by the daemon once a minute);
neither looks at a customer, and nothing is recorded or written.

Examples:
  vitrine snapshots diff previous live
  vitrine snapshots diff live live@PREVIEW --queries queries.txt --market se
  vitrine snapshots diff 00000041 00000042 --top 1000 --fail-under 0.9 --json | jq .summary`,
    )
    .action(diffSnapshots);
}

async function diffSnapshots(a: string, b: string, flags: DiffFlags): Promise<void> {
  // Loaded lazily: the query engine takes a while to load.
  const [{ compareSides }, { nameSide, parseViewId, Side }] = await Promise.all([
    import('./diff/comparison.js'),
    import('./diff/sides.js'),
  ]);
  const settings = await settingsOfFolder(flags);
  const viewId = parseViewId('--view-id', flags.viewId);
  const names = [a, b].map(word => nameSide(settings.data, word, viewId));
  const learned = await readLearned(
    settings,
    flags.queries === undefined ? undefined : 'compared without the signals of visitors',
  );
  const nowMs = Date.now();
  const conditions = { settings, learned, nowMs };
  const before = await Side.open(settings.data, names[0]!, conditions);
  const after = await Side.open(settings.data, names[1]!, conditions, before);
  const views = await viewsOf(before, after, flags);
  const searches = await searchesOf(flags, views, learned, nowMs);
  const comparison = compareSides(before, after, searches, nowMs);
  before.close();
  after.close();
  if (flags.json) printJson({ before: sideJson(before), after: sideJson(after), ...comparison });
  else await print(before, after, comparison, flags);
  judge(comparison, flags.failUnder);
}

async function viewsOf(before: Side, after: Side, { market, locale }: DiffFlags): Promise<ViewName[]> {
  const { commonViews, narrowViews, viewLabel } = await import('./diff/common-views.js');
  const common = commonViews(before.shared.manifest, after.shared.manifest);
  if (common.length === 0) throw new CommandFailure('the two snapshots have no market and locale in common');
  const views = narrowViews(common, { market, locale });
  if (views.length > 0) return views;
  const flag = market === undefined || narrowViews(common, { market }).length > 0 ? '--locale' : '--market';
  throw new UsageError(`${flag}: both snapshots have ${common.map(viewLabel).join(', ')}`);
}

async function searchesOf(
  { queries, top }: DiffFlags,
  views: readonly ViewName[],
  learned: Learner | undefined,
  nowMs: number,
): Promise<Searches> {
  if (queries !== undefined) return readSearches(queries, views);
  const { recordedSearches } = await import('./diff/searches.js');
  return recordedSearches(learned, views, top, nowMs);
}

function sideJson({ name, shared }: Side): object {
  return { ...name, createdAt: shared.manifest.createdAt };
}

async function print(before: Side, after: Side, comparison: Comparison, flags: DiffFlags): Promise<void> {
  const { percent, printComparison } = await import('./diff/diff-report.js');
  printLine(`${label(before)} → ${label(after)}`);
  const { queries, share } = comparison.summary;
  if (flags.queries === undefined) {
    printLine(`the ${queries.toLocaleString('en')} most frequent recorded searches, ${percent(share)} of all`);
  }
  printLine('');
  printComparison(comparison, flags.limit);
}

function label({ name: { id, viewId } }: Side): string {
  return viewId === 'PREVIEW' ? `${id} (preview)` : id;
}

function judge({ summary: { meanOverlap } }: Comparison, failUnder: number | undefined): void {
  if (failUnder === undefined || meanOverlap >= failUnder) return;
  process.exitCode = EXIT_FAILED;
  process.stderr.write(`vitrine: ${meanOverlap.toFixed(3)} of the first ten is shared, expected ${failUnder}\n`);
}

function count(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('Expected a whole number of 1 or more.');
  return Number(value);
}

function share(value: string): number {
  const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= 1)) throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return number;
}
