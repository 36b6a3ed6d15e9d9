/**
 * Storefront queries after parsing: typed, defaulted and limited. `api/` produces them from parameters and bodies,
 * the pages of this floor answer them. Plain data, so that they cross to the query threads.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { Unencoded } from '../../encoder/unencoded.js';

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

/** The parameters that the shown data of products, and filters, depend on. */
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

export const ALGORITHMS = [
  'TOP_PRODUCTS',
  'PERSONAL',
  'CART',
  'FAVORITES',
  'UPSELL',
  'STYLE_WITH',
  'ALTERNATIVES',
  'NEWEST_PRODUCTS',
  'MORE_FROM_SERIES',
  'RECENTLY_VIEWED',
  'ADD_TO_CART_RECS',
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const VISUALIZATIONS = ['CAROUSEL', 'GRID'] as const;
export type Visualization = (typeof VISUALIZATIONS)[number];

/** A recommendation list that a request or a stored page asks for. */
export interface RecListRequest {
  id: string;
  algorithm: Algorithm;
  label?: string;
  /** Number of groups. */
  limit: number;
  rules: RuleExpression;
  showMoreLink?: string;
  visualization: Visualization;
  /** The product that the list is about, where that is not the page's own product or cart: a product or variant key. */
  productKey?: string;
  cart?: string[];
  /** Positions that campaigns may have, ascending; absent: none. */
  sponsoredPositions?: number[];
  /** Of stored pages: keys of products that come first, and of those that are not listed. */
  pinned?: string[];
  blocked?: string[];
}

export interface PrimaryListRequest {
  facets: FacetSelection[];
  limit: number;
  skip: number;
  /** Absent: the default order of the page or shop. */
  sort?: SortOrder;
}

/** Most characters (Unicode code points) of a text that are searched. */
export const MAX_SEARCHED_CHARACTERS = 400;

export interface SearchText {
  /** Trimmed, and cut to MAX_SEARCHED_CHARACTERS; empty when absent. */
  q: string;
  /** Length of the whole text in characters, where it was cut. */
  typedCharacters?: number;
}

export interface AutocompleteRequest extends ProductContext, Visit, SearchText {
  query: 'autocomplete';
  contentLists: ContentListRequest[];
  rules: RuleExpression;
}

/** A vector whose nearest products are listed, and how much it counts beside the text, from 0 to 1. */
export interface RequestedVector {
  space: string;
  values: number[];
  weight: number;
  /** Of a vector that was made of the text: the least similarity that means anything. Absent: the request brings it. */
  leastSimilarity?: number;
}

export interface SearchPageRequest extends ProductContext, Visit, SearchText, PrimaryListRequest {
  query: 'search-page';
  selectedCategory?: string;
  origin: SearchOrigin;
  viewAllSecondary: boolean;
  includeNavigation: boolean;
  contentLists: ContentListRequest[];
  rules: RuleExpression;
  /** Absent: products are searched for by words alone. */
  vector?: RequestedVector;
  /** Why the text has no vector, though there is an encoder; absent: there is none, or it has one. */
  unencoded?: Unencoded;
}

/** The lists that the body of a landing page describes; the configuration of a stored page overrides them. */
export interface LandingPageBody {
  includePrimaryList: boolean;
  rules: RuleExpression;
  recommendationLists: RecListRequest[];
  contentLists: ContentListRequest[];
}

/** The text restricts the primary list; an empty one does not. */
export interface LandingPageRequest extends ProductContext, Visit, SearchText, PrimaryListRequest {
  query: 'landing-page';
  /** An id or a path, from the parameter or the referring page. */
  pageReference: string;
  includeNavigation: boolean;
  /** Absent: the page's own lists are requested. */
  body?: LandingPageBody;
}

export interface ProductPageRequest extends ProductContext, Visit {
  query: 'product-page';
  productKey: string;
  /** Whether the product's group is requested, rather than its tickets alone. */
  includeGroup: boolean;
  recommendationLists: RecListRequest[];
}

export interface CartPageRequest extends ProductContext, Visit {
  query: 'cart-page';
  /** Product or variant keys. */
  cart: string[];
  includeCart: boolean;
  recommendationLists: RecListRequest[];
}

export interface AddToCartPopupRequest extends ProductContext, Visit {
  query: 'add-to-cart-popup';
  variantKey: string;
  /** Product or variant keys; absent: the stored cart of the visitor. */
  cart?: string[];
  recommendationLists: RecListRequest[];
}

export interface NavigationTreeRequest extends ProductContext, Visit {
  query: 'navigation-tree';
}

export const CONTENT_SORT_ORDERS = ['RELEVANCE', 'NEWEST_FIRST'] as const;
export type ContentSortOrder = (typeof CONTENT_SORT_ORDERS)[number];

export const CONTENT_SEARCH_ORIGINS = ['ORGANIC', 'DID_YOU_MEAN', 'UNDO_AUTO_CORRECT'] as const;
export type ContentSearchOrigin = (typeof CONTENT_SEARCH_ORIGINS)[number];

export interface ContentSearchPageRequest extends ProductContext, Visit, SearchText {
  query: 'content-search-page';
  limit: number;
  skip: number;
  sort: ContentSortOrder;
  origin: ContentSearchOrigin;
  /** AND between keys, OR within. */
  contentFilter: Record<string, string[]>;
}

export interface ContentInformationRequest extends ProductContext, Visit {
  query: 'content-information';
  contentKeys: string[];
}

/** The market, the locale and the topic come from its ticket. */
export interface DiscoveryTopicRequest extends ProductContext, Visit, SearchText {
  query: 'discovery-agent-topic';
  rules: RuleExpression;
  limit: number;
  skip: number;
}

/** Names a page and the sponsored lists on it. */
export interface RetailMediaRequest extends ProductContext, Visit {
  query: 'sponsored-page' | 'banners';
  pageReference: string;
}

export type StorefrontRequest =
  | AutocompleteRequest
  | SearchPageRequest
  | LandingPageRequest
  | ProductPageRequest
  | CartPageRequest
  | AddToCartPopupRequest
  | NavigationTreeRequest
  | ContentSearchPageRequest
  | ContentInformationRequest
  | DiscoveryTopicRequest
  | RetailMediaRequest;
