/**
 * Settings of a page's primary list. A member that an import leaves out keeps its stored value; a member that is there
 * replaces the stored one as a whole.
 */
import { type Static, Type } from 'typebox';
import { FacetsOverride } from './facet-settings.js';
import { byLocale, integer, list, MAX_INTEGER, MAX_PINNED, ProductKey, Rules, strictObject } from './schema-members.js';
import { LISTING_SORT_ORDERS, SORT_ORDER_ALIASES, type SortOrderAlias } from './sort-orders.js';

export const MAX_SLICES = 100;
export const MAX_SLICE_PINNED = 50;
/** The `limit` of an unlimited slice; also the default. */
export const NO_SLICE_LIMIT = -1;

export const Keywords = strictObject('keywords', {
  additional: Type.Optional(
    byLocale(list(Type.String({ minLength: 1, description: 'a keyword' }), 'keywords'), 'lists of keywords'),
  ),
  enabled: Type.Optional(Type.Boolean()),
  headingAsKeyword: Type.Optional(Type.Boolean()),
});

export const PageSlice = strictObject('a slice', {
  limit: Type.Optional(integer(NO_SLICE_LIMIT, MAX_INTEGER)),
  pinnedProducts: Type.Optional(list(ProductKey, 'product keys', MAX_SLICE_PINNED)),
  productSetId: Type.Optional(Type.String({ minLength: 1, description: 'the id of a product set' })),
  sponsored: Type.Optional(Type.Boolean()),
});

export const SliceInfo = strictObject('slices', {
  inherit: Type.Optional(Type.Boolean()),
  slices: Type.Optional(list(PageSlice, 'slices', MAX_SLICES)),
});

export const SortOrderOverride = strictObject('sort orders', {
  enabled: Type.Optional(Type.Boolean()),
  sortOrders: Type.Optional(
    Type.Array(Type.Enum([...LISTING_SORT_ORDERS, ...(Object.keys(SORT_ORDER_ALIASES) as SortOrderAlias[])]), {
      minItems: 1,
      description: 'a list of at least 1 sort order',
    }),
  ),
});

export const PagePrimaryList = strictObject('settings of a primary list', {
  blocked: Type.Optional(list(ProductKey, 'product keys')),
  facetsOverride: Type.Optional(FacetsOverride),
  keywords: Type.Optional(Keywords),
  pageSliceInfo: Type.Optional(SliceInfo),
  pinned: Type.Optional(list(ProductKey, 'product keys', MAX_PINNED)),
  restrictChildRules: Type.Optional(Type.Boolean()),
  rules: Type.Optional(Rules),
  sortOrderOverride: Type.Optional(SortOrderOverride),
});

export type PageSlice = Static<typeof PageSlice>;
export type PagePrimaryList = Static<typeof PagePrimaryList>;
