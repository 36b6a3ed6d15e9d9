/** `vitrine export KIND`: exports data of a running daemon to a file or to standard output. */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { download } from './download.js';
import { addExportFeed } from './export-feed-command.js';

interface ExportFlags extends DaemonFlags {
  out?: string;
  [parameter: string]: string | boolean | undefined;
}

interface ExportKind {
  kind: string;
  summary: string;
  /** Flags that become query parameters. */
  flags: readonly { parameter: string; flag: string; help: string; required?: true }[];
  example: string;
}

const MARKET = { parameter: 'market', flag: '--market <market>', help: 'the market', required: true } as const;
const LOCALE = { parameter: 'locale', flag: '--locale <locale>', help: 'the locale' } as const;

const EXPORTS: readonly ExportKind[] = [
  {
    kind: 'catalog',
    summary: 'the catalog as JSON lines, importable as they are',
    flags: [],
    example: 'vitrine export catalog --out catalog.jsonl.gz',
  },
  {
    kind: 'product-groups',
    summary: 'the product groups of a market as one JSON document',
    flags: [
      MARKET,
      LOCALE,
      { parameter: 'limit', flag: '--limit <count>', help: 'how many groups; all when left out' },
      { parameter: 'productRules', flag: '--rules <rules>', help: 'product rules that filter the products' },
    ],
    example: 'vitrine export product-groups --market se --rules \'rule incl brand {"Nike"}\' --out nike.json',
  },
  {
    kind: 'pages',
    summary: 'the pages of a market',
    flags: [
      MARKET,
      { parameter: 'idFilter', flag: '--ids <ids>', help: 'ids of some pages, separated by |' },
      { parameter: 'outputFilter', flag: '--filter <filter>', help: 'PUBLISHED_ONLY, or INCLUDE_UNPUBLISHED' },
    ],
    example: 'vitrine export pages --market se --filter INCLUDE_UNPUBLISHED',
  },
  {
    kind: 'navigation',
    summary: 'the navigation of a market in a locale',
    flags: [
      MARKET,
      { ...LOCALE, required: true },
      { parameter: 'includeAppNodes', flag: '--app-nodes', help: 'also nodes that apps have added' },
    ],
    example: 'vitrine export navigation --market se --locale sv-SE --out navigation.json',
  },
  { kind: 'templates', summary: 'the response templates', flags: [], example: 'vitrine export templates' },
  { kind: 'product-sets', summary: 'the product sets', flags: [], example: 'vitrine export product-sets' },
  {
    kind: 'search-settings',
    summary: 'the search settings: synonyms, stop words, redirects and rules for phrases',
    flags: [{ parameter: 'viewId', flag: '--view <view>', help: 'PREVIEW: as they will be once they are published' }],
    example: 'vitrine export search-settings --view PREVIEW --out search.json',
  },
  {
    kind: 'configuration',
    summary: 'the configuration: markets, facet templates, SVG images',
    flags: [],
    example: 'vitrine export configuration',
  },
  {
    kind: 'campaigns',
    summary: 'the campaigns of retail media, importable as they are',
    flags: [{ parameter: 'viewId', flag: '--view <view>', help: 'PREVIEW: as they will be once they are published' }],
    example: 'vitrine export campaigns --out campaigns.json',
  },
  {
    kind: 'campaign-report',
    summary: 'what campaigns were shown, clicked, billed and sold, by product, phrase, page and day',
    flags: [
      { parameter: 'from', flag: '--from <day>', help: 'the first day, like 2026-01-31' },
      { parameter: 'to', flag: '--to <day>', help: 'the last day' },
      { parameter: 'campaign', flag: '--campaign <id>', help: 'one campaign; all when left out' },
      { parameter: 'format', flag: '--format <format>', help: 'json, or csv' },
    ],
    example: 'vitrine export campaign-report --from 2026-01-01 --format csv --out january.csv',
  },
];

export function addExport(program: Command): void {
  const exports = program.command('export').description('write what a running daemon holds to a file');
  addExportFeed(exports);
  for (const one of EXPORTS) {
    const command = addDaemonFlags(exports.command(one.kind).description(one.summary));
    for (const { flag, help, required } of one.flags) {
      if (required) command.requiredOption(flag, help);
      else command.option(flag, help);
    }
    command
      .option('--out <file>', 'where to; compressed when it ends in .gz; standard output when left out')
      .addHelpText('after', `\nExample:\n  ${one.example}`)
      .action((flags: ExportFlags) => exportKind(one, flags));
  }
}

async function exportKind({ kind, flags: known }: ExportKind, flags: ExportFlags): Promise<void> {
  const query = new URLSearchParams();
  for (const { parameter, flag } of known) {
    const value = flags[attributeOf(flag)];
    if (value !== undefined) query.set(parameter, String(value));
  }
  await download(openClient(flags), `/api/admin/v4/export/${kind}?${query}`, flags.out);
}

/** `--app-nodes` and `--app-nodes <x>` → `appNodes`, the name that commander gives the value. */
function attributeOf(flag: string): string {
  const [name] = flag.slice(2).split(' ');
  return name!.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
