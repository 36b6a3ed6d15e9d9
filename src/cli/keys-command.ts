/** `vitrine keys create|list|revoke`: manages the API keys of a data folder, which stores their hashes. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createKey, listKeys, revokeKey } from '../server/storage/api-keys.js';
import { addSettingFlags, readSettings, type SettingFlags } from './setting-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine, printTable } from './terminal/print.js';

type KeyFlags = SettingFlags & { json?: boolean };

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke the API keys of a data folder');
  addSettingFlags(keys.command('create').description('create a key and print it; it is shown this once'), ['data'])
    .requiredOption('--label <label>', 'what the key is for')
    .requiredOption('--scope <scopes>', 'comma-separated: import, export, notifications')
    .option('--json', 'print id and key as JSON')
    .addHelpText('after', '\nExample:\n  vitrine keys create --label "nightly feed" --scope import,export')
    .action(create);
  addSettingFlags(keys.command('list').description('list the keys, without what they open'), ['data'])
    .option('--json', 'print the keys as JSON')
    .addHelpText('after', '\nExample:\n  vitrine keys list --data /var/lib/vitrine')
    .action(list);
  addSettingFlags(keys.command('revoke').description('revoke a key for good'), ['data'])
    .argument('<id>', 'id of the key, as listed')
    .addHelpText('after', '\nExample:\n  vitrine keys revoke 3f9ac1d0')
    .action(revoke);
}

async function create(flags: KeyFlags & { label: string; scope: string }): Promise<void> {
  const scopes = flags.scope.split(',').map(scope => scope.trim());
  const { data } = await readSettings(flags);
  // A folder that is misspelt would get a key that opens nothing.
  if (!existsSync(data)) {
    throw new CommandFailure(`data folder ${resolve(data)}: does not exist; the first start of the daemon makes it`);
  }
  const created = await createKey(data, { label: flags.label, scopes });
  if (flags.json) return printJson(created);
  process.stderr.write(`key ${created.id} (${flags.label}); keep it now, only its hash is stored:\n`);
  printLine(created.key);
}

async function list(flags: KeyFlags): Promise<void> {
  const keys = await listKeys((await readSettings(flags)).data);
  if (flags.json) return printJson(keys);
  if (keys.length === 0) return printLine('no keys; create one with: vitrine keys create --label … --scope import');
  printTable([
    ['ID', 'CREATED', 'SCOPES', 'LABEL'],
    ...keys.map(({ id, createdAt, scopes, label }) => [id, createdAt, scopes.join(','), label]),
  ]);
}

async function revoke(id: string, flags: KeyFlags): Promise<void> {
  if (!(await revokeKey((await readSettings(flags)).data, id))) throw new CommandFailure(`there is no key ${id}`);
  printLine(`revoked ${id}`);
}
