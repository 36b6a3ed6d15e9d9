/**
 * Checks a database file of LMDB before it is opened: the library maps the file and follows what stands in it, so that
 * a wrong byte can end the process. Reads by position, and maps nothing. What it accepts can be opened and read to the
 * end: all pages of the trees lie in the file, each belongs to one tree alone and to no list of free pages, nodes lie
 * within their pages, keys are in order, and counts are right. What values hold is left to `value`.
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
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

export interface LmdbCheckOptions {
  /**
   * Looks at a value; the buffers are valid during the call alone.
   * @param database empty for the main one
   * @returns what is wrong with it
   */
  value?(database: string, key: Buffer, value: Buffer): string | undefined;
}

const HEADER = 24;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const META_BYTES = 144;
const FREE_TREE = 24;
const MAIN_TREE = 72;
const TREE_BYTES = 48;
const NODE_BYTES = 8;
/** What a node has in place of a value in overflow pages: the first page, a transaction, the number of pages. */
const REFERENCE_BYTES = 24;
const NO_ROOT = 0xffff_ffff_ffff_ffffn;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const META = 8;
const IN_OVERFLOW = 1;
const IS_TREE = 2;
const INTEGER_KEYS = 8;
/** Of a commit that was not flushed when its meta page was written. */
const UNFLUSHED = 0x1000;
/** LMDB's cursors go no deeper. */
const MOST_DEPTH = 32;
/** Pages that the last transaction had no use for may lie behind the end of the file. */
const MOST_BEYOND_END = 1 << 16;

interface Tree {
  flags: number;
  depth: number;
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
  root: number | undefined;
}

interface Meta {
  pageBytes: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
  unflushed: boolean;
  boot: bigint;
}

/** What was found to be wrong; ends the check. */
class Fault extends Error {}

/**
 * @returns what is wrong with the file, undefined where it can be opened
 * @throws what the file system throws
 */
export function checkLmdb(file: string, options: LmdbCheckOptions = {}): string | undefined {
  const fd = openSync(file, 'r');
  try {
    new LmdbCheck(fd, options).run();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    // The disk below it is damaged.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return (error as Error).message;
    throw error;
  } finally {
    closeSync(fd);
  }
}

class LmdbCheck {
  private readonly fileBytes: number;
  private pageBytes = 0;
  private pages = 0;
  private transaction = 0n;
  /** A bit for each page that a tree or a list of free pages has. */
  private taken = new Uint8Array(0);
  /** A buffer for each depth of a tree. */
  private readonly buffers: Buffer[] = [];
  private overflow = Buffer.alloc(0);

  constructor(
    private readonly fd: number,
    private readonly options: LmdbCheckOptions,
  ) {
    this.fileBytes = fstatSync(fd).size;
  }

  run(): void {
    const meta = this.currentMeta();
    this.pageBytes = meta.pageBytes;
    this.pages = meta.lastPage + 1;
    this.transaction = meta.transaction;
    if (this.pages > this.fileBytes / this.pageBytes + MOST_BEYOND_END) {
      throw new Fault(`the file has ${this.fileBytes} bytes, and its last page is ${meta.lastPage}`);
    }
    this.taken = new Uint8Array((this.pages >> 3) + 1);
    this.take(0, 2);
    new TreeWalk(this, '', meta.main, (key, value, isTree) => {
      if (isTree) this.namedTree(key.toString().replace(/\0$/, ''), value);
      else this.look('', key, value);
    }).run();
    new TreeWalk(this, 'free pages', meta.free, (_key, value) => this.freePages(value)).run();
  }

  /** The page at a depth of a tree; the buffer is that of its depth. */
  page(number: number, depth: number): Buffer {
    const buffer = (this.buffers[depth] ??= Buffer.alloc(this.pageBytes));
    this.take(number, 1);
    this.read(buffer, number);
    return buffer;
  }

  /** A value in overflow pages; the buffer is valid until the next call. */
  overflowValue(number: number, count: number, bytes: number): Buffer {
    this.take(number, count);
    const needed = HEADER + bytes;
    if (needed > count * this.pageBytes) throw new Fault(`page ${number}: ${count} pages for ${bytes} bytes`);
    if (this.overflow.length < needed) this.overflow = Buffer.alloc(needed);
    const { overflow } = this;
    this.read(overflow.subarray(0, needed), number);
    if (overflow.readUInt16LE(18) !== OVERFLOW || overflow.readUInt32LE(20) !== count) {
      throw new Fault(`page ${number}: not the first of ${count} overflow pages`);
    }
    return overflow.subarray(HEADER, needed);
  }

