/**
 * Looks up values in the main database of an LMDB file that a process writes to, by reads that map nothing: a file
 * that is cut short or damaged meanwhile, or a disk that fails, is an error here and no end of the process. It has no
 * part in the library's lock either. Pages of the last commit are not written to before the next one has ended, so that
 * what was read is whole where there was no commit meanwhile; else it is read again.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  BRANCH,
  Fault,
  HEADER,
  IN_OVERFLOW,
  LEAF,
  META_PAGE_BYTES,
  type Meta,
  MOST_DEPTH,
  NODE_BYTES,
  OVERFLOW,
  parseMeta,
  REFERENCE_BYTES,
  readMeta,
} from './lmdb-pages.js';

/** A look-up takes some microseconds, and commits are rarer. */
const MOST_TRIES = 100;
/** So often a fault has to be found, because the page that tells of commits may be read while it is written. */
const FAULT_TRIES = 3;

export class LmdbLookup {
  private readonly fd: number;
  private page = Buffer.alloc(0);
  /** Both meta pages as they were read last, and what the later one of them said; between commits they stay the same. */
  private metas = Buffer.alloc(0);
  private knownMetas = Buffer.alloc(0);
  private known: Meta | undefined;

  constructor(file: string) {
    this.fd = openSync(file, 'r');
  }

  /** Tells whether another file has the name by now. */
  get inode(): bigint {
    return fstatSync(this.fd, { bigint: true }).ino;
  }

  /**
   * @returns the value as of the last commit, which is valid until the next call; undefined where there is none, and
   * where commits follow each other without a pause
   * @throws Fault where the file is damaged, and what the file system throws
   */
  get(key: Buffer): Buffer | undefined {
    let faults = 0;
    for (let n = 0; n < MOST_TRIES; n++) {
      const meta = this.lastCommit();
      const found = this.read(key, meta);
      if (this.lastCommit().transaction !== meta.transaction) continue;
      if (!(found instanceof Fault)) return found;
      if (++faults === FAULT_TRIES) throw found;
    }
    return undefined;
  }

  /** The number of the last commit, which is read by itself: until it is another one, all values are as they were. */
  get transaction(): bigint {
    return this.lastCommit().transaction;
  }

  close(): void {
    closeSync(this.fd);
  }

  private lastCommit(): Meta {
    if (this.metas.length === 0) this.makeRoom();
    const { fd, metas, knownMetas, known } = this;
    if (readSync(fd, metas, 0, metas.length, 0) < metas.length) throw new Fault('the file has no two meta pages');
    const second = metas.length - META_PAGE_BYTES;
    const isSame = (at: number) => metas.compare(knownMetas, at, at + META_PAGE_BYTES, at, at + META_PAGE_BYTES) === 0;
    if (known !== undefined && isSame(0) && isSame(second)) return known;
    const [one, other] = [0, second].map(at => metaOf(parseMeta(metas.subarray(at), at)));
    if (one.pageBytes !== second) throw new Fault(`a page size of ${one.pageBytes}, which was ${second}`);
    [this.metas, this.knownMetas] = [knownMetas, metas];
    this.known = one.transaction >= other.transaction ? one : other;
    return this.known;
  }

  private makeRoom(): void {
    const { pageBytes } = metaOf(readMeta(this.fd, 0));
    this.metas = Buffer.alloc(pageBytes + META_PAGE_BYTES);
    this.knownMetas = Buffer.alloc(pageBytes + META_PAGE_BYTES);
  }

  private read(key: Buffer, meta: Meta): Buffer | undefined | Fault {
    try {
      return this.find(key, meta);
    } catch (error) {
      // A number out of its bounds, of pages that another commit has written.
      if (error instanceof Fault) return error;
      if (error instanceof RangeError) return new Fault(error.message);
      throw error;
    }
  }

  private find(key: Buffer, meta: Meta): Buffer | undefined {
    const { main, pageBytes, transaction } = meta;
    let number = main.root;
    if (this.page.length !== pageBytes) this.page = Buffer.alloc(pageBytes);
    const { page } = this;
    for (let depth = 0; number !== undefined; depth++) {
      if (depth === MOST_DEPTH) throw new Fault('the tree is too deep');
      this.readPages(page, number, transaction);
      const kind = page.readUInt16LE(18);
      const count = page.readUInt16LE(20) >> 1;
      if ((kind !== BRANCH && kind !== LEAF) || count === 0) throw new Fault(`page ${number} is none of a tree`);
      const i = lastNotAbove(page, count, key, kind === BRANCH);
      if (i < 0) return undefined;
      const node = nodeAt(page, i);
      if (kind === BRANCH) number = page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32;
      else return compareKey(page, node, key) === 0 ? this.value(node, meta) : undefined;
    }
    return undefined;
  }

  private value(node: number, { transaction, lastPage }: Meta): Buffer {
    const { page } = this;
    const bytes = page.readUInt32LE(node);
    const at = node + NODE_BYTES + page.readUInt16LE(node + 6);
    if ((page.readUInt16LE(node + 4) & IN_OVERFLOW) === 0) return within(page, at, bytes);
    const reference = within(page, at, REFERENCE_BYTES);
    const first = Number(reference.readBigUInt64LE(0));
    if (first * page.length + HEADER + bytes > (lastPage + 1) * page.length) {
      throw new Fault(`page ${first}: a value of ${bytes} bytes, and the last page is ${lastPage}`);
    }
    const value = Buffer.alloc(HEADER + bytes);
    this.readPages(value, first, transaction);
    if (value.readUInt16LE(18) !== OVERFLOW) throw new Fault('a value stands in no overflow page');
    return value.subarray(HEADER);
  }

  private readPages(into: Buffer, number: number, transaction: bigint): void {
    if (readSync(this.fd, into, 0, into.length, number * this.page.length) < into.length) {
      throw new Fault(`page ${number}: the file ends before it`);
    }
    if (Number(into.readBigUInt64LE(0)) !== number) throw new Fault(`page ${number}: it has another number`);
    if (into.readBigUInt64LE(8) > transaction) throw new Fault(`page ${number}: it is of a later transaction`);
  }
}

/** @throws Fault where there is none */
function metaOf(meta: Meta | string): Meta {
  if (typeof meta === 'string') throw new Fault(meta);
  return meta;
}

/** @returns the last node whose key is not above `key`; the first one of a branch has none, which is below all */
function lastNotAbove(page: Buffer, count: number, key: Buffer, isBranch: boolean): number {
  let low = isBranch ? 1 : 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >> 1;
    if (compareKey(page, nodeAt(page, middle), key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function nodeAt(page: Buffer, i: number): number {
  return HEADER + page.readUInt16LE(HEADER + 2 * i);
}

/** Below 0 where the key of a node is before another. No view of it is made: a look-up compares some twenty. */
function compareKey(page: Buffer, node: number, key: Buffer): number {
  const from = node + NODE_BYTES;
  const to = from + page.readUInt16LE(node + 6);
  if (to > page.length) throw new Fault('a node ends outside of its page');
  return page.compare(key, 0, key.length, from, to);
}

function within(page: Buffer, from: number, bytes: number): Buffer {
  if (from + bytes > page.length) throw new Fault('a node ends outside of its page');
  return page.subarray(from, from + bytes);
}
