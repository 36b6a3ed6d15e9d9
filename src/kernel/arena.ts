/**
 * Arrays in a memory of WebAssembly, where its functions read them. The memory has its full size from the beginning, so
 * that arrays stay valid; the part of it that was never written to takes no room. Arrays are made seldom, and live
 * long.
 */
import { ASSEMBLY_PAGE_BYTES, Assembly, type AssemblyFunctions } from './assembly.js';
import { FreeRanges } from './free-ranges.js';

export type ArenaArray = Uint32Array | Float32Array;

/** What arrays begin at multiples of: a vector of SIMD. */
const ALIGNMENT = 16;
const ELEMENT_BYTES = 4;
/**
 * Sizes of memories are multiples of this share of a power of two: views of about as many products can have the same.
 */
const SIZES_A_POWER = 4;
interface Spare {
  assembly: Assembly;
  /** How much of its beginning was ever written to. */
  used: number;
}

/**
 * Memories of closed arenas, for the next ones of this thread: the engine collects all garbage when a large memory is
 * made, and a query that opens a view took five times as long (48 ms instead of 10, over 100,000 products). No more of
 * them than of those that are open: a snapshot is opened before the one that it replaces is closed.
 */
const spare: Spare[] = [];
/** Of the arenas of this thread that are not closed: their sizes, and how much of them was ever written to. */
const open = { bytes: 0, used: 0 };

/** Bytes that arenas of this thread have been written to, and memories that wait for the next ones. */
export function arenaBytes(): { open: number; spare: number } {
  return { open: open.used, spare: spare.reduce((sum, { used }) => sum + used, 0) };
}

export class Arena {
  private readonly buffer: ArrayBuffer;
  readonly functions: AssemblyFunctions;
  private free = new FreeRanges();

  /** @param used how much of the memory was ever written to; it is zero again */
  private constructor(
    private readonly assembly: Assembly,
    private used: number,
  ) {
    this.buffer = assembly.buffer;
    this.functions = assembly.functions;
    // No array is at address 0, which functions take for none.
    this.free.release(ALIGNMENT, this.buffer.byteLength);
    open.bytes += this.buffer.byteLength;
    open.used += used;
  }

  /** @returns undefined where there is no WebAssembly, or no room for the memory */
  static make(bytes: number): Arena | undefined {
    const size = sizeOf(bytes);
    const at = spare.findIndex(({ assembly }) => assembly.buffer.byteLength === size);
    if (at >= 0) {
      const [{ assembly, used }] = spare.splice(at, 1);
      return new Arena(assembly, used);
    }
    const assembly = Assembly.make(size);
    return assembly && new Arena(assembly, 0);
  }

  /** To be called once, when no array is read again: another arena may have the memory then. */
  close(): void {
    const { assembly, used } = this;
    this.free = new FreeRanges();
    new Uint8Array(this.buffer, 0, used).fill(0);
    open.bytes -= this.buffer.byteLength;
    open.used -= used;
    spare.push({ assembly, used });
    let all = spare.reduce((sum, other) => sum + other.assembly.buffer.byteLength, 0);
    // Oldest first: those of other sizes are not asked for again.
    while (all > open.bytes && spare.length > 1) all -= spare.shift()!.assembly.buffer.byteLength;
  }

  /** What it holds means nothing. @returns undefined where no room is left */
  words(length: number): Uint32Array | undefined {
    const offset = this.take(length * ELEMENT_BYTES);
    return offset === undefined ? undefined : new Uint32Array(this.buffer, offset, length);
  }

  /** As `words`, for numbers in single precision. */
  floats(length: number): Float32Array | undefined {
    const offset = this.take(length * ELEMENT_BYTES);
    return offset === undefined ? undefined : new Float32Array(this.buffer, offset, length);
  }

  /** Gives up an array that is not read again. One from elsewhere is left alone. */
  release(array: ArenaArray): void {
    if (!this.holds(array)) return;
    this.free.release(array.byteOffset, array.byteOffset + roomOf(array.byteLength));
  }

  holds({ buffer }: ArenaArray): boolean {
    return buffer === this.buffer;
  }

  private take(bytes: number): number | undefined {
    const room = roomOf(bytes);
    const from = this.free.take(room);
    if (from !== undefined && from + room > this.used) {
      open.used += from + room - this.used;
      this.used = from + room;
    }
    return from;
  }
}

function roomOf(bytes: number): number {
  return Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) & -ALIGNMENT);
}

/** At least so many bytes, of few different sizes; a multiple of the pages of WebAssembly. */
function sizeOf(bytes: number): number {
  const step = Math.max(ASSEMBLY_PAGE_BYTES, 2 ** Math.floor(Math.log2(bytes)) / SIZES_A_POWER);
  return Math.ceil(bytes / step) * step;
}
