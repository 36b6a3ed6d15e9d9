/**
 * The page of one product: its group in every detail, or else a ticket for each of the group's variants, for whoever
 * puts one into the cart; and the lists that go with it.
 */

import { badRequest } from '../../errors/problem.js';
import { ticketKey } from '../../index/ticket-key.js';
import { quote } from '../../kernel/quote.js';
import { customNames } from '../shared/cards/custom-names.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type ViewContext } from '../shared/context/view-context.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists.js';
import type { PageResult } from '../shared/page-result.js';
import type { ProductPageRequest } from '../shared/requests.js';

const PAGE_TYPE = 'PRODUCT';
/** As tickets have it. */
const LIST = 'product';
/** The group is its list's only one. */
const POSITION = 0;

/** @throws Problem BAD_REQUEST for a product that the market does not have. */
export function productPage(
  request: ProductPageRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out } = tools;
  const { view } = desk;
  const { productKey, includeGroup, recommendationLists } = request;
  const product = view.structure.products.find(productKey);
  if (product < 0) {
    throw badRequest('productKey', `no product ${quote(productKey)} is in the catalog of the market`, 'key_unknown');
  }
  const changes = cardChanges(desk, request, tools);
  const ticket = tools.ticket(request, PAGE_TYPE, LIST, '', nowMs, productKey);
  out.ascii('{');
  if (includeGroup) {
    const { template: _, ...plain } = changes;
    const all = customNames(['*']);
    const details = { ...plain, product: all, variant: all, hideOutOfStock: false, details: true as const };
    tools.witness?.given({ id: 'productGroup', products: [product] });
    out.ascii('"productGroup":');
    tools.cards.one({ view, offers: desk.offers.of(request), changes: details, ticket, nowMs }, product, POSITION);
    out.ascii(',');
  }
  out.ascii('"recommendationLists":');
  const page = { type: PAGE_TYPE, reference: productKey, product };
  writeRecommendationLists(recommendationLists, page, request, desk, tools, nowMs);
  out.ascii(',"tickets":');
  out.json(includeGroup ? {} : variantTickets(product, desk, ticket));
  out.ascii('}');
  return { totalHits: 1, autoCorrected: false };
}

/** By key, of all variants of the product's group. */
function variantTickets(product: number, { view }: ViewContext, context: string): Record<string, string> {
  const { groupOf, groupStart, variantStart, variants } = view.structure;
  const group = groupOf[product];
  const tickets: [string, string][] = [];
  for (let v = variantStart[groupStart[group]]; v < variantStart[groupStart[group + 1]]; v++) {
    const key = variants.at(v);
    tickets.push([key, `${context}.${POSITION}.v.${ticketKey(key)}`]);
  }
  return Object.fromEntries(tickets);
}
