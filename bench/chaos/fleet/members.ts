/** The daemons of a fleet in a bench. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FleetStatus } from '../../../src/api/fleet-status.js';
import { ADMIN_PATH, adminHeaders } from '../../harness/admin.js';
import { Daemon } from '../../harness/daemon.js';
import type { NatsServer } from './nats.js';

const WITHIN_MS = 120_000;
const POLL_MS = 20;
const CACHE_MB = 64;
/** Of answers, by the setting of the fleet. */
export const MOST_BEHIND_SECONDS = 10;

export interface Member {
  name: string;
  dataDir: string;
  daemon: Daemon;
}

/**
 * @param folder has a data folder for each
 * @param servers none: it is alone
 * @param port where it listens; 0: any
 */
export async function startMember(
  folder: string,
  name: string,
  servers: readonly NatsServer[],
  port = 0,
): Promise<Member> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const urls = servers.map(({ url }) => url);
  const fleet = { name, servers: urls, cluster: 'bench', quorum: 'all', mostBehindSeconds: MOST_BEHIND_SECONDS };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ fleet }));
  return { name, dataDir, daemon: await Daemon.start(dataDir, CACHE_MB, ['--config', file, '--port', `${port}`]) };
}

/** @returns undefined where the daemon does not answer */
export async function statusOf({ daemon }: Member): Promise<FleetStatus | undefined> {
  try {
    const reply = await fetch(`${daemon.url}${ADMIN_PATH}/fleet`, { headers: adminHeaders() });
    return (await reply.json()) as FleetStatus;
  } catch {
    return undefined;
  }
}

/** The name of the writer that a daemon knows. */
export async function writerOf(member: Member): Promise<string | undefined> {
  return (await statusOf(member))?.daemons.find(({ isWriter }) => isWriter)?.name;
}

/** @returns after how many milliseconds it held. @throws where it does not hold in time */
export async function untilHolds(what: string, holds: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > WITHIN_MS) throw new Error(`${what}: not within ${WITHIN_MS / 1000} s`);
    await delay(POLL_MS);
  }
  return performance.now() - started;
}
