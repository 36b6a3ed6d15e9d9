/**
 * The recorded searches of visitors with their frequency: the query sample for comparing two versions of the search.
 */
import type { PhraseLearning } from './phrase-learning.js';

export interface RecordedSearch {
  market: string;
  locale: string;
  /** The most frequent spelling. */
  q: string;
  /** Sessions with the search, decayed by age. */
  uses: number;
  /** Of the last time; 0 as well where the text was corrected. */
  hits: number;
}

/** The searches in no particular order. @param factor weight of a use made now (see Decay). */
export function recordedSearches({ phrases, places, wordings }: PhraseLearning, factor: number): RecordedSearch[] {
  const found: RecordedSearch[] = [];
  for (let phrase = 0; phrase < phrases.used; phrase++) {
    const q = wordings.usual(phrase);
    const uses = phrases.counters.uses[phrase] / factor;
    // A phrase with clicks alone was never typed; a phrase that was only a prefix of another has no use left.
    if (q === undefined || !(uses > 0)) continue;
    const [market, locale] = places.name(phrases.scopes[phrase]).split('|');
    found.push({ market, locale, q, uses, hits: phrases.counters.hits[phrase] });
  }
  return found;
}
