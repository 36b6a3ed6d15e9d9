/**
 * The products that are nearest to a text by the vectors of words: what else a page may list that few products have the
 * words of. What similarity is enough is learned from the view: a text that is no nearer to its best product than texts
 * of random words are to theirs has none.
 */
import { VECTOR_LENGTH, writeDirection } from '../../index/word-vectors.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { Meaning, Searchable } from '../../snapshot/index.js';
import { LISTING } from '../ranking/weights.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import { comparedRanges } from './nearest-categories.js';
import { type TextVector, textVector } from './text-vector.js';
import { dotAt, eachNear, type VectorRows } from './vector-scan.js';

export interface NearProduct {
  product: number;
  /** The cosine, up to 1. */
  similarity: number;
}

/** Of a page of sixty about as many may follow. */
export const MOST_NEAR = 60;
const LEAST_SIMILARITY = LISTING['near.least_similarity'];

/** Of the first products that words have found. */
export const MOST_EXAMPLES = 5;
const EXAMPLES_WEIGHT = LISTING['near.examples'];

const nearest = new TopK(MOST_NEAR);
const products = new Uint32Array(MOST_NEAR);
const dots = new Float32Array(MOST_NEAR);
const NONE: readonly NearProduct[] = [];

/** What nearness is compared with. */
export interface NearScope {
  view: Searchable;
  /** Products to consider; undefined: all. */
  within: Bitmap | undefined;
  /** The first products that words have found, at most so many as above. */
  examples: readonly number[];
}

/** Of the whole view, with the examples that they were found by. */
const known = new Slot<Understanding, { examples: string; found: readonly NearProduct[] }>();

/**
 * The nearest first; equally near ones by key.
 * @param assembly whether loops run in WebAssembly, where there is any
 */
export function nearProducts(
  understanding: Understanding,
  scope: NearScope,
  deadline: Deadline,
  assembly: boolean,
): readonly NearProduct[] {
  const { view, within } = scope;
  const { meaning } = view;
  const text = meaning && textVector(understanding, view, meaning);
  if (!meaning || !text) return NONE;
  const examples = scope.examples.join();
  const present = within ? undefined : known.get(understanding);
  if (present?.examples === examples) return present.found;
  const found = find(text, scope, meaning, deadline, assembly);
  if (!within && !deadline.cut) known.set(understanding, { examples, found });
  return found;
}

function find(
  text: TextVector,
  { view, within, examples }: NearScope,
  meaning: Meaning,
  deadline: Deadline,
  assembly: boolean,
): readonly NearProduct[] {
  const { words, products: rows } = meaning;
  const wanted = withExamples(text.vector, rows, examples);
  const least = Math.ceil(LEAST_SIMILARITY * VECTOR_LENGTH ** 2);
  const { keyRank } = view.structure;
  const ranges = comparedRanges(wanted, view, meaning, assembly);
  const leastNow = () => Math.max(least, nearest.floor);
  nearest.reset(MOST_NEAR);
  eachNear(rows, ranges, wanted, leastNow, deadline, assembly, (product, dot) => {
    if (dot < nearest.floor || (within && !hasBit(within, product))) return;
    nearest.offer(product, dot, keyRank[product]);
  });
  const count = nearest.drain(products, dots);
  const found = products.subarray(0, count);
  const best = found.reduce((most, product) => Math.max(most, dotAt(rows, product, text.vector)), 0);
  if (best <= words.strangersOf(text.words) * VECTOR_LENGTH ** 2) return NONE;
  return Array.from(found, (product, i) => ({ product, similarity: dots[i] / VECTOR_LENGTH ** 2 }));
}

function withExamples(text: Int8Array, { dimensions, vectors }: VectorRows, examples: readonly number[]): Int8Array {
  const sum = Float32Array.from(text);
  for (const product of examples) {
    const weight = EXAMPLES_WEIGHT / examples.length;
    for (let d = 0; d < dimensions; d++) sum[d] += weight * vectors[product * dimensions + d];
  }
  const wanted = new Int8Array(dimensions);
  writeDirection(sum, 0, wanted, 0, dimensions);
  return wanted;
}
