/**
 * Finds the vectors that are nearest to another one, by looking at each: of a hundred thousand with 64 dimensions in a
 * third of a millisecond. They are copied to a memory of WebAssembly piece by piece, which takes as long again, rather
 * than kept there: each snapshot would need its own in each thread.
 */
import { DIMENSION_STEP } from '../../index/product-vectors.js';
import { Assembly } from '../../kernel/assembly.js';
import type { Deadline } from '../../kernel/deadline.js';

/** Bytes of vectors that are compared at a time: they stay in the cache of a core. */
const PIECE_BYTES = 1 << 16;
const MOST_DIMENSIONS = 2048;
const WORD_BYTES = 4;
const HALF_BYTES = 2;
/** Vectors that are compared side by side: so many more are read, less one. */
const ROWS_AT_ONCE = 4;

/** Rows of vectors, i8. */
export interface VectorRows {
  dimensions: number;
  vectors: Int8Array;
  /** What the dot product of each is multiplied by, 0 or more; absent: 1. */
  scale?: Float32Array;
}

/** Vectors from `from` to before `to`. */
export interface VectorRange {
  from: number;
  to: number;
}

/** Receives the number and the dot product of a vector. */
export type VisitVector = (number: number, dot: number) => void;

/** In the memory: the text, then a piece, then its scales, then what is found of it. */
const MOST_AT_ONCE = PIECE_BYTES / DIMENSION_STEP;
const PIECE_AT = MOST_DIMENSIONS * HALF_BYTES;
const SCALES_AT = PIECE_AT + PIECE_BYTES + ROWS_AT_ONCE * MOST_DIMENSIONS;
const FOUND_AT = SCALES_AT + (MOST_AT_ONCE + ROWS_AT_ONCE) * WORD_BYTES;
/** What is not found is written, too, until the next one is. */
const MEMORY_BYTES = FOUND_AT + (MOST_AT_ONCE + 1) * 2 * WORD_BYTES;

/** Products in single precision are off by less of themselves: what may be enough by them is looked at exactly. */
const PRECISION = 1e-6;

/** That of the thread; null: there is none. */
let ofThread: Assembly | null | undefined;

/**
 * Calls `visit` for the vectors whose dot product with another one, times their scale, is large enough, range by range,
 * ascending.
 * @param text of as many dimensions as the rows have
 * @param leastNow the least product that is enough; asked before each piece, because what is found raises it
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
      if (compare) compare(rows, first, behind, leastNow(), visit);
      else nearVectors(rows, first, behind, text, leastNow(), visit);
    }
  }
}

function inAssembly(text: Int8Array) {
  if (ofThread === undefined) ofThread = Assembly.make(MEMORY_BYTES) ?? null;
  if (ofThread === null) return undefined;
  const { buffer, functions } = ofThread;
  const bytes = new Int8Array(buffer);
  const scales = new Float32Array(buffer, SCALES_AT, MOST_AT_ONCE);
  const found = new Int32Array(buffer, FOUND_AT);
  new Int16Array(buffer).set(text);
  return (rows: VectorRows, from: number, to: number, least: number, visit: VisitVector): void => {
    const { dimensions, vectors, scale } = rows;
    bytes.set(vectors.subarray(from * dimensions, to * dimensions), PIECE_AT);
    if (scale) scales.set(scale.subarray(from, to));
    const scalesAt = scale ? SCALES_AT : 0;
    const about = least - Math.abs(least) * PRECISION;
    const count = functions.nearVectors(PIECE_AT, to - from, dimensions, 0, scalesAt, about, from, FOUND_AT);
    for (let i = 0; i < count; i++) {
      const number = found[2 * i];
      const dot = found[2 * i + 1];
      if (scaled(rows, number, dot) >= least) visit(number, dot);
    }
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
    if (scaled(rows, number, dot) >= least) visit(number, dot);
  }
}

function scaled({ scale }: VectorRows, number: number, dot: number): number {
  return scale ? dot * scale[number] : dot;
}

/** The dot product of one row with another vector. */
export function dotAt({ dimensions, vectors }: VectorRows, number: number, text: Int8Array): number {
  let dot = 0;
  for (let d = 0; d < dimensions; d++) dot += vectors[number * dimensions + d] * text[d];
  return dot;
}
