/** What an explanation knows of the lists of a page, as read from the page's result. */
import type { Interpretation } from '../../query/correction/interpretation.js';
import type { Scoring } from '../../query/explain/scorer.js';
import type { Selected } from '../../query/facets/faceted-hits.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import type { ListRequest } from '../../recommend/recommender.js';
import type { ScoredHits } from '../shared/lists/list-part.js';
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
export interface FoundList extends Part, ScoredHits {
  id: string;
  text: TakenText;
  scoring: Scoring;
  /** Further selections than the rules of the request, by facet. */
  selected: readonly Selected[];
  sort: SortOrder;
  arrangement?: Arrangement;
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
  asked: ListRequest;
  products: Uint32Array;
}

/** Products that nothing has to find: they were named, or are remembered. */
export interface GivenList {
  id: string;
  products: ArrayLike<number>;
}
