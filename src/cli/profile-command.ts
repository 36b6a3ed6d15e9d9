/**
 * `vitrine profile`: measures how long queries take, phase by phase, in this process on one thread, over a snapshot of
 * a data folder. It needs no daemon, and writes nothing, so that it can run beside one.
 */
import { type Command, InvalidArgumentError } from 'commander';
import type { Learner } from '../behaviour/learning/index.js';
import { retailMediaSettings } from '../catalog/site/retail-media-settings.js';
import type { SharedSnapshot } from '../snapshot/index.js';
import type { ViewName } from './diff/common-views.js';
import type { ProfileKind, ProfileQuery } from './profile/profile-queries.js';
import { readLearned, readSearches } from './searches-source.js';
import { addSettingFlags, type SettingFlags, settingsOfFolder } from './setting-flags.js';
import { CommandFailure, UsageError } from './terminal/exit-codes.js';
import { printJson, printLine } from './terminal/print.js';

interface ProfileFlags extends SettingFlags {
  snapshot: string;
  kind: string;
  queries?: string;
  recorded?: boolean;
  top: number;
  market?: string;
  locale?: string;
  limit: number;
  seconds: number;
  slowest: number;
  json?: boolean;
}

export function addProfile(program: Command): void {
  const profile = program.command('profile').description('show where the time of queries goes, stage by stage');
  addSettingFlags(profile, ['data', 'config'])
    .option('--snapshot <id>', 'an id or its beginning, live, or previous', 'live')
    .option('--kind <query>', 'search-page, autocomplete or landing-page', 'search-page')
    .option('--queries <file>', 'file with a text (for landing-page: an id or a path) a line, - for standard input')
    .option('--recorded', 'the recorded searches, the most frequent first')
    .option('--top <n>', 'how many different queries, where no file names them', whole(100_000), 200)
    .option('--market <market>', 'only in this market')
    .option('--locale <locale>', 'only in this locale')
    .option('--limit <n>', 'product groups of a page', whole(600), 60)
    .option('--seconds <n>', 'how long to measure, after warming up as long, but at most a second', seconds, 5)
    .option('--slowest <n>', 'how many of the slowest queries are shown', whole(1000), 5)
    .option('--json', 'print everything as JSON')
    .addHelpText(
      'after',
      `
The queries are answered one after the other on one thread, each as if it had never been asked, from the typed request
to the bytes of the response: no parsing of HTTP, no answer cache, no compression, no visitor's history. Without a file,
texts are the phrases that the catalog suggests, and pages those that are stored; for autocomplete texts are cut off
after two letters, three letters and so on in turn. A file has the form that snapshots diff takes.

Stages, each without what runs inside it:
  analysis   words, synonyms, values that they name, corrections, and what to search for instead
  filters    rules, price lists, stores and selected facets
  matching   the products with the words, and the points that these bring
  scoring    points beside the words, and the best hits in order
  facets     counts, bounds, and their JSON
  assembly   cards of products; phrases to go on with; content; signing of tickets; the rest around them

Typical is what an answer takes when nothing comes between: of every query the answer of median length, and the mean of
these. Mean, p50 and p99 are over all answers, with garbage collections and whatever else ran on the cores. CPU time is
that of all threads of the process.

Examples:
  vitrine profile --market se --locale sv-SE
  vitrine profile --kind autocomplete --recorded --top 200 --seconds 20
  vitrine profile --queries queries.txt --json | jq '.stages[] | [.stage, .typicalMicros]'`,
    )
    .action(profileQueries);
}

