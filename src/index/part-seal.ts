/**
 * What ends a part (see part.ts): checksums of its pages, by which a page can be used as soon as it is read, and one of
 * everything, which is its name.
 *
 *   0     4  CRC-32 of each page of 64 KB of the content (u32, little endian)
 *   …     4  CRC-32 of these checksums
 *   …    32  SHA-256 of everything before; zeroes in parts that are not named after it
 */
import { createHash, type Hash } from 'node:crypto';
import { crc32OfMany } from '../kernel/crc32.js';

/** With smaller ones a call of the system costs more than it reads; larger ones make searches in order read much more. */
export const PAGE_BYTES = 1 << 16;
export const PART_CHECKSUM_BYTES = 32;
const SUM_BYTES = 4;

/** Length of the seal of so much content. */
export function sealBytes(content: number): number {
  return SUM_BYTES * (Math.ceil(content / PAGE_BYTES) + 1) + PART_CHECKSUM_BYTES;
}

/** Length of the content of a part of so many bytes; negative where there is none so short. */
export function contentBytes(part: number): number {
  const sealed = part - PART_CHECKSUM_BYTES - SUM_BYTES;
  return sealed - SUM_BYTES * Math.ceil(sealed / (PAGE_BYTES + SUM_BYTES));
}

/** Makes the seal of content that comes piece by piece. */
export class PartSeal {
  private readonly hash: Hash | undefined;
  private readonly sums: number[] = [];
  private length = 0;

  /** @param isNamed whether the part is named after its checksum, which takes four times as long as those of pages */
  constructor(isNamed = true) {
    if (isNamed) this.hash = createHash('sha256');
  }

  update(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const page = Math.floor(this.length / PAGE_BYTES);
      const end = Math.min(piece.length, at + (page + 1) * PAGE_BYTES - this.length);
      const bytes = piece.subarray(at, end);
      // Page by page, because one call takes two gigabytes at most.
      this.hash?.update(bytes);
      this.sums[page] = crc32OfMany(bytes, this.sums[page]);
      this.length += end - at;
      at = end;
    }
  }

  /** To be called once. */
  digest(): Buffer {
    const sums = Buffer.alloc(SUM_BYTES * (this.sums.length + 1));
    this.sums.forEach((sum, page) => {
      sums.writeUInt32LE(sum, SUM_BYTES * page);
    });
    sums.writeUInt32LE(crc32OfMany(sums.subarray(0, -SUM_BYTES)), sums.length - SUM_BYTES);
    return Buffer.concat([sums, this.hash?.update(sums).digest() ?? Buffer.alloc(PART_CHECKSUM_BYTES)]);
  }
}

/** The seal of content in pieces. */
export function sealOf(pieces: Iterable<Uint8Array>): Buffer {
  const seal = new PartSeal();
  for (const piece of pieces) seal.update(piece);
  return seal.digest();
}

/** Whether the checksums of pages are what was written, in the memory of a part of which its seal has been read. */
export function hasSoundSums(part: Uint8Array): boolean {
  const content = contentBytes(part.length);
  if (content < 0) return false;
  const end = part.length - PART_CHECKSUM_BYTES - SUM_BYTES;
  return crc32OfMany(part.subarray(content, end)) === u32(part, end);
}

/** Whether the pages that have the bytes from `from` to before `to` are what was written. @param from where one begins */
export function hasSoundPages(part: Uint8Array, from: number, to: number): boolean {
  const content = contentBytes(part.length);
  const last = Math.min(to, content);
  for (let at = from; at < last; at += PAGE_BYTES) {
    const page = part.subarray(at, Math.min(at + PAGE_BYTES, content));
    if (crc32OfMany(page) !== u32(part, content + (SUM_BYTES * at) / PAGE_BYTES)) return false;
  }
  return true;
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
