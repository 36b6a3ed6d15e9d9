/** The vectors of a view's products: the vectors of their words, the rarer the weightier, added up. */
import type { ProductVectorColumns } from '../../index/product-vectors.js';
import type { Postings, TextIndex } from '../../index/text-index.js';
import { writeDirection } from '../../index/word-vectors.js';
import { meaningOf } from './meaning-fields.js';

/** Products whose sums are made at a time: those of all of a large catalog would take memory that a build lacks. */
const AT_ONCE = 1 << 15;

/** What is used of word vectors, trained ones or those of a base. */
export interface DirectedWords {
  dimensions: number;
  rarity: Float32Array;
  vectors: Int8Array;
  /** The place of a stem; negative: it has no vector. */
  find(stem: string): number;
}

/** The postings of one term with a vector that are not added yet. */
interface Cursor extends Pick<Postings, 'docs' | 'fields'> {
  word: number;
  at: number;
  end: number;
}

export function sumProductVectors(text: TextIndex, words: DirectedWords): ProductVectorColumns {
  const { dimensions, rarity, vectors } = words;
  const { productCount } = text;
  const out = new Int8Array(productCount * dimensions);
  const cursors = cursorsOf(text, words);
  const sums = new Float32Array(Math.min(AT_ONCE, productCount) * dimensions);
  for (let first = 0; first < productCount; first += AT_ONCE) {
    const behind = Math.min(productCount, first + AT_ONCE);
    sums.fill(0);
    for (const cursor of cursors) {
      const { word, end, docs, fields } = cursor;
      const from = word * dimensions;
      for (; cursor.at < end && docs[cursor.at] < behind; cursor.at++) {
        const weight = meaningOf(fields[cursor.at]) * rarity[word];
        if (weight === 0) continue;
        const to = (docs[cursor.at] - first) * dimensions;
        for (let d = 0; d < dimensions; d++) sums[to + d] += weight * vectors[from + d];
      }
    }
    for (let product = first; product < behind; product++) {
      writeDirection(sums, (product - first) * dimensions, out, product * dimensions, dimensions);
    }
  }
  return { dimensions, vectors: out };
}

function cursorsOf(text: TextIndex, words: DirectedWords): Cursor[] {
  const cursors: Cursor[] = [];
  for (let stem = 0; stem < text.stems.size; stem++) {
    const word = words.find(text.stems.term(stem));
    if (word < 0) continue;
    for (const term of text.termsOfStemAt(stem)) {
      const { docs, fields } = text.postings(term);
      cursors.push({ word, docs, fields, at: text.start[term], end: text.start[term + 1] });
    }
  }
  return cursors;
}
