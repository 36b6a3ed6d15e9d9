/** `vitrine import feed FILE|URL`: turns the feed of a shop system into an import of the catalog, once or again and again. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isLocale, isMarket } from '../catalog/view.js';
import { FORMATS, type FormatName } from '../feeds/formats/feed-format.js';
import { FORMATS_BY_NAME } from '../feeds/formats/formats.js';
import { type FeedMapping, feedMapping, mappingSchema, mergeMappings } from '../feeds/mapping/mapping-document.js';
import { isUrl, sourceName } from '../feeds/source/feed-source.js';
import { parseDurationMs } from '../kernel/durations.js';
import { parseJson } from '../kernel/json.js';
import { checked } from '../kernel/schema-faults.js';
import type { AdminClient } from './admin-client.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { feedReportLines } from './feed-report-text.js';
import { type FeedOrder, type FeedResult, type FeedSource, printFeed, sendFeed } from './feed-sending.js';
import { explainRefusal } from './refusal-report.js';
import { CommandFailure, describe, EXIT_FAILED, EXIT_INCOMPLETE, UsageError } from './terminal/exit-codes.js';
import { formatCount, printJson, printLine } from './terminal/print.js';
import { createProgress, progressStyle } from './terminal/progress.js';

interface FeedFlags extends DaemonFlags {
  format?: FormatName;
  market: string[];
  locale: string;
  also: FeedSource[];
  mapping?: string;
  partial?: boolean;
  force?: boolean;
  strict?: boolean;
  validateOnly?: boolean;
  dryRun?: boolean;
  watch?: number;
  state?: string;
  encoding?: string;
  maxSize: number;
  timeout: number;
  name?: string;
  json?: boolean;
}

/** What has taken the products of another market away, as a rule. */
const TOGETHER = '  feeds of several markets that have the same ids are sent together: --also MARKET:LOCALE=SOURCE';
const SHORT_DURATION = /^(\d{1,6})([smhd])$/;
const WATCH_LIMITS = { minMs: 1000, maxMs: 7 * 86_400_000 };
const TIMEOUT_LIMITS = { minMs: 1000, maxMs: 86_400_000 };
const SIZE_UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 } as const;

export function addImportFeed(imports: Command): void {
  const command = imports
    .command('feed')
    .description('replace the products of markets by those of feeds (FILE or URL), or amend them with --partial')
    .argument('<source>', 'a file, plain or gzip, or a URL (http, https)')
    .addOption(new Option('--format <format>', 'what the feed is (default: google for .xml)').choices(FORMATS))
    .addOption(
      new Option('--market <markets>', 'the market; several with commas').argParser(markets).makeOptionMandatory(),
    )
    .addOption(
      new Option('--locale <locale>', "the locale of the feed's texts").argParser(locale).makeOptionMandatory(),
    )
    .addOption(
      new Option('--also <market:locale=source>', 'the same products for another market or locale; several times')
        .argParser(also)
        .default([], 'none'),
    )
    .option('--mapping <file>', 'JSON: which fields become what; goes above what the format says (see feed-mapping)')
    .option('--partial', 'leave products alone that the feed does not have')
    .option('--dry-run', 'print the lines that would be sent, and send nothing')
    .option('--strict', 'send nothing if any item has to be left out')
    .addOption(
      new Option('--watch <every>', 'read the source again every 10m (PT10M), and send what has changed').argParser(
        duration('--watch', WATCH_LIMITS),
      ),
    )
    .option(
      '--state <file>',
      'what the daemon has of the feed, so that only changes are sent; --watch has one beside the source',
    )
    .option('--encoding <encoding>', 'of the text, such as windows-1252; UTF-8 unless the feed says another')
    .addOption(
      new Option('--max-size <bytes>', 'most that is read, packed or unpacked, such as 500m')
        .argParser(size)
        .default(4 * SIZE_UNITS.g, '4g'),
    )
    .addOption(
      new Option('--timeout <time>', 'longest time for reading a URL')
        .argParser(duration('--timeout', TIMEOUT_LIMITS))
        .default(600_000, '10m'),
    );
  addDaemonFlags(command)
    .option('--force', 'import even if that removes more than half of what is there')
    .option('--name <name>', "label of this import in the daemon's log")
    .option('--validate-only', 'have the daemon check the products and change nothing')
    .option('--json', 'print the outcome and the report as JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 all items are in, 3 some were left out because of faults, 1 nothing was imported, 2 wrong usage.

Examples:
  vitrine import feed products.xml --format google --market se --locale sv-SE
  vitrine import feed se.xml --format google --market se --locale sv-SE --also uk:en-GB=uk.xml
  vitrine import feed products.csv --format shopify --market se --locale sv-SE --dry-run | head -1 | jq
  vitrine import feed https://shop.example/feed.xml.gz --format google --market se --locale sv-SE --watch 10m`,
    )
    .action(importFeed);
}

