/**
 * Product cards by group: data files of records, written once and read by position, and the part `cards`, an index with
 * file, offset and length of each group's record. Views that differ in offers alone share them.
 *
 * Data file: "VTRNCARD", u32 version, u32 0, records (see card-record.ts and card-packing.ts), the dictionary that they
 * are packed with, u32 its length, u32 its CRC-32, SHA-256 of all before; named cards-HASH.data. Records begin at
 * multiples of 8, zeros between them. They are read with pread: measured at 4 KB a record, that is faster than a get from
 * a mapped store (1.8 against 2.2 µs). See card-file.ts for the reader.
 *
 * Index part: file u8[G], offset f64[G], length u32[G], hot u32[G]: the bytes of a record's hot part, as stored; meta
 * {files}.
 */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from '../kernel/crc32.js';
import { growableF64, growableU32 } from '../kernel/growable.js';
import { RecordPacker } from './card-packing.js';
import type { EncodedRecord } from './card-record.js';
import { syncAndClose } from './later-syncs.js';
import { type Part, type PartFile, PartWriter } from './part.js';
import { hasTrailingChecksum, type ReadProgress } from './trailing-checksum.js';
import { unfinishedFile } from './unfinished-files.js';

const MAGIC = Buffer.from('VTRNCARD');
export const CARDS_VERSION = 5;
export const CARDS_HEADER_BYTES = 16;
/** Behind the dictionary. */
export const CARDS_TAIL_BYTES = 8;
export const CARDS_CHECKSUM_BYTES = 32;
const WRITE_BYTES = 1 << 20;
export const CARDS_ALIGNMENT = 8;
const PADDING = new Uint8Array(CARDS_ALIGNMENT);

/** Writes records to a data file through a buffer of a megabyte. */
export class CardFileWriter {
  private readonly temporary: string;
  private readonly fd: number;
  private readonly hash: Hash = createHash('sha256');
  private readonly pending = Buffer.allocUnsafe(WRITE_BYTES);
  private filled = 0;
  private written = 0;
  private finished = false;
  private readonly packer = new RecordPacker();

  constructor(
    private readonly dir: string,
    name: string,
  ) {
    this.temporary = unfinishedFile(dir, `cards-${name}`);
    this.fd = fs.openSync(this.temporary, 'w');
    const header = Buffer.alloc(CARDS_HEADER_BYTES);
    MAGIC.copy(header);
    header.writeUInt32LE(CARDS_VERSION, 8);
    this.append(header);
  }

  /** Bytes added so far, the header included. */
  get size(): number {
    return this.written + this.filled;
  }

  /** Appends a record, packed where that is shorter. @returns its place, as stored */
  addRecord(record: EncodedRecord): RecordRange {
    const { bytes, hot } = this.packer.pack(record);
    const padding = -this.size & (CARDS_ALIGNMENT - 1);
    if (padding > 0) this.append(PADDING.subarray(0, padding));
    const offset = this.size;
    this.append(bytes);
    return { offset, length: this.size - offset, hot };
  }

  /** Appends the checksum, syncs the file and gives it its final name. */
  finish(): PartFile {
    const { dictionary } = this.packer;
    const tail = Buffer.alloc(CARDS_TAIL_BYTES);
    tail.writeUInt32LE(dictionary.length, 0);
    tail.writeUInt32LE(crc32(dictionary), 4);
    this.append(dictionary);
    this.append(tail);
    this.flush();
    const digest = this.hash.digest();
    fs.writeSync(this.fd, digest);
    this.finished = true;
    syncAndClose(this.fd, this.temporary);
    const file = `cards-${digest.toString('hex').slice(0, 32)}.data`;
    fs.renameSync(this.temporary, path.join(this.dir, file));
    return { file, bytes: this.written + CARDS_CHECKSUM_BYTES };
  }

  /** Removes an unfinished file; does nothing to a finished one. */
  abort(): void {
    if (this.finished) return;
    fs.closeSync(this.fd);
    fs.rmSync(this.temporary, { force: true });
  }

