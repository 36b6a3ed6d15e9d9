/**
 * Applies what is known of a phrase to the scores of its match: products that visitors chose for it are boosted; by the
 * shop's rules, pinned products are listed before all others even without a match, buried ones behind all others, and
 * boosted ones gain points. All of it is done by score, so that it affects the order by relevance alone and paging
 * needs no special case.
 */
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Exclusion } from '../understanding/negation.js';
import { excludedProducts } from './excluded-products.js';
import type { Matches } from './matches.js';

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
 * Changes a match as the rules for its text say.
 * @param within what may be listed at all; undefined: everything
 */
export function applyEffects(effects: PhraseEffects, within: Bitmap | undefined, matches: Matches): void {
  weigh(effects, matches);
  pin(pinsWithin(effects, within), matches);
}

/** The pins that may be listed. */
export function pinsWithin({ pins }: PhraseEffects, within: Bitmap | undefined): readonly number[] {
  return within ? pins.filter(product => hasBit(within, product)) : pins;
}

/** Boosts and buries what was matched, and pins nothing. */
export function weigh({ buried, boosts }: PhraseEffects, matches: Matches): void {
  for (const { products, weight } of boosts) matches.boost({ products, points: weight });
  if (buried) matches.boost({ products: buried, points: -BURIED });
}

function pin(pins: readonly number[], matches: Matches): void {
  for (const [i, product] of pins.entries()) matches.fix(product, PINNED - i);
}

/** Raises what visitors choose for a text, by its folded form. */
export function raiseChosen(folded: string, { learned }: Searchable, matches: Matches): void {
  learned?.eachBoost(folded, (product, boost) => matches.raise(product, boost));
}

/** What a product gets that says that it has none of what is not wanted: more than words and types in better places. */
export const SAYS_NONE = 12;

/** Raises products that say that they have none of what a text excludes. */
export function raiseWithout(excluded: readonly Exclusion[], view: Searchable, matches: Matches): void {
  for (const exclusion of excluded) {
    const { sayingNone } = excludedProducts(exclusion, view);
    if (sayingNone) matches.boost({ products: sayingNone, points: SAYS_NONE });
  }
}
