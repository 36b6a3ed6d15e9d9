/**
 * A search client as InstantSearch uses Algolia's: a shop changes the line that makes it, and nothing else. All
 * requests of a batch that are about one search are answered by one request to the daemon.
 */
import {
  type Answer,
  type ProductGroup,
  type Selection,
  type Storefront,
  type StorefrontOptions,
  storefront,
} from '@vitrine/client';
import { counts, namesOf, valuesOf } from './facets.js';
import { folded, highlight, TAGS, type Tags, wordsOf } from './highlight.js';
import { type Hit, hitOf } from './hits.js';
import {
  type ListingRequest,
  levelOf,
  listingRequest,
  type Naming,
  rulesText,
  type SearchParams,
  type SearchRequest,
  type Sort,
  withoutLevel,
} from './request.js';

export interface SearchClientOptions {
  /** Facets by the shop's names of attributes: `{ 'hierarchicalCategories': 'category', 'free_shipping': 'custom.freeShipping' }`. */
  attributes?: Record<string, string>;
  /** Orders by the shop's names of indices (replicas); `NAME/sort/PRICE_ASCENDING` needs none. */
  sorts?: Record<string, Sort>;
  /** The name of the index of query suggestions; its hits are phrases, each as `query`. */
  suggestions?: string;
  /** Further members of hits, as the shop's templates expect them; texts are highlighted. */
  hit?: (group: ProductGroup) => object;
  /** A rule that all hits meet. */
  rules?: string;
  /** Below the path of a page: a category's own listing in place of a search of the shop. */
  page?: string;
}

export interface SearchResponse {
  hits: (Hit | object)[];
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  query: string;
  queryAfterRemoval?: string;
  params: string;
  index: string;
  processingTimeMS: number;
  exhaustiveNbHits: boolean;
  exhaustiveFacetsCount: boolean;
  queryID?: string;
  facets?: Record<string, Record<string, number>>;
  facets_stats?: Record<string, { min: number; max: number }>;
  renderingContent?: object;
}

interface FacetValuesResponse {
  facetHits: { value: string; highlighted: string; count: number }[];
  exhaustiveFacetsCount: boolean;
}

interface RecommendRequest {
  indexName: string;
  model: string;
  objectID?: string;
  maxRecommendations?: number;
}

export interface SearchClient {
  search(requests: readonly SearchRequest[]): Promise<{ results: SearchResponse[] }>;
  searchForFacetValues(requests: readonly SearchRequest[]): Promise<FacetValuesResponse[]>;
  getRecommendations(requests: readonly RecommendRequest[]): Promise<{ results: object[] }>;
  /** What InstantSearch looks for to tell clients apart. */
  readonly appId: string;
  readonly apiKey: string;
  readonly shop: Storefront;
  /** The ticket of a product as it was shown, by the id of the query or as it was shown last. */
  ticketOf(objectID: string, queryID?: string): string | undefined;
  groupOf(objectID: string): ProductGroup | undefined;
}

const SORT_IN_NAME = /[/:](?:sort[/:])?([A-Z_]+)$/;
const MAX_LISTED = 10_000;
const MAX_VALUES = 100;
const MAX_FACET_HITS = 10;
/** Of queries whose hits can still be clicked. */
const KEPT_QUERIES = 50;
const KEPT_CORRECTIONS = 100;
const ALGORITHMS = {
  'related-products': 'ALTERNATIVES',
  'looking-similar': 'ALTERNATIVES',
  'bought-together': 'UPSELL',
  'trending-items': 'TOP_PRODUCTS',
} as const;

/**
 * ```ts
 * const searchClient = vitrineSearch({ url: 'https://shop.example', market: 'se', locale: 'sv-SE' });
 * instantsearch({ indexName: 'products', searchClient });
 * ```
 */
