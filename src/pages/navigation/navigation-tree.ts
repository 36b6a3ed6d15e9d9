/** The page with the whole navigation. */
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { writeTree } from '../shared/navigation/navigation-writer.js';
import { type ShownNavigation, wholeNavigation } from '../shared/navigation/shown-navigation.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { NavigationTreeRequest } from '../shared/requests.js';

interface NavigationTreeResult extends PageResult {
  shown: ShownNavigation;
}

export const navigationTree: Page<NavigationTreeRequest, NavigationTreeResult> = {
  steps: Steps.first(PHASE.REST, compute),
  write,
};

function compute(request: NavigationTreeRequest, context: PageContext): NavigationTreeResult {
  const { navigation } = context.viewContext;
  const shown = wholeNavigation(navigation.tree(request), navigation.pageCounts(request, context));
  return { shown, totalHits: 0, autoCorrected: false };
}

function write({ shown }: NavigationTreeResult, _context: PageContext, { out }: PageWriters): void {
  out.ascii('{"tree":');
  writeTree(out, shown);
  out.ascii('}');
}
