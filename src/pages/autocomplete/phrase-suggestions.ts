/**
 * Suggested phrases that continue the typed text: those learned from searches before those mined from the catalog. Each
 * has hits among the allowed products.
 */
import { leadsToHits } from '../../query/correction/phrases-with-hits.js';
import { ViewCache } from '../../query/view-cache.js';
import type { View } from '../../snapshot/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';

/** Candidates tried for each phrase wanted, where not all have hits. */
const LOOKED_AT = 3;
/** Phrases of a view whose stems are remembered, in each of two generations. */
const KEPT_PHRASES = 4096;

const knownStems = new ViewCache<readonly string[]>('phrases', KEPT_PHRASES);

/**
 * Phrases that continue the text; for an empty one trending phrases, then the most used, then those with the largest
 * weight.
 */
export function suggestPhrases(q: string, { within }: Selection, { view, matcher, settings }: PageContext): string[] {
  const { learned, phrases } = view;
  const limit = settings.phraseSuggestions;
  const found = new Map<string, string>();
  const normalize = (text: string) => view.analyzer.normalize(text);
  const add = (phrase: string, check: boolean) => {
    if (found.size >= limit || matcher.deadline.passed) return;
    const folded = normalize(phrase);
    if (found.has(folded)) return;
    if (!check || leadsToHits(phrase, view, within, matcher)) found.set(folded, phrase);
  };
  const typed = normalize(q);
  const wanted = limit * LOOKED_AT;
  if (learned) {
    if (typed === '') for (const phrase of learned.trending(wanted)) add(phrase, true);
    for (const ordinal of learned.phrases.startingWith(typed, wanted)) add(learned.phrases.at(ordinal), true);
  }
  // Every mined phrase has hits in the view, but rules may exclude them all: under rules each is tried.
  const narrowed = within !== undefined;
  for (const ordinal of phrases.startingWith(typed, wanted)) add(phrases.at(ordinal), narrowed);
  if (found.size < limit) for (const phrase of continued(q, typed, wanted, view)) add(phrase, true);
  return [...found.values()];
}

/**
 * Suggestions for the last word alone, for texts whose words no known phrase has together; the words before it are
 * kept.
 */
function continued(q: string, typed: string, limit: number, view: View): string[] {
  const space = typed.lastIndexOf(' ');
  const last = typed.slice(space + 1);
  // One letter ("t shirt") is no word to put before another phrase.
  if (space <= 1 || last === '') return [];
  const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
  const before = new Set(stems(typed.slice(0, space), view));
  const going = view.phrases.startingWith(last, limit).map(ordinal => view.phrases.at(ordinal));
  return going.filter(phrase => !stems(phrase, view).some(stem => before.has(stem))).map(phrase => head + phrase);
}

/** The stems of the words of a phrase. */
function stems(phrase: string, view: View): readonly string[] {
  return knownStems.get(view, phrase, () => {
    const { analyzer } = view;
    return analyzer
      .normalize(phrase)
      .split(' ')
      .map(word => analyzer.stem(word));
  });
}
