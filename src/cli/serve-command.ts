/** `vitrine serve`: runs the daemon until it receives a signal to stop. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { claimFolderForDemo, importDemo } from './demo-import.js';
import { addSettingFlags, readSettings, type SettingFlags } from './setting-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson } from './terminal/print.js';

/** The demo shop that comes along. */
const DEMO = fileURLToPath(new URL('../../data/demo.catalog.jsonl.gz', import.meta.url));

export function addServe(program: Command): void {
  const serve = program.command('serve').description('run the daemon');
  addSettingFlags(serve, [
    'data',
    'port',
    'adminPort',
    'host',
    'http',
    'workers',
    'frontEnds',
    'answerCacheMb',
    'encoder',
    'fleet',
    'cluster',
    'markets',
    'config',
  ])
    .option('--schema', 'print the JSON schema of the settings file and end')
    .option('--demo [file]', 'fill an empty data folder with the demo shop, or with this catalog')
    .addHelpText(
      'after',
      `
Every setting can also come from the environment (VITRINE_PORT=9000) or from the file named by --config; the command
line wins over the environment, the environment over the file. In a fleet, what all daemons share (vitrine fleet settings)
wins over the file. VITRINE_API_KEY is a key with all scopes.

SIGHUP reads settings and keys again: logLevel, corsOrigin, hosts and apiKey take effect at once.

The page at / lets you search what is imported; /openapi.json describes the whole HTTP interface (OpenAPI 3.1).

Examples:
  vitrine serve
  vitrine serve --demo
  vitrine serve --data /var/lib/vitrine --port 80 --workers 7
  vitrine serve --workers 30 --front-ends 2
  VITRINE_API_KEY=secret vitrine serve --config vitrine.json`,
    )
    .action(run);
}

async function run({ demo, schema, ...flags }: SettingFlags & { demo?: string | true; schema?: true }): Promise<void> {
  // Loaded lazily, so that other commands do not load the daemon.
  if (schema) return printJson((await import('../server/index.js')).settingsSchema());
  const settings = await readSettings(flags);
  const { ReadAhead, STORED_SNAPSHOTS } = await import('../server/live-snapshot/read-ahead.js');
  // Reading goes on while the daemon is loaded.
  const announced = new ReadAhead(STORED_SNAPSHOTS, resolve(settings.data));
  const { startServer } = await import('../server/index.js');
  if (demo === undefined || !(await claimFolderForDemo(settings.data))) {
    await startServer(settings, { announced, reload: () => readSettings(flags) });
    return;
  }
  // Unless the operator has set a key, this one exists only in this process.
  const key = settings.apiKey ?? randomBytes(24).toString('base64url');
  const reload = async () => {
    const read = await readSettings(flags);
    return { ...read, apiKey: read.apiKey ?? key };
  };
  const { url, adminUrl } = await startServer({ ...settings, apiKey: key }, { reload });
  process.stderr.write('vitrine: the data folder is empty: importing the demo catalog\n');
  try {
    const file = demo === true ? DEMO : demo;
    await importDemo(adminUrl, key, settings.data, file, settings.site.retailMedia !== false);
  } catch (error) {
    // The daemon serves without the demo shop, or is being stopped; the next start tries the import again.
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(`vitrine: the demo catalog is not imported: ${error.message}\n`);
    return;
  }
  process.stderr.write(`vitrine: the demo catalog is live: open ${url}\n`);
}
