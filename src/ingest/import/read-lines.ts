/**
 * Reads the lines of a file synchronously in pieces of 1 MiB, so that a file of any size is read inside one transaction
 * in constant memory. The text must be UTF-8; a byte order mark and empty lines are skipped; lines are numbered from 1,
 * empty ones included.
 */
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { Problem } from '../../errors/problem.js';

const PIECE_BYTES = 1 << 20;
/** Largest length of a line: one record is never so long. */
export const MAX_LINE_BYTES = 16 << 20;
const NEWLINE = 0x0a;

export interface Line {
  number: number;
  text: string;
  /** Bytes of the file up to the end of the piece with this line, for progress. */
  bytesRead: number;
}

/**
 * @param maxLineBytes largest length of a line
 * @throws `catalog_refused` for a line that is too long or not UTF-8
 */
export function* readLines(file: string, maxLineBytes = MAX_LINE_BYTES): Iterable<Line> {
  const fd = fs.openSync(file, 'r');
  try {
    let rest = Buffer.alloc(0);
    let number = 0;
    let bytesRead = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const length = fs.readSync(fd, piece, 0, PIECE_BYTES, null);
      bytesRead += length;
      const last = length === 0;
      const bytes = rest.length === 0 ? piece.subarray(0, length) : Buffer.concat([rest, piece.subarray(0, length)]);
      let start = 0;
      while (start < bytes.length) {
        let end = bytes.indexOf(NEWLINE, start);
        if (end < 0 && !last) break;
        if (end < 0) end = bytes.length;
        number++;
        if (end - start > maxLineBytes) throw tooLong(number, maxLineBytes);
        const text = decode(bytes.subarray(start, end), number);
        start = end + 1;
        if (text !== '') yield { number, text, bytesRead };
      }
      if (last) return;
      rest = bytes.subarray(start);
      if (rest.length > maxLineBytes) throw tooLong(number + 1, maxLineBytes);
    }
  } finally {
    fs.closeSync(fd);
  }
}

function tooLong(number: number, maxLineBytes: number): Problem {
  return new Problem('catalog_refused', `catalog: line ${number} is longer than ${maxLineBytes} bytes`);
}

function decode(bytes: Buffer, number: number): string {
  if (!isUtf8(bytes)) throw new Problem('catalog_refused', `catalog: line ${number} is not valid UTF-8`);
  const text = bytes.toString('utf8');
  return (number === 1 && text.startsWith('\u{feff}') ? text.slice(1) : text).trim();
}
