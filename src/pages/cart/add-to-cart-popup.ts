/** What goes with the variant that was just put into the cart, and with what is there already. */
import { badRequest } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { productsOfKeys } from '../shared/cards/product-keys.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type ViewContext } from '../shared/context/view-context.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists.js';
import type { PageResult } from '../shared/page-result.js';
import type { AddToCartPopupRequest } from '../shared/requests.js';

/** @throws Problem BAD_REQUEST for a variant that the market does not have. */
export function addToCartPopup(
  request: AddToCartPopupRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out } = tools;
  const { structure } = desk.view;
  const { variantKey, recommendationLists } = request;
  const variant = structure.variants.find(variantKey);
  if (variant < 0) {
    throw badRequest('variantKey', `no variant ${quote(variantKey)} is in the catalog of the market`, 'key_unknown');
  }
  // A template that does not exist is an error even where nothing is listed.
  cardChanges(desk, request, tools);
  out.ascii('{"recommendationLists":');
  const page = {
    type: 'ADD_TO_CART',
    reference: variantKey,
    product: structure.productOf[variant],
    cart: productsOfKeys(cartOf(request, tools), structure),
  };
  writeRecommendationLists(recommendationLists, page, request, desk, tools, nowMs);
  out.ascii('}');
  return { totalHits: 0, autoCorrected: false };
}

/** What the request says is in the cart, else what the visitor was seen to put there, where a list needs to know. */
function cartOf(request: AddToCartPopupRequest, tools: PageContext): string[] {
  if (request.cart !== undefined) return request.cart;
  const needed = request.recommendationLists.some(
    ({ algorithm, cart }) => cart === undefined && (algorithm === 'ADD_TO_CART_RECS' || algorithm === 'CART'),
  );
  return needed ? (tools.visitor(request)?.cart.map(({ key }) => key) ?? []) : [];
}
