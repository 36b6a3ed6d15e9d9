/**
 * Typed arrays that lie together in blocks of memory, for work that makes many of them and drops all at its end. By
 * default, glibc keeps what is freed of arrays below 32 MB, for each thread by itself; blocks are larger, and go back to
 * the system. What is not used of a block takes no memory.
 */

const BLOCK_BYTES = 64 << 20;
/** Of the first one; each is so many times as large as the one before: the engine collects garbage by what there is. */
const FIRST_BYTES = 1 << 20;
const GROWTH = 8;
/** Longer arrays have memory of their own. */
const LONGEST_BYTES = BLOCK_BYTES / 2;
/** Shorter ones are as cheap anywhere, and would keep a whole block. */
const SHORTEST_BYTES = 4096;
const ALIGNMENT = 8;

type Placed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
type Constructor<T extends Placed> = {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBuffer, offset: number, length: number): T;
};

let block: ArrayBuffer | undefined;
let used = 0;
let next = FIRST_BYTES;

/** An array of zeros; to be called within `inBlocks`, as the last block is kept otherwise. */
export function placed<T extends Placed>(type: Constructor<T>, length: number): T {
  const bytes = length * type.BYTES_PER_ELEMENT;
  if (bytes < SHORTEST_BYTES || bytes > LONGEST_BYTES) return new type(length);
  if (!block || used + bytes > block.byteLength) {
    block = new ArrayBuffer(bytes > next ? BLOCK_BYTES : next);
    next = Math.min(BLOCK_BYTES, block.byteLength * GROWTH);
    used = 0;
  }
  const offset = used;
  used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  return new type(block, offset, length);
}

/** Runs work at whose end its arrays are dropped: what is made later lies in other blocks. */
export function inBlocks<T>(work: () => T): T {
  try {
    return work();
  } finally {
    block = undefined;
    next = FIRST_BYTES;
  }
}
