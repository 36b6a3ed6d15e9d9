/** `vitrine keys create|list|revoke|rotate-tickets`: manages the API keys of a data folder, and what signs tickets. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SCOPES } from '../api/access.js';
import { restoringDir } from '../backup/staged-folder.js';
import { badRequest } from '../errors/problem.js';
import { parseDurationMs } from '../kernel/durations.js';
import { isoTime } from '../kernel/iso-time.js';
import { createKey, type KeyInfo, listKeys, revokeKey } from '../server/storage/api-keys.js';
import { rotateTicketSecret } from '../server/storage/ticket-secret.js';
import { addSettingFlags, type SettingFlags, settingsOfFolder } from './setting-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine, printTable } from './terminal/print.js';

type KeyFlags = SettingFlags & { json?: boolean };

interface CreateFlags extends KeyFlags {
  label: string;
  scope?: string;
  market?: string;
  readOnly?: true;
  expires?: string;
  name?: string;
}

/**
 * What a read-only key has the scopes of, unless they are given: it changes nothing. Backups are not among them: they hold
 * what signs tickets.
 */
const READ_SCOPES = 'import,export,notifications';
const MINUTE_MS = 60_000;
const CENTURY_MS = 36_525 * 24 * 60 * MINUTE_MS;
const LONGEST_TEXT = 200;

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke the API keys of a data folder');
  addSettingFlags(keys.command('create').description('create a key and print it; it is shown this once'), ['data'])
    .requiredOption('--label <label>', 'what the key is for')
    .option('--scope <scopes>', `comma-separated: ${SCOPES.join(', ')}; import has all of its kinds`, together)
    .option('--market <markets>', 'comma-separated: the only markets that the key is for (default: all)', together)
    .option('--read-only', 'opens only what changes nothing; by default in all scopes but backup')
    .option('--expires <when>', 'ISO 8601 duration from now (P90D, PT12H) or time (2027-01-31) (default: never)')
    .option('--name <name>', 'who uses it, as history and log name the actor (default: the label)')
    .option('--json', 'print id and key as JSON')
    .addHelpText(
      'after',
      `
Examples:
  vitrine keys create --label "nightly feed" --scope import,export
  vitrine keys create --label "campaign pages" --scope import:pages --market se --name anna --expires P90D
  vitrine keys create --label dashboard --read-only`,
    )
    .action(create);
  addSettingFlags(
    keys.command('list').description('list the keys and what each opens; the keys themselves are not stored'),
    ['data'],
  )
    .option('--json', 'print the keys as JSON')
    .addHelpText('after', '\nExample:\n  vitrine keys list --data /var/lib/vitrine')
    .action(list);
  addSettingFlags(keys.command('revoke').description('revoke a key for good'), ['data'])
    .argument('<id>', 'id of the key, as listed')
    .addHelpText('after', '\nExample:\n  vitrine keys revoke 3f9ac1d0')
    .action(revoke);
  addSettingFlags(keys.command('rotate-tickets').description('sign the tickets of answers with a new secret'), ['data'])
    .option('--forget', 'refuse tickets that were signed before, as where the secret has become known')
    .addHelpText(
      'after',
      `
Daemons take it over by themselves, and all of a fleet do. Without --forget, tickets from before stay valid, so that no
session notices. With it, answers that are cached carry such tickets for another minute.

Example:
  vitrine keys rotate-tickets --data /var/lib/vitrine`,
    )
    .action(rotateTickets);
}

/** An option that is given again adds to what it said before. */
function together(given: string, before: string | undefined): string {
  return before === undefined ? given : `${before},${given}`;
}

async function create(flags: CreateFlags): Promise<void> {
  const { label, name, readOnly } = flags;
  const given = flags.scope ?? (readOnly ? READ_SCOPES : undefined);
  if (given === undefined) throw badRequest('--scope', `missing; expected some of ${SCOPES.join(', ')}`);
  for (const [flag, text] of [
    ['--label', label],
    ['--name', name],
  ] as const)
    checkText(flag, text);
  const wanted = {
    label,
    ...(name !== undefined && { name }),
    scopes: listOf('--scope', given),
    ...(readOnly && { readOnly }),
    ...(flags.market !== undefined && { markets: listOf('--market', flags.market) }),
    ...(flags.expires !== undefined && { expiresAt: timeOf(flags.expires, Date.now()) }),
  };
  const { data } = await settingsOfFolder(flags);
  // The restore would put the keys of the backup in the place of this one.
  if (existsSync(restoringDir(data))) {
    throw new CommandFailure(`data folder ${resolve(data)}: a restore is under way there, or was cut off`);
  }
  const created = await createKey(data, wanted);
  if (flags.json) return printJson(created);
  process.stderr.write(`key ${created.id} (${label}); keep it now, only its hash is stored:\n`);
  printLine(created.key);
}

async function list(flags: KeyFlags): Promise<void> {
  const keys = await listKeys((await settingsOfFolder(flags)).data);
  if (flags.json) return printJson(keys);
  if (keys.length === 0) return printLine('no keys; create one with: vitrine keys create --label … --scope import');
  printTable([['ID', 'CREATED', 'EXPIRES', 'SCOPES', 'MARKETS', 'NAME', 'LABEL'], ...keys.map(rowOf)]);
}

function rowOf({ id, createdAt, expiresAt, scopes, readOnly, markets, name, label }: KeyInfo): string[] {
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  const expires = expiresAt === undefined ? 'never' : `${expiresAt}${isOver ? ' (expired)' : ''}`;
  const opens = `${scopes.join(',')}${readOnly ? ' (read-only)' : ''}`;
  return [id, createdAt, expires, opens, markets?.join(',') ?? 'all', name ?? '', label];
}

async function revoke(id: string, flags: KeyFlags): Promise<void> {
  if (!(await revokeKey((await settingsOfFolder(flags)).data, id))) throw new CommandFailure(`there is no key ${id}`);
  printLine(`revoked ${id}`);
}

async function rotateTickets(flags: KeyFlags & { forget?: true }): Promise<void> {
  const { data } = await settingsOfFolder(flags);
  const from = await rotateTicketSecret(data, flags.forget === true);
  const before = flags.forget ? 'those from before are refused then' : 'those from before stay valid';
  printLine(`tickets are signed with a new secret from ${new Date(from).toISOString()} on; ${before}`);
}

/** @throws Problem where an item is empty */
function listOf(flag: string, text: string): string[] {
  const items = text.split(',').map(item => item.trim());
  if (items.includes('')) throw badRequest(flag, `found "${text}", expected names separated by commas`);
  return [...new Set(items)];
}

/** @throws Problem for a text that a table or a log line cannot show */
function checkText(flag: string, text: string | undefined): void {
  if (text === undefined || (text.trim() !== '' && text.length <= LONGEST_TEXT && !/\p{Cc}/u.test(text))) return;
  throw badRequest(
    flag,
    `found ${JSON.stringify(text.slice(0, 80))}, expected 1 to ${LONGEST_TEXT} printable characters`,
  );
}

/** @returns the time in ISO 8601. @throws Problem for one that has passed */
function timeOf(text: string, nowMs: number): string {
  const isDuration = text.startsWith('P');
  const limits = { minMs: MINUTE_MS, maxMs: CENTURY_MS };
  const at = isDuration ? nowMs + parseDurationMs('--expires', text, limits) : isoTime(text);
  if (at > nowMs) return new Date(at).toISOString();
  throw badRequest('--expires', `found "${text}", expected an ISO 8601 duration such as P90D, or a time to come`);
}
