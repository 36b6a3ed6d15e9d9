/** `vitrine context set|use|list|remove`: named daemons with their keys, for commands that talk to one. */
import type { Command } from 'commander';
import { AdminClient } from './admin-client.js';
import { contextsFile, readContexts, requireContext, writeContexts } from './contexts.js';
import { printJson, printLine, printTable } from './terminal/print.js';

const HELP = `
Commands go to the context in use unless --context names another one, or --url or VITRINE_URL says where the daemon is. The key of a
context is sent to its daemon alone; --key and VITRINE_API_KEY come before it.

Examples:
  vitrine context set live --url https://search.shop.example --key "$KEY"
  vitrine context use live
  vitrine status --context test`;

export function addContext(program: Command): void {
  const context = program.command('context').description('named daemons with their keys').addHelpText('after', HELP);
  context
    .command('list', { isDefault: true })
    .description('list them, without their keys')
    .option('--json', 'print it as JSON')
    .action(list);
  context
    .command('set <name>')
    .description('add one, or change it; the first is in use')
    .requiredOption('--url <url>', 'address of the daemon')
    .option('--key <key>', 'API key')
    .action(set);
  context.command('use <name>').description('have commands go to it').action(use);
  context.command('remove <name>').description('forget it, and its key').action(remove);
}

async function list({ json }: { json?: true }): Promise<void> {
  const { current, contexts } = await readContexts();
  const rows = Object.entries(contexts).map(([name, { url, key }]) => {
    return { name, url, hasKey: key !== undefined, current: name === current };
  });
  if (json) return printJson(rows);
  if (rows.length === 0) return printLine('no contexts; add one with: vitrine context set NAME --url URL --key KEY');
  printTable([
    ['NAME', 'URL', 'KEY'],
    ...rows.map(one => [`${one.name}${one.current ? ' *' : ''}`, one.url, one.hasKey ? 'yes' : 'no']),
  ]);
}

async function set(name: string, { url, key }: { url: string; key?: string }): Promise<void> {
  // For what it says of an address that is none.
  new AdminClient(url, key);
  const { current, contexts } = await readContexts();
  const own = { url, ...(key !== undefined && { key }) };
  await writeContexts({ current: current ?? name, contexts: { ...contexts, [name]: own } });
  printLine(`${name} is in ${contextsFile()}`);
}

async function use(name: string): Promise<void> {
  const known = await readContexts();
  const { url } = requireContext(known, name);
  await writeContexts({ ...known, current: name });
  printLine(`commands go to ${url}`);
}

async function remove(name: string): Promise<void> {
  const known = await readContexts();
  requireContext(known, name);
  const { [name]: _, ...contexts } = known.contexts;
  const isCurrent = known.current === name;
  await writeContexts({ ...(!isCurrent && known.current !== undefined && { current: known.current }), contexts });
  printLine(`${name} is forgotten`);
}
