/**
 * Storefront queries after parsing: typed, defaulted and limited. `api/` produces them from parameters and bodies,
 * the pages of this floor answer them. Plain data, so that they cross to the query threads.
 */
import type { RuleExpression } from '../catalog/rules/ast.js';

export type Touchpoint = 'DESKTOP' | 'MOBILE';
export type ViewId = 'PRODUCTION' | 'PREVIEW';
export type UserContext = 'PERSONALIZED' | 'UNPERSONALIZED' | 'ANONYMOUS' | 'SYNTHETIC';

export const SORT_ORDERS = [
  'RELEVANCE',
  'NEWEST_FIRST',
  'PRICE_ASCENDING',
  'PRICE_DESCENDING',
  'DISCOUNT',
  'RATING',
  'NAME',
  'LENGTH_INCREASING',
  'LENGTH_DECREASING',
  'WIDTH_INCREASING',
  'WIDTH_DECREASING',
  'HEIGHT_INCREASING',
  'HEIGHT_DECREASING',
  'DEPTH_INCREASING',
  'DEPTH_DECREASING',
  'VOLUME_INCREASING',
  'VOLUME_DECREASING',
  'WEIGHT_INCREASING',
  'WEIGHT_DECREASING',
  'TITLE',
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const SEARCH_ORIGINS = [
  'ORGANIC',
  'DID_YOU_MEAN',
  'UNDO_AUTO_CORRECT',
  'PHRASE_SUGGEST',
  'RELATED_SEARCHES',
  'RECENT_SEARCH',
] as const;
export type SearchOrigin = (typeof SEARCH_ORIGINS)[number];

/** What decides which data of a product is shown and filtered on. */
export interface ProductContext {
  market: string;
  locale: string;
  channels: { online: boolean; store: boolean };
  /** Store keys, as given; unknown ones show no stock. */
  stores: string[];
  priceId?: string;
  /** `x`, `number.x`, `length.x`, `json.x`, each possibly behind `variant.`. */
  presentCustom: string[];
  presentPrices: string[];
  templateId?: string;
  viewId: ViewId;
}

export interface Visit {
  touchpoint: Touchpoint;
  customerKey?: string;
  sessionKey?: string;
  userContext: UserContext;
  notify: boolean;
}

/** One `f.ID…` selection. Exactly one of values, checked, or a bound is set. */
export interface FacetSelection {
  id: string;
  values?: string[];
  checked?: boolean;
  min?: number;
  max?: number;
}

export interface ContentListRequest {
  id: string;
  limit: number;
  algorithm: 'NEWEST_CONTENT' | 'TOP_CONTENT';
  /** AND between keys, OR within. */
  contentFilter: Record<string, string[]>;
}

export interface AutocompleteRequest extends ProductContext, Visit {
  query: 'autocomplete';
  /** Trimmed; empty when absent. */
  q: string;
  contentLists: ContentListRequest[];
  rules: RuleExpression;
}

export interface SearchPageRequest extends ProductContext, Visit {
  query: 'search-page';
  q: string;
  facets: FacetSelection[];
  limit: number;
  skip: number;
  /** Absent: the default order. */
  sort?: SortOrder;
  selectedCategory?: string;
  origin: SearchOrigin;
  viewAllSecondary: boolean;
  includeNavigation: boolean;
  contentLists: ContentListRequest[];
  rules: RuleExpression;
}

export type StorefrontRequest = AutocompleteRequest | SearchPageRequest;
