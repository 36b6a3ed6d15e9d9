/** Converts a feed of a test as the command does, without a daemon. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertFeed, convertFeeds, type FeedGroup } from '../../src/feeds/convert-feed.js';
import { FeedReport, type FeedSummary } from '../../src/feeds/feed-report.js';
import type { FormatName } from '../../src/feeds/formats/feed-format.js';
import { FORMATS_BY_NAME } from '../../src/feeds/formats/formats.js';
import { CompiledMapping } from '../../src/feeds/mapping/compiled-mapping.js';
import { type FeedMapping, mergeMappings } from '../../src/feeds/mapping/mapping-document.js';
import { decodeText } from '../../src/feeds/source/decode-text.js';

export const FIXTURES = fileURLToPath(new URL('../../test/feeds/fixtures', import.meta.url));
export const NOW_MS = Date.parse('2026-06-01T00:00:00Z');

export interface Converted {
  groups: FeedGroup[];
  summary: FeedSummary;
}

export interface ConvertOptions {
  mapping?: FeedMapping;
  locale?: string;
  currency?: string;
  encoding?: string;
}

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name)));
}

export async function convert(
  bytes: Uint8Array | string,
  format: FormatName,
  { mapping = {}, locale = 'en-GB', currency, encoding }: ConvertOptions = {},
): Promise<Converted> {
  const report = new FeedReport();
  const text = decodeText(chunks(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes), {
    encoding,
    maxBytes: 1 << 24,
    name: 'feed',
  });
  const options = {
    name: 'feed',
    format: FORMATS_BY_NAME[format],
    mapping: new CompiledMapping(mergeMappings(FORMATS_BY_NAME[format].preset, mapping)),
    markets: ['uk'],
    locale,
    currency,
    nowMs: NOW_MS,
  };
  const groups: FeedGroup[] = [];
  for await (const group of convertFeed(text, options, report)) groups.push(group);
  return { groups, summary: report.summary() };
}

/** Converts Google's feeds of several markets and locales together. */
export async function convertAll(
  feeds: readonly string[],
  places: readonly { markets: string[]; locale: string }[],
): Promise<Converted> {
  const report = new FeedReport();
  const format = FORMATS_BY_NAME.google;
  const opened = feeds.map((text, at) => {
    const name = `feed ${at + 1}`;
    const bytes = chunks(new TextEncoder().encode(text));
    const texts = decodeText(bytes, { encoding: undefined, maxBytes: 1 << 24, name });
    const mapping = new CompiledMapping(format.preset);
    return { texts, options: { name, format, mapping, ...places[at]!, currency: undefined, nowMs: NOW_MS } };
  });
  const groups: FeedGroup[] = [];
  for await (const group of convertFeeds(opened, report)) groups.push(group);
  return { groups, summary: report.summary() };
}

/** Cut in the middle of characters and tags. */
async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1021) yield bytes.subarray(at, at + 1021);
}

/** What is found in a summary, in short: how many, of what. */
export function findings(list: FeedSummary['leftOut']): [number, string][] {
  return list.map(({ count, what }) => [count, what]);
}
