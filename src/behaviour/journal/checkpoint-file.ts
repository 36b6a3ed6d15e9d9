/**
 * Files that hold a state with the position in the journal that it covers: what they begin with, and how they are read. What
 * the state is, how it is replaced and what stands in for a damaged one is for those who write them.
 *
 *   0   8  name of the format
 *   8   4  format version (u32, little endian)
 *  12   4  CRC-32 of bytes 16 to 23, or of all from 16 on
 *  16   8  number of the first journal record that it does not cover (f64)
 *  24   …  the state
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { crc32 } from '../../kernel/crc32.js';

const HEADER_BYTES = 24;
const SUMMED_FROM = 16;

export interface CheckpointFormat {
  /** Eight letters. */
  name: string;
  version: number;
  /** Whether the checksum is of the state too; otherwise the state has one of its own. */
  sumsState: boolean;
}

export interface StoredState {
  /** Number of the first journal record that it does not cover. */
  next: number;
  state: Uint8Array;
}

export function checkpointBytes(format: CheckpointFormat, { next, state }: StoredState): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + state.length);
  bytes.write(format.name, 'latin1');
  bytes.writeUInt32LE(format.version, 8);
  bytes.writeDoubleLE(next, SUMMED_FROM);
  bytes.set(state, HEADER_BYTES);
  bytes.writeUInt32LE(sumOf(bytes, format), 12);
  return bytes;
}

/**
 * Reads a checkpoint; safe while another process writes it.
 * @returns undefined where there is none
 * @throws Problem UNAVAILABLE where it is damaged or a newer version wrote it; what the file system throws
 */
export async function readCheckpoint(file: string, format: CheckpointFormat): Promise<StoredState | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== format.name) throw damage(file);
  const version = bytes.readUInt32LE(8);
  if (version > format.version) {
    const message = `${file}: format ${version} found, this version reads up to ${format.version}`;
    throw new Problem('format_unknown', message);
  }
  if (bytes.readUInt32LE(12) !== sumOf(bytes, format)) throw damage(file);
  const state = new Uint8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, bytes.length - HEADER_BYTES);
  return { next: bytes.readDoubleLE(SUMMED_FROM), state };
}

/** Removes what a crash has left of writing a file; for its only writer. */
export async function removeTemporary(file: string): Promise<void> {
  const dir = dirname(file);
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${basename(file)}.`)) await rm(join(dir, name), { force: true });
  }
}

function sumOf(bytes: Buffer, { sumsState }: CheckpointFormat): number {
  return crc32(bytes, SUMMED_FROM, sumsState ? bytes.length : HEADER_BYTES);
}

function damage(file: string): Problem {
  return new Problem('behaviour_damaged', `${file}: damaged`);
}
