/** The flags of commands that talk to a running daemon: its address and an API key, or a context that has both. */
import { type Command, Option } from 'commander';
import { AdminClient } from './admin-client.js';
import { readContexts, requireContext } from './contexts.js';
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
    .addOption(new Option('--key <key>', 'API key with the scope that is needed').env('VITRINE_API_KEY'))
    .option('--context <name>', 'one of "vitrine context list" (default: the one in use)')
    .hook('preAction', (_, called) => takeContext(called));
}

/**
 * Fills in address and key from the context that is named, else from the one in use unless an address is given otherwise. The
 * key of a context goes to no other address than its own.
 * @throws UsageError, CommandFailure
 */
async function takeContext(command: Command): Promise<void> {
  const { context: name } = command.opts<{ context?: string }>();
  const source = command.getOptionValueSource('url');
  if (name !== undefined && source === 'cli')
    throw new UsageError('--context: has an address, so --url cannot be given');
  if (name === undefined && source !== 'default') return;
  const known = await readContexts();
  const chosen = name ?? known.current;
  if (chosen === undefined) return;
  const { url, key } = requireContext(known, chosen);
  command.setOptionValueWithSource('url', url, 'config');
  // A key of the environment is for the daemon in use; a context that is named has its own.
  const given = command.getOptionValueSource('key');
  if (given === undefined || (given === 'env' && name !== undefined)) {
    command.setOptionValueWithSource('key', key, 'config');
  }
}

/** @throws UsageError when the key is missing or the address is invalid */
export function openClient({ url, key }: DaemonFlags): AdminClient {
  if (!key) throw new UsageError('an API key is needed: give --key or set VITRINE_API_KEY');
  return new AdminClient(url, key);
}