export function vitrineSearch(
  shopOrOptions: Storefront | StorefrontOptions,
  options: SearchClientOptions = {},
): SearchClient {
  const shop = 'searchPage' in shopOrOptions ? shopOrOptions : storefront(shopOrOptions);
  const { attributes = {}, sorts = {}, suggestions, hit: more, rules: always, page: pageReference } = options;
  const ids = new Map<string, string>();
  const shown = new Map<string, Map<string, string>>();
  const groups = new Map<string, ProductGroup>();
  let queries = 0;

  const naming: Naming = {
    facetOf: attribute => attributes[attribute] ?? attribute,
    idOf: (facet, label) => ids.get(`${facet}|${label}`) ?? label.replaceAll('%', '%25').replaceAll('|', '%7C'),
    sortOf: name => sorts[name] ?? (SORT_IN_NAME.exec(name)?.[1] as Sort | undefined),
  };
  const facetIn = (attribute: string) => naming.facetOf(withoutLevel(attribute));

  /** What was searched for in place of a text without hits: texts are not corrected while something is selected. */
  const corrected = new Map<string, string>();

  async function ask(request: ListingRequest) {
    const isNarrowed = Object.keys(request.selection).length > 0;
    if (!isNarrowed) return askAs(request);
    const known = corrected.get(request.q);
    const found = await askAs(known === undefined ? request : { ...request, q: known });
    if (found.totalHits > 0 || known !== undefined || pageReference !== undefined) return found;
    await askAs({ ...request, limit: 1, skip: 0, selection: {} });
    const q = corrected.get(request.q);
    return q === undefined ? found : askAs({ ...request, q });
  }

  async function askAs({ q, limit, skip, selection, rules, sort }: ListingRequest) {
    const parameters = { q, limit, skip, facets: selection, ...(sort && { sort }) };
    const productRules = rulesText(always, rules);
    const body = productRules === undefined ? undefined : { primaryList: { include: true, productRules } };
    const started = performance.now();
    const answer: Answer<'searchPage'> | Answer<'landingPage'> =
      pageReference === undefined
        ? await shop.searchPage(parameters, body)
        : await shop.landingPage({ ...parameters, pageReference }, body);
    const primaryList = answer.primaryList ?? { facets: [], productGroups: [], totalHits: 0 };
    for (const facet of primaryList.facets) {
      if (facet.type === 'SIZE') continue;
      for (const [name, { id }] of namesOf(valuesOf(facet))) ids.set(`${facet.id}|${name}`, id);
    }
    if ('autoCorrect' in answer && answer.autoCorrect) {
      corrected.set(q, answer.q);
      if (corrected.size > KEPT_CORRECTIONS) corrected.delete(corrected.keys().next().value!);
    }
    return { ...primaryList, q: 'q' in answer ? answer.q : q, roundTripMs: Math.round(performance.now() - started) };
  }
  type Listed = Awaited<ReturnType<typeof ask>>;

  function remember(productGroups: readonly ProductGroup[]): string {
    const queryID = String(++queries);
    const tickets = productGroups.flatMap(group =>
      group.products.map(({ key, ticket }) => {
        groups.set(key, group);
        return [key, ticket] as const;
      }),
    );
    shown.set(queryID, new Map(tickets));
    const [oldest] = shown.keys();
    if (shown.size > KEPT_QUERIES) shown.delete(oldest!);
    return queryID;
  }

  function response(request: SearchRequest, asked: ListingRequest, listed: Listed, queryID: string): SearchResponse {
    const { params = {}, indexName } = request;
    const { facets = [], maxValuesPerFacet = MAX_VALUES, hitsPerPage = asked.limit, page = 0 } = params;
    const wanted = facets === '*' || facets.includes('*') ? listed.facets.map(({ id }) => id) : [facets].flat();
    const found = wanted.flatMap(attribute => {
      const facet = listed.facets.find(({ id }) => id === facetIn(attribute));
      return facet === undefined ? [] : [{ attribute, facet }];
    });
    const stats = found.flatMap(({ attribute, facet }) => {
      if (facet.type !== 'RANGE' || facet.min === undefined || facet.max === undefined) return [];
      return [[attribute, { min: facet.min, max: facet.max }] as const];
    });
    const words = wordsOf(listed.q);
    const pages = hitsPerPage === 0 ? 0 : Math.ceil(Math.min(listed.totalHits, MAX_LISTED) / hitsPerPage);
    return {
      hits: asked.isEmpty ? [] : listed.productGroups.map(group => hitOf(group, words, tagsOf(params), more)),
      nbHits: listed.totalHits,
      page,
      nbPages: pages,
      hitsPerPage,
      query: asked.q,
      params: '',
      index: indexName,
      processingTimeMS: listed.roundTripMs,
      exhaustiveNbHits: true,
      exhaustiveFacetsCount: true,
      queryID,
      facets: Object.fromEntries(
        found.map(({ attribute, facet }) => [attribute, counts(facet, levelOf(attribute), maxValuesPerFacet)]),
      ),
      facets_stats: Object.fromEntries(stats),
      renderingContent: { facetOrdering: { facets: { order: listed.facets.map(({ id }) => id) } } },
    };
  }

  async function suggest(request: SearchRequest): Promise<SearchResponse> {
    const { query = '', hitsPerPage = 10 } = request.params ?? {};
    const { phraseSuggestions } = await shop.autocomplete({ q: query });
    const words = wordsOf(query);
    const hits = phraseSuggestions.slice(0, hitsPerPage).map(({ q }) => ({
      objectID: q,
      query: q,
      _highlightResult: { query: highlight(q, words, tagsOf(request.params)) },
    }));
    return {
      hits,
      nbHits: hits.length,
      page: 0,
      nbPages: 1,
      hitsPerPage,
      query,
      params: '',
      index: request.indexName,
      processingTimeMS: 0,
      exhaustiveNbHits: true,
      exhaustiveFacetsCount: true,
    };
  }

  return {
    shop,
    appId: 'vitrine',
    apiKey: 'none',
    ticketOf(objectID, queryID) {
      const known = queryID === undefined ? undefined : shown.get(queryID)?.get(objectID);
      return (
        known ??
        [...shown.values()]
          .reverse()
          .find(tickets => tickets.has(objectID))
          ?.get(objectID)
      );
    },
    groupOf: objectID => groups.get(objectID),
    async search(requests) {
      /** Of the last request for hits, which those for its facets follow. */
      let current: { request: SearchRequest; asked: ListingRequest; answer: Promise<[Listed, string]> } | undefined;
      const results = requests.map(async request => {
        if (suggestions !== undefined && request.indexName === suggestions) return suggest(request);
        const asked = listingRequest(request, naming);
        if (current === undefined || !isAboutFacets(request, current.request)) {
          const answer = ask(asked).then((listed): [Listed, string] => [listed, remember(listed.productGroups)]);
          current = { request, asked, answer };
        }
        const [listed, queryID] = await current.answer;
        return response(request, asked, listed, queryID);
      });
      return { results: await Promise.all(results) };
    },
    searchForFacetValues(requests) {
      return Promise.all(
        requests.map(async request => {
          const { facetName = '', facetQuery = '', maxFacetHits = MAX_FACET_HITS } = request.params ?? {};
          const asked = listingRequest({ ...request, params: { ...request.params, hitsPerPage: 0, page: 0 } }, naming);
          const { facets } = await ask({ ...asked, selection: without(asked.selection, facetIn(facetName)) });
          const facet = facets.find(({ id }) => id === facetIn(facetName));
          const words = wordsOf(facetQuery);
          const named = facet === undefined ? [] : [...namesOf(valuesOf(facet))];
          const matching = named.filter(([name]) => {
            const inName = wordsOf(name);
            return (
              folded(name).includes(folded(facetQuery)) || words.every(word => inName.some(one => one.startsWith(word)))
            );
          });
          const facetHits = matching.slice(0, maxFacetHits).map(([value, { count }]) => ({
            value,
            highlighted: highlight(value, words, tagsOf(request.params)).value,
            count,
          }));
          return { facetHits, exhaustiveFacetsCount: true };
        }),
      );
    },
    async getRecommendations(requests) {
      const results = requests.map(async ({ model, objectID, maxRecommendations = 10 }) => {
        const algorithm = ALGORITHMS[model as keyof typeof ALGORITHMS];
        if (algorithm === undefined)
          throw new Error(`model: found "${model}", expected ${Object.keys(ALGORITHMS).join(', ')}`);
        const list = {
          id: model,
          algorithm,
          limit: maxRecommendations,
          ...(objectID && { params: { productKey: objectID } }),
        };
        const { recommendationLists } = await shop.cartPage({}, { recommendationLists: [list] });
        const found = recommendationLists[0]?.productGroups ?? [];
        const queryID = remember(found);
        const hits = found.map(group => ({ ...hitOf(group, [], TAGS, more), _score: 0 }));
        return {
          hits,
          nbHits: hits.length,
          page: 0,
          nbPages: 1,
          hitsPerPage: maxRecommendations,
          processingTimeMS: 0,
          queryID,
        };
      });
      return { results: await Promise.all(results) };
    },
  };
}

/** Whether a request asks for what the one before it has been answered with: counts of a facet without its selection. */
const isAboutFacets = (request: SearchRequest, before: SearchRequest) =>
  request.indexName === before.indexName &&
  request.params?.hitsPerPage === 0 &&
  request.params.analytics === false &&
  request.params.query === before.params?.query;

function tagsOf({ highlightPreTag: pre = TAGS.pre, highlightPostTag: post = TAGS.post }: SearchParams = {}): Tags {
  return { pre, post };
}

function without(selection: Selection, facet: string): Selection {
  const { [facet]: _, ...others } = selection;
  return others;
}
