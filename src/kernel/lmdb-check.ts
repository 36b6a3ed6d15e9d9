/**
 * Checks a database file of LMDB before it is opened: the library maps the file and follows what stands in it, so that
 * a wrong byte can end the process. Reads by position, and maps nothing. What it accepts can be opened and read to the
 * end: all pages of the trees lie in the file, each belongs to one tree alone and to no list of free pages, nodes lie
 * within their pages, keys are in order, and counts are right. What values hold is left to `value`.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import {
  BRANCH,
  Fault,
  HEADER,
  IN_OVERFLOW,
  INTEGER_KEYS,
  IS_TREE,
  LEAF,
  type Meta,
  MOST_DEPTH,
  NODE_BYTES,
  OVERFLOW,
  REFERENCE_BYTES,
  readMeta,
  readTree,
  TREE_BYTES,
  type Tree,
} from './lmdb-pages.js';

export interface LmdbCheckOptions {
  /**
   * Looks at a value; the buffers are valid during the call alone.
   * @param database empty for the main one
   * @returns what is wrong with it
   */
  value?(database: string, key: Buffer, value: Buffer): string | undefined;
}

/** Pages that the last transaction had no use for may lie behind the end of the file. */
const MOST_BEYOND_END = 1 << 16;

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
    const first = readMeta(this.fd, 0);
    if (typeof first === 'string') throw new Fault(first);
    const second = readMeta(this.fd, first.pageBytes);
    if (typeof second === 'string') throw new Fault(second);
    if (second.pageBytes !== first.pageBytes) throw new Fault('the meta pages have different page sizes');
    const latest = first.transaction >= second.transaction ? first : second;
    if (!latest.unflushed || second.transaction === 0n || latest.boot === bootId()) return latest;
    const older = latest === first ? second : first;
    // The meta of the last flush, in the middle of the first page.
    const flushed = readMeta(this.fd, first.pageBytes / 2, true);
    return typeof flushed === 'string' || flushed.transaction > older.transaction ? older : flushed;
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

/** As LMDB reads it; where the system has none, no commit is known to be of this boot. */
function bootId(): bigint {
  if (process.platform !== 'linux') return 0n;
  const digits = /^[0-9a-f]+/.exec(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return digits ? BigInt(`0x${digits[0]}`) : 0n;
}
