/**
 * Finds the vectors that are nearest to another one, by looking at each: of a hundred thousand with 64 dimensions in half
 * a millisecond. They are copied to a memory of WebAssembly piece by piece, which takes as long again, rather than kept
 * there: each snapshot would need its own in each thread.
 */
import { DIMENSION_STEP } from '../../index/product-vectors.js';
import { Assembly } from '../../kernel/assembly.js';
import type { Deadline } from '../../kernel/deadline.js';

/** Bytes of vectors that are compared at a time: they stay in the cache of a core. */
const PIECE_BYTES = 1 << 16;
const MOST_DIMENSIONS = 2048;
const WORD_BYTES = 4;

/** Rows of vectors, i8. */
export interface VectorRows {
  dimensions: number;
  vectors: Int8Array;
}

/** Vectors from `from` to before `to`. */
export interface VectorRange {
  from: number;
  to: number;
}

/** Less than any dot product. */
const LEAST_DOT = -(2 ** 31);

/** Receives the number and the dot product of a vector. */
export type VisitVector = (number: number, dot: number) => void;

/** In the memory: the text, then a piece, then what is found of it. */
const PIECE_AT = MOST_DIMENSIONS;
const FOUND_AT = PIECE_AT + PIECE_BYTES;
const MOST_AT_ONCE = PIECE_BYTES / DIMENSION_STEP;
const MEMORY_BYTES = FOUND_AT + MOST_AT_ONCE * 2 * WORD_BYTES;

/** That of the thread; null: there is none. */
let ofThread: Assembly | null | undefined;

/**
 * Calls `visit` for the vectors whose dot product with another one is large enough, range by range, ascending.
 * @param text of as many dimensions as the rows have
 * @param leastNow the least dot product that is enough; asked before each piece, because what is found raises it
 * @param assembly whether WebAssembly may be used
 */
export function eachNear(
  rows: VectorRows,
  ranges: Iterable<VectorRange>,
  text: Int8Array,
  leastNow: () => number,
  deadline: Deadline,
  assembly: boolean,
  visit: VisitVector,
): void {
  const compare = assembly ? inAssembly(text) : undefined;
  const atOnce = Math.floor(PIECE_BYTES / rows.dimensions);
  for (const { from, to } of ranges) {
    for (let first = from; first < to; first += atOnce) {
      if (deadline.passed) return;
      const behind = Math.min(to, first + atOnce);
      const least = Math.max(LEAST_DOT, leastNow());
      if (compare) compare(rows, first, behind, least, visit);
      else nearVectors(rows, first, behind, text, least, visit);
    }
  }
}

function inAssembly(text: Int8Array) {
  if (ofThread === undefined) ofThread = Assembly.make(MEMORY_BYTES) ?? null;
  if (ofThread === null) return undefined;
  const { buffer, functions } = ofThread;
  const bytes = new Int8Array(buffer);
  const found = new Int32Array(buffer, FOUND_AT);
  bytes.set(text);
  return ({ dimensions, vectors }: VectorRows, from: number, to: number, least: number, visit: VisitVector): void => {
    bytes.set(vectors.subarray(from * dimensions, to * dimensions), PIECE_AT);
    const count = functions.nearVectors(PIECE_AT, to - from, dimensions, 0, least, from, FOUND_AT);
    for (let i = 0; i < count; i++) visit(found[2 * i], found[2 * i + 1]);
  };
}

function nearVectors(
  rows: VectorRows,
  from: number,
  to: number,
  text: Int8Array,
  least: number,
  visit: VisitVector,
): void {
  for (let number = from; number < to; number++) {
    const dot = dotAt(rows, number, text);
    if (dot >= least) visit(number, dot);
  }
}

/** The dot product of one row with another vector. */
export function dotAt({ dimensions, vectors }: VectorRows, number: number, text: Int8Array): number {
  let dot = 0;
  for (let d = 0; d < dimensions; d++) dot += vectors[number * dimensions + d] * text[d];
  return dot;
}
