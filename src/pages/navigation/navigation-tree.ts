/** The whole navigation. */

import type { PageContext } from '../shared/context/page-context.js';
import type { ViewContext } from '../shared/context/view-context.js';
import { writeTree } from '../shared/navigation/navigation-writer.js';
import type { PageResult } from '../shared/page-result.js';
import type { NavigationTreeRequest } from '../shared/requests.js';

export function navigationTree(
  request: NavigationTreeRequest,
  desk: ViewContext,
  { out }: PageContext,
  nowMs: number,
): PageResult {
  const { navigation } = desk;
  const counts = navigation.pageCounts(request, desk.offers.of(request), nowMs);
  out.ascii('{"tree":');
  writeTree(out, navigation.tree(request), counts);
  out.ascii('}');
  return { totalHits: 0, autoCorrected: false };
}
