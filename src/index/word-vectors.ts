/**
 * Part `wordVectors`: what words of a view mean, as directions: words that occur with the same words point the same way.
 * Made with the base of a view; its overlays use them too, so that all vectors of products can be compared.
 *
 *   words (strings)      stems in byte order, without those that have a digit
 *   rarity f32[W]        natural logarithm of products over products with the word
 *   vectors i8[W][D]     a direction each, of length 127 but for rounding
 *   meta.dimensions      D
 *   meta.strangers       what similarity texts of random words come to, by number of words from 0 on
 */
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

/** Length of the vectors of words and products: a similarity is a dot product over the square of it. */
export const VECTOR_LENGTH = 127;

export interface WordVectorColumns {
  /** In byte order. */
  words: readonly string[];
  rarity: Float32Array;
  vectors: Int8Array;
  dimensions: number;
  strangers: readonly number[];
}

export function writeWordVectors(columns: WordVectorColumns): PartWriter {
  const { words, rarity, vectors, dimensions, strangers } = columns;
  const part = new PartWriter('wordVectors', { dimensions, strangers });
  writeStrings(part, 'words', words);
  return part.add('rarity', rarity).add('vectors', vectors);
}

export class WordVectors {
  readonly dimensions: number;
  readonly rarity: Float32Array;
  readonly vectors: Int8Array;
  private readonly words: Strings;
  private readonly strangers: readonly number[];

  constructor(part: Part) {
    const { dimensions, strangers } = part.meta as Pick<WordVectorColumns, 'dimensions' | 'strangers'>;
    this.dimensions = dimensions;
    this.strangers = strangers;
    this.words = new Strings(part, 'words');
    this.rarity = part.f32('rarity');
    this.vectors = part.i8('vectors');
  }

  get size(): number {
    return this.words.size;
  }

  /** The place of a stem; negative: it has no vector. */
  find(stem: string): number {
    return this.words.find(stem);
  }

  at(place: number): string {
    return this.words.at(place);
  }

  /** The similarity that the best product of a text has by chance where its words have nothing to do with each other. */
  strangersOf(words: number): number {
    return this.strangers[Math.min(words, this.strangers.length - 1)];
  }
}

/** Writes a sum of vectors at the length of all vectors. A sum of nothing stays without direction. */
export function writeDirection(sum: ArrayLike<number>, from: number, out: Int8Array, to: number, size: number): void {
  let square = 0;
  for (let d = 0; d < size; d++) square += sum[from + d] * sum[from + d];
  const scale = square === 0 ? 0 : VECTOR_LENGTH / Math.sqrt(square);
  for (let d = 0; d < size; d++) out[to + d] = Math.round(sum[from + d] * scale);
}
