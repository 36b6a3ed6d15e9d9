/** `vitrine webhooks`: the receivers of events, what they have yet to be told, and an event that tries them. */
import type { Command } from 'commander';
import type { WebhookStatus } from '../api/webhook-status.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine, printTable } from './terminal/print.js';

const ROUTE = '/api/admin/v4/webhooks';

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('receivers of events of a running daemon');
  addDaemonFlags(
    webhooks.command('list', { isDefault: true }).description('what they were told, and have yet to be told'),
  )
    .option('--json', 'print it as JSON')
    .action(list);
  addDaemonFlags(webhooks.command('test').description('tell all of them an event that says nothing')).action(test);
}

async function list(flags: DaemonFlags & { json?: boolean }): Promise<void> {
  const { status, body, message } = await openClient(flags).send('GET', ROUTE);
  if (status !== 200) throw new CommandFailure(message);
  const { targets } = body as WebhookStatus;
  if (flags.json) return printJson(targets);
  if (targets.length === 0) return printLine('the settings name no receivers (webhooks.targets)');
  const rows = targets.map(({ name, origin, pending, delivered, failed, dropped, gone, lastFault = '' }) => [
    name,
    origin,
    ...[pending, delivered, failed, dropped].map(String),
    gone ? 'answered 410: told nothing more' : lastFault,
  ]);
  printTable([['NAME', 'ORIGIN', 'PENDING', 'DELIVERED', 'FAILED', 'DROPPED', 'FAULT'], ...rows]);
}

async function test(flags: DaemonFlags): Promise<void> {
  const { status, message } = await openClient(flags).send('POST', `${ROUTE}/test`);
  if (status !== 204) throw new CommandFailure(message);
  printLine('the event webhook.test waits for all receivers');
}
