/**
 * Finds the best products of a single word, which is a prefix of many words while little has been typed. A product that
 * could not be among the best even with every recognised value is counted and skipped; the scores of the others are the
 * same as without skipping.
 */
import type { Attribute } from '../../index/attributes.js';
import { type Bitmap, bitmapWords, emptyBitmap } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { Searchable } from '../../snapshot/index.js';
import { FIELD_SCORE, HEAD_SCORE, PLACE_SCORE, valueWeight } from '../ranking/scoring.js';
import type { QueryTerm } from '../understanding/query-term.js';
import type { RecognisedValue } from '../understanding/recognition.js';

/** More than what sums of scores lose in 32 bits. */
const ROUNDING = 1e-3;

export interface SingleTermInput {
  /** Without term groups. */
  queryTerm: QueryTerm;
  /** Its rarity. */
  worth: number;
  values: readonly RecognisedValue[];
  view: Searchable;
  within: Bitmap | undefined;
  /** What each product is worth whatever the words. */
  priors: Float32Array;
  /** How many of the best are wanted. */
  wanted: number;
}

/** A value that the text names, and the products that have it. */
interface WeightedValue {
  worth: number;
  owners: Bitmap;
}

/** Scratch of one thread. */
export class SingleTermMatches {
  private found: Bitmap = emptyBitmap(0);
  /** What the word is worth in the products found: by their order where it is a single term, else by product. */
  private texts = new Float32Array(0);
  private readonly best = new TopK(64);
  private readonly owners: Bitmap[] = [];

  constructor(private readonly deadline: Deadline) {}

  /**
   * Writes the products, in no order, with their scores by product.
   * @returns how many are kept, and how many products match
   */
  find(input: SingleTermInput, docs: Uint32Array, scores: Float32Array): { kept: number; total: number } {
    const { queryTerm, view, priors, wanted } = input;
    const single = queryTerm.expansions.length === 1;
    if (this.texts.length < view.structure.productCount) this.texts = new Float32Array(view.structure.productCount);
    const total = single ? this.ofTerm(input, docs) : this.ofTerms(input, docs);
    const values = this.weightedValues(input.values, view);
    const most = values.reduce((sum, { worth }) => sum + worth, ROUNDING);
    const { texts, best } = this;
    best.reset(wanted);
    let { floor } = best;
    let kept = 0;
    for (let i = 0; i < total; i++) {
      const doc = docs[i];
      const text = texts[single ? i : doc];
      const prior = priors[doc];
      if (text + prior + most < floor) continue;
      // In the order and precision in which the matcher adds up.
      const score = Math.fround(withValues(text, doc, values) + prior);
      if (score < floor) continue;
      scores[doc] = score;
      docs[kept++] = doc;
      best.offer(doc, score, 0);
      floor = best.floor;
    }
    return { kept, total };
  }

  private ofTerm({ queryTerm, worth, view, within }: SingleTermInput, docs: Uint32Array): number {
    const { texts, deadline } = this;
    const { start, docs: postings, fields, place } = view.text;
    const { fields: counting, expansions } = queryTerm;
    const fieldScore = queryTerm.head ? HEAD_SCORE : FIELD_SCORE;
    const [{ term, weight }] = expansions;
    const factor = worth * weight;
    let n = 0;
    for (let i = start[term], end = start[term + 1]; i < end; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
      const doc = postings[i];
      if (within !== undefined && (within[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
      const mask = fields[i];
      if ((mask & counting) === 0) continue;
      texts[n] = factor * (fieldScore[mask] + PLACE_SCORE[place[i]]);
      docs[n++] = doc;
    }
    return n;
  }

  /** A product that several terms stand in has the best of them. */
  private ofTerms({ queryTerm, worth, view, within }: SingleTermInput, docs: Uint32Array): number {
    const { texts, deadline } = this;
    const found = this.cleared(view.structure.productCount);
    const { start, docs: postings, fields, place } = view.text;
    const { fields: counting } = queryTerm;
    const fieldScore = queryTerm.head ? HEAD_SCORE : FIELD_SCORE;
    let n = 0;
    for (const { term, weight } of queryTerm.expansions) {
      const factor = worth * weight;
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
        if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
        const doc = postings[i];
        const word = doc >>> 5;
        const bit = 1 << (doc & 31);
        if (within !== undefined && (within[word] & bit) === 0) continue;
        const mask = fields[i];
        if ((mask & counting) === 0) continue;
        const text = factor * (fieldScore[mask] + PLACE_SCORE[place[i]]);
        if ((found[word] & bit) === 0) {
          found[word] |= bit;
          texts[doc] = text;
          docs[n++] = doc;
        } else if (text > texts[doc]) texts[doc] = text;
      }
    }
    return n;
  }

  private cleared(products: number): Bitmap {
    if (this.found.length < bitmapWords(products)) this.found = emptyBitmap(products);
    else this.found.fill(0);
    return this.found;
  }

  private weightedValues(values: readonly RecognisedValue[], view: Searchable): WeightedValue[] {
    const known: WeightedValue[] = [];
    for (const { attribute: at, value, share } of values) {
      const attribute = view.attributes.all[at];
      if (attribute.level !== 'product') continue;
      const owners = this.ownersOf(attribute, value, known.length, view.structure.productCount);
      known.push({ worth: valueWeight(attribute.id) * share, owners });
    }
    return known;
  }

  /** As bits, which stay near while hits are gone through. */
  private ownersOf({ ownersStart, owners }: Attribute, value: number, at: number, products: number): Bitmap {
    let bits = this.owners[at];
    if (!bits || bits.length < bitmapWords(products)) this.owners[at] = bits = emptyBitmap(products);
    else bits.fill(0);
    for (let i = ownersStart[value], end = ownersStart[value + 1]; i < end; i++) {
      bits[owners[i] >>> 5] |= 1 << (owners[i] & 31);
    }
    return bits;
  }
}

function withValues(text: number, doc: number, values: readonly WeightedValue[]): number {
  let score = text;
  for (let i = 0; i < values.length; i++) {
    const { owners, worth } = values[i];
    if ((owners[doc >>> 5] & (1 << (doc & 31))) !== 0) score = Math.fround(score + worth);
  }
  return score;
}
