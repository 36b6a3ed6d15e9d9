/**
 * A catalog store packed into a file: what is kept beside the store, and in backups. LMDB writes a compact copy of a store;
 * of that, what no node has is made zeros, because pages split into halves are a quarter gaps that still have what stood
 * there, and each piece is packed by itself. A million products take half of the bytes so, for 5 s of CPU.
 *
 *    0   8  "VTRNSTOR"
 *    8   4  format version
 *   12   8  generation of the store
 *   20   …  pieces: u32 length as packed, u32 length in the store, bytes (Brotli); two zeros are behind the last
 *    …   8  length of the store
 *    …  32  SHA-256 of all before
 * Integers are little endian.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { Problem } from '../errors/problem.js';
import { BRANCH, HEADER, LEAF, OVERFLOW, readMeta } from '../kernel/lmdb-pages.js';
import { inspectStore, type StoreInspection } from './inspect-store.js';

const MAGIC = Buffer.from('VTRNSTOR');
const VERSION = 1;
const HEAD_BYTES = 20;
const LENGTHS_BYTES = 8;
const TAIL_BYTES = 8;
const CHECKSUM_BYTES = 32;
/** Only the daemon's user may read what a shop has imported. */
const MODE = 0o600;
/** Of the store, in a piece: a multiple of its pages. Twice as much gains a hundredth. */
const PIECE_BYTES = 1 << 20;
/** As few bytes as by gzip at its fastest, for less than half of its CPU. */
const PACKING = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
const UNPACKING = { maxOutputLength: PIECE_BYTES };

/** Whether a file is a packed store, rather than one of LMDB. */
export function isPackedStore(file: string): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    const magic = Buffer.alloc(MAGIC.length);
    return fs.readSync(fd, magic, 0, magic.length, 0) === magic.length && magic.equals(MAGIC);
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Packs the file of a store. Blocks.
 * @param from a compact copy that is sound; nothing may write to it meanwhile
 */
export function packStore(from: string, to: string, generation: number): void {
  const source = fs.openSync(from, 'r');
  const target = fs.openSync(to, 'w', MODE);
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array): void => {
    hash.update(bytes);
    writeAll(target, bytes);
  };
  try {
    const gaps = new PageGaps(source);
    const { size } = fs.fstatSync(source);
    const head = Buffer.alloc(HEAD_BYTES);
    MAGIC.copy(head);
    head.writeUInt32LE(VERSION, 8);
    head.writeBigUInt64LE(BigInt(generation), 12);
    write(head);
    const piece = Buffer.alloc(Math.min(size, PIECE_BYTES));
    for (let at = 0; at < size; at += piece.length) {
      const read = piece.subarray(0, Math.min(piece.length, size - at));
      readAll(source, read, at);
      gaps.clear(read, at);
      const packed = zlib.brotliCompressSync(read, PACKING);
      write(lengths(packed.length, read.length));
      write(packed);
    }
    const tail = Buffer.alloc(TAIL_BYTES);
    tail.writeBigUInt64LE(BigInt(size));
    write(lengths(0, 0));
    write(tail);
    writeAll(target, hash.digest());
  } finally {
    fs.closeSync(source);
    fs.closeSync(target);
  }
}

/**
 * Writes the store that was packed as a file of LMDB, and makes it durable. Blocks.
 * @throws Problem `internal` where the packed one is damaged
 */
export function unpackStore(from: string, to: string): void {
  const target = fs.openSync(to, 'w', MODE);
  try {
    readPieces(from, (packed, length) => {
      const piece = zlib.brotliDecompressSync(packed, UNPACKING);
      if (piece.length !== length) throw damaged(`a piece has ${piece.length} bytes, expected ${length}`);
      writeAll(target, piece);
    });
    fs.fsyncSync(target);
  } finally {
    fs.closeSync(target);
  }
}

/** What stands in a copy of a store, packed or not. A packed one is read to its end, and its checksum compared. */
export function inspectCopy(file: string): StoreInspection {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.size) return { state: 'missing' };
  if (!isPackedStore(file)) return inspectStore(file);
  try {
    return { state: 'sound', generation: readPieces(file, () => undefined) };
  } catch (error) {
    // Of the disk below it, too.
    if (!(error instanceof Problem) && (error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    return { state: 'damaged', fault: (error as Error).message };
  }
}

/**
 * @param take is given each piece, as packed, and its length in the store
 * @returns the generation
 * @throws Problem `internal` where the file is damaged: some pieces may have been given then
 */
function readPieces(file: string, take: (packed: Buffer, length: number) => void): number {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const hash = createHash('sha256');
    let at = 0;
    const read = (length: number): Buffer => {
      if (at + length > size - CHECKSUM_BYTES) throw damaged('it ends too early');
      const bytes = Buffer.allocUnsafe(length);
      readAll(fd, bytes, at);
      hash.update(bytes);
      at += length;
      return bytes;
    };
    const head = read(HEAD_BYTES);
    const version = head.readUInt32LE(8);
    if (!head.subarray(0, 8).equals(MAGIC) || version !== VERSION) {
      throw damaged(`format ${version} found, this version reads ${VERSION}`);
    }
    let unpacked = 0;
    for (;;) {
      const both = read(LENGTHS_BYTES);
      const [packed, length] = [both.readUInt32LE(0), both.readUInt32LE(4)];
      if (packed === 0) break;
      if (length > PIECE_BYTES) throw damaged(`a piece of ${length} bytes`);
      unpacked += length;
      take(read(packed), length);
    }
    const whole = Number(read(TAIL_BYTES).readBigUInt64LE());
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    if (at + CHECKSUM_BYTES !== size) throw damaged(`${size} bytes found, ${at + CHECKSUM_BYTES} expected`);
    readAll(fd, checksum, at);
    if (whole !== unpacked || !hash.digest().equals(checksum)) throw damaged('its checksum is wrong');
    return Number(head.readBigUInt64LE(12));
  } finally {
    fs.closeSync(fd);
  }
}

/** Makes zeros of what lies between the offsets and the nodes of pages. */
class PageGaps {
  private readonly pageBytes: number;
  /** The first page behind those that a long value has. */
  private next = 0;

  constructor(fd: number) {
    const meta = readMeta(fd, 0);
    if (typeof meta === 'string') throw damaged(meta);
    this.pageBytes = meta.pageBytes;
  }

  /** @param piece whole pages, one piece behind the other; `at` is where it stands in the file */
  clear(piece: Buffer, at: number): void {
    const { pageBytes } = this;
    for (let start = 0; start + pageBytes <= piece.length; start += pageBytes) {
      const number = (at + start) / pageBytes;
      if (number < this.next) continue;
      const page = piece.subarray(start, start + pageBytes);
      if (Number(page.readBigUInt64LE(0)) !== number) continue;
      const kind = page.readUInt16LE(18);
      if (kind === OVERFLOW) this.next = number + page.readUInt32LE(20);
      else if (kind === LEAF || kind === BRANCH) {
        page.fill(0, HEADER + page.readUInt16LE(20), HEADER + page.readUInt16LE(22));
      }
    }
  }
}

function lengths(packed: number, length: number): Buffer {
  const both = Buffer.alloc(LENGTHS_BYTES);
  both.writeUInt32LE(packed, 0);
  both.writeUInt32LE(length, 4);
  return both;
}

function readAll(fd: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) {
    const read = fs.readSync(fd, bytes, at, bytes.length - at, from + at);
    if (read === 0) throw damaged('it ends too early');
    at += read;
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at);
}

function damaged(found: string): Problem {
  return new Problem('internal', `copy of the catalog store: ${found}`);
}
