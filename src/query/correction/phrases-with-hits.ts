/**
 * Phrases learned from searches (corrections, related searches), offered only where they have hits now. The result of
 * each check is cached as long as the parts of the view are in use.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { PartsKey, Searchable } from '../../snapshot/index.js';
import type { Matcher } from '../matching/matcher.js';
import type { Scope } from '../matching/text-match.js';
import { readWords, understand } from '../understanding/understand.js';
import type { Correction } from './corrections.js';

/** Phrases of a view whose check is cached, in each of two generations. */
const KEPT_CHECKS = 16_384;

const checks = new WeakMap<PartsKey, TwoGenerationCache<boolean>>();

/** Whether a phrase has hits among the products allowed. */
export function leadsToHits(phrase: string, view: Searchable, within: Bitmap | undefined, matcher: Matcher): boolean {
  if (within !== undefined) return matcher.matchesAny(readWords(phrase, view), view, within);
  let known = checks.get(view.key);
  if (known === undefined) checks.set(view.key, (known = new TwoGenerationCache(KEPT_CHECKS)));
  let leads = known.get(phrase);
  if (leads === undefined) known.set(phrase, (leads = matcher.matchesAny(readWords(phrase, view), view, undefined)));
  return leads;
}

/** What visitors who typed the phrase corrected it to, with hits, best first. */
export function learnedCorrections(
  q: string,
  { view, within, lexicon }: Scope,
  matcher: Matcher,
  limit: number,
): Correction[] {
  const meant = view.learned?.meant(view.analyzer.normalize(q)).slice(0, limit) ?? [];
  return meant.flatMap(phrase => {
    const understanding = understand(phrase, view, lexicon);
    const hits = matcher.countMatches(understanding.queryTerms, view, within);
    return hits > 0 ? [{ q: phrase, understanding, hits }] : [];
  });
}

/** What visitors searched for after the phrase, with hits, best first. */
export function learnedRelated(q: string, view: Searchable, within: Bitmap | undefined, matcher: Matcher): string[] {
  const related = view.learned?.related(view.analyzer.normalize(q)) ?? [];
  return related.filter(phrase => leadsToHits(phrase, view, within, matcher));
}
