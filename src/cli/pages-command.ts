/** `vitrine pages publish`: publishes previews of pages. */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printLine } from './terminal/print.js';
import { whileBusy } from './while-busy.js';

export function addPages(program: Command): void {
  const pages = program.command('pages').description('publish pages that were imported as a preview');
  addDaemonFlags(pages.command('publish').description('publish the previews of a market, or some of them'))
    .argument('[ids...]', 'ids of the pages; every preview of the market when left out')
    .requiredOption('--market <market>', 'market of the pages')
    .addHelpText('after', '\nExample:\n  vitrine pages publish --market se /campaign/spring --key "$KEY"')
    .action(publish);
}

async function publish(ids: string[], flags: DaemonFlags & { market: string }): Promise<void> {
  const body = JSON.stringify({ market: flags.market, ...(ids.length > 0 && { ids }) });
  const headers = { 'Content-Type': 'application/json' };
  const client = openClient(flags);
  const answer = await whileBusy(() => client.send('POST', '/api/admin/v4/pages/publish', headers, body));
  if (answer.status >= 300) throw new CommandFailure(answer.message);
  printLine(ids.length > 0 ? `published: ${ids.join(', ')}` : `the previews of ${flags.market} are published`);
}
