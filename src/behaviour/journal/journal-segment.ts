/**
 * A segment: one append-only file of the journal. Every record has a checksum, so that a record cut short by a crash is
 * recognised, and any prefix of a segment reads as the records that are whole in it.
 *
 *   0   8  "VTRNJRNL"                        then for each record
 *   8   8  number of its first record (f64)  0  4  CRC-32 of what follows (u32)
 *  16   8  creation, ms since 1970 (f64)     4  4  length of the record (u32)
 *  24   4  format version (u32)              8  …  the record: JSON in UTF-8
 *  28   4  CRC-32 of the bytes before
 *
 * Numbers are little endian. Records are numbered through the whole journal, from 0; a segment is named after its
 * first.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import type { Bytes } from '../../kernel/bytes.js';
import { crc32 } from '../../kernel/crc32.js';

const MAGIC = Buffer.from('VTRNJRNL');
export const SEGMENT_VERSION = 1;
export const HEADER_BYTES = 32;
export const FRAME_BYTES = 8;
const NAME = /^(\d{16})\.journal$/;

export interface SegmentFile {
  file: string;
  /** Number of its first record. */
  first: number;
}

export interface Segment {
  first: number;
  createdAt: number;
  /** Number of complete records. */
  count: number;
  /** End of the last complete record, in bytes. */
  end: number;
  /** Length of the file. */
  bytes: number;
  /** The JSON of a record. @param index from 0 within the segment */
  text(index: number): string;
}

export function segmentName(first: number): string {
  return `${String(first).padStart(16, '0')}.journal`;
}

export function encodeHeader(first: number, createdAt: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeDoubleLE(first, 8);
  header.writeDoubleLE(createdAt, 16);
  header.writeUInt32LE(SEGMENT_VERSION, 24);
  header.writeUInt32LE(crc32(header, 0, 28), 28);
  return header;
}

/** Appends a record in the format of a segment. */
export function writeFrame(into: Bytes, text: string): void {
  into.reserve(FRAME_BYTES + text.length * 3);
  const start = into.at;
  into.at += FRAME_BYTES;
  into.text(text);
  const { buffer, at } = into;
  buffer.writeUInt32LE(at - start - FRAME_BYTES, start + 4);
  buffer.writeUInt32LE(crc32(buffer, start + 4, at), start);
}

/**
 * Reads the complete records; bytes behind the last one are ignored.
 * @returns undefined when the header is incomplete.
 * @throws Problem UNAVAILABLE when a newer version wrote it.
 */
export function parseSegment(bytes: Buffer, file: string): Segment | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  if (bytes.readUInt32LE(28) !== crc32(bytes, 0, 28)) return undefined;
  const version = bytes.readUInt32LE(24);
  if (version > SEGMENT_VERSION) {
    throw new Problem(
      'format_unknown',
      `${file}: format ${version} found, this version reads up to ${SEGMENT_VERSION}`,
    );
  }
  const starts: number[] = [];
  let at = HEADER_BYTES;
  while (at + FRAME_BYTES <= bytes.length) {
    const end = at + FRAME_BYTES + bytes.readUInt32LE(at + 4);
    // No record is empty: a file that was lengthened and not written to is all zeros.
    if (end === at + FRAME_BYTES || end > bytes.length || bytes.readUInt32LE(at) !== crc32(bytes, at + 4, end)) break;
    starts.push(at);
    at = end;
  }
  return {
    first: bytes.readDoubleLE(8),
    createdAt: bytes.readDoubleLE(16),
    count: starts.length,
    end: at,
    bytes: bytes.length,
    text: index => bytes.toString('utf8', starts[index] + FRAME_BYTES, starts[index + 1] ?? at),
  };
}

/** As `parseSegment`. @throws the file system's error when it cannot be read, also because it was dropped meanwhile. */
export async function readSegment(dir: string, file: string): Promise<Segment | undefined> {
  const path = join(dir, file);
  return parseSegment(await readFile(path), path);
}

/** The segments of a journal, oldest first; none where there is no journal yet. */
export async function listSegments(dir: string): Promise<SegmentFile[]> {
  let files: string[];
  try {
    files = await readdir(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const segments = files.flatMap(file => {
    const match = NAME.exec(file);
    return match ? [{ file, first: Number(match[1]) }] : [];
  });
  return segments.sort((a, b) => a.first - b.first);
}