  private append(bytes: Uint8Array): void {
    if (bytes.length <= WRITE_BYTES - this.filled) {
      this.pending.set(bytes, this.filled);
      this.filled += bytes.length;
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      if (this.filled === WRITE_BYTES) this.flush();
      const take = Math.min(bytes.length - at, WRITE_BYTES - this.filled);
      this.pending.set(bytes.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
    }
  }

  private flush(): void {
    const bytes = this.pending.subarray(0, this.filled);
    this.hash.update(bytes);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.fd, bytes, at);
    this.written += this.filled;
    this.filled = 0;
  }
}

/** Byte range of a record in a data file. */
export interface RecordRange {
  offset: number;
  length: number;
  /** Bytes of its hot part, which comes first. */
  hot: number;
}

export class CardIndexBuilder {
  private readonly file = growableU32();
  private readonly offset = growableF64();
  private readonly length = growableU32();
  private readonly hot = growableU32();

  add(file: number, record: RecordRange): void {
    this.file.push(file);
    this.offset.push(record.offset);
    this.length.push(record.length);
    this.hot.push(record.hot);
  }

  finish(files: readonly string[]): PartWriter {
    const file = Uint8Array.from(this.file.view());
    const columns = { file, offset: this.offset.view(), length: this.length.view(), hot: this.hot.view() };
    return writeCardIndex(files, columns);
  }
}

/** Columns of the index by group ordinal. */
export interface CardColumns {
  file: Uint8Array;
  offset: Float64Array;
  length: Uint32Array;
  hot: Uint32Array;
}

export function writeCardIndex(files: readonly string[], { file, offset, length, hot }: CardColumns): PartWriter {
  const part = new PartWriter('cards', { files });
  return part.add('file', file).add('offset', offset).add('length', length).add('hot', hot);
}

/**
 * The index with the records of some groups moved to one more file. Files without a record in use are dropped.
 * @param added name of the new file
 * @param places ordinals of the groups that have a record in it
 */
export function patchCardIndex(
  old: CardIndex,
  added: string,
  places: ReadonlyMap<number, RecordRange>,
): { part: PartWriter; files: string[] } {
  const file = old.file.slice();
  const offset = old.offset.slice();
  const length = old.length.slice();
  const hot = old.hot.slice();
  for (const [group, place] of places) {
    file[group] = old.files.length;
    offset[group] = place.offset;
    length[group] = place.length;
    hot[group] = place.hot;
  }
  const all = [...old.files, added];
  const used = new Uint8Array(all.length);
  for (let group = 0; group < file.length; group++) used[file[group]] = 1;
  const files = all.filter((_, i) => used[i] === 1);
  const number = Uint8Array.from(all, name => files.indexOf(name));
  for (let group = 0; group < file.length; group++) file[group] = number[file[group]];
  return { part: writeCardIndex(files, { file, offset, length, hot }), files };
}

export class CardIndex implements CardColumns {
  readonly files: readonly string[];
  readonly file: Uint8Array;
  readonly offset: Float64Array;
  readonly length: Uint32Array;
  readonly hot: Uint32Array;

  constructor(part: Part) {
    this.files = (part.meta as { files: string[] }).files;
    this.file = part.u8('file');
    this.offset = part.f64('offset');
    this.length = part.u32('length');
    this.hot = part.u32('hot');
  }

  /** Where the record of a group is in its file. */
  place(group: number): RecordRange {
    return { offset: this.offset[group], length: this.length[group], hot: this.hot[group] };
  }
}

/** Whether a file of a snapshot is a card file, by its name. */
export function isCardFile(file: string): boolean {
  return file.endsWith('.data');
}

/** Whether the head of an open data file is of this version; `verifyCardFile` checks the checksum. */
export function checkCardHeader(fd: number): boolean {
  const header = Buffer.alloc(CARDS_HEADER_BYTES);
  return (
    fs.readSync(fd, header, 0, CARDS_HEADER_BYTES, 0) === CARDS_HEADER_BYTES &&
    header.subarray(0, 8).equals(MAGIC) &&
    header.readUInt32LE(8) === CARDS_VERSION
  );
}

/** Whether the trailing checksum of a data file matches its content. */
export function verifyCardFile(file: string, progress?: ReadProgress): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    return checkCardHeader(fd) && hasTrailingChecksum(fd, CARDS_HEADER_BYTES, progress);
  } finally {
    fs.closeSync(fd);
  }
}
