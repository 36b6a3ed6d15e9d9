/** `vitrine search-settings publish`: publishes previews of search settings. */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printLine } from './terminal/print.js';
import { whileBusy } from './while-busy.js';

export function addSearchSettings(program: Command): void {
  const settings = program
    .command('search-settings')
    .description('publish search settings that were imported as a preview');
  addDaemonFlags(settings.command('publish').description('publish the previews of all locales, or of some'))
    .argument('[locales...]', 'locales, languages or "*"; every preview when left out')
    .addHelpText('after', '\nExample:\n  vitrine search-settings publish sv-SE en')
    .action(publish);
}

async function publish(locales: string[], flags: DaemonFlags): Promise<void> {
  const body = JSON.stringify(locales.length > 0 ? { locales } : {});
  const headers = { 'Content-Type': 'application/json' };
  const client = openClient(flags);
  const answer = await whileBusy(() => client.send('POST', '/api/admin/v4/search-settings/publish', headers, body));
  if (answer.status >= 300) throw new CommandFailure(answer.message);
  printLine(locales.length > 0 ? `published: ${locales.join(', ')}` : 'all previews are published');
}
