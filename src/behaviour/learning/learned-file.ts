/**
 * The learned file: the learner's state between two runs, with the journal position that it covers. Replaced atomically
 * as a whole; a file that cannot be read is replaced by learning again from the journal. Its bytes are those of a checkpoint
 * named VTRNLRNT; the state has a version and a checksum of its own.
 */
import { join } from 'node:path';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { type CheckpointFormat, checkpointBytes, readCheckpoint, removeTemporary } from '../journal/checkpoint-file.js';

const FORMAT: CheckpointFormat = { name: 'VTRNLRNT', version: 1, sumsState: false };

/** @param dir folder of behaviour data. */
export const learnedFile = (dir: string): string => join(dir, 'learnt.bin');

export interface Learned {
  /** Number of the first journal record that is not learned. */
  learnedTo: number;
  state: Uint8Array;
}

/** Resolves when it is on disk. */
export async function writeLearned(file: string, { learnedTo, state }: Learned): Promise<void> {
  await writeAtomically(file, checkpointBytes(FORMAT, { next: learnedTo, state }));
}

/**
 * Reads the file for its only writer, after removing temporary files of a crash. Other readers use `peekLearned`.
 */
export async function readLearned(file: string): Promise<Learned | undefined> {
  await removeTemporary(file);
  return peekLearned(file);
}

/** @returns undefined when there is none. @throws as `readCheckpoint` does */
export async function peekLearned(file: string): Promise<Learned | undefined> {
  const found = await readCheckpoint(file, FORMAT);
  return found && { learnedTo: found.next, state: found.state };
}
