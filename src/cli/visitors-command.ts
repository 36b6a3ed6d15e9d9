/** `vitrine visitors export|erase`: exports or erases the stored data of a customer. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { VisitorErasure } from '../api/visitor-data.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine } from './terminal/print.js';

export function addVisitors(program: Command): void {
  const visitors = program.command('visitors').description('hand over or erase what is remembered of a customer');
  addDaemonFlags(visitors.command('export').description('print all that is remembered of a customer, as JSON'))
    .argument('<customerKey>', 'the key that storefronts send for the customer')
    .option('--out <file>', 'write it to a file instead')
    .addHelpText('after', '\nExample:\n  vitrine visitors export 3f6c2e1a-… --key "$KEY" --out customer.json')
    .action(exportVisitor);
  addDaemonFlags(visitors.command('erase').description('forget a customer in every market, for good'))
    .argument('<customerKey>', 'the key that storefronts send for the customer')
    .addHelpText(
      'after',
      '\nSearches, views, favourites and carts are gone; what was clicked and paid stays as anonymous records.' +
        '\nExample:\n  vitrine visitors erase 3f6c2e1a-… --key "$KEY"',
    )
    .action(erase);
}

async function exportVisitor(customerKey: string, flags: DaemonFlags & { out?: string }): Promise<void> {
  const exported = await order('export', customerKey, flags);
  if (flags.out === undefined) return printJson(exported);
  await writeFile(flags.out, `${JSON.stringify(exported, null, 2)}\n`, { mode: 0o600 });
}

async function erase(customerKey: string, flags: DaemonFlags): Promise<void> {
  const { visitors, notifications, daemons } = (await order('erase', customerKey, flags)) as VisitorErasure;
  const markets = `${visitors} ${visitors === 1 ? 'market' : 'markets'}`;
  printLine(`forgotten in ${markets}; ${notifications} notifications are anonymous now`);
  if (!daemons || daemons.erased === daemons.of) return;
  printLine(`on ${daemons.erased} of ${daemons.of} daemons by now; the others follow by themselves`);
}

async function order(what: 'export' | 'erase', customerKey: string, flags: DaemonFlags): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ customerKey });
  const answer = await openClient(flags).send('POST', `/api/admin/v4/visitors/${what}`, headers, body);
  if (answer.status !== 200) throw new CommandFailure(answer.message);
  return answer.body;
}
