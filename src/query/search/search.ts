/**
 * Extends a short result by relaxation: products with every word first, and where those are few, behind them products
 * that lack some. The head is not dropped while another word can be.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Interpretation } from '../correction/interpretation.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Scope } from '../matching/text-match.js';
import { RelaxedMatches } from '../relaxation/relaxed-matches.js';

/** Relaxation begins below this number of products with every word. */
export const FEW_HITS = 10;
/**
 * Subtracted from the score of a product that lacks a word, so that it ranks behind all others: more than any score.
 */
export const LACKING = 1000;

/** The dropped words as typed, folded, and the number of products that have them all. */
export interface Relaxed {
  dropped: string[];
  full: number;
}

export interface Completed extends Interpretation {
  relaxed: Relaxed | undefined;
  /** The relaxed queries within the scope, with the results that were kept. */
  relaxations: RelaxedMatches;
}

/**
 * Goes on from what a text was found to match: adds products that lack a word where few have all. Limits hold for those
 * too, unless they leave nothing at all.
 */
export function complete(found: Interpretation, scope: Scope, matcher: Matcher): Completed {
  const { understanding } = found;
  const { view, offers, filter = {}, within } = scope;
  const relaxing = (within: Bitmap | undefined) => new RelaxedMatches(understanding, { view, within, offers }, matcher);
  const more = addRelaxed(found.matches, relaxing(found.within), view, matcher);
  if (more.matches.count > 0 || found.limits.length === 0) return { ...found, ...more };
  const beyond = addRelaxed(matcher.nothing(view), relaxing(within), view, matcher);
  if (beyond.matches.count === 0) return { ...found, ...more, matches: beyond.matches };
  return { ...found, filter, within, limits: [], dropped: found.limits, ...beyond };
}

/**
 * The union of `first` and the products that lack a word; `first` itself where it suffices or nothing can be dropped.
 */
function addRelaxed(
  first: Matches,
  relaxations: RelaxedMatches,
  view: Searchable,
  matcher: Matcher,
): Pick<Completed, 'matches' | 'relaxed' | 'relaxations'> {
  const full = first.count;
  const levels = full < FEW_HITS ? relaxations.levels : [];
  if (levels.length === 0) return { matches: first, relaxed: undefined, relaxations };
  const dropped = new Set<string>();
  const union = matcher.union(first, view);
  for (const [level, queries] of levels.entries()) {
    if (union.count >= FEW_HITS) break;
    for (const query of queries) {
      if (matcher.deadline.passed) break;
      const matches = relaxations.match(query);
      if (matches.count > full) for (const word of query.dropped) dropped.add(word);
      union.add(matches, -LACKING * (level + 1));
    }
  }
  const matches = union.matches();
  return { matches, relaxed: matches.count > full ? { dropped: [...dropped], full } : undefined, relaxations };
}
