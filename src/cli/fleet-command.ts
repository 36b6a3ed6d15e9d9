/**
 * `vitrine fleet status`, `vitrine fleet settings` and `vitrine drain`: what the fleet of a running daemon is like, what its
 * daemons share, and taking one out of service.
 */
import type { Command } from 'commander';
import type { FleetStatus } from '../api/fleet-status.js';
import { SHARED_SETTINGS, type SharedSettings } from '../api/shared-settings.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { CommandFailure, UsageError } from './terminal/exit-codes.js';
import { formatBytes, formatCount, printJson, printLine, printTable } from './terminal/print.js';

const STATUS_HELP = `
Behind is how many generations of the catalog a daemon lacks. Current is on how many NATS servers a stream is up to date,
of those that it is to be on.

Example:
  vitrine fleet status --json | jq '.daemons[] | select(.behind > 0)'`;

const SETTINGS_HELP = `
They take effect on all daemons within a second, and stay for those that come later. What the environment or the command line of
a daemon gives stays in force there; what its settings file gives does not. Lists are comma-separated.

Examples:
  vitrine fleet settings
  vitrine fleet settings --set logLevel=debug --set corsOrigin=https://shop.example,https://m.shop.example
  vitrine fleet settings --unset logLevel`;

const DRAIN_HELP = `
/readyz is 503 from then on, so that balancers send requests elsewhere; those that come are answered. Another daemon of
the fleet becomes the writer.

Examples:
  vitrine drain --url http://shop-a:8080 --key "$KEY"
  vitrine drain --undo`;

const SETTINGS_PATH = '/api/admin/v4/fleet/settings';
const NAMES = Object.keys(SHARED_SETTINGS);

export function addFleet(program: Command): void {
  const fleet = program.command('fleet').description('look at the daemons that share a shop');
  addDaemonFlags(fleet.command('status').description('list the daemons of the fleet, and its streams'))
    .option('--json', 'print it as JSON')
    .addHelpText('after', STATUS_HELP)
    .action(status);
  addDaemonFlags(fleet.command('settings').description('print the settings that all daemons share, or change them'))
    .option('--set <name=value>', `of ${NAMES.join(', ')}; may be given several times`, collect, [])
    .option('--unset <name>', "is each daemon's own again; may be given several times", collect, [])
    .addHelpText('after', SETTINGS_HELP)
    .action(settings);
  addDaemonFlags(program.command('drain').description('take a running daemon out of service, without ending it'))
    .option('--undo', 'take it into service again')
    .addHelpText('after', DRAIN_HELP)
    .action(drain);
}

async function status(flags: DaemonFlags & { json?: true }): Promise<void> {
  const answer = await openClient(flags).send('GET', '/api/admin/v4/fleet');
  if (answer.status !== 200) throw new CommandFailure(answer.message);
  const fleet = answer.body as FleetStatus;
  if (flags.json) return printJson(fleet);
  if (fleet.cluster === undefined) return printLine('the daemon is alone: it was started without --fleet');
  const writer = fleet.daemons.find(({ isWriter }) => isWriter)?.name ?? 'none';
  const { newest } = fleet;
  printLine(`fleet ${fleet.cluster}: ${formatCount(fleet.daemons.length, 'daemon')}, writer ${writer}`);
  if (newest) printLine(`newest snapshot ${newest.snapshot}, generation ${newest.generation}`);
  if (fleet.waiting > 0) printLine(`${formatCount(fleet.waiting, 'import')} not ended`);
  const daemons = fleet.daemons.map(({ id, name, release, isWriter, isDrained, snapshot = '', behind, markets }) => [
    `${name}${id === fleet.self ? ' *' : ''}`,
    release,
    isWriter ? 'writer' : isDrained ? 'drained' : 'follower',
    snapshot,
    String(behind),
    markets?.join(',') ?? 'all',
  ]);
  printTable([['DAEMON', 'RELEASE', 'ROLE', 'SNAPSHOT', 'BEHIND', 'MARKETS'], ...daemons]);
  if (!fleet.isUp) return printLine('the NATS servers cannot be reached: this is as it was known');
  const streams = fleet.streams.map(({ name, messages, bytes, replicas, current }) => [
    name,
    String(messages),
    formatBytes(bytes),
    `${current} of ${replicas}`,
  ]);
  printTable([['STREAM', 'MESSAGES', 'BYTES', 'CURRENT'], ...streams]);
}

interface SettingsFlags extends DaemonFlags {
  set: string[];
  unset: string[];
}

async function settings({ set, unset, ...flags }: SettingsFlags): Promise<void> {
  const client = openClient(flags);
  const known = await client.send('GET', SETTINGS_PATH);
  if (known.status !== 200) throw new CommandFailure(known.message);
  const wanted = new Map<string, unknown>(Object.entries(known.body as SharedSettings));
  for (const name of unset) wanted.delete(requireName(name));
  for (const given of set) {
    const [name, ...value] = given.split('=');
    wanted.set(requireName(name!), settingValue(name!, value.join('=')));
  }
  if (set.length + unset.length > 0) {
    const body = JSON.stringify(Object.fromEntries(wanted));
    const answer = await client.send('PUT', SETTINGS_PATH, { 'Content-Type': 'application/json' }, body);
    if (answer.status !== 204) throw new CommandFailure(answer.message);
  }
  printJson(Object.fromEntries(wanted));
}

function requireName(name: string): string {
  if (NAMES.includes(name)) return name;
  throw new UsageError(`found ${name}, expected one of ${NAMES.join(', ')}`);
}

function settingValue(name: string, text: string): unknown {
  if (name === 'logLevel') return text;
  return text === '' ? [] : text.split(',').map(item => item.trim());
}

function collect(value: string, given: string[]): string[] {
  return [...given, value];
}

async function drain(flags: DaemonFlags & { undo?: true }): Promise<void> {
  const answer = await openClient(flags).send('POST', `/api/admin/v4/drain${flags.undo ? '?undo=true' : ''}`);
  if (answer.status !== 204) throw new CommandFailure(answer.message);
  printLine(flags.undo ? 'in service again' : 'drained: balancers send no further requests');
}
