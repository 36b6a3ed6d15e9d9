/**
 * Phrases to go on with while a visitor types: those that visitors have searched for before those that the catalog
 * suggests by itself. Each leads to products among those allowed.
 */
import { leadsToHits } from '../../query/correction/phrases-with-hits.js';
import type { View } from '../../snapshot/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';

/** Phrases that are looked at for each one wanted, where not all have hits. */
const LOOKED_AT = 3;

/** Phrases that go on from the text; with no text, those that rise, then those used most, then those worth most. */
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
  // Every mined phrase has hits in the view; rules may take them all away, so under rules each is tried.
  const narrowed = within !== undefined;
  for (const ordinal of phrases.startingWith(typed, wanted)) add(phrases.at(ordinal), narrowed);
  if (found.size < limit) for (const phrase of continued(q, typed, wanted, view)) add(phrase, true);
  return [...found.values()];
}

/** Words before the last one need not stand together with it in a known phrase. */
function continued(q: string, typed: string, limit: number, view: View): string[] {
  const space = typed.lastIndexOf(' ');
  const last = typed.slice(space + 1);
  // One letter ("t shirt") says too little to stand before another phrase.
  if (space <= 1 || last === '') return [];
  const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
  const before = new Set(stems(typed.slice(0, space), view));
  const going = view.phrases.startingWith(last, limit).map(ordinal => view.phrases.at(ordinal));
  return going.filter(phrase => !stems(phrase, view).some(stem => before.has(stem))).map(phrase => head + phrase);
}

function stems(text: string, { analyzer }: View): string[] {
  return analyzer
    .normalize(text)
    .split(' ')
    .map(word => analyzer.stem(word));
}