  look(database: string, key: Buffer, value: Buffer): void {
    const found = this.options.value?.(database, key, value);
    if (found !== undefined) throw new Fault(found);
  }

  private namedTree(name: string, value: Buffer): void {
    if (value.length !== TREE_BYTES) throw new Fault(`database ${JSON.stringify(name)}: its entry has another length`);
    const tree = readTree(value, 0);
    if (tree.flags !== 0) throw new Fault(`database ${JSON.stringify(name)}: unknown flags`);
    const look = (key: Buffer, found: Buffer, isTree: boolean) => {
      if (isTree) throw new Fault(`database ${JSON.stringify(name)}: it has a database of its own`);
      this.look(name, key, found);
    };
    new TreeWalk(this, name, tree, look, MOST_DEPTH).run();
  }

  private freePages(list: Buffer): void {
    const words = list.length / 8;
    const count = words >= 1 ? list.readBigUInt64LE(0) : -1n;
    if (!Number.isInteger(words) || count < 0n || count >= BigInt(words)) {
      throw new Fault('free pages: a list has another length');
    }
    for (let i = 1; i <= Number(count); i++) {
      const entry = list.readBigInt64LE(8 * i);
      // A negative number is the length of a run that begins at the page behind it; zeroes are gaps.
      if (entry === 0n) continue;
      const run = entry < 0n ? Number(-entry) : 1;
      if (entry < 0n && ++i > Number(count)) throw new Fault('free pages: a run has no beginning');
      this.take(Number(list.readBigInt64LE(8 * i)), run);
    }
  }

  private take(first: number, count: number): void {
    if (!(first >= 0 && count > 0 && first + count <= this.pages)) {
      throw new Fault(`page ${first}: found ${count} from it on, and the file has ${this.pages}`);
    }
    for (let page = first; page < first + count; page++) {
      const bit = 1 << (page & 7);
      if (this.taken[page >> 3] & bit) throw new Fault(`page ${page}: it is used twice`);
      this.taken[page >> 3] |= bit;
    }
  }

  private read(into: Buffer, page: number): void {
    if (readSync(this.fd, into, 0, into.length, page * this.pageBytes) < into.length) {
      throw new Fault(`page ${page}: the file ends before it`);
    }
    if (Number(into.readBigUInt64LE(0)) !== page) throw new Fault(`page ${page}: it has another number`);
    // LMDB would take a page of a later transaction for one that it may write to.
    if (into.readBigUInt64LE(8) > this.transaction) throw new Fault(`page ${page}: it is of a later transaction`);
  }

  /** The meta page that LMDB goes by. Of a commit that was not flushed before another boot, it takes the one before. */
  private currentMeta(): Meta {
    const first = this.meta(0);
    if (typeof first === 'string') throw new Fault(first);
    const second = this.meta(first.pageBytes);
    if (typeof second === 'string') throw new Fault(second);
    if (second.pageBytes !== first.pageBytes) throw new Fault('the meta pages have different page sizes');
    const latest = first.transaction >= second.transaction ? first : second;
    if (!latest.unflushed || second.transaction === 0n || latest.boot === bootId()) return latest;
    const older = latest === first ? second : first;
    // The meta of the last flush, in the middle of the first page.
    const flushed = this.meta(first.pageBytes / 2, true);
    return typeof flushed === 'string' || flushed.transaction > older.transaction ? older : flushed;
  }

  private meta(at: number, isCopy = false): Meta | string {
    const bytes = Buffer.alloc(HEADER + META_BYTES);
    if (readSync(this.fd, bytes, 0, bytes.length, at) < bytes.length) return 'the file has no two meta pages';
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
}

/** Walks through one tree in the order of its keys. */
class TreeWalk {
  private found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
  private last: Buffer | undefined;
  /** A key of a branch that the next key of a leaf must not be below. */
  private least: Buffer | undefined;

  /**
   * @param name for messages
   * @param firstDepth the first buffer that no walk around this one uses
   */
  constructor(
    private readonly check: LmdbCheck,
    private readonly name: string,
    private readonly tree: Tree,
    private readonly entry: (key: Buffer, value: Buffer, isTree: boolean) => void,
    private readonly firstDepth = 0,
  ) {}

  run(): void {
    const { tree, found } = this;
    if (tree.depth > MOST_DEPTH) throw this.fault('it is too deep');
    if (tree.root !== undefined) this.walk(tree.root, 0);
    else if (tree.depth !== 0) throw this.fault('it has no root');
    for (const count of ['branches', 'leaves', 'overflows', 'entries'] as const) {
      if (found[count] !== tree[count]) throw this.fault(`${tree[count]} ${count} expected, found ${found[count]}`);
    }
  }

