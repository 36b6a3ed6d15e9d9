/**
 * The bodies of autocomplete and search-page queries: their schemas, and the parts they share as the typed request
 * has them. At the top level unknown members are errors; inside the list and navigation settings they are ignored,
 * because storefronts use one settings object for several queries.
 */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RuleExpression } from '../catalog/rules/ast.js';
import { rulesFromFilter } from '../catalog/rules/filter.js';
import { parseRules } from '../catalog/rules/parse.js';
import { badRequest, type Fault, Problem } from '../kernel/problem.js';
import type { ContentListRequest } from '../pages/requests.js';

const ContentFilter = Type.Record(
  Type.String({ pattern: '^(type|content_key|custom\\..+)$' }),
  Type.Union([Type.String(), Type.Array(Type.String())], { description: 'text or a list of texts' }),
  { additionalProperties: false },
);

export const ContentList = Type.Object({
  id: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,20}$',
    description: 'an id of 1 to 20 letters, digits, hyphens and underscores',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'a whole number from 1 to 100' })),
  algorithm: Type.Optional(Type.Enum(['NEWEST_CONTENT', 'TOP_CONTENT'])),
  contentFilter: Type.Optional(ContentFilter),
});

const ContentLists = Type.Array(ContentList, { maxItems: 10, description: 'at most 10 content lists' });

/** Checked where they are turned into rules; here only that the text is one. */
const ProductSelection = {
  productRules: Type.Optional(Type.String()),
  productFilter: Type.Optional(Type.Unknown()),
};

export const AutocompleteBody = Type.Object(
  { contentLists: Type.Optional(ContentLists), ...ProductSelection },
  { additionalProperties: false },
);

export const SearchPageBody = Type.Object(
  {
    contentLists: Type.Optional(ContentLists),
    navigation: Type.Optional(Type.Object({ include: Type.Optional(Type.Boolean()) })),
    primaryList: Type.Optional(Type.Object({ include: Type.Optional(Type.Boolean()), ...ProductSelection })),
  },
  { additionalProperties: false },
);

export const autocompleteBody = Compile(AutocompleteBody);
export const searchPageBody = Compile(SearchPageBody);

/** @throws Problem BAD_REQUEST when two lists have the same id. */
export function contentLists(lists: Static<typeof ContentLists> | undefined): ContentListRequest[] {
  if (lists === undefined) return [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const requests = lists.map(({ id, limit = 10, algorithm = 'NEWEST_CONTENT', contentFilter = {} }, index) => {
    if (seen.has(id))
      faults.push({ path: `/contentLists/${index}/id`, message: `found "${id}" again, expected each id once` });
    seen.add(id);
    const filter: Record<string, string[]> = {};
    for (const [name, value] of Object.entries(contentFilter))
      filter[name] = typeof value === 'string' ? [value] : value;
    return { id, limit, algorithm, contentFilter: filter };
  });
  if (faults.length > 0) throw new Problem('BAD_REQUEST', `${faults[0]!.path}: ${faults[0]!.message}`, faults);
  return requests;
}

/**
 * The rules of a body or of a list in it.
 * @param path JSON pointer of what holds the two members, empty for the body itself.
 * @throws Problem BAD_REQUEST when both members are given or one is wrong.
 */
export function selectedProducts(
  part: { productRules?: string; productFilter?: unknown } | undefined,
  path: string,
): RuleExpression {
  if (part === undefined) return [];
  const { productRules, productFilter } = part;
  if (productRules !== undefined && productFilter !== undefined) {
    throw badRequest(`${path}/productFilter`, 'found together with productRules, expected one of the two');
  }
  if (productRules !== undefined) return parseRules(productRules, `${path}/productRules`);
  return productFilter === undefined ? [] : rulesFromFilter(productFilter, `${path}/productFilter`);
}
