/**
 * The responses to storefront queries: one schema each, made of response-parts.ts and as strict. Tests validate every
 * answer against them.
 */
import Type, { type TProperties, type TSchema } from 'typebox';

import { CONTENT_SORT_ORDERS } from '../pages/shared/requests.js';
import type { QueryName } from './query-parameters.js';
import {
  AutoCorrect,
  Banner,
  ContentItem,
  ContentLists,
  count,
  filled,
  list,
  map,
  Navigation,
  NavigationNode,
  Phrases,
  PrimaryList,
  ProductGroup,
  ProductHits,
  RecommendationList,
  SponsoredList,
  strict,
} from './response-parts.js';

const { Optional, String: text, Boolean: flag } = Type;
const RecommendationLists = list(RecommendationList);
const Relaxed = strict({
  dropped: Type.Array(filled(), {
    description:
      'Words and limits of the text that some listed products lack; empty where all others are near to it in meaning.',
  }),
  totalHits: Type.Integer({
    minimum: 0,
    description:
      'Products that lack nothing of the text, whatever facets are selected; in every order they come first.',
  }),
});

const Vector = strict({
  space: text(),
  nearest: Type.Integer({
    minimum: 0,
    description: 'Products that are listed, or have points, because their vectors are near to that of the request.',
  }),
  most: Type.Integer({ description: 'How many these are at most: the nearest, of a similarity above 0.' }),
});

const ContentSort = strict({
  options: list(strict({ id: Type.Enum([...CONTENT_SORT_ORDERS]), label: text() })),
  selected: Type.Enum([...CONTENT_SORT_ORDERS]),
});

/** Of every answer. */
const Degraded = Optional(
  Type.Literal(true, {
    description:
      'The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.',
  }),
);

const answer = <Properties extends TProperties>(properties: Properties) =>
  strict({ ...properties, degraded: Degraded });

export const QUERY_RESPONSES = {
  autocomplete: answer({
    contentLists: ContentLists,
    contentSuggestions: list(strict({ title: text(), highlightedTitle: text(), link: text(), ticket: filled() })),
    phraseSuggestions: list(strict({ q: filled(), highlighted: filled() })),
    productSuggestions: list(ProductGroup),
    recentSearches: Phrases,
    recentlyViewed: list(ProductGroup),
    redirectLink: Optional(filled()),
    totalHits: count(),
  }),
  'search-page': answer({
    autoCorrect: Optional(AutoCorrect),
    contentLists: ContentLists,
    didYouMean: Phrases,
    navigation: Optional(Navigation),
    primaryList: PrimaryList,
    q: text(),
    redirectLink: Optional(filled()),
    relaxed: Optional(Relaxed),
    relatedSearches: Optional(Phrases),
    secondaryList: Optional(ProductHits),
    vector: Optional(Vector),
  }),
  'landing-page': answer({
    contentLists: ContentLists,
    customData: map(text()),
    navigation: Optional(Navigation),
    primaryList: Optional(PrimaryList),
    published: flag(),
    recommendationLists: RecommendationLists,
    seo: strict({ pageHeading: Optional(text()) }),
  }),
  'product-page': answer({
    productGroup: Optional(ProductGroup),
    recommendationLists: RecommendationLists,
    tickets: map(filled()),
  }),
  'cart-page': answer({ cart: list(ProductGroup), recommendationLists: RecommendationLists }),
  'add-to-cart-popup': answer({ recommendationLists: RecommendationLists }),
  'navigation-tree': answer({ tree: NavigationNode }),
  'content-search-page': answer({
    autoCorrect: Optional(AutoCorrect),
    didYouMean: Phrases,
    primaryList: strict({ items: list(ContentItem), sort: ContentSort, totalHits: count() }),
    q: text(),
  }),
  'content-information': answer({ items: list(ContentItem) }),
  'discovery-agent-topic': answer({ primaryList: ProductHits }),
  'sponsored-page': answer({ sponsoredLists: list(SponsoredList) }),
  banners: answer({ banners: list(Banner) }),
} satisfies Record<QueryName, TSchema>;
