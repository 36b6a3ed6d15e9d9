/**
 * Category and landing pages: the arrangement of a stored page, or the lists that the request describes where no page
 * is stored. Where both define the same, the stored page wins.
 *
 * Pinned products are on the page even if its rules exclude them, but not if those of pages above do; they are found
 * and filtered like others, so a text or facet that excludes them removes them. Pinned products and slices apply in the
 * default order only.
 */
import { localised } from '../shared/configurations/page-directory.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { sponsoredCards } from '../shared/lists/place-sale.js';
import { writePrimaryList } from '../shared/lists/primary-list-writer.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists-writer.js';
import { writeNavigation } from '../shared/navigation/navigation-writer.js';
import type { Page } from '../shared/page.js';
import type { LandingPageRequest } from '../shared/requests.js';
import { type LandingResult, landingPlace, landingSteps } from './run.js';

export const landingPage: Page<LandingPageRequest, LandingResult> = { steps: landingSteps, write };

function write(result: LandingResult, context: PageContext, writers: PageWriters): void {
  const { request, stored, list, navigation } = result;
  const { view, offers, nowMs } = context;
  const { out, tickets } = writers;
  out.ascii('{"contentLists":');
  writers.content.lists(result.contentLists, request, context);
  out.ascii(',"customData":');
  out.json(localised(stored?.customData, request.locale) ?? {});
  if (list) {
    const place = { page: landingPlace(request), list: 'primary', q: request.q };
    const ticket = tickets.sign(request, place, nowMs);
    const { part, changes } = list.primary;
    const sponsored = sponsoredCards(part.sponsored, request, place, context, tickets);
    out.ascii(',"primaryList":');
    writePrimaryList(list.primary, { view, offers, changes, ticket, nowMs, sponsored }, writers);
  }
  if (navigation) {
    out.ascii(',"navigation":');
    writeNavigation(out, navigation);
  }
  out.ascii(`,"published":${stored !== undefined},"recommendationLists":`);
  writeRecommendationLists(result.recommendationLists, request, context, writers);
  const pageHeading = localised(stored?.headings, request.locale);
  out.text(`,"seo":${JSON.stringify({ pageHeading })}}`);
}
