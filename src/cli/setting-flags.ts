/**
 * The settings that can be given as flags, with their help. Their schema, and the precedence of command line,
 * environment, fleet and file, are those of the server's settings.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../server/settings/daemon-settings.js';
import { readSharedSettings } from '../server/storage/shared-settings.js';
import { CommandFailure } from './terminal/exit-codes.js';

const FLAGS = {
  data: ['--data <dir>', 'folder of everything that is kept (default: vitrine-data)'],
  port: ['--port <n>', 'port to listen on, 0 for any free one (default: 8080)'],
  adminPort: ['--admin-port <n>', 'port of its own for administration and metrics (default: none)'],
  http: ['--http <server>', 'native: uWebSockets.js, or node: node:http (default: native where a build fits)'],
  host: ['--host <address>', 'address to listen on (default: all)'],
  workers: ['--workers <n>', 'query threads (default: as many as there are cores beside the front ends)'],
  frontEnds: ['--front-ends <n>', 'threads that take connections, each with its share of query threads (default: 1)'],
  answerCacheMb: ['--answer-cache-mb <n>', 'memory for ready answers, 0 for none (default: 64)'],
  encoder: ['--encoder <dir>', 'folder of a model that turns texts into vectors (default: none)'],
  fleet: ['--fleet <urls>', 'NATS servers that daemons of one shop share, comma-separated (default: none)'],
  cluster: ['--cluster <name>', 'name of the fleet (default: vitrine)'],
  markets: ['--markets <list>', 'markets that this daemon of a fleet holds, comma-separated (default: all)'],
  config: ['--config <file>', 'JSON file with settings'],
} as const;

export type SettingFlags = Partial<Record<keyof typeof FLAGS, string>>;

export function addSettingFlags(command: Command, names: readonly (keyof typeof FLAGS)[]): Command {
  for (const name of names) {
    const [flag, description] = FLAGS[name];
    command.option(flag, description);
  }
  return command;
}

/**
 * The settings of a command that reads the data folder, or changes it.
 * @throws CommandFailure where there is none: one that is misspelt is no empty shop; `setting_invalid` as `readSettings`
 */
export async function settingsOfFolder(flags: SettingFlags): Promise<Settings> {
  const settings = await readSettings(flags);
  if (existsSync(settings.data)) return settings;
  const folder = resolve(settings.data);
  throw new CommandFailure(`data folder ${folder}: does not exist; the first start of the daemon makes it`);
}

/** @throws `setting_invalid` with each setting that is unknown or has a wrong value, and the allowed values */
export async function readSettings(flags: SettingFlags): Promise<Settings> {
  const {
    config,
    encoder,
    data,
    port,
    adminPort,
    http,
    host,
    workers,
    frontEnds,
    answerCacheMb,
    fleet,
    cluster,
    markets,
  } = flags;
  // Loaded lazily: loading the schema library takes longer than everything else in a short command.
  const { loadSettings } = await import('../server/settings/daemon-settings.js');
  const sources = {
    ...(config === undefined ? {} : { file: config }),
    env: process.env,
    flags: {
      data,
      port,
      adminPort,
      http,
      host,
      workers,
      frontEnds,
      answerCacheMb,
      'encoder.folder': encoder,
      'fleet.servers': fleet,
      'fleet.cluster': cluster,
      'fleet.markets': markets,
    },
  };
  const settings = loadSettings(sources);
  if (settings.fleet.servers.length === 0) return settings;
  const shared = await readSharedSettings(resolve(settings.data));
  return shared ? loadSettings({ ...sources, shared: shared.settings }) : settings;
}
