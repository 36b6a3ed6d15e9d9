/** The lists of a page as explanations read them from its result. */
import type { Interpretation } from '../../query/correction/interpretation.js';
import type { Scoring } from '../../query/explain/scorer.js';
import type { Selected } from '../../query/facets/faceted-hits.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import type { ListRequest } from '../../recommend/recommender.js';
import type { ScoredHits } from '../shared/lists/list-part.js';
import type { ContentSortOrder, RecListRequest, SortOrder } from '../shared/requests.js';

/** The text that was searched. */
export interface TakenText extends Pick<Interpretation, 'q' | 'understanding' | 'didYouMean' | 'limits' | 'dropped'> {
  typed: string;
  /** The text whose phrase rules apply; absent where rules do not. */
  rulesOf?: string;
}

/** The part of a list that is on the page. */
export interface Part {
  skip: number;
  /** Limit of the list, regardless of how much of it is shown. */
  limit: number;
  /** The products on the page, where they are not consecutive in the list. */
  shown?: ArrayLike<number>;
}

/** A list of products that were matched, scored and sorted. */
export interface FoundList extends Part, ScoredHits {
  id: string;
  text: TakenText;
  scoring: Scoring;
  /** Facet selections beyond the rules of the request. */
  selected: readonly Selected[];
  sort: SortOrder;
  arrangement?: Arrangement;
  /** Words that were dropped by relaxation. */
  relaxed?: readonly string[];
}

/** A list of content items that were matched. */
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

/** A list of products without a search: they are named by the request, or stored for the visitor. */
export interface GivenList {
  id: string;
  products: ArrayLike<number>;
}