  private walk(number: number, depth: number): void {
    const { tree, found } = this;
    const page = this.check.page(number, this.firstDepth + depth);
    const isLeaf = depth === tree.depth - 1;
    const kind = page.readUInt16LE(18);
    if (kind !== (isLeaf ? LEAF : BRANCH)) throw this.fault(`page ${number} is no ${isLeaf ? 'leaf' : 'branch'}`);
    const end = HEADER + page.readUInt16LE(20);
    const nodes = HEADER + page.readUInt16LE(22);
    if (end > nodes || nodes > page.length || (end & 1) !== 0)
      throw this.fault(`page ${number}: wrong bounds of nodes`);
    const count = (end - HEADER) >> 1;
    if (count === 0 || (!isLeaf && count < 2)) throw this.fault(`page ${number} has ${count} nodes`);
    if (isLeaf) found.leaves++;
    else found.branches++;
    let used = 0;
    for (let i = 0; i < count; i++) {
      const node = HEADER + page.readUInt16LE(HEADER + 2 * i);
      const keyEnd = node + NODE_BYTES + (node + NODE_BYTES <= page.length ? page.readUInt16LE(node + 6) : 0);
      if (node < nodes || keyEnd > page.length) throw this.fault(`page ${number}: node ${i} is outside of it`);
      const key = page.subarray(node + NODE_BYTES, keyEnd);
      if (isLeaf) used += this.leafNode(page, number, node, key);
      else {
        used += keyEnd - node + ((keyEnd - node) & 1);
        if (i > 0) this.between(key, number);
        this.walk(page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32, depth + 1);
      }
    }
    // Nodes stand side by side up to the end of the page.
    if (used !== page.length - nodes)
      throw this.fault(`page ${number}: nodes of ${used} bytes in ${page.length - nodes}`);
  }

  /** @returns the bytes that the node takes */
  private leafNode(page: Buffer, number: number, node: number, key: Buffer): number {
    this.inOrder(key, number);
    this.found.entries++;
    const flags = page.readUInt16LE(node + 4);
    const bytes = page.readUInt32LE(node);
    const at = node + NODE_BYTES + key.length;
    const end = at + (flags === IN_OVERFLOW ? REFERENCE_BYTES : bytes);
    if (flags > IS_TREE || end > page.length) throw this.fault(`page ${number}: a value is outside of it`);
    if (flags === IN_OVERFLOW) {
      const count = Number(page.readBigUInt64LE(at + 16));
      const value = this.check.overflowValue(Number(page.readBigUInt64LE(at)), count, bytes);
      this.found.overflows += count;
      this.entry(key, value, false);
    } else this.entry(key, page.subarray(at, at + bytes), flags === IS_TREE);
    return end - node + ((end - node) & 1);
  }

  private between(key: Buffer, number: number): void {
    if (this.last !== undefined && this.compare(key, this.last) <= 0)
      throw this.fault(`page ${number}: keys out of order`);
    this.least = Buffer.from(key);
  }

  private inOrder(key: Buffer, number: number): void {
    const { last, least } = this;
    const below = (last !== undefined && this.compare(key, last) <= 0) || (least && this.compare(key, least) < 0);
    if (key.length === 0 || below) throw this.fault(`page ${number}: keys out of order`);
    this.least = undefined;
    this.last = last !== undefined && last.length === key.length ? overwrite(last, key) : Buffer.from(key);
  }

  private compare(a: Buffer, b: Buffer): number {
    if ((this.tree.flags & INTEGER_KEYS) === 0 || a.length !== 8 || b.length !== 8) return Buffer.compare(a, b);
    const difference = a.readBigUInt64LE(0) - b.readBigUInt64LE(0);
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  private fault(found: string): Fault {
    return new Fault(`${this.name === '' ? 'main database' : this.name}: ${found}`);
  }
}

function overwrite(buffer: Buffer, bytes: Buffer): Buffer {
  buffer.set(bytes);
  return buffer;
}

function readTree(bytes: Buffer, at: number): Tree {
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

/** As LMDB reads it; where the system has none, no commit is known to be of this boot. */
function bootId(): bigint {
  if (process.platform !== 'linux') return 0n;
  const digits = /^[0-9a-f]+/.exec(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return digits ? BigInt(`0x${digits[0]}`) : 0n;
}
