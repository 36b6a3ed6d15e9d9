/**
 * Continues a short result with partial matches: products with every word first, and where those are few, behind them
 * products that lack some. The head is not given up while another word can be.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Interpretation } from '../correction/interpretation.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Scope } from '../matching/text-match.js';
import { addNear, type NearMatches } from '../nearness/near-matches.js';
import { hasDirection } from '../nearness/text-vector.js';
import { RelaxedMatches } from '../relaxation/relaxed-matches.js';

/** A list with fewer products than this, a page, is continued until it has as many. */
export const PAGE_OF_HITS = 60;
/** As `PAGE_OF_HITS`, for lists that show a few. */
export const FEW_HITS = 10;

/**
 * Where products that lack words are listed: behind those that have all, where these are few; only where there are
 * none; never in the primary list.
 */
export type PartialMatches = 'append' | 'ifEmpty' | 'secondary';

/** The dropped words as typed, folded, and the number of products that have them all. */
export interface Relaxed {
  dropped: string[];
  full: number;
}

export interface Completed extends Interpretation {
  relaxed: Relaxed | undefined;
  /** What products got because they are near to the text; undefined: none is listed for that. */
  near: NearMatches | undefined;
  /** The relaxed queries within the scope, with the results that were kept. */
  relaxations: RelaxedMatches;
}

/**
 * Goes on from what a text was found to match: adds products that lack a word where few have all. Limits hold for those
 * too, unless they leave nothing at all.
 * @param enough continues lists with fewer products
 */
export function complete(
  found: Interpretation,
  scope: Scope,
  matcher: Matcher,
  partial: PartialMatches = 'append',
  enough = PAGE_OF_HITS,
): Completed {
  const { understanding } = found;
  const { view, offers, filter = {}, within } = scope;
  const relaxing = (within: Bitmap | undefined) => new RelaxedMatches(understanding, { view, within, offers }, matcher);
  const few = partial === 'append' ? enough : partial === 'ifEmpty' ? 1 : 0;
  const completed = (first: Matches, within: Bitmap | undefined) =>
    addPartial(first, relaxing(within), first.count < few ? enough : 0, matcher);
  const more = completed(found.matches, found.within);
  if (more.matches.count > 0 || found.limits.length === 0) return { ...found, ...more };
  const beyond = completed(matcher.nothing(view), within);
  if (beyond.matches.count === 0) return { ...found, ...more, matches: beyond.matches };
  return { ...found, filter, within, limits: [], dropped: found.limits, ...beyond };
}

/**
 * The union of `first`, the products that lack a word, and on pages those that are near to the text; `first` itself where
 * it suffices, or there are none of these.
 */
function addPartial(
  first: Matches,
  relaxations: RelaxedMatches,
  enough: number,
  matcher: Matcher,
): Pick<Completed, 'matches' | 'relaxed' | 'near' | 'relaxations'> {
  const full = first.count;
  const { understanding, scope } = relaxations;
  const { view, offers } = scope;
  const queries = full < enough ? relaxations.partial(full, enough) : [];
  const isNearListed = full < enough && enough === PAGE_OF_HITS && hasDirection(understanding, view);
  const alone = { matches: first, relaxed: undefined, near: undefined, relaxations };
  if (queries.length === 0 && !isNearListed) return alone;
  const dropped = new Set<string>();
  const union = matcher.union(first, view);
  union.goOnBehind();
  for (const { query, points } of queries) {
    if (matcher.deadline.passed) break;
    for (const word of query.dropped) dropped.add(word);
    union.add(relaxations.match(query), points);
  }
  const { deadline, assembly } = matcher;
  const priors = () => matcher.priorsOf(view, offers);
  const near = isNearListed ? addNear(union, first, { understanding, scope, priors, deadline, assembly }) : undefined;
  if (queries.length === 0 && !near) return alone;
  return { matches: union.matches(), relaxed: { dropped: [...dropped], full }, near, relaxations };
}
