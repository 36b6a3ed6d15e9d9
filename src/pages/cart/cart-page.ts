/** The cart: the products in it, in the order of the request, and the lists that go with them. */

import { productsOfKeys } from '../shared/cards/product-keys.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type ViewContext } from '../shared/context/view-context.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists.js';
import type { PageResult } from '../shared/page-result.js';
import type { CartPageRequest } from '../shared/requests.js';

const PAGE_TYPE = 'CART';

export function cartPage(request: CartPageRequest, desk: ViewContext, tools: PageContext, nowMs: number): PageResult {
  const { out } = tools;
  const { view } = desk;
  const changes = cardChanges(desk, request, tools);
  const cart = productsOfKeys(request.cart, view.structure);
  const shown = Uint32Array.from(request.includeCart ? cart : []);
  out.ascii('{"cart":');
  tools.witness?.given({ id: 'cart', products: shown });
  const ticket = tools.ticket(request, PAGE_TYPE, 'cart', '', nowMs);
  tools.cards.list({ view, offers: desk.offers.of(request), changes, ticket, nowMs }, shown, 0, shown.length, 0);
  out.ascii(',"recommendationLists":');
  const page = { type: PAGE_TYPE, reference: '', cart };
  writeRecommendationLists(request.recommendationLists, page, request, desk, tools, nowMs);
  out.ascii('}');
  return { totalHits: shown.length, autoCorrected: false };
}
