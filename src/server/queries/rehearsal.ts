/**
 * The queries that each thread runs once the first snapshot is live, in between those of visitors: every page that the
 * catalog alone can answer, with texts and keys of one of its products, those first whose first time takes longest, and
 * then those of which little is computed. Each has code of its own, which V8 compiles and optimises when it runs: the
 * first search with a spelling mistake took 55 ms of CPU, the first product page with recommendations 99 ms, later ones
 * less than a tenth of that.
 */
import type { Algorithm, FacetSelection, RecListRequest, StorefrontRequest } from '../../pages/shared/requests.js';
import { contextOf, searchPageOf } from './warm-up.js';

/** A product of the catalog. */
export interface Sample {
  title: string;
  productKey: string;
  variantKey: string;
  /** One value of a facet of each type. */
  selections: FacetSelection[];
  /** The most frequent pairs of letters that words begin with. */
  pairs: string[];
}

/** Pairs of letters that are asked for: what the words below one have in common takes several times as long to find once. */
export const SAMPLED_PAIRS = 12;

/** What this module reads of the answer to a search. */
interface SearchAnswer {
  primaryList: {
    productGroups: { products: { key: string; title?: string; variants: { key: string }[] }[] }[];
    facets: { id: string; facetType: string; values?: { id: string }[] }[];
  };
}

/** @param json the answer to a search page. @returns undefined where it has no product with a title and a variant */
export function sampleOf(json: string): Sample | undefined {
  const { primaryList } = JSON.parse(json) as SearchAnswer;
  for (const { products } of primaryList.productGroups) {
    for (const { key, title, variants } of products) {
      const [variant] = variants;
      if (title && variant) {
        return {
          title,
          productKey: key,
          variantKey: variant.key,
          selections: selectionsOf(primaryList.facets),
          pairs: [],
        };
      }
    }
  }
  return undefined;
}

/** Each type of facet has code and columns of its own. */
function selectionsOf(facets: SearchAnswer['primaryList']['facets']): FacetSelection[] {
  const byType = new Map<string, FacetSelection>();
  for (const { id, facetType, values } of facets) {
    const value = values?.[0];
    if (value && !byType.has(facetType)) byType.set(facetType, { id, values: [value.id] });
  }
  return [...byType.values()];
}

/** The queries for a view. @param sample a product that is in it */
export function rehearsalOf(market: string, locale: string, sample: Sample): StorefrontRequest[] {
  const { title, productKey, variantKey, selections, pairs } = sample;
  const context = contextOf(market, locale);
  const search = searchPageOf(market, locale);
  const words = title.split(/\s+/);
  const text = words.slice(-2).join(' ');
  const searches = [text, words[0]!, title, misspelled(text)].map(q => ({ ...search, q }));
  const beginnings = ['', text, title, misspelled(text), text.slice(0, 3), title.slice(0, 6), ...pairs].map(
    (q): StorefrontRequest => ({ ...context, query: 'autocomplete', q, contentLists: [], rules: [] }),
  );
  const about = ['ALTERNATIVES', 'STYLE_WITH', 'UPSELL', 'TOP_PRODUCTS'] as const;
  return [
    {
      ...context,
      query: 'landing-page',
      q: '',
      facets: [],
      limit: 60,
      skip: 0,
      pageReference: '',
      includeNavigation: true,
      body: { includePrimaryList: true, rules: [], recommendationLists: lists('TOP_PRODUCTS'), contentLists: [] },
    },
    ...searches,
    { ...search, q: text, sort: 'PRICE_ASCENDING' },
    { ...search, q: text, skip: search.limit },
    { ...search, q: `${text} -${words[0]}` },
    { ...search, q: text, sort: 'DISCOUNT', facets: [{ id: 'price', min: 1 }] },
    ...selections.map(selection => ({ ...search, q: text, facets: [selection] })),
    { ...context, query: 'product-page', productKey, includeGroup: true, recommendationLists: lists(...about) },
    { ...context, query: 'cart-page', cart: [variantKey], includeCart: true, recommendationLists: lists('CART') },
    ...[[variantKey], []].map(
      (cart): StorefrontRequest => ({
        ...context,
        query: 'add-to-cart-popup',
        variantKey,
        cart,
        recommendationLists: lists('ADD_TO_CART_RECS'),
      }),
    ),
    ...beginnings,
    { ...context, query: 'navigation-tree' },
    {
      ...context,
      query: 'content-search-page',
      q: text,
      limit: 20,
      skip: 0,
      sort: 'RELEVANCE',
      origin: 'ORGANIC',
      contentFilter: {},
    },
    { ...context, query: 'content-information', contentKeys: [title] },
    ...(['sponsored-page', 'banners'] as const).map(
      (query): StorefrontRequest => ({ ...context, query, pageReference: '' }),
    ),
  ];
}

function lists(...algorithms: Algorithm[]): RecListRequest[] {
  return algorithms.map(algorithm => ({ id: algorithm, algorithm, limit: 10, rules: [], visualization: 'CAROUSEL' }));
}

/** Two neighbouring letters change places in the middle of the last word. */
function misspelled(text: string): string {
  const at = text.length - Math.ceil(text.length / 3);
  return text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
}
