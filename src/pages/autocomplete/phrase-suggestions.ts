/**
 * Suggested phrases that continue the typed text: those learned from searches before those mined from the catalog. Each
 * has hits among the allowed products.
 */

import type { SuggestedPhrases } from '../../index/suggested-phrases.js';
import { leadsToHits } from '../../query/correction/phrases-with-hits.js';
import { ViewCache } from '../../query/view-cache.js';
import type { View } from '../../snapshot/index.js';
import type { Analyzer } from '../../text/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';

/** Candidates tried for each phrase wanted, where not all have hits. */
const LOOKED_AT = 3;
/** A phrase as texts are compared with it. */
class PhraseForms {
  readonly folded: string;
  private known: readonly string[] | undefined;

  constructor(
    phrase: string,
    private readonly analyzer: Analyzer,
  ) {
    this.folded = analyzer.normalize(phrase);
  }

  /** Of its words. */
  get stems(): readonly string[] {
    this.known ??= this.folded.split(' ').map(word => this.analyzer.stem(word));
    return this.known;
  }
}

/** Phrases of a view whose forms are remembered, in each of two generations. */
const KEPT_PHRASES = 16_384;

const knownForms = new ViewCache<PhraseForms>('phrases', KEPT_PHRASES);

/**
 * Phrases that continue the text; for an empty one trending phrases, then the most used, then those with the largest
 * weight.
 */
export function suggestPhrases(q: string, { within }: Selection, { view, matcher, settings }: PageContext): string[] {
  const { learned, phrases } = view;
  const limit = settings.phraseSuggestions;
  const found = new Map<string, string>();
  const add = (phrase: string, folded: string, check: boolean) => {
    if (found.size >= limit || found.has(folded) || matcher.deadline.passed) return;
    if (!check || leadsToHits(phrase, view, within, matcher)) found.set(folded, phrase);
  };
  const typed = view.analyzer.normalize(q);
  const wanted = limit * LOOKED_AT;
  const addFrom = (source: SuggestedPhrases, check: boolean) => {
    for (const ordinal of source.startingWith(typed, wanted)) {
      if (found.size >= limit) return;
      const phrase = source.at(ordinal);
      add(phrase, formsOf(phrase, view).folded, check);
    }
  };
  if (learned) {
    if (typed === '') for (const phrase of learned.trending(wanted)) add(phrase, formsOf(phrase, view).folded, true);
    addFrom(learned.phrases, true);
  }
  // Every mined phrase has hits in the view, but rules may exclude them all: under rules each is tried.
  addFrom(phrases, within !== undefined);
  for (const { phrase, folded } of found.size < limit ? continued(q, typed, wanted, view) : []) {
    if (found.size >= limit) break;
    add(phrase, folded, true);
  }
  return [...found.values()];
}

/**
 * Suggestions for the last word alone, for texts whose words no known phrase has together; the words before it are
 * kept.
 */
function* continued(
  q: string,
  typed: string,
  limit: number,
  view: View,
): Generator<{ phrase: string; folded: string }> {
  const behind = typed.lastIndexOf(' ') + 1;
  const last = typed.slice(behind);
  // One letter ("t shirt") is no word to put before another phrase.
  if (behind <= 2 || last === '') return;
  const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
  const foldedHead = typed.slice(0, behind);
  const before = formsOf(typed.slice(0, behind - 1), view).stems;
  for (const ordinal of view.phrases.startingWith(last, limit)) {
    const phrase = view.phrases.at(ordinal);
    const { folded, stems } = formsOf(phrase, view);
    if (!stems.some(stem => before.includes(stem))) yield { phrase: head + phrase, folded: foldedHead + folded };
  }
}

function formsOf(phrase: string, view: View): PhraseForms {
  return knownForms.get(view, phrase, () => new PhraseForms(phrase, view.analyzer));
}
