/** The tool that searches the catalog. */
import Type from 'typebox';
import { MAX_SKIP } from '../../query-parameters.js';
import { filled, list, strict } from '../../response-parts.js';
import {
  type AnsweredFacet,
  type AnsweredGroup,
  type AnsweredProduct,
  BriefProduct,
  briefGroup,
  FoundFilter,
  foundFilters,
  VIEW_MEMBERS,
  viewMembers,
} from '../agent-answers.js';
import { viewOf } from '../agent-shop.js';
import { type AskedParameters, agentTool, type ShopDesk } from '../agent-tool.js';
import { foundProducts, type ProductList } from '../found-products.js';
import {
  amount,
  closed,
  DEFAULT_LIMIT,
  inView,
  limit,
  MAX_KEY,
  MOST_PRODUCTS,
  query,
  VIEW,
} from './shopper-parameters.js';

const { Optional } = Type;

/** How many products are asked for in place of one: those of a group follow each other, and one of them is told. */
const ASKED_FOR_ONE = 3;
const SORTS = ['RELEVANCE', 'NEWEST_FIRST', 'PRICE_ASCENDING', 'PRICE_DESCENDING', 'DISCOUNT', 'RATING'] as const;

const Filter = Type.Union(
  [
    Type.Array(Type.String({ maxLength: MAX_KEY, description: 'the id of a value' }), { minItems: 1, maxItems: 50 }),
    Type.Object({ min: Optional(Type.Number()), max: Optional(Type.Number()) }, { ...closed, minProperties: 1 }),
  ],
  { description: 'a list of value ids, or {"min": number, "max": number} for a range' },
);

interface SearchAnswer {
  q: string;
  autoCorrect?: { q: string };
  didYouMean: { q: string }[];
  relatedSearches?: { q: string }[];
  relaxed?: { dropped: string[]; totalHits: number };
  degraded?: true;
  primaryList: ProductList<AnsweredProduct> & { facets: AnsweredFacet[] };
}

