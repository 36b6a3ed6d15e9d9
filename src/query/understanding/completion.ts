/** Completes the last word of a text that is still being typed: it is also matched as a prefix. */
import type { Searchable } from '../../snapshot/index.js';
import { ViewCache } from '../view-cache.js';
import { addExpansions, KIND_WEIGHTS, type QueryTerm } from './query-term.js';
import type { RecognisedValue } from './recognition.js';
import type { Understanding } from './understanding.js';

/** Most words that a prefix expands to: the most frequent ones. */
const MAX_COMPLETIONS = 48;
/** Prefixes of a view that are remembered, in each of two generations. */
const KEPT_PREFIXES = 4096;

const knownPrefixes = new ViewCache<readonly number[]>('prefixes', KEPT_PREFIXES);

/** The same query with its last word also matched as a prefix, unless a separator follows it. */
export function completeLastWord(understanding: Understanding, q: string, view: Searchable): Understanding {
  const { queryTerms, values, bounds, excluded } = understanding;
  const last = queryTerms.at(-1);
  if (!last || last.end < q.trimEnd().length || q.endsWith(' ')) return understanding;
  // Words that form one query term are complete.
  if (last.text.includes(' ')) return understanding;
  const known = new Set(last.expansions.map(({ term }) => term));
  const completions = completionsOf(last.text, view).filter(term => !known.has(term));
  const completed: QueryTerm = { ...last, optional: false, expansions: [...last.expansions] };
  addExpansions(
    completed,
    completions.map(term => ({ term, weight: KIND_WEIGHTS.beginning, how: 'beginning' })),
  );
  return {
    queryTerms: [...queryTerms.slice(0, -1), completed],
    values: [...values, ...completedValues(queryTerms, values, completions, view)],
    bounds,
    excluded,
    remembered: undefined,
  };
}

/** The values that the last word names when it is completed to its most frequent expansion, if it names none itself. */
function completedValues(
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  completions: readonly number[],
  view: Searchable,
): RecognisedValue[] {
  const to = queryTerms.length;
  if (completions.length === 0 || values.some(value => value.to === to)) return [];
  const stem = view.analyzer.stem(view.text.terms.term(completions[0]));
  return view.text.entitiesOf(stem).map(({ attribute, value }) => ({ attribute, value, from: to - 1, to, share: 1 }));
}

/** The most frequent terms with a prefix. */
function completionsOf(prefix: string, view: Searchable): readonly number[] {
  return knownPrefixes.get(view.key, prefix, () => {
    const { from, to } = view.text.terms.prefix(prefix);
    return mostFrequent(from, to, MAX_COMPLETIONS, view);
  });
}

/** The most frequent terms of a range of the dictionary. */
function mostFrequent(from: number, to: number, limit: number, view: Searchable): number[] {
  const best: number[] = [];
  let least = 0;
  for (let term = from; term < to; term++) {
    const frequency = view.text.frequency(term);
    if (best.length === limit && frequency <= least) continue;
    let at = best.length;
    while (at > 0 && view.text.frequency(best[at - 1]) < frequency) at--;
    best.splice(at, 0, term);
    if (best.length > limit) best.pop();
    least = view.text.frequency(best[best.length - 1]);
  }
  return best;
}
