/**
 * What pages tell of their lists while a query is explained, at the moment when scores are still at hand. Nobody listens
 * when a storefront asks, and nothing of this is made then.
 */

import type { Interpretation } from '../../query/correction/interpretation.js';
import type { Scoring } from '../../query/explain/scorer.js';
import type { HitSet, Selected } from '../../query/facets/listing.js';
import { type PhraseEffects, pinsWithin } from '../../query/matching/phrase-effects.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import type { Asked, Recommender } from '../../recommend/recommender.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Selection } from '../shared/filters/selection.js';
import type { ContentSortOrder, RecListRequest, SortOrder } from '../shared/requests.js';

/** A text as it was taken. */
export interface TakenText extends Pick<Interpretation, 'q' | 'understanding' | 'didYouMean' | 'limits' | 'dropped'> {
  typed: string;
  /** The text whose rules for phrases act; absent where rules do not. */
  rulesOf?: string;
}

/** Which part of a list is on the page. */
export interface Part {
  skip: number;
  /** Of the list, whatever is shown of it. */
  limit: number;
  /** The products on the page, where they do not simply follow each other in the list. */
  shown?: ArrayLike<number>;
}

/** Products that were found, scored and put in order. */
export interface FoundList extends Part {
  id: string;
  text: TakenText;
  scoring: Scoring;
  selection: Selection;
  /** Further selections, by facet. */
  selected: readonly Selected[];
  hits: HitSet;
  sort: SortOrder;
  arrangement?: Arrangement;
  /** By product; read before the page goes on. */
  scores: Float32Array;
  /** Words that were given up to find anything. */
  relaxed?: readonly string[];
}

/** Content items that were found. */
export interface FoundContent extends Part {
  id: string;
  text: TakenText;
  scoring: Scoring;
  count: number;
  sort: ContentSortOrder;
  scores: Float32Array;
  shown: ArrayLike<number>;
}

export interface RecommendedList {
  request: RecListRequest;
  asked: Asked;
  products: Uint32Array;
  recommender: Recommender;
}

/** Products that nothing has to find: they were named, or are remembered. */
export interface GivenList {
  id: string;
  products: ArrayLike<number>;
}

export interface ExplainRecorder {
  foundProducts(list: FoundList): void;
  foundContent(list: FoundContent): void;
  recommended(list: RecommendedList): void;
  given(list: GivenList): void;
}

/** The scoring of a list that is completed, raised by what visitors choose, and changed by the rules for its text. */
export function textScoring(
  { q, understanding }: Pick<Interpretation, 'q' | 'understanding'>,
  effects: PhraseEffects | undefined,
  { within }: Selection,
  view: Searchable,
): Scoring {
  return {
    understanding,
    completed: true,
    chosenFor: view.analyzer.normalize(q),
    ...(effects && { effects: { ...effects, pins: pinsWithin(effects, within) } }),
  };
}
