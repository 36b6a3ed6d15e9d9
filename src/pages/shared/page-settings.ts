/** Settings of the answers to queries, with their defaults. */
import { type Static, Type } from 'typebox';
import { MAX_SEARCHES, MAX_VIEWS } from '../../behaviour/visitors/visitor.js';

const count = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });

export const PageSettingsSchema = Type.Object(
  {
    phraseSuggestions: count(50, 'Phrases that autocomplete suggests.'),
    productSuggestions: count(50, 'Product groups that autocomplete suggests.'),
    recentSearches: count(MAX_SEARCHES, 'Recent searches that autocomplete lists.'),
    recentlyViewed: count(MAX_VIEWS, 'Recently viewed groups that autocomplete lists.'),
    relatedSearches: Type.Boolean({ description: 'Whether search pages offer related searches.' }),
    secondaryList: Type.Boolean({ description: 'Whether search pages offer a secondary list.' }),
    partialMatches: Type.Enum(['append', 'ifEmpty', 'secondary'], {
      description:
        'Where products that lack words of the text are listed: behind those that have all, where these are few; only ' +
        'where there are none; or in the secondary list alone.',
    }),
    personalOrder: Type.Boolean({
      description:
        'Whether search pages in the order of relevance raise, by a point of score at most, what the visitor is likely to want: brands, types, prices and sizes of what was viewed and bought.',
    }),
    facets: Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 200,
      description: 'Facet ids in the order listings show them; custom attributes not named follow by name.',
    }),
    maxFacets: count(100, 'Facets that a listing shows.'),
    maxFacetValues: count(100_000, 'Values that a facet lists, beside those selected.'),
    sameProductOnce: Type.Boolean({
      description:
        'Whether recommendation lists have one group alone of those that are the same product in another size, pack or colour under another key.',
    }),
    spreadSameProducts: Type.Boolean({
      description:
        'Whether lists by relevance put what is the same product in another size, pack or colour under another key behind what is about as good, among their first sixty.',
    }),
    outOfStockVariants: Type.Boolean({
      description: 'Whether cards list variants that are out of stock, and facets their sizes.',
    }),
    newDays: Type.Integer({ minimum: 0, maximum: 3650, description: 'Days after its release that a product is new.' }),
  },
  { additionalProperties: false },
);

export type PageSettings = Static<typeof PageSettingsSchema>;

export const DEFAULT_PAGE_SETTINGS: PageSettings = {
  phraseSuggestions: 10,
  productSuggestions: 8,
  recentSearches: 10,
  recentlyViewed: 20,
  relatedSearches: true,
  secondaryList: true,
  partialMatches: 'append',
  personalOrder: false,
  facets: [
    'category',
    'productType',
    'brand',
    'price',
    'color',
    'size',
    'gender',
    'age',
    'department',
    'pattern',
    'series',
    'rating',
    'discount',
    'newness',
    'onlyInStock',
    'length',
    'width',
    'height',
    'depth',
    'volume',
    'weight',
  ],
  maxFacets: 20,
  maxFacetValues: 1000,
  sameProductOnce: true,
  spreadSameProducts: true,
  outOfStockVariants: true,
  newDays: 30,
};
