/**
 * CRC-32 (ISO 3309, the one of gzip). Node has it in `zlib` only from 20.15 on; for records of a few hundred bytes a
 * table of 256 words is as good.
 */
import zlib from 'node:zlib';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The checksum of the bytes from `start` up to `end`. @param before that of what stands in front of them */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length, before = 0): number {
  let crc = before ^ 0xffffffff;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

const ofNode = (zlib as { crc32?: typeof zlib.crc32 }).crc32;

/** The same of kilobytes and more, where Node's own is five times as fast. */
export function crc32OfMany(bytes: Uint8Array, before = 0): number {
  return ofNode ? ofNode(bytes, before) : crc32(bytes, 0, bytes.length, before);
}
