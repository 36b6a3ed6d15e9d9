/** Writes recommendation lists as JSON. */
import type { PageContext } from '../context/page-context.js';
import type { PageWriters } from '../context/page-writers.js';
import type { ProductContext, Visit } from '../requests.js';
import { sponsoredCards } from './place-sale.js';
import type { RecommendationLists } from './recommendation-lists.js';

/** Writes `[…]`. */
export function writeRecommendationLists(
  { page, lists }: RecommendationLists,
  visit: ProductContext & Visit,
  context: PageContext,
  { out, cards, tickets }: PageWriters,
): void {
  const { view, offers, nowMs } = context;
  out.ascii('[');
  lists.forEach(({ request, products, changes, sponsored: sold }, i) => {
    const { id, algorithm, label, showMoreLink, visualization } = request;
    const place = { page, list: id, q: '' };
    const ticket = tickets.sign(visit, place, nowMs);
    const sponsored = sponsoredCards(sold, visit, place, context, tickets);
    if (i > 0) out.ascii(',');
    out.text(`{"id":${JSON.stringify(id)},"algorithm":"${algorithm}",`);
    if (label !== undefined) out.text(`"label":${JSON.stringify(label)},`);
    out.ascii('"productGroups":');
    cards.list({ view, offers, changes, ticket, nowMs, sponsored }, products, 0);
    if (showMoreLink !== undefined) out.text(`,"showMoreLink":${JSON.stringify(showMoreLink)}`);
    out.ascii(`,"visible":true,"visualization":"${visualization}"}`);
  });
  out.ascii(']');
}
