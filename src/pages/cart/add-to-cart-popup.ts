/** The popup after a variant was put into the cart: recommendations for it and for the other products in the cart. */
import { badRequest } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { productsOfKeys } from '../shared/cards/product-keys.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type RecommendationLists, recommendationLists } from '../shared/lists/recommendation-lists.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists-writer.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { AddToCartPopupRequest } from '../shared/requests.js';

export interface AddToCartPopupResult extends PageResult {
  request: AddToCartPopupRequest;
  recommendationLists: RecommendationLists;
}

export const addToCartPopup: Page<AddToCartPopupRequest, AddToCartPopupResult> = {
  steps: Steps.first(PHASE.REST, compute),
  write,
};

/** @throws Problem BAD_REQUEST for a variant that the market does not have. */
function compute(request: AddToCartPopupRequest, context: PageContext): AddToCartPopupResult {
  const { structure } = context.view;
  const { variantKey } = request;
  const variant = structure.variants.find(variantKey);
  if (variant < 0) {
    throw badRequest('variantKey', `no variant ${quote(variantKey)} is in the catalog of the market`, 'key_unknown');
  }
  // An unknown template is an error even where nothing is listed.
  cardChanges(request, context);
  const page = {
    type: 'ADD_TO_CART',
    reference: variantKey,
    product: structure.productOf[variant],
    cart: productsOfKeys(cartOf(request, context), structure),
  };
  return {
    request,
    recommendationLists: recommendationLists(request.recommendationLists, page, request, context),
    totalHits: 0,
    autoCorrected: false,
  };
}

/** The cart of the request, or the stored one of the visitor, which is read only if a list needs it. */
function cartOf(request: AddToCartPopupRequest, context: PageContext): string[] {
  if (request.cart !== undefined) return request.cart;
  const needed = request.recommendationLists.some(
    ({ algorithm, cart }) => cart === undefined && (algorithm === 'ADD_TO_CART_RECS' || algorithm === 'CART'),
  );
  return needed ? (context.visitor(request)?.cart.map(({ key }) => key) ?? []) : [];
}

function write(result: AddToCartPopupResult, context: PageContext, writers: PageWriters): void {
  const { out } = writers;
  out.ascii('{"recommendationLists":');
  writeRecommendationLists(result.recommendationLists, result.request, context, writers);
  out.ascii('}');
}
