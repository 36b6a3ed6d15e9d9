/** Finds the products whose own vectors are nearest to one of a request: exactly, by comparing all. */
import { type EmbeddingColumn, encodeVector, paddedDimensions } from '../../index/product-vectors.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { NearProduct } from './near-products.js';
import { Shortlist } from './shortlist.js';
import { eachNear } from './vector-scan.js';

/** Products that a vector lists at most. */
export const MOST_NEAREST = 1000;

/** What a vector has added to a list. */
export interface VectorListing {
  space: string;
  /** How many products of the list are there, or have points, for their vectors. */
  nearest: number;
}

const shortlist = new Shortlist();
const best = new TopK(MOST_NEAREST);
const found = new Uint32Array(MOST_NEAREST);
const scores = new Float32Array(MOST_NEAREST);
/** Less than a dot product of 1 times any scale; products without a vector have 0. */
const LEAST_SCALED = 1e-5;
/** What is as similar as the floor may seem to be less by a rounded quotient. */
const ROUNDED = 1 - 1e-9;

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
  const { scale: scales } = column;
  const rows = { ...column, dimensions: paddedDimensions(column.dimensions) };
  const leastNow = () => Math.max(LEAST_SCALED, (shortlist.floor / scale) * ROUNDED);
  shortlist.reset(MOST_NEAREST);
  eachNear(rows, [{ from: 0, to: scales.length }], bytes, leastNow, deadline, assembly, (product, dot) => {
    if (within && !hasBit(within, product)) return;
    shortlist.offer(product, Math.min(1, dot * scales[product] * scale));
  });
  best.reset(MOST_NEAREST);
  shortlist.each((product, similarity) => best.offer(product, similarity, keyRank[product]));
  const count = best.drain(found, scores);
  return Array.from(found.subarray(0, count), (product, i) => ({ product, similarity: scores[i] }));
}
