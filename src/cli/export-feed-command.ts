/** `vitrine export feed`: what a market sells, in a format of feeds, out of an export of the catalog. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import type { Translation } from '../catalog/records.js';
import { currencyOfCountry } from '../catalog/site/market-currency.js';
import type { FeedWriter } from '../feeds/export/feed-writer.js';
import { GoogleWriter } from '../feeds/export/google-writer.js';
import { OpenAiWriter } from '../feeds/export/openai-writer.js';
import { type FeedTarget, isTranslation, parseLine, SoldGroups } from '../feeds/export/sold-items.js';
import { UcpWriter } from '../feeds/export/ucp-writer.js';
import type { AdminClient } from './admin-client.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { download } from './download.js';
import { CommandFailure, UsageError } from './terminal/exit-codes.js';

interface ExportFeedFlags extends DaemonFlags {
  format: 'google' | 'openai' | 'ucp';
  market: string;
  locale: string;
  base?: string;
  currency?: string;
  seller?: string;
  country?: string;
  standard?: boolean;
  csv?: boolean;
  out?: string;
}

export function addExportFeed(exports: Command): void {
  const command = exports
    .command('feed')
    .description('what a market sells, as a feed for others')
    .addOption(
      new Option('--format <format>', 'Google Merchant XML, the product feed of OpenAI, or products of UCP')
        .choices(['google', 'openai', 'ucp'])
        .makeOptionMandatory(),
    )
    .requiredOption('--market <market>', 'the market')
    .requiredOption('--locale <locale>', 'the locale of texts')
    .option('--base <url>', 'where the pages of the shop are; pageBaseUrl of the configuration when left out')
    .option(
      '--currency <code>',
      'such as EUR; that of the configuration, or of the country that the market is named after, when left out',
    )
    .option(
      '--standard',
      'google: leave out attributes of the namespace c:, which bring back what Google has no place for',
    )
    .option('--csv', 'openai: CSV in place of JSON lines')
    .option('--seller <name>', "openai: the shop's name; that of the configuration when left out")
    .option('--country <code>', 'openai: the country; that of the locale when left out');
  addDaemonFlags(command)
    .option('--out <file>', 'where to; compressed when it ends in .gz; standard output when left out')
    .addHelpText(
      'after',
      '\nExample:\n  vitrine export feed --format google --market se --locale sv-SE --base https://shop.example --out feed.xml.gz',
    )
    .action(exportFeed);
}

async function exportFeed(flags: ExportFeedFlags): Promise<void> {
  const client = openClient(flags);
  const settings = await settingsOf(client, flags.market);
  const target = targetOf(flags, settings);
  const writer = writerOf(flags, target, settings);
  const file = join(tmpdir(), `vitrine-catalog-${randomUUID()}.jsonl.gz`);
  try {
    // Translations stand at the end, and are needed at the beginning: the export is read twice.
    await download(client, '/api/admin/v4/export/catalog', file);
    await write(Readable.from(feedTexts(file, writer, target)), flags.out);
  } finally {
    await rm(file, { force: true });
  }
  for (const [name, count] of writer.lacking) {
    process.stderr.write(`${count.toLocaleString('en')} without ${name}, which ${flags.format} requires\n`);
  }
}

async function* feedTexts(file: string, writer: FeedWriter, target: FeedTarget): AsyncGenerator<string> {
  const translations: Translation[] = [];
  for await (const line of linesOf(file)) {
    const translation = isTranslation(line) ? parseLine(line)?.translation : undefined;
    if (translation?.locale === target.locale) translations.push(translation);
  }
  const groups = new SoldGroups(translations, target);
  yield writer.head();
  let written = 0;
  for await (const line of linesOf(file)) {
    const { key, productGroup } = isTranslation(line) ? {} : (parseLine(line) ?? {});
    const sold = key !== undefined && productGroup ? groups.of(key, productGroup) : undefined;
    if (!sold) continue;
    written++;
    yield writer.group(sold, groups);
  }
  if (written === 0) throw new CommandFailure(`market ${target.market} sells nothing`);
  yield writer.tail();
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY });
}

async function write(text: Readable, out: string | undefined): Promise<void> {
  if (out === undefined) return pipeline(text, process.stdout);
  const partial = `${out}.${randomUUID()}.part`;
  try {
    const stream = createWriteStream(partial, { flags: 'wx' });
    await (out.endsWith('.gz') ? pipeline(text, createGzip(), stream) : pipeline(text, stream));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

interface MarketSettings {
  name?: string;
  currency?: string;
  pageBaseUrl?: string;
}

/** What is configured of the market. */
async function settingsOf(client: AdminClient, market: string): Promise<MarketSettings> {
  const { status, body } = await client.send('GET', '/api/admin/v4/export/configuration', {
    'Accept-Encoding': 'gzip',
  });
  if (status !== 200) return {};
  return (body as { markets?: Record<string, { appSettings?: MarketSettings }> }).markets?.[market]?.appSettings ?? {};
}

function targetOf({ market, locale, base, currency }: ExportFeedFlags, settings: MarketSettings): FeedTarget {
  const address = base ?? settings.pageBaseUrl;
  if (address === undefined || !URL.canParse(address)) {
    throw new UsageError(
      `--base: found ${address === undefined ? 'nothing' : `"${address}"`}, expected where the pages of the shop are, such as https://shop.example`,
    );
  }
  const code = currency ?? settings.currency ?? currencyOfCountry(market);
  if (code === undefined || !/^[A-Z]{3}$/.test(code)) {
    throw new UsageError(
      `--currency: found ${code === undefined ? 'nothing' : `"${code}"`}, expected a code such as EUR`,
    );
  }
  return { market, locale, currency: code, base: new URL(address) };
}

function writerOf(flags: ExportFeedFlags, target: FeedTarget, settings: MarketSettings): FeedWriter {
  if (flags.format === 'google') return new GoogleWriter(target, !flags.standard);
  if (flags.format === 'ucp') return new UcpWriter(target);
  const country = flags.country ?? flags.locale.split('-')[1];
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) {
    throw new UsageError(
      `--country: found ${country === undefined ? 'nothing' : `"${country}"`}, expected a code such as SE`,
    );
  }
  const seller = flags.seller ?? settings.name ?? target.base.host;
  return new OpenAiWriter(target, { form: flags.csv ? 'csv' : 'jsonl', seller, country });
}
