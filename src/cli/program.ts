/** The command `vitrine` with its subcommands, each of which is in a file of its own. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addBackup } from './backup-command.js';
import { addCompletion } from './completion-command.js';
import { addContext } from './context-command.js';
import { addDoctor } from './doctor-command.js';
import { addExplain } from './explain-command.js';
import { addExport } from './export-command.js';
import { addFleet } from './fleet-command.js';
import { addImport } from './import-command.js';
import { addFeedMapping } from './import-feed-command.js';
import { addImports } from './imports-command.js';
import { addKeys } from './keys-command.js';
import { addLearn } from './learn-command.js';
import { addPages } from './pages-command.js';
import { addProfile } from './profile-command.js';
import { addPublications } from './publish-commands.js';
import { addServe } from './serve-command.js';
import { addSnapshots } from './snapshots-command.js';
import { addStatus } from './status-command.js';
import { addVisitors } from './visitors-command.js';
import { addWebhooks } from './webhooks-command.js';

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}

/** Where commander would end the process, it throws. */
export function createProgram(): Command {
  const program = new Command('vitrine')
    .description('Product discovery for online shops: autocomplete, search, category pages, recommendations.')
    .version(version())
    .showHelpAfterError('(--help tells what is possible)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nA running daemon describes its HTTP interface at /openapi.json (OpenAPI 3.1).' +
        '\nExit codes: 0 done, 1 failed, 2 wrong usage; of "import feed" also 3, items were left out.',
    );
  addServe(program);
  addStatus(program);
  addImport(program);
  addImports(program);
  addFeedMapping(program);
  addExport(program);
  addPages(program);
  addPublications(program);
  addExplain(program);
  addProfile(program);
  addLearn(program);
  addSnapshots(program);
  addFleet(program);
  addBackup(program);
  addKeys(program);
  addVisitors(program);
  addWebhooks(program);
  addContext(program);
  addCompletion(program);
  addDoctor(program);
  return program;
}
