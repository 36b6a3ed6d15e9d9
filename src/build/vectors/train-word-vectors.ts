/**
 * Makes word vectors of a view: the positive pointwise mutual information of words that products have together, with
 * smoothed frequencies (Levy, Goldberg, Dagan: Improving Distributional Similarity, 2015), reduced to some dimensions by
 * its leading eigenvectors.
 */
import { type WordVectorColumns, writeDirection } from '../../index/word-vectors.js';
import { growableF32, growableU32 } from '../../kernel/growable.js';
import { leadingEigenvectors, type SparseSymmetric } from '../../kernel/leading-eigenvectors.js';
import type { WordOccurrences } from './word-occurrences.js';

export const DIMENSIONS = 64;
/** Frequencies of words count to this power, which raises what frequent words have in common a little. */
const SMOOTHING = 0.75;
/** Dimensions weigh by this power of their eigenvalues. */
const EIGENVALUE_POWER = 0.25;

/** All but what needs vectors of products. */
export type TrainedWords = Omit<WordVectorColumns, 'strangers'>;

/** @returns undefined where there are too few words */
export function trainWordVectors(occurrences: WordOccurrences): TrainedWords | undefined {
  const { words, products, starts } = occurrences;
  if (words.length < DIMENSIONS) return undefined;
  const { values, vectors } = leadingEigenvectors(mutualInformation(occurrences), DIMENSIONS);
  if (values.length < DIMENSIONS) return undefined;
  const weights = values.map(value => Math.abs(value) ** EIGENVALUE_POWER);
  const out = new Int8Array(words.length * DIMENSIONS);
  for (let word = 0; word < words.length; word++) {
    const own = vectors.map((vector, d) => vector[word] * weights[d]);
    writeDirection(own, 0, out, word * DIMENSIONS, DIMENSIONS);
  }
  const rarity = Float32Array.from(words, (_, word) => Math.log(1 + products / (starts[word + 1] - starts[word])));
  return { words, rarity, vectors: out, dimensions: DIMENSIONS };
}

/** Of pairs of words, above 0 where more products have both than chance would give. */
function mutualInformation({ words, starts, of, wordStarts, wordsOf }: WordOccurrences): SparseSymmetric {
  const size = words.length;
  const logFrequency = new Float64Array(size);
  let smoothed = 0;
  for (let word = 0; word < size; word++) {
    let pairs = 0;
    for (let i = starts[word]; i < starts[word + 1]; i++) pairs += wordStarts[of[i] + 1] - wordStarts[of[i]] - 1;
    logFrequency[word] = Math.log(Math.max(1, pairs)) * ((1 + SMOOTHING) / 2);
    smoothed += pairs ** SMOOTHING;
  }
  const all = Math.log(Math.max(1, smoothed));
  const counts = new Uint32Array(size);
  const columns = growableU32();
  const values = growableF32();
  const rows = new Uint32Array(size + 1);
  for (let word = 0; word < size; word++) {
    const others = countTogether(word, counts, { starts, of, wordStarts, wordsOf });
    for (const other of others) {
      const information = Math.log(counts[other]) + all - logFrequency[word] - logFrequency[other];
      counts[other] = 0;
      if (other === word || information <= 0) continue;
      columns.push(other);
      values.push(information);
    }
    rows[word + 1] = columns.length;
  }
  return { size, starts: rows, columns: columns.view(), values: values.view() };
}

/** Counts the products that have a word and another one. @returns the words that are counted, ascending */
function countTogether(
  word: number,
  counts: Uint32Array,
  { starts, of, wordStarts, wordsOf }: Pick<WordOccurrences, 'starts' | 'of' | 'wordStarts' | 'wordsOf'>,
): Uint32Array {
  const found: number[] = [];
  for (let i = starts[word]; i < starts[word + 1]; i++) {
    for (let j = wordStarts[of[i]]; j < wordStarts[of[i] + 1]; j++) {
      if (counts[wordsOf[j]]++ === 0) found.push(wordsOf[j]);
    }
  }
  return Uint32Array.from(found).sort();
}
