/**
 * The learned file: the learner's state between two runs, with the journal position that it covers. Replaced atomically
 * as a whole; a file that cannot be read is replaced by learning again from the journal.
 *
 *   0   8  "VTRNLRNT"
 *   8   4  format version (u32, little endian)
 *  12   4  CRC-32 of bytes 16 to 23
 *  16   8  number of the first journal record that is not learned (f64)
 *  24   …  the learner's bytes, with a version and a checksum of their own
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { crc32 } from '../../kernel/crc32.js';

const MAGIC = Buffer.from('VTRNLRNT');
const LEARNED_VERSION = 1;
const HEADER_BYTES = 24;

/** @param dir folder of behaviour data. */
export const learnedFile = (dir: string): string => join(dir, 'learnt.bin');

export interface Learned {
  /** Number of the first journal record that is not learned. */
  learnedTo: number;
  state: Uint8Array;
}

/** Resolves when it is on disk. */
export async function writeLearned(file: string, { learnedTo, state }: Learned): Promise<void> {
  const bytes = Buffer.alloc(HEADER_BYTES + state.length);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(LEARNED_VERSION, 8);
  bytes.writeDoubleLE(learnedTo, 16);
  bytes.writeUInt32LE(crc32(bytes, 16, HEADER_BYTES), 12);
  bytes.set(state, HEADER_BYTES);
  await writeAtomically(file, bytes);
}

/**
 * Reads the file for its only writer, after removing temporary files of a crash. Other readers use `peekLearned`.
 */
export async function readLearned(file: string): Promise<Learned | undefined> {
  const dir = dirname(file);
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${basename(file)}.`)) await rm(join(dir, name), { force: true });
  }
  return peekLearned(file);
}

/**
 * Reads the file; safe while another process writes it.
 * @returns undefined when there is none.
 * @throws Problem UNAVAILABLE when it is damaged or a newer version wrote it; what the file system throws.
 */
export async function peekLearned(file: string): Promise<Learned | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) throw damaged(file);
  const version = bytes.readUInt32LE(8);
  if (version > LEARNED_VERSION) {
    throw new Problem(
      'format_unknown',
      `${file}: format ${version} found, this version reads up to ${LEARNED_VERSION}`,
    );
  }
  if (bytes.readUInt32LE(12) !== crc32(bytes, 16, HEADER_BYTES)) throw damaged(file);
  const state = new Uint8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, bytes.length - HEADER_BYTES);
  return { learnedTo: bytes.readDoubleLE(16), state };
}

function damaged(file: string): Problem {
  return new Problem('behaviour_damaged', `${file}: damaged`);
}
