/**
 * What was learnt, on disk between two runs: the learner's own bytes behind the position in the journal they stand for.
 * Rewritten whole; where it cannot be read, everything is learnt again from the journal.
 *
 *   0   8  "VTRNLRNT"
 *   8   4  format version (u32, little endian)
 *  12   4  CRC-32 of what stands from 16 up to 24
 *  16   8  number of the first journal record that is not learnt (f64)
 *  24   …  the learner's bytes, with a version and a checksum of their own
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeAtomically } from '../kernel/atomic-file.js';
import { crc32 } from '../kernel/crc32.js';
import { Problem } from '../kernel/problem.js';

const MAGIC = Buffer.from('VTRNLRNT');
const LEARNT_VERSION = 1;
const HEADER_BYTES = 24;

/** In the folder of behaviour. */
export const learntFile = (dir: string): string => join(dir, 'learnt.bin');

export interface Learnt {
  /** Number of the first journal record that is not learnt. */
  learnedTo: number;
  state: Uint8Array;
}

/** Resolves when it is on disk. */
export async function writeLearnt(file: string, { learnedTo, state }: Learnt): Promise<void> {
  const bytes = Buffer.alloc(HEADER_BYTES + state.length);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(LEARNT_VERSION, 8);
  bytes.writeDoubleLE(learnedTo, 16);
  bytes.writeUInt32LE(crc32(bytes, 16, HEADER_BYTES), 12);
  bytes.set(state, HEADER_BYTES);
  await writeAtomically(file, bytes);
}

/**
 * For the one who writes it: removes what a crash left behind of an unfinished write, and reads. See `peekLearnt`.
 */
export async function readLearnt(file: string): Promise<Learnt | undefined> {
  const dir = dirname(file);
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${basename(file)}.`)) await rm(join(dir, name), { force: true });
  }
  return peekLearnt(file);
}

/**
 * Reads, also beside the one who writes.
 * @returns undefined when there is none.
 * @throws Problem UNAVAILABLE when it is damaged or a newer version wrote it; what the file system throws.
 */
export async function peekLearnt(file: string): Promise<Learnt | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) throw damaged(file);
  const version = bytes.readUInt32LE(8);
  if (version > LEARNT_VERSION) {
    throw new Problem('UNAVAILABLE', `${file}: format ${version} found, this version reads up to ${LEARNT_VERSION}`);
  }
  if (bytes.readUInt32LE(12) !== crc32(bytes, 16, HEADER_BYTES)) throw damaged(file);
  const state = new Uint8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, bytes.length - HEADER_BYTES);
  return { learnedTo: bytes.readDoubleLE(16), state };
}

function damaged(file: string): Problem {
  return new Problem('UNAVAILABLE', `${file}: damaged`);
}
