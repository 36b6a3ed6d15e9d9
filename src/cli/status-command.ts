/** `vitrine status`: how a running daemon is, on one screen. */
import type { Command } from 'commander';
import { AdminClient } from './admin-client.js';
import { addDaemonFlags, type DaemonFlags } from './daemon-flags.js';
import { readStatus } from './status/read-status.js';
import { printStatus } from './status/status-report.js';
import { EXIT_FAILED, UsageError } from './terminal/exit-codes.js';
import { printJson } from './terminal/print.js';

const HELP = `
Ends with 1 where the daemon is not ready. Attention lists what ops/alerts.yaml has alerts for, and the page about it. Without
a key all but imports is told. Where administration has a port of its own, --url is the address of that one.

Examples:
  vitrine status
  vitrine status --over 10 --json | jq .queries.latency.p99Ms
  watch -n 5 vitrine status --key "$KEY"`;

export function addStatus(program: Command): void {
  addDaemonFlags(program.command('status').description('how a running daemon is, on one screen'))
    .option('--over <seconds>', 'how long queries are counted', '1')
    .option('--json', 'print it as JSON')
    .addHelpText('after', HELP)
    .action(status);
}

async function status({ url, key, over, json }: DaemonFlags & { over: string; json?: true }): Promise<void> {
  const seconds = Number(over);
  if (!(seconds > 0 && seconds <= 3600)) throw new UsageError(`--over: found ${over}, expected seconds, up to 3600`);
  const found = await readStatus(new AdminClient(url, key), key !== undefined, seconds);
  if (found.state === 'not ready') process.exitCode = EXIT_FAILED;
  if (json) printJson(found);
  else printStatus(url, found);
}
