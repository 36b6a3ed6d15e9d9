/**
 * A search: the products with every word, and where those are few, behind them the ones that lack a word. What a thing
 * is is never given up while another word can be.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Interpretation } from '../correction/interpretation.js';
import type { Matcher } from '../matching/matcher.js';
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
 * Goes on from what the matcher holds for a text: adds products that lack a word where few have all. Limits hold for
 * those too, unless they leave nothing at all.
 */
export function complete(
  found: Interpretation,
  scope: Scope,
  matcher: Matcher,
): Interpretation & { relaxed?: Relaxed | undefined } {
  const { understanding } = found;
  const relaxed = addRelaxed(understanding, scope, found.within, matcher);
  if (matcher.count > 0 || found.limits.length === 0) return { ...found, relaxed };
  const beyond = addRelaxed(understanding, scope, scope.within, matcher);
  if (matcher.count === 0) return found;
  const { filter = {}, within } = scope;
  return { ...found, filter, within, limits: [], dropped: found.limits, relaxed: beyond };
}

/** Undefined when there was no need, or nothing to add. */
function addRelaxed(
  understanding: Understanding,
  { view, offers }: Scope,
  within: Bitmap | undefined,
  matcher: Matcher,
): Relaxed | undefined {
  if (matcher.count >= FEW_HITS) return undefined;
  const steps = relaxations(understanding, view);
  if (steps.length === 0) return undefined;
  const full = matcher.count;
  const dropped = new Set<string>();
  matcher.beginUnion();
  steps.forEach((queries, level) => {
    if (matcher.count >= FEW_HITS) return;
    for (const relaxed of queries) {
      matcher.joinUnion(-LACKING * (level + 1), () => {
        matcher.match(relaxed.understanding, view, within, offers);
        if (matcher.count > full) for (const word of relaxed.dropped) dropped.add(word);
      });
    }
    matcher.endUnion();
  });
  return matcher.count > full ? { dropped: [...dropped], full } : undefined;
}

/** First every query that lacks one word other than the most important, then ever shorter ones. */
export function relaxations(understanding: Understanding, view: Searchable): RelaxedQuery[][] {
  const shorter = relax(understanding, view);
  if (shorter.length === 0) return [];
  return [dropOne(understanding, view), ...shorter.slice(1).map(query => [query])];
}
