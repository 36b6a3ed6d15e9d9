/**
 * The tools of shoppers' agents: search, look-up, one product, recommendations and content. Each is a storefront query
 * or two, without a visitor: what agents ask teaches nothing.
 */
import Type from 'typebox';
import { Problem } from '../../errors/problem.js';
import { type Algorithm, MAX_SEARCHED_CHARACTERS } from '../../pages/shared/requests.js';
import { MAX_SKIP } from '../query-parameters.js';
import { filled, list, strict } from '../response-parts.js';
import {
  type AnsweredFacet,
  type AnsweredGroup,
  absolute,
  BriefProduct,
  briefGroup,
  briefProduct,
  type DetailedProduct,
  FoundContent,
  FoundFilter,
  FullProduct,
  foundFilters,
  fullProduct,
  VIEW_MEMBERS,
  viewMembers,
} from './agent-answers.js';
import { type AgentShop, type AgentView, viewOf } from './agent-shop.js';
import { type AgentTool, type AskedParameters, agentTool, type ShopDesk } from './agent-tool.js';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;

const DEFAULT_LIMIT = 10;
/** How many products are asked for in place of one: those of a group follow each other, and one of them is told. */
const ASKED_FOR_ONE = 3;
/** More would fill a model's context, and there are further pages. */
const MOST_PRODUCTS = 50;
const MOST_IDS = 50;
const MAX_KEY = 200;

/** Members of arguments that say which market and language are asked about. */
const VIEW = {
  market: Optional(
    Type.String({ minLength: 1, description: 'a market id; that of the locale, or the first, unless given' }),
  ),
  locale: Optional(Type.String({ minLength: 1, description: 'a locale; the main one of the market unless given' })),
};

const limit = (most: number) =>
  Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: DEFAULT_LIMIT,
      description: `a whole number from 1 to ${most}`,
    }),
  );
const key = (what: string) => Type.String({ minLength: 1, maxLength: MAX_KEY, description: what });
const amount = (what: string) => Optional(Type.Number({ minimum: 0, description: `${what}: a number of 0 or more` }));
const query = (description: string) => Type.String({ maxLength: MAX_SEARCHED_CHARACTERS, description });

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
  primaryList: { productGroups: AnsweredGroup[]; totalHits: number; facets: AnsweredFacet[] };
}

