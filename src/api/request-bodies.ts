/**
 * The bodies of storefront queries: one schema each. Unknown members are errors at the top level; inside the settings
 * of lists, navigation and the like they are ignored, because storefronts use one settings object for several queries.
 */
import Type, { type TProperties } from 'typebox';
import { LazyValidator } from '../kernel/lazy-validator.js';
import type { Steps } from '../kernel/steps.js';
import { MAX_TOPIC_TICKET } from '../pages/discovery/topic-ticket.js';
import { ContentFilter, ContentLists, ProductSelection, RecLists } from './list-requests.js';

const { Optional } = Type;
const strict = <Members extends TProperties>(members: Members) => Type.Object(members, { additionalProperties: false });

/** Whether a part of the response is requested. */
export const PartSettings = Type.Object({ include: Optional(Type.Boolean()) });
export const PrimaryListSettings = Type.Object({ include: Optional(Type.Boolean()), ...ProductSelection });

export const AutocompleteBody = strict({ contentLists: Optional(ContentLists), ...ProductSelection });

export const SearchPageBody = strict({
  contentLists: Optional(ContentLists),
  navigation: Optional(PartSettings),
  primaryList: Optional(PrimaryListSettings),
});

export const LandingPageBody = strict({
  contentLists: Optional(ContentLists),
  navigation: Optional(PartSettings),
  primaryList: Optional(PrimaryListSettings),
  recommendationLists: Optional(RecLists),
});

export const ProductPageBody = strict({
  productGroup: Optional(PartSettings),
  recommendationLists: Optional(RecLists),
});
export const CartPageBody = strict({ cart: Optional(PartSettings), recommendationLists: Optional(RecLists) });
export const AddToCartPopupBody = strict({ recommendationLists: Optional(RecLists) });

export const ContentSearchPageBody = strict({
  primaryList: Optional(Type.Object({ contentFilter: Optional(ContentFilter) })),
});

export const DiscoveryTopicBody = strict({
  resultTicket: Type.String({
    minLength: 1,
    maxLength: MAX_TOPIC_TICKET,
    description: 'a ticket of a topic, as it was issued',
  }),
});

/** The body of queries that consist of their parameters. */
export const NoSettings = strict({});

export const autocompleteBody = new LazyValidator(AutocompleteBody);
export const searchPageBody = new LazyValidator(SearchPageBody);
export const landingPageBody = new LazyValidator(LandingPageBody);
export const productPageBody = new LazyValidator(ProductPageBody);
export const cartPageBody = new LazyValidator(CartPageBody);
export const addToCartPopupBody = new LazyValidator(AddToCartPopupBody);
export const contentSearchPageBody = new LazyValidator(ContentSearchPageBody);
export const discoveryTopicBody = new LazyValidator(DiscoveryTopicBody);
export const noSettings = new LazyValidator(NoSettings);

/** Compiles all of them, one in a step: a query that is the first with a body takes several times as long otherwise. */
export function* compileBodies(): Steps<void> {
  const all = [
    autocompleteBody,
    searchPageBody,
    landingPageBody,
    productPageBody,
    cartPageBody,
    addToCartPopupBody,
    contentSearchPageBody,
    discoveryTopicBody,
    noSettings,
  ];
  for (const body of all) {
    body.validator.Check({});
    yield;
  }
}
