/**
 * Decides which text is searched: the text as typed where it has enough hits, its best correction where it has none;
 * with few hits it is searched as typed, and corrections are suggested.
 */

import type { Matcher } from '../matching/matcher.js';
import { type Found, find, type Scope } from '../matching/text-match.js';
import { isKnown } from '../understanding/query-term.js';
import { understand, understandTyping } from '../understanding/understand.js';
import type { Understanding } from '../understanding/understanding.js';
import { type Correction, correct } from './corrections.js';
import { learnedCorrections } from './phrases-with-hits.js';

/** Corrections are suggested below this number of hits. */
const FEW = 5;
const MAX_CORRECTIONS = 3;

export interface Interpretation extends Found {
  /** The text that was searched. */
  q: string;
  understanding: Understanding;
  /** Present when another text than the typed one was searched. */
  corrected?: Correction;
  /** Further corrections, best first. */
  didYouMean: string[];
}

/**
 * Understands a submitted text and matches it or its best correction. An empty text matches everything, one of signs
 * alone nothing.
 * @param automatic whether a text without hits is replaced by its best correction
 */
export function interpret(q: string, scope: Scope, matcher: Matcher, automatic: boolean): Interpretation {
  const { view, lexicon } = scope;
  const understanding = understand(q, view, lexicon);
  const asTyped = interpretation(q, understanding, find(q, understanding, scope, matcher));
  const hits = asTyped.matches.count;
  if (hits >= FEW || understanding.queryTerms.every(queryTerm => queryTerm.optional)) return asTyped;
  // Corrections with hits within the limits that the text sets; without the limits where there are none.
  const within = corrections(q, understanding, { ...scope, within: asTyped.within }, matcher, hits);
  const unlimited = asTyped.within === scope.within;
  const better = within.length > 0 || unlimited ? within : corrections(q, understanding, scope, matcher, hits);
  const [best, ...further] = better;
  // Known words are not replaced, even where they never occur together.
  const known = understanding.queryTerms.every(queryTerm => queryTerm.optional || isKnown(queryTerm));
  if (!best || !automatic || hits > 0 || known) {
    return { ...asTyped, didYouMean: better.map(({ q }) => q) };
  }
  return {
    ...{ q: best.q, understanding: best.understanding, corrected: best, didYouMean: further.map(({ q }) => q) },
    ...find(best.q, best.understanding, scope, matcher),
  };
}

/** Members one by one: spreading them takes several times as long, in every query. */
function interpretation(
  q: string,
  understanding: Understanding,
  { matches, filter, within, limits, dropped, wider }: Found,
): Interpretation {
  return { q, understanding, didYouMean: [], matches, filter, within, limits, dropped, wider };
}

/** Corrections of the text with more than `hits` hits. */
function corrections(q: string, understanding: Understanding, scope: Scope, matcher: Matcher, hits: number) {
  const learned = learnedCorrections(q, scope, matcher, MAX_CORRECTIONS);
  const guessed = correct({ q, understanding, limit: MAX_CORRECTIONS }, scope, matcher);
  const others = guessed.filter(guess => !learned.some(known => known.q === guess.q));
  const all = [...learned, ...others].slice(0, MAX_CORRECTIONS);
  return all.filter(correction => correction.hits > hits && correction.q !== q);
}

/**
 * As `interpret`, for a text that is still being typed: its last word is also matched as a prefix, and the text is
 * replaced by its best correction only when it has no hits.
 */
export function interpretTyping(q: string, scope: Scope, matcher: Matcher): Interpretation {
  const understanding = understandTyping(q, scope.view, scope.lexicon);
  const asTyped = interpretation(q, understanding, find(q, understanding, scope, matcher));
  if (
    asTyped.matches.count > 0 ||
    understanding.queryTerms.every(queryTerm => queryTerm.optional || isKnown(queryTerm))
  )
    return asTyped;
  const limited = { ...scope, within: asTyped.within };
  const [learned] = learnedCorrections(q, limited, matcher, 1);
  const best = learned ?? correct({ q, understanding, limit: 1, typing: true }, limited, matcher)[0];
  if (!best) return { ...asTyped, matches: matcher.nothing(scope.view) };
  return {
    ...{ q: best.q, understanding: best.understanding, corrected: best, didYouMean: [] },
    ...find(best.q, best.understanding, scope, matcher),
  };
}
