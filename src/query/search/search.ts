/**
 * A search: the products with every word, and where those are few, behind them the ones that lack a word. What a thing
 * is is never given up while another word can be.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Interpretation } from '../correction/interpretation.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Scope } from '../matching/text-match.js';
import { RelaxedMatches } from '../relaxation/relaxed-matches.js';

/** Fewer products with every word than this, and those that lack one follow. */
export const FEW_HITS = 10;
/** Keeps a product that lacks a word behind every one that has them all: more than any score. */
export const LACKING = 1000;

/** What was given up to go on, as typed, folded, and the products that have all of it. */
export interface Relaxed {
  dropped: string[];
  full: number;
}

export interface Completed extends Interpretation {
  relaxed: Relaxed | undefined;
  /** The queries that lack words, within what is listed, with what is known of them. */
  relaxations: RelaxedMatches;
}

/**
 * Goes on from what a text was found to match, while that is valid: adds products that lack a word where few have all.
 * Limits hold for those too, unless they leave nothing at all.
 * @param keep whether `relaxations` are asked again for what they find
 */
export function complete(found: Interpretation, scope: Scope, matcher: Matcher, keep = false): Completed {
  const { understanding } = found;
  const { view, offers, filter = {}, within } = scope;
  const relaxing = (within: Bitmap | undefined) =>
    new RelaxedMatches(understanding, view, within, offers, matcher, keep);
  const more = addRelaxed(found.matches, relaxing(found.within), view, matcher);
  if (more.matches.count > 0 || found.limits.length === 0) return { ...found, ...more };
  const beyond = addRelaxed(matcher.nothing(view), relaxing(within), view, matcher);
  if (beyond.matches.count === 0) return { ...found, ...more, matches: beyond.matches };
  return { ...found, filter, within, limits: [], dropped: found.limits, ...beyond };
}

/** What `first` and the products that lack a word make together; `first` itself where it is enough or nothing is left. */
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
