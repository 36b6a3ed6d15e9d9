/** Finds the products whose own vectors are nearest to one of a request: exactly, by comparing all. */
import { type EmbeddingColumn, encodeVector, paddedDimensions } from '../../index/product-vectors.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { NearProduct } from './near-products.js';
import { eachNear } from './vector-scan.js';

/** Products that a vector lists at most. */
export const MOST_NEAREST = 1000;

/** What a vector has added to a list. */
export interface VectorListing {
  space: string;
  /** How many products of the list are there, or have points, for their vectors. */
  nearest: number;
}

const best = new TopK(MOST_NEAREST);
const found = new Uint32Array(MOST_NEAREST);
const scores = new Float32Array(MOST_NEAREST);
/** By column, the greatest of its scales. */
const greatestScales = new WeakMap<EmbeddingColumn, number>();

export interface NearestSearch {
  column: EmbeddingColumn;
  values: readonly number[];
  /** Products to consider; undefined: all. */
  within: Bitmap | undefined;
  /** Of equally near products the one with the lowest is first. */
  keyRank: Uint32Array;
}

/** The nearest products of a similarity above 0, nearest first. */
export function nearestProducts(
  { column, values, within, keyRank }: NearestSearch,
  deadline: Deadline,
  assembly: boolean,
): NearProduct[] {
  const { bytes, scale } = encodeVector(values);
  const { vectors, scale: scales } = column;
  const rows = { dimensions: paddedDimensions(column.dimensions), vectors };
  const greatest = scale * greatestScaleOf(column);
  const leastNow = () => Math.max(1, Math.floor(best.floor / greatest));
  best.reset(MOST_NEAREST);
  eachNear(rows, [{ from: 0, to: scales.length }], bytes, leastNow, deadline, assembly, (product, dot) => {
    if (within && !hasBit(within, product)) return;
    best.offer(product, Math.min(1, dot * scales[product] * scale), keyRank[product]);
  });
  const count = best.drain(found, scores);
  return Array.from(found.subarray(0, count), (product, i) => ({ product, similarity: scores[i] }));
}

function greatestScaleOf(column: EmbeddingColumn): number {
  let greatest = greatestScales.get(column);
  if (greatest === undefined) {
    greatest = column.scale.reduce((most, scale) => Math.max(most, scale), 0);
    greatestScales.set(column, greatest);
  }
  return greatest;
}
