/**
 * The store of visitors: one LMDB folder whose only database holds them all, and a record of its format. One process
 * writes. Within that process every thread shares the same memory map, and whoever opens it first decides for all
 * whether it can be written to: so all open it for writing, though only one of them writes.
 *
 *   0  1  format version              the record of state, under the key 0
 *   1  4  CRC-32 of what follows
 *   5  8  number of the first journal record that is not applied yet (f64)
 */
import { mkdirSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import { Problem } from '../../errors/problem.js';
import { crc32 } from '../../kernel/crc32.js';
import { VISITORS_FORMAT } from './codec.js';

export type Environment = RootDatabase<Buffer, Buffer>;

const STATE = Buffer.of(0);
const STATE_BYTES = 13;
/** Each thread that reads takes one; as many query threads as may be configured find room. */
const MAX_READERS = 400;

/** @throws Problem UNAVAILABLE when a newer version wrote it. */
export function openEnvironment(dir: string): Environment {
  mkdirSync(dir, { recursive: true });
  const environment = open<Buffer, Buffer>({
    path: dir,
    noSubdir: false,
    maxReaders: MAX_READERS,
    keyEncoding: 'binary',
    encoding: 'binary',
    // One flush a commit instead of two: a power cut may take back the last commit, as a whole and with the position
    // that is noted in it, so that it is made again from the journal.
    overlappingSync: false,
    noMetaSync: true,
  });
  const format = environment.getBinary(STATE)?.[0] ?? VISITORS_FORMAT;
  if (format > VISITORS_FORMAT) {
    void environment.close();
    const message = `store of visitors: format ${format} found, this version reads up to ${VISITORS_FORMAT}`;
    throw new Problem('format_unknown', message);
  }
  return environment;
}

/** The first journal record that is not applied; 0 for a new store, and where what was written is damaged. */
export function readApplied(environment: Environment): number {
  const bytes = environment.getBinary(STATE);
  if (bytes?.length !== STATE_BYTES || bytes.readUInt32LE(1) !== crc32(bytes, 5)) return 0;
  return bytes.readDoubleLE(5);
}

/** Within a transaction. */
export function writeApplied(environment: Environment, applied: number): void {
  const bytes = Buffer.alloc(STATE_BYTES);
  bytes[0] = VISITORS_FORMAT;
  bytes.writeDoubleLE(applied, 5);
  bytes.writeUInt32LE(crc32(bytes, 5), 1);
  environment.putSync(STATE, bytes);
}
