/**
 * What a submitted text is taken for: itself where it finds enough; where it finds nothing, what it was most likely
 * meant to be; and in between itself, with what else may have been meant to choose from.
 */
import type { Bitmap } from '../kernel/bitmap.js';
import type { Searchable } from '../snapshot/index.js';
import { type Correction, correct } from './corrections.js';
import { learntCorrections } from './learnt.js';
import type { Matcher } from './matcher.js';
import type { OfferContext } from './offer-context.js';
import { type Understanding, understand } from './understanding.js';

/** Fewer hits than this and corrections are offered. */
const FEW = 5;
const MAX_CORRECTIONS = 3;

export interface Interpretation {
  /** The text that was searched for in the end. */
  q: string;
  understanding: Understanding;
  /** Present when that is not the text as typed. */
  corrected?: Correction;
  /** Further corrections, best first. */
  didYouMean: string[];
}

/** Where a text is searched. */
export interface Scope {
  view: Searchable;
  /** What may be found at all; undefined: everything. */
  within: Bitmap | undefined;
  offers?: OfferContext;
}

/**
 * Understands the text and matches it; afterwards the matcher holds what it is taken for. An empty text finds
 * everything, one of signs alone nothing.
 * @param automatic whether a text without hits gives way to its best correction
 */
export function interpret(
  q: string,
  { view, within, offers }: Scope,
  matcher: Matcher,
  automatic: boolean,
): Interpretation {
  const understanding = understand(q, view);
  const asTyped: Interpretation = { q, understanding, didYouMean: [] };
  if (q !== '' && understanding.slots.length === 0) {
    matcher.matchNothing();
    return asTyped;
  }
  matcher.match(understanding, view, within, offers);
  const hits = matcher.count;
  if (hits >= FEW || understanding.slots.every(slot => slot.optional)) return asTyped;
  const learnt = learntCorrections(q, view, within, matcher, MAX_CORRECTIONS);
  const guessed = correct(q, understanding, view, matcher, within, MAX_CORRECTIONS, hits > 0);
  const others = guessed.filter(guess => !learnt.some(({ q }) => q === guess.q));
  const corrections = [...learnt, ...others].slice(0, MAX_CORRECTIONS);
  const better = corrections.filter(correction => correction.hits > hits && correction.q !== q);
  const [best, ...further] = better;
  const found: Interpretation =
    automatic && hits === 0 && best
      ? { q: best.q, understanding: best.understanding, corrected: best, didYouMean: further.map(({ q }) => q) }
      : { ...asTyped, didYouMean: better.map(({ q }) => q) };
  matcher.match(found.understanding, view, within, offers);
  return found;
}
