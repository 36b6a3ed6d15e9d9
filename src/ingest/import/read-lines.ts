/**
 * Reads the lines of a file synchronously in blocks of about 1 MiB, so that a file of any size is read inside one
 * transaction in constant memory. The text must be UTF-8; a byte order mark and empty lines are skipped; lines are
 * numbered from 1, empty ones included.
 */
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { Problem } from '../../errors/problem.js';

const PIECE_BYTES = 1 << 20;
/** Largest length of a line: one record is never so long. */
export const MAX_LINE_BYTES = 16 << 20;
const NEWLINE = 0x0a;

/** Whole lines of a file. */
export interface LineBlock {
  bytes: Buffer;
  /** Number of the first line. */
  first: number;
  /** Bytes of the file up to the end of the block, for progress. */
  bytesRead: number;
}

export interface Line {
  /** From 1 on. */
  number: number;
  bytes: Buffer;
}

/**
 * @param maxLineBytes largest length of a line
 * @throws `catalog_refused` for a line that is too long
 */
export function* readBlocks(file: string, maxLineBytes = MAX_LINE_BYTES): Iterable<LineBlock> {
  const fd = fs.openSync(file, 'r');
  try {
    let rest = Buffer.alloc(0);
    let first = 1;
    let bytesRead = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const length = fs.readSync(fd, piece, 0, PIECE_BYTES, null);
      bytesRead += length;
      const last = length === 0;
      const bytes = rest.length === 0 ? piece.subarray(0, length) : Buffer.concat([rest, piece.subarray(0, length)]);
      const end = last ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        const block = { bytes: bytes.subarray(0, end), first, bytesRead };
        yield block;
        first += linesIn(block.bytes);
      }
      if (last) return;
      rest = bytes.subarray(end);
      if (rest.length > maxLineBytes) throw tooLong(first, maxLineBytes);
    }
  } finally {
    fs.closeSync(fd);
  }
}

/** The lines of a block, those without text included. @throws `catalog_refused` for a line that is too long */
export function* linesOf(
  { bytes, first }: Pick<LineBlock, 'bytes' | 'first'>,
  maxLineBytes = MAX_LINE_BYTES,
): Iterable<Line> {
  let number = first;
  for (let start = 0; start < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (end - start > maxLineBytes) throw tooLong(number, maxLineBytes);
    yield { number, bytes: bytes.subarray(start, end) };
    start = end + 1;
  }
}

/** @returns the text of a line, empty where it has none. @throws `catalog_refused` where it is not UTF-8 */
export function decodeLine({ number, bytes }: Line): string {
  if (!isUtf8(bytes)) throw new Problem('catalog_refused', `catalog: line ${number} is not valid UTF-8`);
  const text = bytes.toString('utf8');
  return (number === 1 && text.startsWith('\u{feff}') ? text.slice(1) : text).trim();
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

function tooLong(number: number, maxLineBytes: number): Problem {
  return new Problem('catalog_refused', `catalog: line ${number} is longer than ${maxLineBytes} bytes`);
}
