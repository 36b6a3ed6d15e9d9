/**
 * The best products of a single word, which many have as long as few letters are typed: a product that would not be
 * among the best even if it had every value that the text names is counted and passed over. What is kept has the scores
 * that it would have had without that.
 */
import type { Attribute } from '../index/attributes.js';
import { type Bitmap, emptyBitmap } from '../kernel/bitmap.js';
import { TopK } from '../kernel/top-k.js';
import type { Searchable } from '../snapshot/index.js';
import { FIELD_SCORE, HEAD_SCORE, PLACE_SCORE, valueWorth } from './scoring.js';
import type { RecognisedValue, Slot } from './understanding/index.js';

/** More than what sums of scores lose in 32 bits. */
const ROUNDING = 1e-3;

export interface BestMatchesInput {
  slot: Slot;
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

interface WorthOfValue {
  attribute: Attribute;
  value: number;
  worth: number;
}

/** Scratch of one thread. */
export class BestMatches {
  private found: Bitmap = emptyBitmap(0);
  /** What the word is worth in each product found. */
  private texts = new Float32Array(0);
  private readonly best = new TopK(64);

  /**
   * Writes the products that may be among the best, in no order, with their scores by product.
   * @returns how many these are, and how many products match
   */
  find(input: BestMatchesInput, docs: Uint32Array, scores: Float32Array): { kept: number; total: number } {
    const total = this.findAll(input, docs);
    const { view, priors, wanted } = input;
    const values = worthOfValues(input.values, view);
    const most = values.reduce((sum, { worth }) => sum + worth, ROUNDING);
    const { texts, best } = this;
    best.reset(wanted);
    let { floor } = best;
    let kept = 0;
    for (let i = 0; i < total; i++) {
      const doc = docs[i];
      if (texts[doc] + priors[doc] + most < floor) continue;
      // In the order and precision in which the matcher adds up.
      const score = Math.fround(withValues(texts[doc], doc, values) + priors[doc]);
      if (score < floor) continue;
      scores[doc] = score;
      docs[kept++] = doc;
      best.offer(doc, score, 0);
      floor = best.floor;
    }
    return { kept, total };
  }

  private findAll({ slot, worth, view, within }: BestMatchesInput, docs: Uint32Array): number {
    this.prepare(view.structure.productCount);
    const { found, texts } = this;
    const { start, docs: postings, fields, place } = view.text;
    const { fields: counting } = slot;
    const fieldScore = slot.head ? HEAD_SCORE : FIELD_SCORE;
    let n = 0;
    for (const { term, weight } of slot.expansions) {
      const factor = worth * weight;
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
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

  private prepare(products: number): void {
    if (this.texts.length < products) {
      this.texts = new Float32Array(products);
      this.found = emptyBitmap(products);
    } else this.found.fill(0);
  }
}

function worthOfValues(values: readonly RecognisedValue[], { attributes }: Searchable): WorthOfValue[] {
  return values.flatMap(({ attribute: at, value, share }) => {
    const attribute = attributes.all[at];
    return attribute.level === 'product' ? [{ attribute, value, worth: valueWorth(attribute.id) * share }] : [];
  });
}

function withValues(text: number, doc: number, values: readonly WorthOfValue[]): number {
  let score = text;
  for (const { attribute, value, worth } of values) {
    const { start, of } = attribute;
    for (let k = start[doc]; k < start[doc + 1]; k++) if (of[k] === value) score = Math.fround(score + worth);
  }
  return score;
}
