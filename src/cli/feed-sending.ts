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
import { convertFeed } from '../feeds/convert-feed.js';
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

export interface FeedOrder {
  source: string;
  format: FormatName;
  mapping: FeedMapping;
  markets: readonly string[];
  locale: string;
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
    const currency = await currencyOf(client, order.markets);
    const read = await writeFeed(order, currency, sent, async lines => {
      await pipeline(
        Readable.from(lines),
        createGzip({ level: constants.Z_BEST_SPEED }),
        createWriteStream(file, { mode: 0o600 }),
      );
    });
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
  const read = await writeFeed(order, undefined, sent, async lines => {
    for await (const line of lines) {
      if (!process.stdout.write(line)) await new Promise(resolve => process.stdout.once('drain', resolve));
    }
  });
  return (read?.report ?? new FeedReport()).summary();
}

interface ReadFeed {
  report: FeedReport;
  counts: LineCounts;
  state: SentState;
}

/** @returns undefined where the source has not changed */
async function writeFeed(
  order: FeedOrder,
  currency: string | undefined,
  sent: SentState | undefined,
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<ReadFeed | undefined> {
  const { source, limits, encoding, markets, locale, partial } = order;
  const report = new FeedReport();
  const mapping = new CompiledMapping(order.mapping);
  const name = sourceName(source);
  try {
    const opened = await openSource(source, limits, sent?.source);
    if (!opened) return undefined;
    const texts = decodeText(opened.bytes, { encoding, maxBytes: limits.maxBytes, name });
    const format = FORMATS_BY_NAME[order.format];
    const groups = convertFeed(texts, { name, format, mapping, markets, locale, currency, nowMs: Date.now() }, report);
    const state: SentState = { source: opened.version, groups: new Map() };
    const counts: LineCounts = { changed: 0, removed: 0 };
    await write(feedLines(groups, { markets, locale, partial, sent: sent?.groups }, state.groups, counts));
    if (report.groups === 0) throw new FeedError(nothingIn(name, report));
    if (partial) for (const [key, hash] of sent?.groups ?? []) if (!state.groups.has(key)) state.groups.set(key, hash);
    return { report, counts, state };
  } catch (error) {
    throw error instanceof FeedError ? new CommandFailure(error.message) : error;
  }
}

function nothingIn(name: string, report: FeedReport): string {
  const { read, leftOut } = report.summary();
  const [first] = leftOut;
  if (read === 0) return `${name}: found no items, expected at least one; is --format right?`;
  return `${name}: none of ${read} items can be sent${first ? `; ${first.count} of them: ${first.what}` : ''}`;
}

/** What a state is of: another mapping makes other groups of the same feed. */
function orderName({ source, format, mapping, markets, locale }: FeedOrder): string {
  const text = JSON.stringify([sourceName(source), format, mapping, markets, locale]);
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
