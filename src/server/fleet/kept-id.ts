/**
 * Ids that a data folder has in a fleet. Each file is kept twice, as JSON `{version: 1, id, sha256}`; sha256 (hex) is of the
 * id.
 *
 *   DATA/daemon-id  by what the fleet knows the daemon
 *   DATA/fleet-id   of the fleet that the catalog store is of
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readTwice, removeTwice, writeTwice } from '../storage/kept-twice.js';

const VERSION = 1;
const ID_BYTES = 8;

export type Warn = (facts: object, message: string) => void;

/** Made once for a data folder. @param warn called where the file is damaged: without a sound copy, the daemon is a new one to its fleet */
export async function daemonId(dataDir: string, warn: Warn): Promise<string> {
  const file = daemonFile(dataDir);
  const id = await read(file, 'the id of the daemon is damaged', warn);
  if (id !== undefined) return id;
  return write(file, newId());
}

/** @returns undefined where the store is of no fleet */
export function storeFleet(dataDir: string, warn: Warn): Promise<string | undefined> {
  return read(fleetFile(dataDir), 'the id of the fleet is damaged', warn);
}

export async function keepStoreFleet(dataDir: string, id: string): Promise<void> {
  await write(fleetFile(dataDir), id);
}

/** To be called where a daemon is alone: what it imports no fleet has. */
export function forgetStoreFleet(dataDir: string): Promise<void> {
  return removeTwice(fleetFile(dataDir));
}

/** What is wrong with either id, or its copy. @param repairs whether one that is damaged is written again from the other */
export async function keptIdFault(dataDir: string, repairs = false): Promise<string | undefined> {
  const files = [daemonFile(dataDir), fleetFile(dataDir)];
  const found = await Promise.all(files.map(file => readTwice(file, parse, repairs)));
  return found.flatMap(({ fault }) => fault ?? []).join(', ') || undefined;
}

export const newId = (): string => randomBytes(ID_BYTES).toString('hex');

const daemonFile = (dataDir: string): string => join(dataDir, 'daemon-id');
const fleetFile = (dataDir: string): string => join(dataDir, 'fleet-id');

async function read(file: string, damaged: string, warn: Warn): Promise<string | undefined> {
  const { value, fault } = await readTwice(file, parse);
  if (fault !== undefined) warn({ fault }, damaged);
  return value;
}

async function write(file: string, id: string): Promise<string> {
  await writeTwice(file, `${JSON.stringify({ version: VERSION, id, sha256: checksum(id) })}\n`);
  return id;
}

/** @returns undefined where it is damaged */
function parse(text: string): string | undefined {
  try {
    const { version, id, sha256 } = JSON.parse(text) as { version: number; id: string; sha256: string };
    return version === VERSION && sha256 === checksum(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const checksum = (id: string): string => createHash('sha256').update(id).digest('hex');
