/**
 * The pages of a database file of LMDB, as they are read by position: nothing is mapped.
 *
 *   page    0   8  page number                        meta page: behind the header, at byte 24
 *           8   8  transaction                          0    4  0xBEEFC0DE
 *          16   2  key size of fixed-size keys          4    4  version, 2
 *          18   2  1 branch, 2 leaf, 4 overflow, 8 meta 8    8  address
 *          20   2  end of the offsets of nodes         16    8  size of the map
 *          22   2  first node; both from byte 24      24   48  tree of free pages, whose `pad` is the page size
 *          24   …  offset of each node (u16)          72   48  main tree
 *                                                    120    8  last page
 *   node    0   4  length of the value, or 48 bits   128    8  transaction
 *                  of the page below                 136    8  id of the boot
 *           4   2  1 value in overflow pages, 2 tree
 *           6   2  length of the key                  tree    0  4  pad         24  8  overflow pages
 *           8   …  key, value or number of a page             4  2  flags       32  8  entries
 *                                                             6  2  depth       40  8  root, all ones for none
 *                                                             8  8  branches
 *                                                            16  8  leaves
 * Numbers are in the order of the machine's bytes, little endian. (mdb.c of liblmdb, as lmdb-js has it.)
 */
import { readSync } from 'node:fs';

export const HEADER = 24;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const META_BYTES = 144;
/** What is used of a meta page. */
export const META_PAGE_BYTES = HEADER + META_BYTES;
const FREE_TREE = 24;
const MAIN_TREE = 72;
export const TREE_BYTES = 48;
export const NODE_BYTES = 8;
/** What a node has in place of a value in overflow pages: the first page, a transaction, the number of pages. */
export const REFERENCE_BYTES = 24;
const NO_ROOT = 0xffff_ffff_ffff_ffffn;
export const BRANCH = 1;
export const LEAF = 2;
export const OVERFLOW = 4;
const META = 8;
export const IN_OVERFLOW = 1;
export const IS_TREE = 2;
export const INTEGER_KEYS = 8;
/** Of a commit that was not flushed when its meta page was written. */
const UNFLUSHED = 0x1000;
/** LMDB's cursors go no deeper. */
export const MOST_DEPTH = 32;

export interface Tree {
  flags: number;
  depth: number;
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
  root: number | undefined;
}

export interface Meta {
  pageBytes: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
  unflushed: boolean;
  boot: bigint;
}

/** What was found to be wrong with a file. */
export class Fault extends Error {}

/**
 * Reads a meta page.
 * @param isCopy that of the last flush, which has no head of a page
 * @returns what is wrong with it, as a text
 */
export function readMeta(fd: number, at: number, isCopy = false): Meta | string {
  const bytes = Buffer.alloc(META_PAGE_BYTES);
  if (readSync(fd, bytes, 0, bytes.length, at) < bytes.length) return 'the file has no two meta pages';
  return parseMeta(bytes, at, isCopy);
}

/** As `readMeta`, of bytes that were read. @param bytes from the beginning of the page, `META_PAGE_BYTES` or more */
export function parseMeta(bytes: Buffer, at: number, isCopy = false): Meta | string {
  const meta = bytes.subarray(HEADER);
  const isMeta = (bytes.readUInt16LE(18) & META) !== 0 && meta.readUInt32LE(0) === MAGIC;
  if (!isCopy && !isMeta) return `byte ${at}: no meta page of LMDB`;
  if (!isCopy && (meta.readUInt32LE(4) & 0xffff) !== VERSION) return `byte ${at}: another version of LMDB`;
  const pageBytes = meta.readUInt32LE(FREE_TREE);
  if (pageBytes < 256 || pageBytes > 65_536 || (pageBytes & (pageBytes - 1)) !== 0) {
    return `byte ${at}: a page size of ${pageBytes}`;
  }
  const free = readTree(meta, FREE_TREE);
  if ((free.flags & ~UNFLUSHED) !== INTEGER_KEYS) return `byte ${at}: unknown flags`;
  const lastPage = Number(meta.readBigUInt64LE(120));
  const transaction = meta.readBigUInt64LE(128);
  const main = readTree(meta, MAIN_TREE);
  const unflushed = (free.flags & UNFLUSHED) !== 0;
  return { pageBytes, free, main, lastPage, transaction, unflushed, boot: meta.readBigInt64LE(136) };
}

export function readTree(bytes: Buffer, at: number): Tree {
  const root = bytes.readBigUInt64LE(at + 40);
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branches: Number(bytes.readBigUInt64LE(at + 8)),
    leaves: Number(bytes.readBigUInt64LE(at + 16)),
    overflows: Number(bytes.readBigUInt64LE(at + 24)),
    entries: Number(bytes.readBigUInt64LE(at + 32)),
    root: root === NO_ROOT ? undefined : Number(root),
  };
}
