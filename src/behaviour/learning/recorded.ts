/** The searches that visitors have made, with how often: what a change of the search is tried out with. */
import type { PhraseLearning } from './phrases.js';

export interface RecordedSearch {
  market: string;
  locale: string;
  /** As it is usually written. */
  q: string;
  /** Once a session each; what is long ago counts less. */
  uses: number;
}

/** In no order. @param factor what a use weighs that is made now. */
export function recordedSearches({ phrases, places, wordings }: PhraseLearning, factor: number): RecordedSearch[] {
  const found: RecordedSearch[] = [];
  for (let phrase = 0; phrase < phrases.used; phrase++) {
    const q = wordings.usual(phrase);
    const uses = phrases.counters.uses[phrase] / factor;
    // What was only clicked in was never typed; what was only on the way to another has no use left.
    if (q === undefined || !(uses > 0)) continue;
    const [market, locale] = places.name(phrases.scopes[phrase]).split('|');
    found.push({ market, locale, q, uses });
  }
  return found;
}
