/**
 * What storefront queries answer: one schema each, made of response-parts.ts and as strict. Tests hold every answer to
 * them.
 */
import Type, { type TSchema } from 'typebox';

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

const ContentSort = strict({
  options: list(strict({ id: Type.Enum([...CONTENT_SORT_ORDERS]), label: text() })),
  selected: Type.Enum([...CONTENT_SORT_ORDERS]),
});

export const QUERY_RESPONSES = {
  autocomplete: strict({
    contentLists: ContentLists,
    contentSuggestions: list(strict({ title: text(), highlightedTitle: text(), link: text(), ticket: filled() })),
    phraseSuggestions: list(strict({ q: filled(), highlighted: filled() })),
    productSuggestions: list(ProductGroup),
    recentSearches: Phrases,
    recentlyViewed: list(ProductGroup),
    redirectLink: Optional(filled()),
    totalHits: count(),
  }),
  'search-page': strict({
    autoCorrect: Optional(AutoCorrect),
    contentLists: ContentLists,
    didYouMean: Phrases,
    navigation: Optional(Navigation),
    primaryList: PrimaryList,
    q: text(),
    redirectLink: Optional(filled()),
    relaxed: Optional(strict({ dropped: list(filled()), totalHits: count() })),
    relatedSearches: Optional(Phrases),
    secondaryList: Optional(ProductHits),
  }),
  'landing-page': strict({
    contentLists: ContentLists,
    customData: map(text()),
    navigation: Optional(Navigation),
    primaryList: Optional(PrimaryList),
    published: flag(),
    recommendationLists: RecommendationLists,
    seo: strict({ pageHeading: Optional(text()) }),
  }),
  'product-page': strict({
    productGroup: Optional(ProductGroup),
    recommendationLists: RecommendationLists,
    tickets: map(filled()),
  }),
  'cart-page': strict({ cart: list(ProductGroup), recommendationLists: RecommendationLists }),
  'add-to-cart-popup': strict({ recommendationLists: RecommendationLists }),
  'navigation-tree': strict({ tree: NavigationNode }),
  'content-search-page': strict({
    autoCorrect: Optional(AutoCorrect),
    didYouMean: Phrases,
    primaryList: strict({ items: list(ContentItem), sort: ContentSort, totalHits: count() }),
    q: text(),
  }),
  'content-information': strict({ items: list(ContentItem) }),
  'discovery-agent-topic': strict({ primaryList: ProductHits }),
  'sponsored-page': strict({ sponsoredLists: list(SponsoredList) }),
  banners: strict({ banners: list(Banner) }),
} satisfies Record<QueryName, TSchema>;
