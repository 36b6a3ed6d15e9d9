/** The flags of commands that talk to a running daemon: its address and an API key. */
import { type Command, Option } from 'commander';
import { AdminClient } from './admin-client.js';
import { UsageError } from './terminal/exit-codes.js';

export interface DaemonFlags {
  url: string;
  key?: string;
}

export function addDaemonFlags(command: Command): Command {
  const { VITRINE_ADMIN_PORT, VITRINE_PORT } = process.env;
  const local = `http://localhost:${VITRINE_ADMIN_PORT || VITRINE_PORT || 8080}`;
  return command
    .addOption(new Option('--url <url>', 'address of the daemon').env('VITRINE_URL').default(local))
    .addOption(new Option('--key <key>', 'API key with the scope that is needed').env('VITRINE_API_KEY'));
}

/** @throws UsageError when the key is missing or the address is invalid */
export function openClient({ url, key }: DaemonFlags): AdminClient {
  if (!key) throw new UsageError('an API key is needed: give --key or set VITRINE_API_KEY');
  return new AdminClient(url, key);
}
