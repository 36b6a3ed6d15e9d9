/**
 * Reads the parts of a snapshot, by the threads that Node has for files, without checking checksums: at the start of
 * the daemon, threads of its own would take longer to start than to read.
 */
import fs from 'node:fs';
import { promisify } from 'node:util';
import { Problem } from '../errors/problem.js';
import { CARDS_CHECKSUM_BYTES, checkCardHeader, isCardFile } from '../index/cards.js';
import type { PartFile } from '../index/part.js';
import { storedFile } from './manifest.js';

/** The most that one call of the system reads. */
export const MOST_READ_BYTES = 1 << 26;
/** Reads under way at once: one of Node's threads stays free for others of the start. */
const LANES = 3;

const readFrom = promisify(fs.read);

/** A piece of a part: that of one read, unless it ends early. */
interface Piece {
  file: string;
  fd: number;
  view: Uint8Array;
  start: number;
  end: number;
}

/**
 * Gives memory to parts and reads them, and checks the headers of card files, which stay on disk.
 * @param later parts that are given memory, but not read
 * @returns the parts by file
 * @throws Problem snapshot_damaged that names a file that does not match the manifest
 */
export async function readParts(
  dataDir: string,
  files: readonly PartFile[],
  later: ReadonlySet<string> = new Set(),
): Promise<Map<string, SharedArrayBuffer>> {
  const parts = new Map<string, SharedArrayBuffer>();
  try {
    for (const { file, bytes } of files) {
      checkFile(dataDir, file, bytes);
      if (!isCardFile(file)) parts.set(file, new SharedArrayBuffer(bytes));
    }
  } catch (error) {
    throw damaged(error);
  }
  await fillParts(dataDir, new Map([...parts].filter(([file]) => !later.has(file))));
  return parts;
}

/** Reads parts into their memory. @throws Problem snapshot_damaged that names a file that is cut short */
export async function fillParts(dataDir: string, parts: ReadonlyMap<string, SharedArrayBuffer>): Promise<void> {
  const open: number[] = [];
  try {
    const pieces = [...parts].flatMap(([file, shared]) => {
      const fd = fs.openSync(storedFile(dataDir, file), 'r');
      open.push(fd);
      return piecesOf(file, fd, new Uint8Array(shared));
    });
    const next = pieces.values();
    const lane = async () => {
      for (const piece of next) await readPiece(piece);
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const one of lanes) if (one.status === 'rejected') throw one.reason;
  } catch (error) {
    throw damaged(error);
  } finally {
    for (const fd of open) fs.closeSync(fd);
  }
}

function piecesOf(file: string, fd: number, view: Uint8Array): Piece[] {
  return Array.from({ length: Math.ceil(view.length / MOST_READ_BYTES) }, (_, i) => {
    const start = i * MOST_READ_BYTES;
    return { file, fd, view, start, end: Math.min(view.length, start + MOST_READ_BYTES) };
  });
}

async function readPiece({ file, fd, view, start, end }: Piece): Promise<void> {
  for (let at = start; at < end; ) {
    const { bytesRead } = await readFrom(fd, view, at, end - at, at);
    if (bytesRead === 0) throw new Error(`${file} ends at ${at} of ${view.length} bytes`);
    at += bytesRead;
  }
}

/** The length of a file, and the header of a card file. @throws an Error that names the file */
function checkFile(dataDir: string, file: string, bytes: number): void {
  const name = storedFile(dataDir, file);
  requireSize(file, fs.statSync(name).size, bytes);
  if (!isCardFile(file)) return;
  const fd = fs.openSync(name, 'r');
  try {
    requireCardHeader(file, bytes, fd);
  } finally {
    fs.closeSync(fd);
  }
}

function damaged(error: unknown): Problem {
  return new Problem('snapshot_damaged', `snapshot part ${(error as Error).message}`);
}

/** @throws an Error that names the file */
export function requireSize(file: string, size: number, bytes: number): void {
  if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
}

/** @throws an Error that names the card file */
export function requireCardHeader(file: string, size: number, fd: number): void {
  if (size < CARDS_CHECKSUM_BYTES || !checkCardHeader(fd)) throw new Error(`${file} is no card file of this version`);
}
