/**
 * Sends a feed to a running daemon: it is read to its end first and becomes the lines of one catalog import, so that a feed
 * that breaks off changes nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { convertFeeds, type OpenedFeed } from '../feeds/convert-feed.js';
import { FeedError } from '../feeds/feed-error.js';
import { feedLines, type LineCounts } from '../feeds/feed-lines.js';
import { FeedReport, type FeedSummary } from '../feeds/feed-report.js';
import type { FormatName } from '../feeds/formats/feed-format.js';
import { FORMATS_BY_NAME } from '../feeds/formats/formats.js';
import { CompiledMapping } from '../feeds/mapping/compiled-mapping.js';
import type { FeedMapping } from '../feeds/mapping/mapping-document.js';
import { decodeText } from '../feeds/source/decode-text.js';
import { openSource, type SourceLimits, sourceName } from '../feeds/source/feed-source.js';
import { readState, type SentState, writeState } from '../feeds/watch/sent-state.js';
import type { AdminClient } from './admin-client.js';
import { type UploadOptions, type UploadResult, uploadCatalog } from './catalog-upload.js';
import { CommandFailure } from './terminal/exit-codes.js';
import type { TerminalProgress } from './terminal/progress.js';

export interface FeedSource {
  source: string;
  markets: readonly string[];
  locale: string;
}

export interface FeedOrder {
  /** The first one names groups and products; those of other markets and locales may follow. */
  feeds: readonly [FeedSource, ...FeedSource[]];
  format: FormatName;
  mapping: FeedMapping;
  partial: boolean;
  strict: boolean;
  encoding: string | undefined;
  limits: SourceLimits;
  /** The file that tells what the daemon has; without it, everything is sent. */
  stateFile: string | undefined;
}

export interface FeedResult {
  /** Undefined where the source has not changed since it was sent. */
  summary?: FeedSummary;
  counts: LineCounts;
  /** Undefined where nothing was to be sent. */
  upload?: UploadResult;
  /** Whether items were left out because of faults. */
  incomplete: boolean;
}

/** @throws CommandFailure where the feed cannot be read, or nothing in it can be sold */
export async function sendFeed(
  client: AdminClient,
  order: FeedOrder,
  options: Pick<UploadOptions, 'force' | 'validateOnly' | 'name'>,
  progress: TerminalProgress,
): Promise<FeedResult> {
  const { stateFile } = order;
  const warn = (why: string): void => {
    process.stderr.write(`${why}\n`);
  };
  const name = orderName(order);
  const sent = stateFile === undefined ? undefined : await readState(stateFile, name, warn);
  const file = join(tmpdir(), `vitrine-feed-${randomUUID()}.jsonl.gz`);
  try {
    progress.show('reading', 0, 0);
    const read = await writeFeed(
      order,
      markets => currencyOf(client, markets),
      sent,
      async lines => {
        await pipeline(
          Readable.from(lines),
          createGzip({ level: constants.Z_BEST_SPEED }),
          createWriteStream(file, { mode: 0o600 }),
        );
      },
    );
    if (!read) return { counts: { changed: 0, removed: 0 }, incomplete: false };
    const { report, counts, state } = read;
    const result: FeedResult = { summary: report.summary(), counts, incomplete: report.faulty > 0 };
    if (order.strict && result.incomplete) return result;
    // Without a state to compare with, even no product at all is something to say.
    if (counts.changed + counts.removed > 0) {
      result.upload = await uploadCatalog(client, file, { ...options, partial: true }, progress);
    }
    const isSent = !options.validateOnly && result.upload?.ok !== false;
    if (stateFile !== undefined && isSent) await writeState(stateFile, name, state);
    return result;
  } finally {
    progress.end(true);
    await rm(file, { force: true });
  }
}

