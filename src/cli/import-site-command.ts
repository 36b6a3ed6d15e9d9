/**
 * `vitrine import pages|navigation|templates|product-sets|search-settings|configuration|campaigns FILE`: one JSON document each.
 */
import type { Command } from 'commander';
import type { ImportStatus } from '../server/imports/import-status.js';
import type { AdminClient, Answer } from './admin-client.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { inspectFile, sendFile } from './source-file.js';
import { EXIT_FAILED } from './terminal/exit-codes.js';
import { printJson, printLine } from './terminal/print.js';
import { whileBusy } from './while-busy.js';

interface SiteImport {
  kind: string;
  summary: string;
  method: 'POST' | 'PUT';
  /** Query parameter of --force; a kind without it has no such flag. */
  force?: { parameter: string; help: string };
  /** Help of --partial; a kind without it has no such flag. */
  partial?: string;
  example: string;
}

const MOST = 'import even if that removes more than half of what is there';

const SITE_IMPORTS: readonly SiteImport[] = [
  {
    kind: 'pages',
    summary: 'amend or replace the pages of a market: the file says which (type PARTIAL or FULL)',
    method: 'POST',
    force: { parameter: 'force', help: MOST },
    example: 'vitrine import pages pages.json --name "spring campaign"',
  },
  {
    kind: 'navigation',
    summary: 'amend or replace a navigation: the file says which (type PARTIAL, FULL or FORCE)',
    method: 'POST',
    force: { parameter: 'force', help: MOST },
    example: 'vitrine import navigation navigation.json',
  },
  {
    kind: 'templates',
    summary: 'replace the response templates, or amend them with --partial',
    method: 'PUT',
    force: { parameter: 'force', help: 'import even if that removes templates' },
    partial: 'apply the edit and remove of the file to the templates that are there',
    example: 'vitrine import templates templates.json --force',
  },
  {
    kind: 'product-sets',
    summary: 'replace the product sets that slices of pages refer to',
    method: 'PUT',
    example: 'vitrine import product-sets sets.json',
  },
  {
    kind: 'search-settings',
    summary: 'replace the search settings of the locales in the file',
    method: 'PUT',
    example: 'vitrine import search-settings search.json',
  },
  {
    kind: 'configuration',
    summary: 'edit, replace or remove the configuration: markets, facet templates, SVG images',
    method: 'POST',
    force: { parameter: 'allowDestructiveImport', help: 'import even if that drops data of the catalog' },
    example: 'vitrine import configuration markets.json',
  },
  {
    kind: 'campaigns',
    summary: 'edit, replace or remove campaigns of retail media',
    method: 'POST',
    force: { parameter: 'force', help: MOST },
    example: 'vitrine import campaigns campaigns.json',
  },
];

interface SiteFlags extends DaemonFlags {
  partial?: boolean;
  force?: boolean;
  name?: string;
  json?: boolean;
}

export function addSiteImports(imports: Command): void {
  for (const site of SITE_IMPORTS) {
    const command = imports.command(site.kind).description(site.summary).argument('<file>', 'JSON file, plain or gzip');
    if (site.partial !== undefined) command.option('--partial', site.partial);
    addDaemonFlags(command);
    if (site.force !== undefined) command.option('--force', site.force.help);
    command
      .option('--name <name>', "label of this import in the daemon's log")
      .option('--json', 'print the outcome as JSON')
      .addHelpText('after', `\nExample:\n  ${site.example}`)
      .action((file: string, flags: SiteFlags) => importSite(site, file, flags));
  }
}

async function importSite(site: SiteImport, path: string, flags: SiteFlags): Promise<void> {
  const client = openClient(flags);
  const file = await inspectFile(path);
  const started = performance.now();
  const query = new URLSearchParams();
  if (flags.name) query.set('name', flags.name);
  if (flags.force && site.force) query.set(site.force.parameter, 'true');
  const method = flags.partial ? 'POST' : site.method;
  const route = `/api/admin/v4/import/${site.kind}?${query}`;
  const answer = await whileBusy(() => sendFile(client, { method, route, contentType: 'application/json' }, file));
  const ok = answer.status < 300;
  if (!ok) process.exitCode = EXIT_FAILED;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const warnings = ok ? await warningsOf(client, answer) : [];
  if (flags.json) {
    const more = ok ? warnings.length > 0 && { warnings } : { reason: answer.message, ...faultsOf(answer) };
    return printJson({ ok, status: ok ? 'SUCCESS' : 'FAILURE', ...more });
  }
  if (!ok) return explain(site, path, answer);
  printLine(`${path} is live (${seconds} s)`);
  for (const text of warnings) process.stderr.write(`warning: ${text}\n`);
}

/** What the status of an import warns of. */
async function warningsOf(client: AdminClient, { importId }: Answer): Promise<string[]> {
  if (importId === undefined) return [];
  const { status, body } = await client.send('GET', `/api/admin/v4/import/status?id=${encodeURIComponent(importId)}`);
  // Keys may be allowed to import and not to read a status.
  return status === 200 ? ((body as ImportStatus).warnings ?? []) : [];
}

function explain({ force }: SiteImport, path: string, answer: Answer): void {
  process.stderr.write(`vitrine: ${path} was refused: ${answer.message}\n`);
  const { errors = [] } = faultsOf(answer);
  if (errors.length > 1) for (const { path: at, message } of errors) process.stderr.write(`  ${at}: ${message}\n`);
  // The message of the daemon names the query parameter instead of the flag.
  if (force && answer.message.includes(`${force.parameter}=true`)) {
    process.stderr.write('  on the command line: --force\n');
  }
}

/** The faults of a refusal, where it lists any. */
function faultsOf({ body }: Answer): { errors?: { path: string; message: string }[] } {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return {};
  return { errors: body.errors as { path: string; message: string }[] };
}
