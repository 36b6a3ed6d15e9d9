/** Makes the recommendation lists of a page. */
import { badRequest, missing } from '../../../errors/problem.js';
import { hasBit } from '../../../kernel/bitmap.js';
import { quote } from '../../../kernel/quote.js';
import { finish, type Steps } from '../../../kernel/steps.js';
import { MOST_COMPETING } from '../../../query/auction/auction-request.js';
import { type Base, type ListRequest, Recommender } from '../../../recommend/recommender.js';
import type { View } from '../../../snapshot/index.js';
import type { CardChanges } from '../cards/card-list.js';
import { productOfKey, productsOfKeys } from '../cards/product-keys.js';
import { allowedBy } from '../context/allowed-products.js';
import { cardChanges } from '../context/card-changes.js';
import type { PageContext } from '../context/page-context.js';
import type { ProductContext, RecListRequest, Visit } from '../requests.js';
import type { PagePlace } from '../tickets/ticket-signer.js';
import { PlaceSale, type Qualified } from './place-sale.js';
import { mixed, type SoldPlace, withinShare } from './sold-places.js';

/** The page that the lists are on. Its type is PRODUCT, CART, LANDING or ADD_TO_CART. */
export interface ListsPage extends PagePlace {
  /** Ordinal of the page's product: its group is in no list, and lists are about it by default. */
  product?: number;
  /** Product ordinals that lists are about by default; on the cart page, those in the cart. */
  cart?: readonly number[];
  /** The lists in the request, where a stored page adds others: errors name a list by its place there. */
  asked?: readonly RecListRequest[];
  /** Id of the page, where it is stored. */
  pageId?: string | undefined;
  /** Of places that come before the lists; absent: none is sold there. */
  sale?: PlaceSale | undefined;
}

export interface RecommendationList {
  request: RecListRequest;
  /** Product ordinals: the main product of each group. */
  products: Uint32Array;
  /** What they would be without campaigns. */
  organic: Uint32Array;
  /** Of the sold places, by index in `products`; absent: none is. */
  sponsored?: readonly (SoldPlace | undefined)[];
  /** The request to the recommender. */
  asked: ListRequest;
  changes: CardChanges;
}

export interface RecommendationLists {
  page: ListsPage;
  lists: readonly RecommendationList[];
}

/** Share of each product that was in the cart before, in a list about a product that was just added. */
const EARLIER_SHARE = 0.3;

const recommenders = new WeakMap<View, Recommender>();

/** The recommender of a view on this thread, at the beginning of a response. */
export function startedRecommender({ view, nowMs }: PageContext): Recommender {
  const recommender = recommenders.get(view) ?? finish(prepareRecommender(view, nowMs));
  recommender.start(nowMs);
  return recommender;
}

/** Computes what the recommender of a view needs, unless it is there. */
export function* prepareRecommender(view: View, nowMs: number): Steps<Recommender> {
  const known = recommenders.get(view);
  if (known) return known;
  const recommender = yield* Recommender.of(view, nowMs);
  recommenders.set(view, recommender);
  return recommender;
}

/** @throws Problem BAD_REQUEST for a list that lacks what its algorithm needs */
export function recommendationLists(
  requests: readonly RecListRequest[],
  page: ListsPage,
  visit: ProductContext & Visit,
  context: PageContext,
): RecommendationLists {
  if (requests.length === 0) return { page, lists: [] };
  const { asked: places = requests } = page;
  // Faults of any list are reported before the first one is made.
  const bases = requests.map(list => basesOf(list, `/recommendationLists/${places.indexOf(list)}`, page, context.view));
  const recommender = startedRecommender(context);
  const changes = cardChanges(visit, context);
  let { sale } = page;
  const lists = requests.map((request, i) => {
    const asked = askedOf(request, bases[i]!, page, visit, context);
    const { sponsoredPositions: positions = [] } = request;
    if (positions.length > 0) sale ??= PlaceSale.of(visit, context);
    const isMade = !context.deadline.passed;
    // Found before the list, whose products stand behind others in all that is made after it.
    const ranked = isMade && sale && positions.length > 0 ? qualified(asked, recommender) : undefined;
    // Valid until the next list is made.
    const organic = isMade ? recommender.list(asked).slice() : new Uint32Array(0);
    const list = { request, asked, products: organic, organic, changes };
    return sale && ranked ? withSoldPlaces(list, positions, ranked, { sale, page }, context) : list;
  });
  return { page, lists };
}

