/** The recommendation lists of a page, written into its response. */
import { badRequest, missing } from '../../../errors/problem.js';
import { quote } from '../../../kernel/quote.js';
import { type Asked, type Base, Recommender } from '../../../recommend/recommender.js';
import type { View } from '../../../snapshot/index.js';
import { productOfKey, productsOfKeys } from '../cards/product-keys.js';
import type { PageContext } from '../context/page-context.js';
import { cardChanges, select, type ViewContext } from '../context/view-context.js';
import type { ProductContext, RecListRequest, Visit } from '../requests.js';

/** Where the lists stand. */
export interface ListsPage {
  /** As tickets have it: PRODUCT, CART, LANDING, ADD_TO_CART. */
  type: string;
  /** The id or path of the page, empty where it has none. */
  reference: string;
  /** Ordinal of the product that the page is about: its group is in no list, and lists start from it unless told otherwise. */
  product?: number;
  /** Product ordinals that lists start from unless told otherwise; on the cart page what the cart holds. */
  cart?: readonly number[];
  /** The lists as the request has them, where others stand beside them: errors name a list by its place there. */
  asked?: readonly RecListRequest[];
}

/** How much of a list is about each thing that lay in the cart before, where one was just put there. */
const EARLIER_SHARE = 0.3;

const recommenders = new WeakMap<View, Recommender>();

function recommenderOf(view: View, nowMs: number): Recommender {
  let recommender = recommenders.get(view);
  if (!recommender) recommenders.set(view, (recommender = new Recommender(view, nowMs)));
  return recommender;
}

/** Writes `[…]`. @throws Problem BAD_REQUEST for a list that lacks what its algorithm needs. */
export function writeRecommendationLists(
  lists: readonly RecListRequest[],
  page: ListsPage,
  request: ProductContext & Visit,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): void {
  const { out } = tools;
  if (lists.length === 0) {
    out.ascii('[]');
    return;
  }
  const { view } = desk;
  const { structure } = view;
  // What a list lacks is said before anything of the others is written.
  const { asked = lists } = page;
  const bases = lists.map(list => basesOf(list, `/recommendationLists/${asked.indexOf(list)}`, page, view));
  const recommender = recommenderOf(view, nowMs);
  recommender.start(nowMs);
  const changes = cardChanges(desk, request, tools);
  const ordinals = (keys: readonly string[] = []) =>
    keys.map(key => structure.products.find(key)).filter(product => product >= 0);
  lists.forEach((list, index) => {
    const { id, algorithm, label, showMoreLink, visualization, rules } = list;
    const { offers, within } = select(desk, { ...request, rules }, nowMs);
    const made: Asked = {
      algorithm,
      limit: list.limit,
      within,
      offers,
      nowMs,
      bases: bases[index],
      page: page.product,
      pinned: ordinals(list.pinned),
      blocked: ordinals(list.blocked),
      visitor: () => tools.visitor(request),
    };
    const products = recommender.list(made);
    tools.witness?.recommended({ request: list, asked: made, products, recommender });
    const ticket = tools.ticket(request, page.type, id, '', nowMs, page.reference);
    out.ascii(index === 0 ? '[' : ',');
    out.text(`{"id":${JSON.stringify(id)},"algorithm":"${algorithm}",`);
    if (label !== undefined) out.text(`"label":${JSON.stringify(label)},`);
    out.ascii('"productGroups":');
    tools.cards.list({ view, offers, changes, ticket, nowMs }, products, 0, products.length, 0);
    if (showMoreLink !== undefined) out.text(`,"showMoreLink":${JSON.stringify(showMoreLink)}`);
    out.ascii(`,"visible":true,"visualization":"${visualization}"}`);
  });
  out.ascii(']');
}

/** The products that a list starts from; none where its algorithm starts from something else. */
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

/** The product just put into the cart, and less so what lay there before. */
function added({ cart, algorithm }: RecListRequest, path: string, page: ListsPage, { structure }: View): Base[] {
  const { product } = page;
  if (page.type !== 'ADD_TO_CART' || product === undefined) {
    throw badRequest(`${path}/algorithm`, `found ${algorithm}, which only add-to-cart-popup answers`);
  }
  const earlier = (cart ? productsOfKeys(cart, structure) : (page.cart ?? [])).filter(one => one !== product);
  return [{ product, share: 1 }, ...earlier.map(one => ({ product: one, share: EARLIER_SHARE }))];
}
