/**
 * The checkpoint of the ledger: the state of retail media with the position in the journal that it covers. It is replaced
 * as a whole. The one before stays beside it, and is read where the newest is damaged: the journal is read from there then.
 *
 *   0   8  "VTRNLDGR"
 *   8   4  format version (u32, little endian)
 *  12   4  CRC-32 of the bytes from 16 on
 *  16   8  number of the first journal record that it does not cover (f64)
 *  24   …  StoredLedger as JSON in UTF-8
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { crc32 } from '../../kernel/crc32.js';
import type { StoredAccounts } from './campaign-accounts.js';
import type { StoredBook } from './campaign-book.js';
import type { StoredTrail } from './visitor-trails.js';

const MAGIC = Buffer.from('VTRNLDGR');
const LEDGER_VERSION = 1;
const HEADER_BYTES = 24;

export interface StoredLedger {
  book: StoredBook;
  trails: StoredTrail[];
  accounts: StoredAccounts;
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
  const json = Buffer.from(JSON.stringify(ledger));
  const bytes = Buffer.alloc(HEADER_BYTES + json.length);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(LEDGER_VERSION, 8);
  bytes.writeDoubleLE(next, 16);
  json.copy(bytes, HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes, 16, bytes.length), 12);
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
  const dir = dirname(file);
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${basename(file)}.`)) await rm(join(dir, name), { force: true });
  }
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

/**
 * Reads a checkpoint; safe while another process writes it.
 * @returns undefined where there is none
 * @throws Problem UNAVAILABLE where it is damaged or a newer version wrote it; what the file system throws.
 */
export async function peekLedger(file: string): Promise<Checkpoint | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) throw damage(file);
  const version = bytes.readUInt32LE(8);
  if (version > LEDGER_VERSION) {
    const message = `${file}: format ${version} found, this version reads up to ${LEDGER_VERSION}`;
    throw new Problem('format_unknown', message);
  }
  if (bytes.readUInt32LE(12) !== crc32(bytes, 16, bytes.length)) throw damage(file);
  return { next: bytes.readDoubleLE(16), ledger: JSON.parse(bytes.toString('utf8', HEADER_BYTES)) as StoredLedger };
}

async function renameWhereIs(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function damage(file: string): Problem {
  return new Problem('behaviour_damaged', `${file}: damaged`);
}
