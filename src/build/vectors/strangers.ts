/**
 * What similarity texts whose words have nothing to do with each other come to: texts of random words of the view are
 * compared with its products. A text that comes to no more means nothing that products are near to.
 */
import type { ProductVectorColumns } from '../../index/product-vectors.js';
import { VECTOR_LENGTH, writeDirection } from '../../index/word-vectors.js';
import { draws } from '../../kernel/draws.js';
import type { TrainedWords } from './train-word-vectors.js';

/** Texts of each number of words, and words of the longest. */
const TEXTS = 128;
const MOST_WORDS = 4;
/** Products that each is compared with, at equal distances. */
const MOST_PRODUCTS = 1 << 13;
/** The share of random texts that come to no more. */
const SHARE = 0.75;
const SEED = 0x5eed;

/** @returns by number of words, from 0 on; a single word has nothing to be a stranger to */
export function strangersOf(words: TrainedWords, { dimensions, vectors }: ProductVectorColumns): number[] {
  const draw = draws(SEED);
  const sample = sampled(vectors, dimensions);
  const text = new Int8Array(dimensions);
  const most = (count: number) => {
    const best = Array.from({ length: TEXTS }, () => {
      writeDirection(randomSum(words, count, draw), 0, text, 0, dimensions);
      return nearest(sample, text);
    }).sort((a, b) => a - b);
    return best[Math.floor(SHARE * TEXTS)] / VECTOR_LENGTH ** 2;
  };
  return [0, 0, ...Array.from({ length: MOST_WORDS - 1 }, (_, i) => most(i + 2))];
}

function sampled(vectors: Int8Array, dimensions: number): Int8Array[] {
  const products = vectors.length / dimensions;
  const step = Math.ceil(products / MOST_PRODUCTS);
  return Array.from({ length: Math.ceil(products / step) }, (_, i) =>
    vectors.subarray(i * step * dimensions, (i * step + 1) * dimensions),
  );
}

function randomSum(
  { words, rarity, vectors, dimensions }: TrainedWords,
  count: number,
  draw: () => number,
): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < count; i++) {
    const word = Math.floor(draw() * words.length);
    for (let d = 0; d < dimensions; d++) sum[d] += rarity[word] * vectors[word * dimensions + d];
  }
  return sum;
}

/** The largest dot product. */
function nearest(vectors: readonly Int8Array[], text: Int8Array): number {
  let best = 0;
  for (const vector of vectors) {
    let dot = 0;
    for (let d = 0; d < text.length; d++) dot += vector[d] * text[d];
    if (dot > best) best = dot;
  }
  return best;
}
