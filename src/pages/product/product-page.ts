/**
 * The page of one product: its group with all details, or only tickets for the group's variants, for programs that put
 * one into the cart; and recommendations.
 */

import { badRequest } from '../../errors/problem.js';
import { escapeTicketKey } from '../../index/ticket-key.js';
import { quote } from '../../kernel/quote.js';
import type { View } from '../../snapshot/index.js';
import type { CardChanges } from '../shared/cards/card-list.js';
import { customNames } from '../shared/cards/custom-names.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type RecommendationLists, recommendationLists } from '../shared/lists/recommendation-lists.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists-writer.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { ProductPageRequest } from '../shared/requests.js';
import { HIT, type SignedContext } from '../shared/tickets/signed-context.js';

const PAGE_TYPE = 'PRODUCT';
/** Name of the list in tickets. */
const LIST = 'product';
/** Position in the list, which has no other group. */
const POSITION = 0;

export interface ProductPageResult extends PageResult {
  request: ProductPageRequest;
  /** Ordinal. */
  product: number;
  /** How the group's card is written; undefined: only tickets are requested. */
  details: CardChanges | undefined;
  recommendationLists: RecommendationLists;
}

export const productPage: Page<ProductPageRequest, ProductPageResult> = {
  steps: Steps.first(PHASE.REST, compute),
  write,
};

/** @throws Problem BAD_REQUEST for a product that the market does not have. */
function compute(request: ProductPageRequest, context: PageContext): ProductPageResult {
  const { productKey, includeGroup } = request;
  const product = context.view.structure.products.find(productKey);
  if (product < 0) {
    throw badRequest('productKey', `no product ${quote(productKey)} is in the catalog of the market`, 'key_unknown');
  }
  const { template: _, ...changes } = cardChanges(request, context);
  const all = customNames(['*']);
  const details: CardChanges = { ...changes, product: all, variant: all, hideOutOfStock: false, details: true };
  const page = { type: PAGE_TYPE, reference: productKey, product };
  return {
    request,
    product,
    details: includeGroup ? details : undefined,
    recommendationLists: recommendationLists(request.recommendationLists, page, request, context),
    totalHits: 1,
    autoCorrected: false,
  };
}

function write(result: ProductPageResult, context: PageContext, writers: PageWriters): void {
  const { request, product, details } = result;
  const { view, offers, nowMs } = context;
  const { out, cards, tickets } = writers;
  const page = { type: PAGE_TYPE, reference: request.productKey };
  const ticket = tickets.sign(request, { page, list: LIST, q: '' }, nowMs);
  out.ascii('{');
  if (details) {
    out.ascii('"productGroup":');
    cards.one({ view, offers, changes: details, ticket, nowMs }, product, POSITION);
    out.ascii(',');
  }
  out.ascii('"recommendationLists":');
  writeRecommendationLists(result.recommendationLists, request, context, writers);
  out.ascii(',"tickets":');
  out.json(details ? {} : variantTickets(product, view, ticket));
  out.ascii('}');
}

/** By key, of all variants of the product's group. */
function variantTickets(product: number, { structure }: View, context: SignedContext): Record<string, string> {
  const { groupOf, groupStart, groups, variantStart, variants } = structure;
  const group = groupOf[product];
  const start = context.startOf(POSITION, HIT.GROUP, groups.at(group));
  const tickets: [string, string][] = [];
  for (let v = variantStart[groupStart[group]]; v < variantStart[groupStart[group + 1]]; v++) {
    const key = variants.at(v);
    tickets.push([key, `${start}.v.${escapeTicketKey(key)}`]);
  }
  return Object.fromEntries(tickets);
}
