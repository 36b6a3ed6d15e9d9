/**
 * Matches an understood text within a scope: its words, within the limits that it sets. Limits that would leave no hits
 * are dropped, and the result says so.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { both, type Filter, passingProducts } from '../filters/filter.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { Lexicon } from '../understanding/lexicon.js';
import type { Exclusion } from '../understanding/negation.js';
import type { Understanding } from '../understanding/understanding.js';
import type { Matcher } from './matcher.js';
import type { Matches } from './matches.js';
import { type Limit, type LimitContext, limitsOf } from './text-limits.js';

/** Where a text is searched. */
export interface Scope {
  view: Searchable;
  /** What may be found at all, with its products; undefined: everything. */
  filter?: Filter;
  within: Bitmap | undefined;
  offers?: OfferContext;
  /** What the shop says about words; absent: what the language does. */
  lexicon?: Lexicon;
  /** Compiles bounds; content has none. */
  limits?: LimitContext;
}

export interface Found {
  /** Valid until the matcher begins another query. */
  matches: Matches;
  /** What was allowed in the end: the scope's filter with the limits of the text. */
  filter: Filter;
  within: Bitmap | undefined;
  /** Parts of the text that limit what was found, and those that would have left nothing. */
  limits: string[];
  dropped: string[];
  /** Where words are excluded, the same without these exclusions. */
  wider?: Wider | undefined;
}

/** What is allowed but for exclusions of words. */
export interface Wider {
  exclusions: readonly Exclusion[];
  /** Of the exclusions, as typed. */
  texts: readonly string[];
  filter: Filter;
  within: Bitmap | undefined;
}

/** What a text finds. One of signs alone finds nothing, an empty one everything. */
export function find(q: string, understanding: Understanding, scope: Scope, matcher: Matcher): Found {
  const { view, filter = {}, within, offers } = scope;
  const limits = limitsOf(q, understanding, view, scope.limits);
  if (q !== '' && understanding.queryTerms.length === 0 && limits.length === 0) {
    return { filter, within, limits: [], dropped: [], matches: matcher.nothing(view) };
  }
  if (limits.length > 0) {
    const limited = limits.reduce((sum, limit) => both(sum, limit.filter), filter);
    const passing = passingProducts(limited, view.structure);
    const texts = limits.map(({ text }) => text);
    const wider = widerOf(limits, scope);
    const inForce = { filter: limited, within: passing, limits: texts, dropped: [], wider };
    const limitedMatches = matcher.match(understanding, view, passing, offers);
    if (limitedMatches.count > 0) return { ...inForce, matches: limitedMatches };
    const matches = matcher.match(understanding, view, within, offers);
    // Where the words find nothing at all, it is for fewer words to find something within the limits.
    return matches.count > 0 ? { filter, within, limits: [], dropped: texts, matches } : { ...inForce, matches };
  }
  const matches = matcher.match(understanding, view, within, offers);
  return { filter, within, limits: [], dropped: [], matches };
}

function widerOf(limits: readonly Limit[], { view, filter = {}, within }: Scope): Wider | undefined {
  const ofWords = limits.filter(({ exclusion }) => exclusion);
  if (ofWords.length === 0) return undefined;
  const others = limits.filter(limit => !ofWords.includes(limit));
  const left = others.reduce((sum, limit) => both(sum, limit.filter), filter);
  return {
    exclusions: ofWords.map(({ exclusion }) => exclusion!),
    texts: ofWords.map(({ text }) => text),
    filter: left,
    within: others.length === 0 ? within : passingProducts(left, view.structure),
  };
}