/** The products that a longer list would have, those in stock. */
function qualified(asked: ListRequest, recommender: Recommender): Qualified {
  const { inStock } = asked.offers;
  const longer = recommender.candidates({ ...asked, limit: Math.max(asked.limit, MOST_COMPETING) });
  const products = longer.filter(product => hasBit(inStock.products, product));
  return { products, count: products.length };
}

/** The list with what campaigns have won. */
function withSoldPlaces(
  list: RecommendationList,
  positions: readonly number[],
  ranked: Qualified,
  { sale, page }: { sale: PlaceSale; page: ListsPage },
  { view }: PageContext,
): RecommendationList {
  const { organic } = list;
  const { maxShare, suppressDuplicates } = sale.settings;
  const allowed = withinShare(positions, organic.length, maxShare);
  if (allowed.length === 0) return list;
  const places = { list: list.request.id, positions: allowed, organic };
  const winners = sale.sell(places, { phrase: '', pageId: page.pageId }, ranked);
  if (winners.length === 0) return list;
  const sold = winners.map(winner => ({ winner, place: 'recommendation' }) as const);
  const part = { skip: 0, limit: organic.length };
  return { ...list, ...mixed(organic, sold, part, suppressDuplicates, view.structure) };
}

function askedOf(
  { algorithm, limit, rules, pinned = [], blocked = [] }: RecListRequest,
  bases: readonly Base[],
  page: ListsPage,
  visit: ProductContext & Visit,
  context: PageContext,
): ListRequest {
  const { offers, nowMs, view } = context;
  const ordinals = (keys: readonly string[]) =>
    keys.map(key => view.structure.products.find(key)).filter(product => product >= 0);
  return {
    algorithm,
    limit,
    within: allowedBy(rules, context).within,
    offers,
    nowMs,
    bases,
    page: page.product,
    sameOnce: context.settings.sameProductOnce,
    pinned: ordinals(pinned),
    blocked: ordinals(blocked),
    visitor: () => context.visitor(visit),
  };
}

/** The products that a list is about; none where its algorithm needs none. */
function basesOf(list: RecListRequest, path: string, page: ListsPage, view: View): Base[] {
  switch (list.algorithm) {
    case 'UPSELL':
    case 'ALTERNATIVES':
    case 'STYLE_WITH':
    case 'MORE_FROM_SERIES':
      return [{ product: baseProduct(list, path, page, view), share: 1 }];
    case 'CART':
      return cartOf(list, path, page, view).map(product => ({ product, share: 1 }));
    case 'ADD_TO_CART_RECS':
      return added(list, path, page, view);
    default:
      return [];
  }
}

function baseProduct({ productKey, algorithm }: RecListRequest, path: string, page: ListsPage, view: View): number {
  const at = `${path}/params/productKey`;
  if (productKey !== undefined) {
    const product = productOfKey(productKey, view.structure);
    if (product >= 0) return product;
    throw badRequest(
      at,
      `found ${quote(productKey)}, expected the key of a product or variant of this market`,
      'key_unknown',
    );
  }
  if (page.product !== undefined) return page.product;
  throw missing(at, `${algorithm} starts from a product, which this page does not name`);
}

function cartOf(list: RecListRequest, path: string, page: ListsPage, { structure }: View): readonly number[] {
  const given = list.cart ? productsOfKeys(list.cart, structure) : page.cart;
  if (given === undefined) {
    throw missing(`${path}/params/cart`, 'CART starts from a cart, which this page does not have');
  }
  return given;
}

/** The product just put into the cart, and with smaller shares those that were there before. */
function added({ cart, algorithm }: RecListRequest, path: string, page: ListsPage, { structure }: View): Base[] {
  const { product } = page;
  if (page.type !== 'ADD_TO_CART' || product === undefined) {
    throw badRequest(`${path}/algorithm`, `found ${algorithm}, which only add-to-cart-popup answers`);
  }
  const earlier = (cart ? productsOfKeys(cart, structure) : (page.cart ?? [])).filter(one => one !== product);
  return [{ product, share: 1 }, ...earlier.map(one => ({ product: one, share: EARLIER_SHARE }))];
}
