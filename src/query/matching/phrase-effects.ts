/**
 * What the rules for a phrase do to a match: pinned products are listed even where the words do not find them, before
 * all others; buried ones stay behind all others; boosts are points of score. All of it goes by score, so that it holds
 * in the order of relevance alone, and paging has nothing to take care of.
 */
import { type Bitmap, emptyBitmap, hasBit } from '../../kernel/bitmap.js';
import type { View } from '../../snapshot/index.js';
import type { Matcher } from './matcher.js';

export interface PhraseBoost {
  products: Bitmap;
  /** Points of score. */
  weight: number;
  /** The product rule expression, as imported. */
  rule: string;
}

export interface PhraseEffects {
  /** Product ordinals, first in the list in this order. */
  pins: readonly number[];
  /** Undefined: none. What is pinned as well is pinned. */
  buried: Bitmap | undefined;
  boosts: readonly PhraseBoost[];
}

/** More than any score. */
export const PINNED = 1e6;
/** More than a product can lose by lacking words, and small enough that single precision still tells scores apart. */
export const BURIED = 1 << 15;

/**
 * Changes the match that the matcher holds.
 * @param within what may be listed at all; undefined: everything
 */
export function applyEffects(effects: PhraseEffects, view: View, within: Bitmap | undefined, matcher: Matcher): void {
  weigh(effects, matcher);
  const pins = pinsWithin(effects, within);
  if (pins.length > 0) pin(pins, view, matcher);
}

/** The pins that may be listed. */
export function pinsWithin({ pins }: PhraseEffects, within: Bitmap | undefined): readonly number[] {
  return within ? pins.filter(product => hasBit(within, product)) : pins;
}

/** Boosts and buries what was matched, and pins nothing. */
export function weigh({ buried, boosts }: PhraseEffects, { docs, count, scores }: Matcher): void {
  for (const { products, weight } of boosts) {
    for (let i = 0; i < count; i++) if (hasBit(products, docs[i])) scores[docs[i]] += weight;
  }
  if (!buried) return;
  for (let i = 0; i < count; i++) if (hasBit(buried, docs[i])) scores[docs[i]] -= BURIED;
}

function pin(pins: readonly number[], view: View, matcher: Matcher): void {
  const { productCount } = view.structure;
  if (matcher.docs.length < productCount) {
    // It has not matched anything in a view of this size yet, and makes room when it does.
    matcher.match({ queryTerms: [], values: [], bounds: [], excluded: [] }, view, emptyBitmap(productCount));
  }
  const missing = new Set(pins);
  const { docs, scores } = matcher;
  for (let i = 0; i < matcher.count && missing.size > 0; i++) missing.delete(docs[i]);
  for (const product of missing) docs[matcher.count++] = product;
  pins.forEach((product, i) => {
    scores[product] = PINNED - i;
  });
}
