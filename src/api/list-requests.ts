/**
 * The lists of products and content that the body of a query requests: their schemas, and their conversion to the typed
 * request. Unknown members are ignored, because storefronts use one settings object for several queries.
 */
import Type, { type Static, type TProperties } from 'typebox';
import { type Fault, Problem } from '../errors/problem.js';
import { ALGORITHMS, type ContentListRequest, type RecListRequest, VISUALIZATIONS } from '../pages/shared/requests.js';
import type { RequestCost } from './request-cost.js';

const MAX_LISTS = 10;
/** Most names, and values of each, in the filter of a content list. */
const MAX_FILTER_NAMES = 20;
const MAX_FILTER_VALUES = 250;
/** Most keys of a cart that a list is about. */
export const MAX_CART = 250;

const whole = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` });
const textOf = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description: `text of 1 to ${maxLength} characters` });

const ListId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,20}$',
  description: 'an id of 1 to 20 letters, digits, hyphens and underscores',
});

export const ContentFilter = Type.Record(
  Type.String({ pattern: '^(type|content_key|custom\\..+)$' }),
  Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MAX_FILTER_VALUES })], {
    description: `text or a list of texts, at most ${MAX_FILTER_VALUES}`,
  }),
  { additionalProperties: false, maxProperties: MAX_FILTER_NAMES },
);

export const ContentList = Type.Object({
  id: ListId,
  limit: Type.Optional(whole(1, 100)),
  algorithm: Type.Optional(Type.Enum(['NEWEST_CONTENT', 'TOP_CONTENT'])),
  contentFilter: Type.Optional(ContentFilter),
});

export const ContentLists = Type.Array(ContentList, {
  maxItems: MAX_LISTS,
  description: `at most ${MAX_LISTS} content lists`,
});

/** A text, which is checked where rules are parsed. */
export const ProductSelection = {
  productRules: Type.Optional(Type.String()),
  productFilter: Type.Optional(Type.Unknown()),
} satisfies TProperties;

export const RecListParameters = Type.Object({
  cart: Type.Optional(
    Type.Array(Type.String({ description: 'a product or variant key' }), {
      maxItems: MAX_CART,
      description: `a list of at most ${MAX_CART} keys`,
    }),
  ),
  productKey: Type.Optional(Type.String({ description: 'a product key' })),
});

export const RecList = Type.Object({
  id: ListId,
  algorithm: Type.Optional(Type.Enum([...ALGORITHMS])),
  label: Type.Optional(textOf(200)),
  limit: Type.Optional(whole(1, 200)),
  params: Type.Optional(RecListParameters),
  showMoreLink: Type.Optional(
    Type.String({
      pattern: '^(/|https?://)',
      maxLength: 1000,
      description: 'a link of at most 1000 characters that begins with /, // or http(s)://',
    }),
  ),
  sponsoredPositions: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, description: 'a position' }), {
      maxItems: 5,
      description: 'a list of at most 5 positions',
    }),
  ),
  visualization: Type.Optional(Type.Enum([...VISUALIZATIONS])),
  ...ProductSelection,
});

export const RecLists = Type.Array(RecList, {
  maxItems: MAX_LISTS,
  description: `at most ${MAX_LISTS} recommendation lists`,
});

/** @throws Problem BAD_REQUEST when two lists have the same id. */
export function contentLists(lists: Static<typeof ContentLists> | undefined): ContentListRequest[] {
  if (lists === undefined) return [];
  requireOwnIds(lists, '/contentLists');
  return lists.map(({ id, limit = 10, algorithm = 'NEWEST_CONTENT', contentFilter }) => {
    return { id, limit, algorithm, contentFilter: listsOf(contentFilter) };
  });
}

/** A single text is taken as a list of one. */
export function listsOf(filter: Static<typeof ContentFilter> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
  );
}

/**
 * @param cost that of the request, to which the lists add theirs
 * @throws Problem BAD_REQUEST when two lists have the same id, the rules of one are wrong, or all cost too much
 */
export function recommendationLists(lists: Static<typeof RecLists> | undefined, cost: RequestCost): RecListRequest[] {
  if (lists === undefined) return [];
  requireOwnIds(lists, '/recommendationLists');
  return lists.map((list, index) => {
    const { id, algorithm = 'TOP_PRODUCTS', label, limit = 4, params = {}, showMoreLink, sponsoredPositions } = list;
    const { productKey, cart } = params;
    const path = `/recommendationLists/${index}`;
    cost.list(limit, path);
    return {
      id,
      algorithm,
      ...(label !== undefined && { label }),
      limit,
      rules: cost.rules(list, path),
      ...(showMoreLink !== undefined && { showMoreLink }),
      visualization: list.visualization ?? 'CAROUSEL',
      ...(productKey !== undefined && { productKey }),
      ...(cart !== undefined && { cart }),
      ...(sponsoredPositions && { sponsoredPositions: [...new Set(sponsoredPositions)].sort((a, b) => a - b) }),
    };
  });
}

function requireOwnIds(lists: readonly { id: string }[], path: string): void {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  lists.forEach(({ id }, index) => {
    if (seen.has(id))
      faults.push({ path: `${path}/${index}/id`, message: `found "${id}" again, expected each id once` });
    seen.add(id);
  });
  if (faults.length > 0) throw new Problem('parameter_invalid', `${faults[0]!.path}: ${faults[0]!.message}`, faults);
}
