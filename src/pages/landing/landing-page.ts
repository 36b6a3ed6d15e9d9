/**
 * Category and landing pages: what a stored page arranges, or what the request asks for where the shop has said nothing
 * of its own. Where both speak of the same thing, the stored page does.
 *
 * What is pinned is on the page even where its rules would leave it out, though not where those of pages above do, but
 * it is found and filtered like everything else: a text or facet that it does not fit takes it away. Pinned products
 * and slices hold in the default order alone.
 */
import { localised } from '../shared/configurations/page-directory.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
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
    const ticket = tickets.sign(request, { page: landingPlace(request), list: 'primary', q: request.q }, nowMs);
    out.ascii(',"primaryList":');
    writePrimaryList(list.primary, { view, offers, changes: list.primary.changes, ticket, nowMs }, writers);
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
