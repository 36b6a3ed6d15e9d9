/** `vitrine import catalog FILE`: uploads a catalog to a running daemon and reports the result of the import. */
import type { Command } from 'commander';
import { type UploadResult, uploadCatalog } from './catalog-upload.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { addImportFeed } from './import-feed-command.js';
import { addSiteImports } from './import-site-command.js';
import { explainRefusal } from './refusal-report.js';
import { EXIT_FAILED } from './terminal/exit-codes.js';
import { formatCount, printJson, printLine } from './terminal/print.js';
import { createProgress, progressStyle } from './terminal/progress.js';

interface ImportFlags extends DaemonFlags {
  partial?: boolean;
  force?: boolean;
  validateOnly?: boolean;
  wait: boolean;
  name?: string;
  json?: boolean;
}

export function addImport(program: Command): void {
  const imports = program.command('import').description('send data to a running daemon');
  const catalog = imports
    .command('catalog')
    .description('replace the catalog by the contents of FILE (JSON lines, plain or gzip), or amend it with --partial')
    .argument('<file>', 'catalog file, .jsonl or .jsonl.gz')
    .option('--partial', 'apply the instructions of the file to the catalog that is there');
  addDaemonFlags(catalog)
    .option('--force', 'import even if that removes more than half of what is there')
    .option('--name <name>', "label of this import in the daemon's log")
    .option('--validate-only', 'check the file and change nothing')
    .option('--wait', 'end when it is live, or refused (default)', true)
    .option('--no-wait', 'end as soon as the daemon has the file; "vitrine imports" tells what becomes of it')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Examples:
  vitrine import catalog catalog.jsonl.gz --key "$KEY"
  vitrine import catalog prices.jsonl --partial --name nightly-prices
  vitrine import catalog stock.jsonl --partial --no-wait
  vitrine import catalog catalog.jsonl --validate-only --json | jq .errorDetails`,
    )
    .action(importCatalog);
  addImportFeed(imports);
  addSiteImports(imports);
}

async function importCatalog(file: string, flags: ImportFlags): Promise<void> {
  const json = flags.json ?? false;
  const client = openClient(flags);
  const progress = createProgress(progressStyle(json));
  const started = performance.now();
  const options = {
    partial: flags.partial ?? false,
    force: flags.force ?? false,
    validateOnly: flags.validateOnly ?? false,
    wait: flags.wait,
    ...(flags.name === undefined ? {} : { name: flags.name }),
  };
  const result = await uploadCatalog(client, file, options, progress);
  if (!result.ok) process.exitCode = EXIT_FAILED;
  if (json) return printJson(result);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (result.ok) printLine(`${file} ${outcome(result, options.validateOnly)} (${seconds} s)`);
  const remarks = result.ok ? (result.warnings ?? []).map(text => `warning: ${text}`) : explainRefusal(file, result);
  for (const line of remarks) process.stderr.write(`${line}\n`);
}

function outcome(result: UploadResult, validated: boolean): string {
  const { id, status, place } = result;
  if (status === 'SUCCESS') return validated ? 'is valid' : `is live${summary(result)}`;
  return place === undefined ? `is being imported as ${id}` : `waits as ${id} for ${formatCount(place, 'import')}`;
}

/** The numbers of records in the catalog, for the kinds that it has. */
function summary({ counts }: UploadResult): string {
  if (!counts) return '';
  const parts = [
    [counts.productGroups, 'product group'],
    [counts.products, 'product'],
    [counts.variants, 'variant'],
    [counts.content, 'content item'],
    [counts.translations, 'translation'],
  ] as const;
  const held = parts.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun));
  return held.length === 0 ? '' : `: ${held.join(', ')}`;
}
