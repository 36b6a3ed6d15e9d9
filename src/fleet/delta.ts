/**
 * The difference of two files of the same length, as it travels between daemons: what an import of prices changes of a
 * part are some thousand places of it.
 *
 *   0   4  "VDLT"
 *   4   4  format version (u32)
 *   8   4  length of both files (u32)
 *  12   4  CRC-32 of what follows (u32)
 *  16   …  deflated: runs of [u32 offset, u32 length, bytes of the new file]
 *
 * Numbers are little endian.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { crc32 } from '../kernel/crc32.js';

const MAGIC = Buffer.from('VDLT');
const VERSION = 1;
const HEAD_BYTES = 16;
const RUN_HEAD_BYTES = 8;
const COMPRESSION = 6;
/** Compared at once. */
const BLOCK_BYTES = 4096;

/**
 * @param most bytes of runs; beyond that the file itself is better sent
 * @returns undefined where the lengths differ, or too much does
 */
export function deltaOf(base: Buffer, next: Buffer, most: number): Buffer | undefined {
  if (base.length !== next.length) return undefined;
  const runs: Buffer[] = [];
  let bytes = 0;
  for (let at = firstDifference(base, next, 0); at < next.length; ) {
    const end = endOfRun(base, next, at);
    const head = Buffer.alloc(RUN_HEAD_BYTES);
    head.writeUInt32LE(at, 0);
    head.writeUInt32LE(end - at, 4);
    runs.push(head, next.subarray(at, end));
    bytes += RUN_HEAD_BYTES + end - at;
    if (bytes > most) return undefined;
    at = firstDifference(base, next, end);
  }
  const payload = deflateRawSync(Buffer.concat(runs), { level: COMPRESSION });
  const delta = Buffer.concat([MAGIC, Buffer.alloc(HEAD_BYTES - MAGIC.length), payload]);
  delta.writeUInt32LE(VERSION, 4);
  delta.writeUInt32LE(next.length, 8);
  delta.writeUInt32LE(crc32(delta, HEAD_BYTES, delta.length), 12);
  return delta;
}

/** @returns the new file. @throws an Error where the delta is damaged, of a newer version, or of another file */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  if (delta.length < HEAD_BYTES || !delta.subarray(0, 4).equals(MAGIC)) throw new Error('no delta');
  const version = delta.readUInt32LE(4);
  if (version > VERSION) throw new Error(`delta of format ${version}, this version reads up to ${VERSION}`);
  if (delta.readUInt32LE(12) !== crc32(delta, HEAD_BYTES, delta.length)) throw new Error('delta: wrong checksum');
  const length = delta.readUInt32LE(8);
  if (length !== base.length) throw new Error(`delta of a file of ${length} bytes, found one of ${base.length}`);
  const runs = inflateRawSync(delta.subarray(HEAD_BYTES));
  const next = Buffer.from(base);
  for (let at = 0; at < runs.length; ) {
    const end = at + RUN_HEAD_BYTES + runs.readUInt32LE(at + 4);
    runs.copy(next, runs.readUInt32LE(at), at + RUN_HEAD_BYTES, end);
    at = end;
  }
  return next;
}

function firstDifference(base: Buffer, next: Buffer, from: number): number {
  let at = from;
  // Most blocks are equal, which is found much faster than by byte.
  while (at < next.length) {
    const end = Math.min(next.length, at + BLOCK_BYTES);
    if (base.compare(next, at, end, at, end) === 0) {
      at = end;
      continue;
    }
    while (base[at] === next[at]) at++;
    return at;
  }
  return next.length;
}

/** Where so many bytes are equal again that another run costs less. */
function endOfRun(base: Buffer, next: Buffer, start: number): number {
  let end = start + 1;
  for (let at = end; at < next.length && at - end < RUN_HEAD_BYTES; at++) if (base[at] !== next[at]) end = at + 1;
  return end;
}
