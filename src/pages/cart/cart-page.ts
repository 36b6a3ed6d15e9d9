/** The cart page: the products in the cart, in the order of the request, and recommendations. */
import type { CardChanges } from '../shared/cards/card-list.js';
import { productsOfKeys } from '../shared/cards/product-keys.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type RecommendationLists, recommendationLists } from '../shared/lists/recommendation-lists.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists-writer.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { CartPageRequest } from '../shared/requests.js';

const PAGE = { type: 'CART', reference: '' };

export interface CartPageResult extends PageResult {
  request: CartPageRequest;
  /** Product ordinals; none where the request leaves the cart out. */
  shown: Uint32Array;
  changes: CardChanges;
  recommendationLists: RecommendationLists;
}

export const cartPage: Page<CartPageRequest, CartPageResult> = { steps: Steps.first(PHASE.REST, compute), write };

function compute(request: CartPageRequest, context: PageContext): CartPageResult {
  const changes = cardChanges(request, context);
  const cart = productsOfKeys(request.cart, context.view.structure);
  const shown = Uint32Array.from(request.includeCart ? cart : []);
  return {
    request,
    shown,
    changes,
    recommendationLists: recommendationLists(request.recommendationLists, { ...PAGE, cart }, request, context),
    totalHits: shown.length,
    autoCorrected: false,
  };
}

function write(result: CartPageResult, context: PageContext, writers: PageWriters): void {
  const { request, shown, changes } = result;
  const { view, offers, nowMs } = context;
  const { out, cards, tickets } = writers;
  const ticket = tickets.sign(request, { page: PAGE, list: 'cart', q: '' }, nowMs);
  out.ascii('{"cart":');
  cards.list({ view, offers, changes, ticket, nowMs }, shown, 0);
  out.ascii(',"recommendationLists":');
  writeRecommendationLists(result.recommendationLists, request, context, writers);
  out.ascii('}');
}
