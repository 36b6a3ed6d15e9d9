/**
 * A segment: one append-only file of the journal. Every record has a checksum, so that a record cut short by a crash is
 * recognised, and every prefix of a segment reads as the records that are whole in it. A damaged record does not take away
 * those behind it: a reader looks for the next whole one, byte by byte.
 *
 *   0   8  "VTRNJRNL"                        then for each record
 *   8   8  number of its first record (f64)  0  4  CRC-32 of what follows (u32)
 *  16   8  creation, ms since 1970 (f64)     4  4  length of the record (u32)
 *  24   4  format version (u32)              8  …  the record: JSON in UTF-8
 *  28   4  CRC-32 of the bytes before
 *
 * Numbers are little endian. Records are numbered through the whole journal, from 0; a segment is named after its
 * first. In version 2, which only a rewriting writes, a record `{}` stands for one that was damaged.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import type { Bytes } from '../../kernel/bytes.js';
import { crc32 } from '../../kernel/crc32.js';

const MAGIC = Buffer.from('VTRNJRNL');
export const SEGMENT_VERSION = 2;
/** That of a segment without damaged records. */
const UNDAMAGED_VERSION = 1;
export const HEADER_BYTES = 32;
export const FRAME_BYTES = 8;
const DAMAGED_RECORD = '{}';
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const NAME = /^(\d{16})\.journal$/;

export interface SegmentFile {
  file: string;
  /** Number of its first record. */
  first: number;
}

export interface Segment {
  first: number;
  createdAt: number;
  /** Number of records up to the last complete one. */
  count: number;
  /** How many of them are damaged, at least. */
  damaged: number;
  /** Whether the header is damaged: what it says is taken from the name. */
  headerDamaged: boolean;
  /** End of the last complete record, in bytes. */
  end: number;
  /** Length of the file. */
  bytes: number;
  /** The JSON of a record; undefined where it is damaged. @param index from 0 within the segment */
  text(index: number): string | undefined;
}

export function segmentName(first: number): string {
  return `${String(first).padStart(16, '0')}.journal`;
}

/** @param damaged whether some records are written as damaged ones */
export function encodeHeader(first: number, createdAt: number, damaged = false): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeDoubleLE(first, 8);
  header.writeDoubleLE(createdAt, 16);
  header.writeUInt32LE(damaged ? SEGMENT_VERSION : UNDAMAGED_VERSION, 24);
  header.writeUInt32LE(crc32(header, 0, 28), 28);
  return header;
}

/** Appends a record in the format of a segment. @param text undefined for a damaged one */
export function writeFrame(into: Bytes, text = DAMAGED_RECORD): void {
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
 * @param name of the file, which says what a damaged header does not
 * @param expected number of records, where the name of the next segment tells it: so those behind a damaged place have
 * their numbers also where several records are damaged
 * @returns undefined when there is no header
 * @throws Problem UNAVAILABLE when a newer version wrote it.
 */
export function parseSegment(bytes: Buffer, name: string, expected = 0): Segment | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const headerDamaged = !bytes.subarray(0, 8).equals(MAGIC) || bytes.readUInt32LE(28) !== crc32(bytes, 0, 28);
  const version = headerDamaged ? SEGMENT_VERSION : bytes.readUInt32LE(24);
  if (version > SEGMENT_VERSION) {
    throw new Problem(
      'format_unknown',
      `${name}: format ${version} found, this version reads up to ${SEGMENT_VERSION}`,
    );
  }
  const { starts, end, damaged } = findRecords(bytes, expected);
  return {
    first: headerDamaged ? firstOf(name) : bytes.readDoubleLE(8),
    createdAt: headerDamaged ? 0 : bytes.readDoubleLE(16),
    count: starts.length,
    damaged,
    headerDamaged,
    end,
    bytes: bytes.length,
    text: index => {
      const start = starts[index];
      if (start === DAMAGED) return undefined;
      const text = bytes.toString('utf8', start + FRAME_BYTES, start + FRAME_BYTES + bytes.readUInt32LE(start + 4));
      return text === DAMAGED_RECORD ? undefined : text;
    },
  };
}

const DAMAGED = -1;

/** Where records begin; DAMAGED for those that are damaged. */
function findRecords(bytes: Buffer, expected: number): { starts: number[]; end: number; damaged: number } {
  const starts: number[] = [];
  let lastDamaged = -1;
  let damaged = 0;
  let end = HEADER_BYTES;
  for (let at = HEADER_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const length = recordAt(bytes, at);
    if (length > 0) {
      starts.push(at);
      at = end = at + FRAME_BYTES + length;
      continue;
    }
    const next = nextRecord(bytes, at);
    if (next === undefined) break;
    lastDamaged = starts.push(DAMAGED) - 1;
    damaged++;
    at = next;
  }
  const missing = expected - starts.length;
  if (lastDamaged >= 0 && missing > 0) {
    starts.splice(lastDamaged, 0, ...Array.from({ length: missing }, () => DAMAGED));
    damaged += missing;
  }
  return { starts, end, damaged };
}

/** @returns the length of the record that begins at a byte; 0 where no whole one does */
function recordAt(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32LE(at + 4);
  const end = at + FRAME_BYTES + length;
  // No record is empty: a file that was lengthened and not written to is all zeros.
  return length > 0 && end <= bytes.length && bytes.readUInt32LE(at) === crc32(bytes, at + 4, end) ? length : 0;
}

/** Where the next whole record behind a damaged one begins. */
function nextRecord(bytes: Buffer, damagedAt: number): number | undefined {
  const last = bytes.length - FRAME_BYTES - 2;
  for (let at = bytes.indexOf(OPEN_BRACE, damagedAt + 1 + FRAME_BYTES) - FRAME_BYTES; at >= 0 && at <= last; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32LE(at + 4);
    // Checksums are computed only where an object could stand.
    if (end <= bytes.length && bytes[end - 1] === CLOSE_BRACE && recordAt(bytes, at) > 0) return at;
    at = bytes.indexOf(OPEN_BRACE, at + FRAME_BYTES + 1) - FRAME_BYTES;
  }
  return undefined;
}

/** As `parseSegment`. @throws the file system's error when it cannot be read, also because it was dropped meanwhile. */
export async function readSegment(dir: string, file: string, expected?: number): Promise<Segment | undefined> {
  return parseSegment(await readFile(join(dir, file)), file, expected);
}

function firstOf(name: string): number {
  return Number(NAME.exec(name)?.[1]);
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