const searchCatalog = agentTool({
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
    const found = (await desk.ask('search-page', {
      ...inView(view),
      q: given.query,
      templateId: 'agents-list',
      limit: most * ASKED_FOR_ONE,
      skip: offset,
      sort: given.sort,
      ...facetParameters(filters),
      'f.price.min': given.min_price,
      'f.price.max': given.max_price,
      'f.onlyInStock': given.in_stock || undefined,
    })) as SearchAnswer;
    const { primaryList, autoCorrect, didYouMean, relatedSearches = [], relaxed } = found;
    const { totalHits, productGroups, facets } = primaryList;
    const { groups, next } = oneOfEach(productGroups, most);
    const following = offset + next;
    const tooMuch = relaxed?.totalHits === 0 && totalHits > 0 ? [TOO_MUCH] : [];
    const nothing = totalHits === 0 && given.query !== '' ? [nothingFor(view.locale)] : [];
    const notes = [...tooMuch, ...nothing, ...unknownFilters(filters, facets), ...(found.degraded ? [DEGRADED] : [])];
    return {
      ...viewMembers(view),
      query: found.q,
      ...(autoCorrect && { corrected_from: autoCorrect.q }),
      total: totalHits,
      ...(relaxed && { full_matches: relaxed.totalHits }),
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

interface CartAnswer {
  cart: AnsweredGroup[];
}

const lookupCatalog = agentTool({
  name: 'lookup_catalog',
  title: 'Look up products',
  description:
    'Returns products by their ids, or by ids of their variants, in the order of the request, with present prices and ' +
    'stock. Use it to compare products, or to refresh what was found before. For descriptions use get_product.',
  input: Type.Object(
    {
      ids: Type.Array(key('a product or variant id'), {
        minItems: 1,
        maxItems: MOST_IDS,
        description: `a list of 1 to ${MOST_IDS} ids of products or variants`,
      }),
      ...VIEW,
    },
    closed,
  ),
  output: strict({
    ...VIEW_MEMBERS,
    products: list(
      strict({
        ...BriefProduct.properties,
        variant: Optional(
          strict({
            id: filled(),
            label: Optional(Type.String()),
            price: Type.Number(),
            sold_out: Optional(Type.Literal(true)),
          }),
        ),
      }),
    ),
    not_found: list(filled()),
  }),
  async run({ ids, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const wanted = [...new Set(ids)];
    const groups = await lookUp(wanted, view, desk);
    const found = wanted.map(id => {
      const product = groups.find(({ products: [main] }) => owns(main!, id))?.products[0];
      if (!product) return undefined;
      const variant = product.variants.find(one => one.key === id);
      return { ...briefProduct(product, view.market), ...(variant && { variant: briefVariant(variant) }) };
    });
    return {
      ...viewMembers(view),
      products: found.filter(product => product !== undefined),
      not_found: wanted.filter((_, i) => found[i] === undefined),
    };
  },
});

type Answered = AnsweredGroup['products'][number];

function briefVariant({ key: id, label, size, sellingPrice, inStock }: Answered['variants'][number]) {
  return {
    id,
    ...((label ?? size) !== undefined && { label: label ?? size! }),
    price: sellingPrice,
    ...(!inStock && { sold_out: true as const }),
  };
}

function owns(product: Answered, id: string): boolean {
  return product.key === id || product.variants.some(({ key: variant }) => variant === id);
}

/** The groups of products and variants by their keys; unknown ones have none. */
async function lookUp(ids: readonly string[], view: AgentView, desk: ShopDesk): Promise<AnsweredGroup[]> {
  const parameters = { ...inView(view), cart: ids.join('|'), templateId: 'agents-lookup' };
  return ((await desk.ask('cart-page', parameters)) as CartAnswer).cart;
}

interface ProductAnswer {
  productGroup?: AnsweredGroup<DetailedProduct>;
}

const getProduct = agentTool({
  name: 'get_product',
  title: 'One product in full',
  description:
    'Returns everything about one product: description, attributes, its variants (sizes, mostly) with stock, and its ' +
    'siblings, which are the same in other colours. Takes the id of a product or of one of its variants.',
  input: Type.Object({ id: key('the id of a product or variant'), ...VIEW }, closed),
  output: strict({ ...VIEW_MEMBERS, product: FullProduct }),
  async run({ id, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const [main, ...siblings] = (await groupOf(id, view, desk)).products;
    return { ...viewMembers(view), product: fullProduct(main!, siblings, view.market) };
  },
});

/** @param id of a product or variant @throws Problem `key_unknown` */
async function groupOf(id: string, view: AgentView, desk: ShopDesk): Promise<AnsweredGroup<DetailedProduct>> {
  const asked = async (productKey: string) => {
    const body = { productGroup: { include: true } };
    return (await desk.ask('product-page', { ...inView(view), productKey }, body)) as ProductAnswer;
  };
  try {
    return (await asked(id)).productGroup!;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'key_unknown') throw error;
    // A variant has no page of its own.
    const [group] = await lookUp([id], view, desk);
    if (!group) throw error;
    return (await asked(group.products[0]!.key)).productGroup!;
  }
}

type Subject = 'product_id' | 'cart';

/** Of recommendations: the algorithm, and what it is about. */
const KINDS: Readonly<Record<string, { algorithm: Algorithm; about?: Subject }>> = {
  popular: { algorithm: 'TOP_PRODUCTS' },
  new: { algorithm: 'NEWEST_PRODUCTS' },
  similar: { algorithm: 'ALTERNATIVES', about: 'product_id' },
  goes_with: { algorithm: 'UPSELL', about: 'product_id' },
  same_series: { algorithm: 'MORE_FROM_SERIES', about: 'product_id' },
  for_cart: { algorithm: 'CART', about: 'cart' },
};
const KIND_NAMES = Object.keys(KINDS);

interface RecommendationAnswer {
  recommendationLists: { productGroups: AnsweredGroup[] }[];
}

const recommendProducts = agentTool({
  name: 'recommend_products',
  title: 'Recommend products',
  description:
    'Recommends products: popular and new ones of the shop; for a product_id those that are similar, that go with it, ' +
    'or that are of the same series; for_cart what goes with the ids in cart.',
  input: Type.Object(
    {
      kind: Type.Enum(KIND_NAMES, { description: `one of ${KIND_NAMES.join(', ')}` }),
      product_id: Optional(key('the product that similar, goes_with and same_series are about')),
      cart: Optional(
        Type.Array(key('a product or variant id'), {
          minItems: 1,
          maxItems: MOST_IDS,
          description: `for for_cart: a list of 1 to ${MOST_IDS} ids of products or variants`,
        }),
      ),
      max_price: amount('the highest price, in the currency of the market'),
      limit: limit(MOST_PRODUCTS),
      ...VIEW,
    },
    closed,
  ),
  output: strict({ ...VIEW_MEMBERS, products: list(BriefProduct) }),
  async run(
    { kind, product_id: productId, cart, max_price: maxPrice, limit: most = DEFAULT_LIMIT, ...named },
    desk: ShopDesk,
  ) {
    const view = viewOf(desk.shop, named);
    const { algorithm, about } = KINDS[kind]!;
    requireSubject(kind, about, { product_id: productId, cart });
    const asked = {
      id: 'agents',
      algorithm,
      limit: most,
      params: { ...(productId !== undefined && { productKey: productId }), ...(cart && { cart }) },
      ...(maxPrice !== undefined && { productRules: `rule incl price [0, ${maxPrice}]` }),
    };
    const body = { recommendationLists: [asked] };
    const parameters = { ...inView(view), templateId: 'agents-list', cart: cart?.join('|') };
    const { recommendationLists } = (await desk.ask('cart-page', parameters, body)) as RecommendationAnswer;
    return {
      ...viewMembers(view),
      products: recommendationLists[0]!.productGroups.map(group => briefGroup(group, view.market)),
    };
  },
});

/** @throws Problem where what a recommendation is about is not given, or something that it is not about is */
function requireSubject(
  kind: string,
  about: Subject | undefined,
  given: { product_id: string | undefined; cart: string[] | undefined },
): void {
  for (const name of ['product_id', 'cart'] as const) {
    const path = `/${name}`;
    if (name === about && given[name] === undefined) {
      throw new Problem('parameter_missing', `${path}: missing; expected ids that "${kind}" is about`);
    }
    if (name !== about && given[name] !== undefined) {
      const expected = about === undefined ? 'expected neither product_id nor cart' : `expected ${about} alone`;
      throw new Problem('parameters_conflict', `${path}: found with kind "${kind}", ${expected}`);
    }
  }
}

interface ContentAnswer {
  q: string;
  autoCorrect?: { q: string };
  primaryList: {
    items: { key: string; type: string; title: string; description?: string; link: string }[];
    totalHits: number;
  };
}

const searchContent = agentTool({
  name: 'search_content',
  title: 'Search articles and answers',
  description:
    'Searches what the shop has to say beside its products: answers to questions (delivery, returns, sizes, care), ' +
    'guides and articles. Use it before answering a question about the shop.',
  input: Type.Object({ query: query('What the question is about.'), ...VIEW, limit: limit(20) }, closed),
  output: strict({
    ...VIEW_MEMBERS,
    query: Type.String(),
    corrected_from: Optional(Type.String()),
    total: Type.Integer({ minimum: 0 }),
    items: list(FoundContent),
  }),
  async run({ query: q, limit: most = DEFAULT_LIMIT, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const parameters = { ...inView(view), q, limit: most };
    const found = (await desk.ask('content-search-page', parameters)) as ContentAnswer;
    return {
      ...viewMembers(view),
      query: found.q,
      ...(found.autoCorrect && { corrected_from: found.autoCorrect.q }),
      total: found.primaryList.totalHits,
      items: found.primaryList.items.map(({ key: id, type, title, description, link }) => ({
        id,
        type,
        title,
        ...(description !== undefined && { description }),
        link: absolute(link, view.market),
      })),
    };
  },
});

function inView({ market, locale }: AgentView): AskedParameters {
  return { market: market.id, locale };
}

export const SHOPPER_TOOLS: readonly AgentTool<ShopDesk>[] = [
  searchCatalog,
  lookupCatalog,
  getProduct,
  recommendProducts,
  searchContent,
];

/** What a model is told of the shop before it calls any tool. */
export function shopperInstructions(shop: AgentShop): string {
  const markets = shop.map(({ id, currency, locales }) => {
    return `${id} (${currency === undefined ? '' : `${currency}; `}${locales.join(', ')})`;
  });
  const where = markets.length === 0 ? 'It has no products yet.' : `Its markets are ${markets.join(', ')}.`;
  return (
    `The catalog of an online shop. ${where} Name the market of the customer, and write queries in the language of the ` +
    'locale. Start with search_catalog; compare with lookup_catalog; read get_product before recommending something. ' +
    'Answer questions about delivery or returns from search_content. Prices and stock are those of now. Nothing can be ' +
    'bought here: give the customer the link.'
  );
}
