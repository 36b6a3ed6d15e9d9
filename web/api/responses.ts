/**
 * What the daemon answers, in the types of the very schemas that its tests hold every answer to. Types alone: nothing
 * of src/ gets into the page.
 */
import type { Static } from 'typebox';
import type * as parts from '../../src/api/response-parts.js';
import type { QUERY_RESPONSES } from '../../src/api/responses.js';

export type QueryName = keyof typeof QUERY_RESPONSES;
export type QueryResponse<Name extends QueryName> = Static<(typeof QUERY_RESPONSES)[Name]>;
export type ErrorResponse = Static<typeof parts.ErrorResponse>;

/** A market in one of its languages. */
export interface MarketView {
  market: string;
  locale: string;
}

export type ProductGroup = Static<typeof parts.ProductGroup>;
export type Product = ProductGroup['products'][number];
export type Variant = Product['variants'][number];
export type Image = Product['imageInfo']['images'][number];

export type PrimaryList = Static<typeof parts.PrimaryList>;
export type ProductHits = Static<typeof parts.ProductHits>;
export type Facet = PrimaryList['facets'][number];
export type FacetOf<Type extends Facet['type']> = Extract<Facet, { type: Type }>;
export type TextFacetValue = FacetOf<'TEXT'>['values'][number];

export type ContentItem = Static<typeof parts.ContentItem>;
export type RecommendationList = Static<typeof parts.RecommendationList>;
export type Phrases = Static<typeof parts.Phrases>;

export type Navigation = Static<typeof parts.Navigation>;
/** A node of the navigation beside a listing; it knows whether it is selected. */
export type NavigationStateNode = Navigation['tree'];
/** A node of the navigation as a whole. */
export type NavigationNode = Static<typeof parts.NavigationNode>;