async function profileQueries(flags: ProfileFlags): Promise<void> {
  // Loaded lazily: the query engine takes a while to load.
  const [
    { PROFILE_KINDS, requestOf, typedPrefixes },
    { nameSide },
    { Pages, PhaseTimer },
    { loadSnapshot },
    { measure },
    { RecordMemory },
  ] = await Promise.all([
    import('./profile/profile-queries.js'),
    import('./diff/sides.js'),
    import('../pages/pages.js'),
    import('../snapshot/index.js'),
    import('./profile/measure.js'),
    import('../pages/shared/cards/record-memory.js'),
  ]);
  const kind = PROFILE_KINDS.find(known => known === flags.kind);
  if (!kind) throw new UsageError(`--kind: found ${JSON.stringify(flags.kind)}, expected ${PROFILE_KINDS.join(', ')}`);
  if (flags.recorded && flags.queries !== undefined) throw new UsageError('--recorded and --queries: expected one');
  if (flags.recorded && kind === 'landing-page') throw new UsageError('--recorded: landing pages are no searches');
  const settings = await settingsOfFolder(flags);
  const learned = await readLearned(settings, flags.recorded ? undefined : 'measured without the signals of visitors');
  const shared = await loadSnapshot(settings.data, nameSide(settings.data, flags.snapshot, 'PRODUCTION').id);
  const asked = await queriesOf(flags, kind, shared, learned);
  const queries = kind === 'autocomplete' && flags.queries === undefined ? typedPrefixes(asked) : asked;
  const requests = queries.map(query => requestOf(query, kind, flags.limit));
  const timer = new PhaseTimer();
  const config = {
    settings: settings.pages,
    discountThreshold: settings.index.discountThreshold,
    // Tickets of a measurement are not used.
    ticketSecret: 'profile',
    cardMemory: RecordMemory.ofBytes(settings.cardMemoryMb << 20),
    // All campaigns compete, whatever they have spent.
    retailMedia: retailMediaSettings(settings.site.retailMedia),
  };
  const pages = new Pages(shared, config, undefined, timer, true);
  if (learned) pages.learn(learned.compile(shared, Date.now()));
  const profile = measure(pages, timer, requests, flags.seconds, flags.slowest);
  pages.close();
  if (flags.json) {
    const slowest = profile.slowest.map(({ index, ...times }) => ({ ...queries[index], ...times }));
    printJson({ snapshot: shared.id, kind, queries: queries.length, ...profile, slowest });
    return;
  }
  const { printProfile } = await import('./profile/profile-report.js');
  const { answers, seconds, perSecond, cpuMicros } = profile;
  const many = (count: number) => Math.round(count).toLocaleString('en');
  printLine(`${shared.id}  ${kind}, ${many(queries.length)} different queries`);
  printLine(
    `${many(answers)} answers in ${seconds.toFixed(1)} s on one thread, ${many(perSecond)} a second, ${many(cpuMicros)} µs of CPU each\n`,
  );
  printProfile(profile, queries);
}

async function queriesOf(
  flags: ProfileFlags,
  kind: ProfileKind,
  shared: SharedSnapshot,
  learned: Learner | undefined,
): Promise<ProfileQuery[]> {
  const [{ suggestedQueries }, { recordedSearches }] = await Promise.all([
    import('./profile/profile-queries.js'),
    import('./diff/searches.js'),
  ]);
  const views = await viewsOf(shared, flags);
  if (flags.queries !== undefined) return (await readSearches(flags.queries, views)).searches;
  if (flags.recorded) return recordedSearches(learned, views, flags.top, Date.now()).searches;
  const queries = suggestedQueries(shared, kind, views, flags.top);
  if (queries.length > 0) return queries;
  const missing = kind === 'landing-page' ? 'no pages are stored' : 'the catalog suggests no phrases';
  throw new CommandFailure(`${missing}; --queries names a file`);
}

async function viewsOf({ manifest }: SharedSnapshot, { market, locale }: ProfileFlags): Promise<ViewName[]> {
  const { commonViews, narrowViews, viewLabel } = await import('./diff/common-views.js');
  const all = commonViews(manifest, manifest);
  const views = narrowViews(all, { market, locale });
  if (views.length > 0) return views;
  const flag = market === undefined || narrowViews(all, { market }).length > 0 ? '--locale' : '--market';
  throw new UsageError(`${flag}: the snapshot has ${all.map(viewLabel).join(', ')}`);
}

/** @throws InvalidArgumentError when it is not a number of seconds from 0.1 to 600 */
function seconds(value: string): number {
  const number = /^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (number < 0.1 || number > 600) throw new InvalidArgumentError('Expected a number from 0.1 to 600.');
  return number;
}

function whole(most: number): (value: string) => number {
  return value => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > most) throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
    return number;
  };
}
