/**
 * Reads the parts of a snapshot, by the threads that Node has for files: at the start of the daemon, threads of its own
 * would take longer to start than to read.
 */
import fs from 'node:fs';
import { promisify } from 'node:util';
import { type Fault, Problem } from '../errors/problem.js';
import { CARDS_CHECKSUM_BYTES, checkCardHeader, isCardFile } from '../index/cards.js';
import { isSealed, type PartFile } from '../index/part.js';
import { contentBytes, hasSoundSums } from '../index/part-seal.js';
import { bytesIn, sharedMemory } from '../kernel/shared-memory.js';
import { storedFile } from './manifest.js';

/** The most that one call of the system reads. */
const MOST_READ_BYTES = 1 << 26;
/** Reads under way at once: one of Node's threads stays free for others of the start. */
const LANES = 3;
/** Of a part: what tells its version. */
const HEAD_BYTES = 16;

const readFrom = promisify(fs.read);

/** Bytes of a part in its memory. */
export interface ByteRange {
  file: string;
  /** That of the whole part. */
  memory: Uint8Array;
  from: number;
  to: number;
}

/** What one call of the system reads, unless it ends early. */
interface Piece extends ByteRange {
  fd: number;
}

/** Parts in memory of which only the seals are read, and which of them have one: see part-seal.ts. */
export interface UnreadMemory {
  parts: Map<string, SharedArrayBuffer>;
  sealed: Set<string>;
}

/**
 * Gives memory to parts and reads their seals, and checks the headers of card files, which stay on disk.
 * @throws Problem snapshot_damaged that names a file that does not match the manifest
 */
export function memoryFor(dataDir: string, files: readonly PartFile[]): UnreadMemory {
  const memory: UnreadMemory = { parts: new Map(), sealed: new Set() };
  try {
    for (const { file, bytes } of files) {
      const fd = fs.openSync(storedFile(dataDir, file), 'r');
      try {
        requireSize(file, fs.fstatSync(fd).size, bytes);
        if (isCardFile(file)) requireCardHeader(file, bytes, fd);
        else {
          const part = sharedMemory(bytes);
          memory.parts.set(file, part);
          if (readSeal(fd, file, bytesIn(part))) memory.sealed.add(file);
        }
      } finally {
        fs.closeSync(fd);
      }
    }
  } catch (error) {
    throw damaged(error);
  }
  return memory;
}

/** @returns whether it has one */
function readSeal(fd: number, file: string, memory: Uint8Array): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  fs.readSync(fd, head, 0, head.length, 0);
  if (!isSealed(head)) return false;
  readRange(fd, { file, memory, from: Math.max(0, contentBytes(memory.length)), to: memory.length });
  if (!hasSoundSums(memory)) throw new Error(`${file}: the checksums of its pages are damaged`);
  return true;
}

/**
 * Reads parts into their memory.
 * @param check called with each piece when it is read, at most of MOST_READ_BYTES
 * @throws Problem snapshot_damaged that names a file that is cut short, and what `check` throws as one
 */
export async function readRanges(
  dataDir: string,
  ranges: readonly ByteRange[],
  check: (piece: ByteRange) => void,
): Promise<void> {
  const open = new Map<string, number>();
  try {
    const pieces = ranges.flatMap(range => {
      let fd = open.get(range.file);
      if (fd === undefined) open.set(range.file, (fd = fs.openSync(storedFile(dataDir, range.file), 'r')));
      return piecesOf(range, fd);
    });
    const next = pieces.values();
    const lane = async () => {
      for (const piece of next) {
        await readPiece(piece);
        check(piece);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const one of lanes) if (one.status === 'rejected') throw one.reason;
  } catch (error) {
    throw damaged(error);
  } finally {
    for (const fd of open.values()) fs.closeSync(fd);
  }
}

/** Reads a range of a part in this thread. @throws an Error that names the file where it is cut short */
export function readRange(fd: number, { file, memory, from, to }: ByteRange): void {
  for (let at = from; at < to; ) {
    const n = fs.readSync(fd, memory, at, Math.min(to - at, MOST_READ_BYTES), at);
    if (n === 0) throw new Error(`${file} ends at ${at} of ${memory.length} bytes`);
    at += n;
  }
}

function piecesOf({ file, memory, from, to }: ByteRange, fd: number): Piece[] {
  return Array.from({ length: Math.ceil((to - from) / MOST_READ_BYTES) }, (_, i) => {
    const start = from + i * MOST_READ_BYTES;
    return { file, fd, memory, from: start, to: Math.min(to, start + MOST_READ_BYTES) };
  });
}

async function readPiece({ file, fd, memory, from, to }: Piece): Promise<void> {
  for (let at = from; at < to; ) {
    const { bytesRead } = await readFrom(fd, memory, at, to - at, at);
    if (bytesRead === 0) throw new Error(`${file} ends at ${at} of ${memory.length} bytes`);
    at += bytesRead;
  }
}

/** Of an error of reading or checking a file, which names it. @param faults by file, where several were checked */
export function damaged(error: unknown, faults?: Fault[]): Problem {
  return new Problem('snapshot_damaged', `snapshot part ${(error as Error).message}`, faults);
}

/** @throws an Error that names the file */
export function requireSize(file: string, size: number, bytes: number): void {
  if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
}

/** @throws an Error that names the card file */
export function requireCardHeader(file: string, size: number, fd: number): void {
  if (size < CARDS_CHECKSUM_BYTES || !checkCardHeader(fd)) throw new Error(`${file} is no card file of this version`);
}