export const searchCatalog = agentTool({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Searches the products of the shop by free text in the language of the locale. The text is understood: kinds of ' +
    'products, brands, colours, sizes, for whom ("barn", "children"), purposes, "without hood", "under 500". ' +
    'Use nouns that a shop would use; leave out words like "gift" or "present", which no product has. ' +
    'Products that differ in colour alone are told once, with siblings_count. ' +
    'Set max_price rather than writing it into the text when it is known. Ask with filters_available to see ' +
    'by what ids a search can be narrowed. Products that match fully come first; full_matches tells how many do.',
  input: Type.Object(
    {
      query: query('What is looked for, at most 400 characters; empty for everything.'),
      ...VIEW,
      min_price: amount('the least price, in the currency of the market'),
      max_price: amount('the highest price, in the currency of the market'),
      in_stock: Optional(Type.Boolean({ default: false, description: 'true: only what is in stock' })),
      filters: Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Filter, {
          maxProperties: 20,
          description: 'by filter id, as filters_available lists them: a list of value ids, or a range',
        }),
      ),
      sort: Optional(Type.Enum([...SORTS], { default: 'RELEVANCE', description: `one of ${SORTS.join(', ')}` })),
      limit: limit(MOST_PRODUCTS),
      offset: Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_SKIP,
          default: 0,
          description: `a whole number from 0 to ${MAX_SKIP}: next_offset of the page before`,
        }),
      ),
      filters_available: Optional(
        Type.Boolean({ default: false, description: 'true: also lists what the search can be narrowed by' }),
      ),
    },
    closed,
  ),
  output: strict({
    ...VIEW_MEMBERS,
    query: Type.String({ description: 'The text that was searched.' }),
    corrected_from: Optional(Type.String({ description: 'The text as given, where it was corrected.' })),
    total: Type.Integer({ minimum: 0, description: 'Products that were found.' }),
    full_matches: Optional(
      Type.Integer({ minimum: 0, description: 'How many of them lack nothing of the text; they come first.' }),
    ),
    left_out: Optional(list(Type.String({ description: 'A word that the others lack.' }))),
    products: list(BriefProduct),
    next_offset: Optional(Type.Integer({ minimum: 1, description: 'Where the next page begins.' })),
    did_you_mean: Optional(list(filled())),
    related_searches: Optional(list(filled())),
    filters_available: Optional(list(FoundFilter)),
    note: Optional(Type.String({ description: 'What else there is to know of the answer.' })),
  }),
  async run(given, desk: ShopDesk) {
    const view = viewOf(desk.shop, given);
    const { limit: most = DEFAULT_LIMIT, offset = 0, filters = {} } = given;
    const { answer, products, shortened } = await foundProducts<AnsweredProduct, SearchAnswer>(
      desk,
      {
        ...inView(view),
        q: given.query,
        templateId: 'agents-list',
        limit: most * ASKED_FOR_ONE,
        skip: offset,
        sort: given.sort,
        ...facetParameters(filters),
        'f.onlyInStock': given.in_stock || undefined,
      },
      { min: given.min_price, max: given.max_price },
      given.in_stock === true || Object.keys(filters).length > 0,
    );
    const { autoCorrect, didYouMean, relatedSearches = [], relaxed } = answer;
    const { facets } = answer.primaryList;
    const { totalHits, productGroups } = products;
    const { groups, next } = oneOfEach(productGroups, most);
    const following = offset + next;
    const fullMatches = shortened ? 0 : relaxed?.totalHits;
    const tooMuch = fullMatches === 0 && totalHits > 0 ? [TOO_MUCH] : [];
    const nothing = totalHits === 0 && given.query !== '' ? [nothingFor(view.locale)] : [];
    const notes = [...tooMuch, ...nothing, ...unknownFilters(filters, facets), ...(answer.degraded ? [DEGRADED] : [])];
    return {
      ...viewMembers(view),
      query: answer.q,
      ...(autoCorrect && { corrected_from: autoCorrect.q }),
      total: totalHits,
      ...(fullMatches !== undefined && { full_matches: fullMatches }),
      ...(relaxed && relaxed.dropped.length > 0 && { left_out: relaxed.dropped }),
      products: groups.map(group => briefGroup(group, view.market)),
      ...(next > 0 && following < Math.min(totalHits, MAX_SKIP) && { next_offset: following }),
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean.map(({ q }) => q) }),
      ...(totalHits === 0 && relatedSearches.length > 0 && { related_searches: relatedSearches.map(({ q }) => q) }),
      ...(given.filters_available && { filters_available: foundFilters(facets) }),
      ...(notes.length > 0 && { note: notes.join(' ') }),
    };
  },
});

/**
 * @param groups of a page, one for each product that was found
 * @param most of groups that are told
 * @returns each group once, and where in the page the next one begins
 */
function oneOfEach(groups: readonly AnsweredGroup[], most: number): { groups: AnsweredGroup[]; next: number } {
  const told = new Map<string, AnsweredGroup>();
  for (const [at, group] of groups.entries()) {
    if (told.has(group.key)) continue;
    if (told.size === most) return { groups: [...told.values()], next: at };
    told.set(group.key, group);
  }
  return { groups: [...told.values()], next: groups.length };
}

const TOO_MUCH = 'No product has all words of the text: ask with fewer and plainer ones, as a shop would name things.';
const nothingFor = (locale: string) =>
  `Nothing is found: ask in the language of ${locale}, with fewer and plainer words, or with less that narrows.`;
const DEGRADED = 'The shop is busy, and has not looked at everything; ask again later.';

type Filters = Readonly<Record<string, string[] | { min?: number; max?: number }>>;

function facetParameters(filters: Filters): AskedParameters {
  const parameters: Record<string, string | number | undefined> = {};
  for (const [id, filter] of Object.entries(filters)) {
    if (Array.isArray(filter)) {
      parameters[`f.${id}`] = filter.join('|');
    } else {
      parameters[`f.${id}.min`] = filter.min;
      parameters[`f.${id}.max`] = filter.max;
    }
  }
  return parameters;
}

/** A selected facet stays listed: one that is not is unknown, and was ignored. */
function unknownFilters(filters: Filters, facets: readonly AnsweredFacet[]): string[] {
  const known = new Set(facets.map(({ id }) => id));
  const unknown = Object.keys(filters).filter(id => !known.has(id));
  if (unknown.length === 0 || facets.length === 0) return [];
  return [
    `Ignored filters that these products do not have: ${unknown.join(', ')}; they have ${[...known].join(', ')}.`,
  ];
}
