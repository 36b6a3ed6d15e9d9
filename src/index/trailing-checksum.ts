/** The SHA-256 of all before, which ends parts and card files: read piece by piece, without holding the file. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

const CHECKSUM_BYTES = 32;
const READ_BYTES = 1 << 20;

/** Called with the number of bytes that have been read of a file since the call before. */
export type ReadProgress = (bytes: number) => void;

/** Whether an open file ends with the SHA-256 of all before. @param headBytes least number of bytes before that */
export function hasTrailingChecksum(fd: number, headBytes: number, progress?: ReadProgress): boolean {
  const end = fs.fstatSync(fd).size - CHECKSUM_BYTES;
  if (end < headBytes) return false;
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(end, READ_BYTES));
  for (let at = 0; at < end; ) {
    const length = fs.readSync(fd, piece, 0, Math.min(piece.length, end - at), at);
    if (length === 0) return false;
    hash.update(piece.subarray(0, length));
    at += length;
    progress?.(length);
  }
  const stated = Buffer.alloc(CHECKSUM_BYTES);
  fs.readSync(fd, stated, 0, CHECKSUM_BYTES, end);
  return hash.digest().equals(stated);
}