export function addFeedMapping(program: Command): void {
  program
    .command('feed-mapping')
    .description('print which fields of a format become what, as a mapping file to start from')
    .addOption(new Option('--format <format>', 'the format').choices(FORMATS))
    .option('--schema', 'print the JSON schema of mapping files')
    .addHelpText('after', '\nExample:\n  vitrine feed-mapping --format google > mapping.json')
    .action(({ format, schema }: { format?: FormatName; schema?: boolean }) => {
      printJson(schema || format === undefined ? mappingSchema() : FORMATS_BY_NAME[format].preset);
    });
}

async function importFeed(source: string, flags: FeedFlags): Promise<void> {
  const format = formatOf(source, flags.format);
  const order: FeedOrder = {
    feeds: [{ source, markets: flags.market, locale: flags.locale }, ...flags.also],
    format,
    mapping: mergeMappings(FORMATS_BY_NAME[format].preset, await readMapping(flags.mapping)),
    partial: flags.partial ?? false,
    strict: flags.strict ?? false,
    encoding: flags.encoding,
    limits: { maxBytes: flags.maxSize, timeoutMs: flags.timeout },
    stateFile: flags.state ?? (flags.watch === undefined ? undefined : stateFileOf(source)),
  };
  if (flags.dryRun) {
    const lines = feedReportLines(await printFeed(order));
    process.stderr.write(lines.map(line => `${line}\n`).join(''));
    return;
  }
  const client = openClient(flags);
  if (flags.watch === undefined) await importOnce(client, order, flags);
  else await watch(client, order, flags, flags.watch);
}

