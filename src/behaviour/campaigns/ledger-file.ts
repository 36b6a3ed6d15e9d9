/**
 * The checkpoint of the ledger: the state of retail media with the position in the journal that it covers, named VTRNLDGR, as
 * JSON in UTF-8. It is replaced as a whole. The one before stays beside it, and is read where the newest is damaged: the
 * journal is read from there then.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { type CheckpointFormat, checkpointBytes, readCheckpoint, removeTemporary } from '../journal/checkpoint-file.js';
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

/** @param dir folder of behaviour data. */
export const hasLedger = (dir: string): boolean => [ledgerFile(dir), fileBefore(ledgerFile(dir))].some(existsSync);

/** Resolves when it is on disk. @param keepBefore whether the last one stays beside it */
export async function writeLedger(file: string, { next, ledger }: Checkpoint, keepBefore: boolean): Promise<void> {
  const bytes = checkpointBytes(FORMAT, { next, state: Buffer.from(JSON.stringify(ledger)) });
  if (keepBefore) await renameWhereIs(file, fileBefore(file));
  await writeAtomically(file, bytes);
  if (!keepBefore) await rm(fileBefore(file), { force: true });
}

/**
 * Reads the newest sound checkpoint, for its only writer, after removing temporary files of a crash.
 * @param damaged called where one cannot be read
 * @returns undefined where there is none
 */
export async function readLedger(file: string, damaged: (error: unknown) => void): Promise<Checkpoint | undefined> {
  await removeTemporary(file);
  for (const one of [file, fileBefore(file)]) {
    try {
      const found = await peekLedger(one);
      if (found) return found;
    } catch (error) {
      if (error instanceof Problem && error.code === 'format_unknown') throw error;
      damaged(error);
    }
  }
  return undefined;
}

/** @returns undefined where there is none. @throws as `readCheckpoint` does */
export async function peekLedger(file: string): Promise<Checkpoint | undefined> {
  const found = await readCheckpoint(file, FORMAT);
  return found && { next: found.next, ledger: JSON.parse(Buffer.from(found.state).toString()) as StoredLedger };
}

async function renameWhereIs(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
