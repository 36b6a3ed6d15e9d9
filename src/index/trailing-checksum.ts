/** The SHA-256 of all before, which ends parts and card files: read piece by piece, without holding the file. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

const CHECKSUM_BYTES = 32;
const READ_BYTES = 1 << 20;

/** Called with the number of bytes that have been read of a file since the call before. */
export type ReadProgress = (bytes: number) => void;

/** Whether bytes that come piece by piece end with the SHA-256 of all before. */
export class TrailingChecksum {
  private readonly hash = createHash('sha256');
  /** What may be the checksum: the last bytes by now. */
  private last: Uint8Array = new Uint8Array();

  /** @param piece may be overwritten afterwards */
  update(piece: Uint8Array): void {
    // Of long pieces no copy is made.
    const isLong = piece.length >= CHECKSUM_BYTES;
    if (isLong) this.hash.update(this.last);
    const all = isLong ? piece : Buffer.concat([this.last, piece]);
    const before = Math.max(0, all.length - CHECKSUM_BYTES);
    this.hash.update(all.subarray(0, before));
    this.last = new Uint8Array(all.subarray(before));
  }

  /** To be called once. */
  holds(): boolean {
    return this.hash.digest().equals(this.last);
  }
}

/** Whether an open file ends with the SHA-256 of all before. @param headBytes least number of bytes before that */
export function hasTrailingChecksum(fd: number, headBytes: number, progress?: ReadProgress): boolean {
  const { size } = fs.fstatSync(fd);
  if (size < headBytes + CHECKSUM_BYTES) return false;
  const checksum = new TrailingChecksum();
  const piece = Buffer.allocUnsafe(Math.min(size, READ_BYTES));
  for (let at = 0; at < size; ) {
    const length = fs.readSync(fd, piece, 0, Math.min(piece.length, size - at), at);
    if (length === 0) return false;
    checksum.update(piece.subarray(0, length));
    at += length;
    progress?.(length);
  }
  return checksum.holds();
}