/** Of the formats one is XML. @throws UsageError where the name does not tell */
function formatOf(source: string, given: FormatName | undefined): FormatName {
  if (given !== undefined) return given;
  if (/\.xml(?:\.gz)?(?:[?#]|$)/i.test(source)) return 'google';
  throw new UsageError(`--format: expected ${FORMATS.join(', ')}; the name of ${sourceName(source)} does not tell`);
}

async function importOnce(client: AdminClient, order: FeedOrder, flags: FeedFlags): Promise<void> {
  const { force = false, validateOnly = false, name, json = false } = flags;
  const started = performance.now();
  const options = { force, validateOnly, ...(name !== undefined && { name }) };
  const result = await sendFeed(client, order, options, createProgress(progressStyle(json)));
  const { upload, summary, incomplete, counts } = result;
  const refused = upload?.ok === false || (order.strict && incomplete);
  if (refused) process.exitCode = EXIT_FAILED;
  else if (incomplete) process.exitCode = EXIT_INCOMPLETE;
  if (json)
    return printJson({
      ...(upload ?? { ok: !refused, status: refused ? 'FAILURE' : 'SUCCESS' }),
      sent: counts,
      feed: summary,
    });
  for (const line of summary ? feedReportLines(summary) : []) process.stderr.write(`${line}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const source = order.feeds.map(feed => sourceName(feed.source)).join(' and ');
  if (upload?.ok === false) {
    const hints = order.feeds.length === 1 && upload.reason?.includes('force=true') ? [TOGETHER] : [];
    for (const line of [...explainRefusal(source, upload), ...hints]) process.stderr.write(`${line}\n`);
  } else if (refused) process.stderr.write(`vitrine: ${source} was not sent: --strict allows no item to be left out\n`);
  else printLine(`${source} ${outcome(result, validateOnly, order.feeds.length)} (${seconds} s)`);
  for (const text of upload?.warnings ?? []) process.stderr.write(`warning: ${text}\n`);
}

function outcome({ summary, upload, counts }: FeedResult, validated: boolean, feeds: number): string {
  const is = feeds > 1 ? 'are' : 'is';
  if (!summary) return feeds > 1 ? 'have not changed' : 'has not changed';
  if (!upload) return `${is} live already: nothing has changed`;
  const { changed, removed } = counts;
  const sent = `${formatCount(changed, 'product group')} sent${removed > 0 ? `, ${removed.toLocaleString('en')} removed` : ''}`;
  return `${is} ${validated ? 'valid' : 'live'}: ${sent}`;
}

/** Reads the source until a signal ends the command. A source that fails is read again at the next turn. */
async function watch(client: AdminClient, order: FeedOrder, flags: FeedFlags, everyMs: number): Promise<void> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  while (!ended.signal.aborted) {
    try {
      await importOnce(client, order, flags);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      process.stderr.write(`vitrine: ${describe(error)}\n`);
    }
    await delay(everyMs, undefined, { signal: ended.signal }).catch(() => undefined);
  }
  // What single turns had to say was said then.
  process.exitCode = 0;
}

async function readMapping(file: string | undefined): Promise<FeedMapping> {
  if (file === undefined) return {};
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describe(error)}`);
  }
  try {
    return checked(feedMapping, parseJson(text));
  } catch (error) {
    throw new CommandFailure(`${file}: ${describe(error)}`);
  }
}

/** Beside a file; for a URL in the working folder. */
function stateFileOf(source: string): string {
  if (!isUrl(source)) return `${source}.vitrine-state`;
  return `feed-${createHash('sha256').update(sourceName(source)).digest('hex').slice(0, 12)}.vitrine-state`;
}

function markets(text: string): string[] {
  const names = text.split(',').map(name => name.trim());
  const wrong = names.find(name => !isMarket(name));
  if (wrong !== undefined) throw new InvalidArgumentError(`found "${wrong}", expected a market of 1 to 20 characters.`);
  return names;
}

function locale(text: string): string {
  if (!isLocale(text)) throw new InvalidArgumentError(`found "${text}", expected a locale like en or en-GB.`);
  return text;
}

function also(text: string, before: FeedSource[]): FeedSource[] {
  const [, ofMarkets, ofLocale, source] = /^([^:=]+):([^:=]+)=(.+)$/.exec(text) ?? [];
  if (ofMarkets === undefined || ofLocale === undefined || source === undefined)
    throw new InvalidArgumentError(`found "${text}", expected a market, locale and source like uk:en-GB=uk.xml.`);
  return [...before, { source, markets: markets(ofMarkets), locale: locale(ofLocale) }];
}

function duration(flag: string, limits: { minMs: number; maxMs: number }): (text: string) => number {
  return text => {
    const [, count, unit] = SHORT_DURATION.exec(text) ?? [];
    const iso = unit === undefined ? text : `P${unit === 'd' ? '' : 'T'}${count}${unit.toUpperCase()}`;
    try {
      return parseDurationMs(flag, iso, limits);
    } catch (error) {
      throw new InvalidArgumentError(`${describe(error)}, or 30s, 10m, 2h.`);
    }
  };
}

function size(text: string): number {
  const [, count, unit] = /^(\d{1,15})([kmg]?)$/i.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError(`found "${text}", expected a number of bytes such as 500m.`);
  return Number(count) * (unit ? SIZE_UNITS[unit.toLowerCase() as keyof typeof SIZE_UNITS] : 1);
}
