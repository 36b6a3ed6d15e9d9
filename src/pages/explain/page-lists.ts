/** Reads the lists from the results of pages, in the order of the explanation. */
import type { Scoring } from '../../query/explain/scorer.js';
import { type PhraseEffects, pinsWithin } from '../../query/matching/phrase-effects.js';
import type { Completed } from '../../query/search/search.js';
import type { Searchable } from '../../snapshot/index.js';
import type { AutocompleteResult } from '../autocomplete/run.js';
import type { ContentSearchResult } from '../content/content-search-page.js';
import type { DiscoveryTopicResult } from '../discovery/discovery-topic.js';
import type { LandingResult } from '../landing/run.js';
import type { SearchResult } from '../search/run.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';
import type { FoundContent, FoundList } from './explained-lists.js';

/** The primary list, and the secondary one where there is any. */
export function listsOfSearch(result: SearchResult, { view }: PageContext): FoundList[] {
  const { request, text, selection, effects, primary, secondary } = result;
  const lists: FoundList[] = [];
  if (primary.evidence) {
    lists.push({
      ...primary.evidence,
      id: 'primaryList',
      text: { ...text, typed: request.q, rulesOf: text.corrected ? text.q : request.q },
      scoring: textScoring(text, effects, selection, view),
      selected: primary.selected,
      sort: primary.sort,
      skip: request.skip,
      limit: request.viewAllSecondary ? 0 : request.limit,
    });
  }
  if (secondary.found?.evidence) {
    const { query, evidence } = secondary.found;
    const { understanding, dropped } = query;
    lists.push({
      ...evidence,
      id: 'secondaryList',
      text: { ...text, understanding, typed: request.q },
      scoring: { understanding, completed: false, ...(effects && { effects: { ...effects, pins: [] } }) },
      selected: [],
      sort: 'RELEVANCE',
      skip: secondary.part.first,
      limit: secondary.limit,
      relaxed: dropped,
    });
  }
  return lists;
}

/** Undefined where nothing is typed. */
export function suggestionsOf(result: AutocompleteResult, { view, viewContext }: PageContext): FoundList | undefined {
  const { request, text, selection, effects, evidence, products, lookedThrough } = result;
  if (!text || !evidence) return undefined;
  const typedRules = viewContext.searchSettings.of(request).rulesFor(request.q);
  return {
    ...evidence,
    id: 'productSuggestions',
    text: { ...text, typed: request.q, rulesOf: typedRules.length > 0 ? request.q : text.q },
    scoring: textScoring(text, effects, selection, view),
    selected: [],
    sort: 'RELEVANCE',
    skip: 0,
    limit: lookedThrough,
    shown: products,
  };
}

/** Undefined where the page has no primary list. */
export function primaryListOf({ request, list }: LandingResult): FoundList | undefined {
  if (!list?.primary.evidence) return undefined;
  const { text, arrangement, primary } = list;
  return {
    ...list.primary.evidence,
    id: 'primaryList',
    text: { ...text, q: request.q, typed: request.q, didYouMean: [] },
    scoring: { understanding: text.understanding, completed: false },
    selected: primary.selected,
    sort: primary.sort,
    ...(arrangement && { arrangement }),
    skip: request.skip,
    limit: request.limit,
  };
}

export function listOfTopic({ request, text, evidence }: DiscoveryTopicResult): FoundList | undefined {
  return (
    evidence && {
      ...evidence,
      id: 'primaryList',
      text: { ...text, typed: request.q },
      scoring: { understanding: text.understanding, completed: false },
      selected: [],
      sort: 'RELEVANCE',
      skip: request.skip,
      limit: request.limit,
    }
  );
}

/** Undefined where the view has no content. */
export function contentListOf(result: ContentSearchResult): FoundContent | undefined {
  const { request, text, items, scores, totalHits } = result;
  if (!text || !scores) return undefined;
  const { sort, skip, limit } = request;
  return {
    id: 'primaryList',
    text: { ...text, typed: request.q },
    scoring: { understanding: text.understanding, completed: true },
    count: totalHits,
    sort,
    skip,
    limit,
    shown: items,
    scores,
  };
}

/** The scoring of a relaxed match, with the boosts of learned choices and the effects of rules for the text. */
function textScoring(
  {
    q,
    understanding,
    near,
    described,
    unwanted,
    beside,
  }: Pick<Completed, 'q' | 'understanding' | 'near' | 'described' | 'unwanted' | 'beside'>,
  effects: PhraseEffects | undefined,
  { within }: Selection,
  view: Searchable,
): Scoring {
  return {
    understanding,
    completed: true,
    ...(near && { near }),
    described,
    ...(unwanted && { unwanted }),
    ...(beside && { beside }),
    chosenFor: view.analyzer.normalize(q),
    raisesWithout: true,
    ...(effects && { effects: { ...effects, pins: pinsWithin(effects, within) } }),
  };
}
