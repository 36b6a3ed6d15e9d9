/**
 * The checkpoint of the ledger: the state of retail media with the position in the journal that it covers, named VTRNLDGR, as
 * JSON in UTF-8. It is replaced as a whole. The one before stays beside it, and is read where the newest is damaged: the
 * journal is read from there then. Where there is none before, or it must go, a copy stands there: nothing else knows what
 * was spent before the oldest notification of the journal.
 */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import {
  type CheckpointFormat,
  checkpointBytes,
  readCheckpoint,
  removeTemporary,
  type StoredState,
} from '../journal/checkpoint-file.js';
import type { StoredAccounts } from './campaign-accounts.js';
import type { StoredBook } from './campaign-book.js';
import type { Unsettled } from './unsettled.js';
import type { StoredTrail } from './visitor-trails.js';

const FORMAT: CheckpointFormat = { name: 'VTRNLDGR', version: 1, sumsState: true };

export interface StoredLedger {
  book: StoredBook;
  trails: StoredTrail[];
  accounts: StoredAccounts;
  /** Absent: none. */
  unsettled?: Unsettled[];
}

export interface Checkpoint {
  /** Number of the first journal record that it does not cover. */
  next: number;
  ledger: StoredLedger;
}

/** @param dir folder of behaviour data. */
export const ledgerFile = (dir: string): string => join(dir, 'campaigns.bin');
const fileBefore = (file: string): string => `${file}-before`;

/** Newest first. @param dir folder of behaviour data. */
export const ledgerFiles = (dir: string): string[] => [ledgerFile(dir), fileBefore(ledgerFile(dir))];

export const hasLedger = (dir: string): boolean => ledgerFiles(dir).some(existsSync);

/** Resolves when it is on disk. @param keepBefore whether the last one stays beside it, where there is one */
export async function writeLedger(file: string, { next, ledger }: Checkpoint, keepBefore: boolean): Promise<void> {
  const bytes = checkpointBytes(FORMAT, { next, state: Buffer.from(JSON.stringify(ledger)) });
  const isKept = keepBefore && (await renameWhereIs(file, fileBefore(file)));
  await writeAtomically(file, bytes);
  if (!isKept) await writeAtomically(fileBefore(file), bytes);
}

export interface FoundLedger {
  /** The newest that is sound; undefined where there is none. */
  checkpoint: Checkpoint | undefined;
  /** Whether there was one, sound or not. */
  existed: boolean;
  /** Whether any one file may be damaged now without a loss; otherwise both should be written again. */
  isSafe: boolean;
}

/**
 * Reads the checkpoints, for their only writer, after removing temporary files of a crash.
 * @param damaged called for each that cannot be read
 */
export async function readLedger(file: string, damaged: (error: unknown) => void): Promise<FoundLedger> {
  await removeTemporary(file);
  const sound: StoredState[] = [];
  let faults = 0;
  for (const one of [file, fileBefore(file)]) {
    try {
      const found = await readCheckpoint(one, FORMAT);
      if (found) sound.push(found);
    } catch (error) {
      if (error instanceof Problem && error.code === 'format_unknown') throw error;
      damaged(error);
      faults++;
    }
  }
  const existed = sound.length + faults > 0;
  return { checkpoint: sound[0] && decoded(sound[0]), existed, isSafe: sound.length === 2 || !existed };
}

/** @returns undefined where there is none. @throws as `readCheckpoint` does */
export async function peekLedger(file: string): Promise<Checkpoint | undefined> {
  const found = await readCheckpoint(file, FORMAT);
  return found && decoded(found);
}

function decoded({ next, state }: StoredState): Checkpoint {
  return { next, ledger: JSON.parse(Buffer.from(state).toString()) as StoredLedger };
}

/** @returns whether it was there */
async function renameWhereIs(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
