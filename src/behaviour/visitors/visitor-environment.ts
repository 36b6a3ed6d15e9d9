/**
 * The LMDB environment of the visitor store: one folder, whose only database holds all visitors and one record of
 * state. Its writer alone opens it; threads that read look visitors up in the file, which maps nothing.
 *
 *   0  1  format version              the record of state, under the key 0
 *   1  4  CRC-32 of what follows
 *   5  8  number of the first journal record that is not applied yet (f64)
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { Problem } from '../../errors/problem.js';
import { crc32 } from '../../kernel/crc32.js';
import { checkLmdb } from '../../kernel/lmdb-check.js';
import { VISITORS_FORMAT } from './visitor-codec.js';
import { STORE_FILE } from './watched-file.js';

export type Environment = RootDatabase<Buffer, Buffer>;

const STATE = Buffer.of(0);
const STATE_BYTES = 13;

const LOCK_FILE = 'lock.mdb';

/**
 * What is wrong with the file of the store, which would end a process that opens it; undefined also where there is
 * none. Single visitors that are damaged are left to those who read them.
 */
export function environmentFault(dir: string): string | undefined {
  const file = join(dir, STORE_FILE);
  // LMDB makes a new store of an empty file.
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  return checkLmdb(file, {
    value: (_, key, value) => (key.equals(STATE) && !isState(value) ? 'the record of state is damaged' : undefined),
  });
}

/** Removes the store. Nothing is put aside: a copy would keep visitors whom their shop has been asked to forget. */
export function removeEnvironment(dir: string): void {
  for (const name of [STORE_FILE, LOCK_FILE]) rmSync(join(dir, name), { force: true });
}

/**
 * The lock has no name from then on: no other process or thread opens the environment, and a program that cut short or
 * overwrote what LMDB maps would end the process. Windows removes no open file, and does not let one that is mapped be cut
 * short.
 * @throws Problem UNAVAILABLE when a newer version wrote it.
 */
export function openEnvironment(dir: string): Environment {
  mkdirSync(dir, { recursive: true });
  const environment = open<Buffer, Buffer>({
    path: dir,
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    // One flush a commit instead of two. A power cut may undo the last commit, but as a whole and with the journal
    // position in it, so that it is applied again from the journal.
    overlappingSync: false,
    noMetaSync: true,
  });
  if (process.platform !== 'win32') rmSync(join(dir, LOCK_FILE), { force: true });
  const format = environment.getBinary(STATE)?.[0] ?? VISITORS_FORMAT;
  if (format > VISITORS_FORMAT) {
    void environment.close();
    const message = `store of visitors: format ${format} found, this version reads up to ${VISITORS_FORMAT}`;
    throw new Problem('format_unknown', message);
  }
  return environment;
}

/** Number of the first journal record that is not applied; 0 for a new store or a damaged record of state. */
export function readApplied(environment: Environment): number {
  const bytes = environment.getBinary(STATE);
  return bytes && isState(bytes) ? bytes.readDoubleLE(5) : 0;
}

function isState(bytes: Buffer): boolean {
  // A later version may have another record.
  if (bytes[0] > VISITORS_FORMAT) return true;
  return bytes.length === STATE_BYTES && bytes.readUInt32LE(1) === crc32(bytes, 5);
}

/** To be called within a transaction. */
export function writeApplied(environment: Environment, applied: number): void {
  const bytes = Buffer.alloc(STATE_BYTES);
  bytes[0] = VISITORS_FORMAT;
  bytes.writeDoubleLE(applied, 5);
  bytes.writeUInt32LE(crc32(bytes, 5), 1);
  environment.putSync(STATE, bytes);
}
