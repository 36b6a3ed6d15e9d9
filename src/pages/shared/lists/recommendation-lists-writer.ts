/** Writes recommendation lists as JSON. */
import type { PageContext } from '../context/page-context.js';
import type { PageWriters } from '../context/page-writers.js';
import type { ProductContext, Visit } from '../requests.js';
import type { RecommendationLists } from './recommendation-lists.js';

/** Writes `[…]`. */
export function writeRecommendationLists(
  { page, lists }: RecommendationLists,
  visit: ProductContext & Visit,
  { view, offers, nowMs }: PageContext,
  { out, cards, tickets }: PageWriters,
): void {
  out.ascii('[');
  lists.forEach(({ request, products, changes }, i) => {
    const { id, algorithm, label, showMoreLink, visualization } = request;
    const ticket = tickets.sign(visit, { page, list: id, q: '' }, nowMs);
    if (i > 0) out.ascii(',');
    out.text(`{"id":${JSON.stringify(id)},"algorithm":"${algorithm}",`);
    if (label !== undefined) out.text(`"label":${JSON.stringify(label)},`);
    out.ascii('"productGroups":');
    cards.list({ view, offers, changes, ticket, nowMs }, products, 0);
    if (showMoreLink !== undefined) out.text(`,"showMoreLink":${JSON.stringify(showMoreLink)}`);
    out.ascii(`,"visible":true,"visualization":"${visualization}"}`);
  });
  out.ascii(']');
}
