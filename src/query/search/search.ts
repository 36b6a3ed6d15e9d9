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
import { dropOne, type RelaxedQuery, relax } from '../relaxation/relaxation.js';
import type { Understanding } from '../understanding/understand.js';

/** Fewer products with every word than this, and those that lack one follow. */
export const FEW_HITS = 10;
/** Keeps a product that lacks a word behind every one that has them all: more than any score. */
export const LACKING = 1000;

/** What was given up to go on, as typed, folded, and the products that have all of it. */
export interface Relaxed {
  dropped: string[];
  full: number;
}

/**
 * Goes on from what a text was found to match, which the matcher must not have been used since: adds products that lack
 * a word where few have all. Limits hold for those too, unless they leave nothing at all.
 */
export function complete(
  found: Interpretation,
  scope: Scope,
  matcher: Matcher,
): Interpretation & { relaxed?: Relaxed | undefined } {
  const { understanding } = found;
  const more = addRelaxed(understanding, found.matches, scope, found.within, matcher);
  if (more.matches.count > 0 || found.limits.length === 0) return { ...found, ...more };
  const beyond = addRelaxed(understanding, matcher.nothing(scope.view), scope, scope.within, matcher);
  if (beyond.matches.count === 0) return { ...found, matches: beyond.matches };
  const { filter = {}, within } = scope;
  return { ...found, filter, within, limits: [], dropped: found.limits, ...beyond };
}

/** What `first` and the products that lack a word make together; `first` itself when there was no need, or no such query. */
function addRelaxed(
  understanding: Understanding,
  first: Matches,
  { view, offers }: Scope,
  within: Bitmap | undefined,
  matcher: Matcher,
): { matches: Matches; relaxed: Relaxed | undefined } {
  const full = first.count;
  const steps = full < FEW_HITS ? relaxations(understanding, view) : [];
  if (steps.length === 0) return { matches: first, relaxed: undefined };
  const dropped = new Set<string>();
  const union = matcher.union(first, view);
  for (const [level, queries] of steps.entries()) {
    if (union.count >= FEW_HITS) break;
    for (const query of queries) {
      const matches = matcher.match(query.understanding, view, within, offers);
      if (matches.count > full) for (const word of query.dropped) dropped.add(word);
      union.add(matches, -LACKING * (level + 1));
    }
  }
  const matches = union.matches();
  return { matches, relaxed: matches.count > full ? { dropped: [...dropped], full } : undefined };
}

/** First every query that lacks one word other than the most important, then ever shorter ones. */
export function relaxations(understanding: Understanding, view: Searchable): RelaxedQuery[][] {
  const shorter = relax(understanding, view);
  if (shorter.length === 0) return [];
  return [dropOne(understanding, view), ...shorter.slice(1).map(query => [query])];
}
