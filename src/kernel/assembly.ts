/**
 * Functions in WebAssembly, compiled from `assembly/`, over a memory that JavaScript reads and writes as an
 * ArrayBuffer. Where a machine or a setting has none, callers use their twins in TypeScript, which give the same
 * results.
 */
import { ASSEMBLY_CODE } from './assembly-code.js';

/** Addresses are offsets in the memory, in bytes; see `assembly/` for what each function takes. */
export interface AssemblyFunctions {
  spliceGroup(record: number, main: number, isNew: number, prefix: number, prefixLength: number, out: number): number;
  writeTag(key: number, position: number, kind: number, from: number, to: number, out: number): void;
  writeValues(values: number, counts: number, count: number, json: number, offsets: number, out: number): number;
  countRegions(
    tally: number,
    bits: number,
    first: number,
    end: number,
    pairs: number,
    whole: number,
    listed: number,
  ): void;
  countSets(tally: number, docs: number, count: number, step: number): void;
  intersect(lists: number, count: number, bytes: number, out: number): number;
  unite(lists: number, count: number, bytes: number, out: number): number;
  countBySet(
    lists: number,
    count: number,
    essential: number,
    within: number,
    first: number,
    end: number,
    counts: number,
  ): void;
  listProducts(search: number, from: number, count: number, within: number, docs: number, scores: number): number;
  offerBlocks(search: number, first: number, end: number): void;
  offerAll(search: number, first: number, end: number, most: number): void;
  sortBest(search: number): number;
  mergePostings(merge: number, first: number, count: number): number;
  countFound(merge: number, blocks: number): number;
  packBlocks(merge: number, blocks: number, ranks: number, most: number): void;
  packList(merge: number, blocks: number, docs: number): void;
  learnName(length: number, number: number): number;
  readTape(end: number, nodes: number, limit: number): number;
  compressText(text: number, end: number, out: number, epoch: number): number;
  restoreText(from: number, behind: number, text: number, end: number, enough: number): number;
  countValues(counts: number, sets: number, start: number, ranks: number, out: number): void;
  positiveBits(values: number, words: number, out: number): void;
  ownerBits(bits: number, base: number, starts: number, count: number, out: number): void;
  greatest(values: number, count: number, most: number): number;
  writePriors(piece: number, first: number): number;
  blockMost(points: number, blocks: number, out: number): void;
  nearVectors(
    vectors: number,
    count: number,
    dimensions: number,
    text: number,
    scales: number,
    least: number,
    first: number,
    out: number,
  ): number;
  listValues(counts: number, size: number, byCount: number, byRank: number, scratch: number, out: number): number;
}

/** Bytes that functions may write behind what they return, and read behind what they are given. */
export const ASSEMBLY_SLACK = 16;

/** What is used here of the global object, which the types of the language do not have. */
interface WebAssemblyApi {
  Memory: new (size: { initial: number }) => WebAssemblyMemory;
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: { env: { memory: WebAssemblyMemory } }) => { exports: unknown };
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Memories are multiples of it. */
export const ASSEMBLY_PAGE_BYTES = 1 << 16;

const api = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;
/** Compiled when first asked for; an Error where that cannot be. */
let compiled: object | Error | undefined;

/** Why there is no WebAssembly with SIMD here; undefined where there is. */
export function assemblyFault(): Error | undefined {
  compiled ??= compile();
  return compiled instanceof Error ? compiled : undefined;
}

function compile(): object | Error {
  if (!api) return new Error('this engine has no WebAssembly');
  try {
    return new api.Module(Buffer.from(ASSEMBLY_CODE, 'base64'));
  } catch (fault) {
    return fault instanceof Error ? fault : new Error(String(fault));
  }
}

/** A memory with the functions that work on it. */
export class Assembly {
  readonly functions: AssemblyFunctions;

  private constructor(
    private readonly memory: WebAssemblyMemory,
    module: object,
  ) {
    this.functions = new api!.Instance(module, { env: { memory } }).exports as AssemblyFunctions;
  }

  /** @returns undefined where this machine has no WebAssembly with SIMD, or no room for its memory */
  static make(bytes: number): Assembly | undefined {
    if (assemblyFault()) return undefined;
    try {
      return new Assembly(new api!.Memory({ initial: pagesOf(bytes) }), compiled as object);
    } catch (fault) {
      if (fault instanceof RangeError) return undefined;
      throw fault;
    }
  }

  /** All of the memory. Another object after `reserve` has made it larger: views of the one before have length 0. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** Makes the memory at least so large, keeping what it holds. */
  reserve(bytes: number): void {
    const missing = pagesOf(bytes) - this.buffer.byteLength / ASSEMBLY_PAGE_BYTES;
    if (missing > 0) this.memory.grow(missing);
  }
}

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / ASSEMBLY_PAGE_BYTES);
}
