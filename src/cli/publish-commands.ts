/** `vitrine search-settings publish` and `vitrine campaigns publish`: publish what was imported as a preview. */
import type { Command } from 'commander';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printLine } from './terminal/print.js';
import { whileBusy } from './while-busy.js';

interface Published {
  kind: string;
  /** What previews are of, as the name of the argument and as the member of the body. */
  items: string;
  summary: string;
  which: string;
  example: string;
}

const PUBLISHED: readonly Published[] = [
  {
    kind: 'search-settings',
    items: 'locales',
    summary: 'publish search settings that were imported as a preview',
    which: 'locales, languages or "*"; every preview when left out',
    example: 'vitrine search-settings publish sv-SE en',
  },
  {
    kind: 'campaigns',
    items: 'ids',
    summary: 'publish campaigns that were imported as a preview',
    which: 'ids of campaigns; every preview when left out',
    example: 'vitrine campaigns publish spring summer',
  },
];

export function addPublications(program: Command): void {
  for (const one of PUBLISHED) {
    const command = program.command(one.kind).description(one.summary);
    addDaemonFlags(command.command('publish').description(`publish all previews, or those of some ${one.items}`))
      .argument(`[${one.items}...]`, one.which)
      .addHelpText('after', `\nExample:\n  ${one.example}`)
      .action((items: string[], flags: DaemonFlags) => publish(one, items, flags));
  }
}

async function publish({ kind, items }: Published, chosen: string[], flags: DaemonFlags): Promise<void> {
  const body = JSON.stringify(chosen.length > 0 ? { [items]: chosen } : {});
  const headers = { 'Content-Type': 'application/json' };
  const client = openClient(flags);
  const answer = await whileBusy(() => client.send('POST', `/api/admin/v4/${kind}/publish`, headers, body));
  if (answer.status >= 300) throw new CommandFailure(answer.message);
  printLine(chosen.length > 0 ? `published: ${chosen.join(', ')}` : 'all previews are published');
}
