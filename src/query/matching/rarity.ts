/** How rare query terms are: what their points are weighed by, and in which order they are added up. */
import type { Searchable } from '../../snapshot/index.js';
import { rarity } from '../ranking/scoring.js';
import { frequencyOfQueryTerm, type QueryTerm } from '../understanding/query-term.js';

/** How rare what a query term stands for is in the view. */
export function rarityOf(queryTerm: QueryTerm, view: Searchable): number {
  const { productCount } = view.structure;
  return rarity(Math.min(frequencyOfQueryTerm(queryTerm, view), productCount), productCount);
}

/** Query terms by the number of postings behind each, fewest first. */
export function rarestFirst(queryTerms: readonly QueryTerm[], view: Searchable): QueryTerm[] {
  return queryTerms
    .map(queryTerm => ({ queryTerm, frequency: frequencyOfQueryTerm(queryTerm, view) }))
    .sort(byFrequency)
    .map(({ queryTerm }) => queryTerm);
}

/** Fewest postings first. */
export function byFrequency(a: { frequency: number }, b: { frequency: number }): number {
  return a.frequency - b.frequency;
}