/** Prints the lines that would be sent. */
export async function printFeed(order: FeedOrder): Promise<FeedSummary> {
  const sent =
    order.stateFile === undefined ? undefined : await readState(order.stateFile, orderName(order), () => undefined);
  const read = await writeFeed(
    order,
    async () => undefined,
    sent,
    async lines => {
      for await (const line of lines) {
        if (!process.stdout.write(line)) await new Promise(resolve => process.stdout.once('drain', resolve));
      }
    },
  );
  return (read?.report ?? new FeedReport()).summary();
}

interface ReadFeed {
  report: FeedReport;
  counts: LineCounts;
  state: SentState;
}

/**
 * @param currencyIn that of markets, where it is known
 * @returns undefined where the only source has not changed
 */
async function writeFeed(
  order: FeedOrder,
  currencyIn: (markets: readonly string[]) => Promise<string | undefined>,
  sent: SentState | undefined,
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<ReadFeed | undefined> {
  const { feeds, limits, encoding, partial } = order;
  const report = new FeedReport();
  const mapping = new CompiledMapping(order.mapping);
  const name = sourceName(feeds[0].source);
  const state: SentState = { source: {}, groups: new Map() };
  try {
    const isOne = feeds.length === 1;
    // Of several all are read again: what has changed may be in any.
    const first = await openSource(feeds[0].source, limits, isOne ? sent?.source : undefined);
    if (!first) return undefined;
    if (isOne) state.source = first.version;
    const opened: OpenedFeed[] = [];
    for (const [at, { source, markets, locale }] of feeds.entries()) {
      const name = sourceName(source);
      // A source that is read late is opened late: servers do not wait.
      const bytes = at === 0 ? first.bytes : readLater(source, limits);
      const texts = decodeText(bytes, { encoding, maxBytes: limits.maxBytes, name });
      const currency = await currencyIn(markets);
      const format = FORMATS_BY_NAME[order.format];
      opened.push({ texts, options: { name, format, mapping, markets, locale, currency, nowMs: Date.now() } });
    }
    const groups = convertFeeds(opened, report);
    const markets = [...new Set(feeds.flatMap(feed => feed.markets))];
    const { locale } = feeds[0];
    const counts: LineCounts = { changed: 0, removed: 0 };
    await write(feedLines(groups, { markets, locale, partial, sent: sent?.groups }, state.groups, counts));
    if (report.groups === 0) throw new FeedError(nothingIn(name, report));
    if (partial) for (const [key, hash] of sent?.groups ?? []) if (!state.groups.has(key)) state.groups.set(key, hash);
    return { report, counts, state };
  } catch (error) {
    throw error instanceof FeedError ? new CommandFailure(error.message) : error;
  }
}

async function* readLater(source: string, limits: SourceLimits): AsyncGenerator<Uint8Array> {
  const opened = await openSource(source, limits);
  if (opened) yield* opened.bytes;
}

function nothingIn(name: string, report: FeedReport): string {
  const { read, leftOut } = report.summary();
  const [first] = leftOut;
  if (read === 0) return `${name}: found no items, expected at least one; is --format right?`;
  return `${name}: none of ${read} items can be sent${first ? `; ${first.count} of them: ${first.what}` : ''}`;
}

/** What a state is of: another mapping makes other groups of the same feed. */
function orderName({ feeds, format, mapping }: FeedOrder): string {
  const sources = feeds.map(({ source, markets, locale }) => [sourceName(source), markets, locale]);
  const text = JSON.stringify([sources, format, mapping]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The currency of the markets, where it is configured and the key may read that. */
async function currencyOf(client: AdminClient, markets: readonly string[]): Promise<string | undefined> {
  const { status, body } = await client.send('GET', '/api/admin/v4/export/configuration', {
    'Accept-Encoding': 'gzip',
  });
  if (status !== 200) return undefined;
  const { markets: configured } = body as { markets?: Record<string, { appSettings?: { currency?: string } }> };
  return configured?.[markets[0]!]?.appSettings?.currency;
}
