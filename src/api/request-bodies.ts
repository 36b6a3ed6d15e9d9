/**
 * The bodies of storefront queries: one schema each. Unknown members are errors at the top level; inside the settings
 * of lists, navigation and the like they are ignored, because storefronts use one settings object for several queries.
 */
import Type, { type TProperties } from 'typebox';
import { EMBEDDING_SPACE } from '../index/index-settings.js';
import { GREATEST_NUMBER } from '../index/product-vectors.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import type { Steps } from '../kernel/steps.js';
import { MAX_TOPIC_TICKET } from '../pages/discovery/topic-ticket.js';
import { ContentFilter, ContentLists, ProductSelection, RecLists } from './list-requests.js';

const { Optional } = Type;
const strict = <Members extends TProperties>(members: Members) => Type.Object(members, { additionalProperties: false });

/** Whether a part of the response is requested. */
export const PartSettings = Type.Object({ include: Optional(Type.Boolean()) });
export const PrimaryListSettings = Type.Object({ include: Optional(Type.Boolean()), ...ProductSelection });

/** A vector whose nearest products are searched for. */
export const SearchVector = Type.Object(
  {
    space: Type.String({
      pattern: EMBEDDING_SPACE,
      description: 'the name of a space of the setting `index.embeddings`',
    }),
    values: Type.Array(
      Type.Number({
        minimum: -GREATEST_NUMBER,
        maximum: GREATEST_NUMBER,
        description: `a number from -${GREATEST_NUMBER} to ${GREATEST_NUMBER}`,
      }),
      {
        minItems: 2,
        maxItems: 2048,
        description: 'a list of as many numbers as the space has dimensions, not all of them 0',
      },
    ),
    weight: Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description:
          'a number from 0 to 1: a product gets 1,000 points times weight and similarity; with 1, and without words, the vector counts alone',
      }),
    ),
  },
  { additionalProperties: false },
);

export const AutocompleteBody = strict({ contentLists: Optional(ContentLists), ...ProductSelection });

export const SearchPageBody = strict({
  contentLists: Optional(ContentLists),
  navigation: Optional(PartSettings),
  primaryList: Optional(PrimaryListSettings),
  vector: Optional(SearchVector),
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
