/**
 * What similarity texts whose words have nothing to do with each other come to: texts of random words of the view are
 * compared with its products. A text that comes to no more means nothing that products are near to.
 */
import type { ProductVectorColumns } from '../../index/product-vectors.js';
import { VECTOR_LENGTH, writeDirection } from '../../index/word-vectors.js';
import { ASSEMBLY_SLACK, Assembly } from '../../kernel/assembly.js';
import { draws } from '../../kernel/draws.js';
import type { TrainedWords } from './train-word-vectors.js';

/** Texts of each number of words, and words of the longest. */
const TEXTS = 128;
const MOST_WORDS = 4;
/** Products that each is compared with, at equal distances. */
const MOST_PRODUCTS = 1 << 13;
/** Products that are compared at a time: what the best of them comes to is the least for the next. */
const AT_ONCE = 256;
/** WebAssembly compares dimensions in steps, reads some vectors further, and writes what is not found, too. */
const DIMENSION_STEP = 16;
const ROWS_AT_ONCE = 4;
const PAIR_BYTES = 8;
/** The share of random texts that come to no more. */
const SHARE = 0.75;
const SEED = 0x5eed;

/**
 * @param withAssembly whether WebAssembly may be used; default: where there is one
 * @returns by number of words, from 0 on; a single word has nothing to be a stranger to
 */
export function strangersOf(
  words: TrainedWords,
  { dimensions, vectors }: ProductVectorColumns,
  withAssembly = true,
): number[] {
  const draw = draws(SEED);
  const sample = sampled(vectors, dimensions);
  const nearest = (withAssembly && nearestInAssembly(sample, dimensions)) || nearestOf(sample, dimensions);
  const text = new Int8Array(dimensions);
  const most = (count: number) => {
    const best = Array.from({ length: TEXTS }, () => {
      writeDirection(randomSum(words, count, draw), 0, text, 0, dimensions);
      return nearest(text);
    }).sort((a, b) => a - b);
    return best[Math.floor(SHARE * TEXTS)] / VECTOR_LENGTH ** 2;
  };
  return [0, 0, ...Array.from({ length: MOST_WORDS - 1 }, (_, i) => most(i + 2))];
}

/** Those of some products, one behind the other. */
function sampled(vectors: Int8Array, dimensions: number): Int8Array {
  const products = vectors.length / dimensions;
  const step = Math.ceil(products / MOST_PRODUCTS);
  const sample = new Int8Array(Math.ceil(products / step) * dimensions);
  for (let from = 0, to = 0; to < sample.length; from += step * dimensions, to += dimensions) {
    sample.set(vectors.subarray(from, from + dimensions), to);
  }
  return sample;
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

/** @returns what finds the largest dot product of a text */
function nearestOf(sample: Int8Array, dimensions: number): (text: Int8Array) => number {
  return text => {
    let best = 0;
    for (let at = 0; at < sample.length; at += dimensions) {
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += sample[at + d] * text[d];
      if (dot > best) best = dot;
    }
    return best;
  };
}

/** As `nearestOf`, in a twentieth of the time. In the memory: the text, then what is found, then the sample. */
function nearestInAssembly(sample: Int8Array, dimensions: number): ((text: Int8Array) => number) | undefined {
  if (dimensions % DIMENSION_STEP !== 0) return undefined;
  const foundAt = dimensions * 2;
  const sampleAt = foundAt + (AT_ONCE + 1) * PAIR_BYTES + ASSEMBLY_SLACK;
  const assembly = Assembly.make(sampleAt + sample.length + ROWS_AT_ONCE * dimensions);
  if (!assembly) return undefined;
  const { buffer, functions } = assembly;
  new Int8Array(buffer).set(sample, sampleAt);
  const found = new Int32Array(buffer, foundAt);
  const count = sample.length / dimensions;
  return text => {
    new Int16Array(buffer).set(text);
    let best = 0;
    for (let first = 0; first < count; first += AT_ONCE) {
      const rows = Math.min(AT_ONCE, count - first);
      const at = sampleAt + first * dimensions;
      // Dot products are whole numbers, and exact in single precision.
      const larger = functions.nearVectors(at, rows, dimensions, 0, 0, best + 1, first, foundAt);
      for (let i = 0; i < larger; i++) best = Math.max(best, found[2 * i + 1]);
    }
    return best;
  };
}
