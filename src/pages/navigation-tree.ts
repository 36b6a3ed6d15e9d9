/** The whole navigation. */
import type { ViewDesk } from './answering.js';
import { writeTree } from './navigation-writer.js';
import type { PageResult } from './page-result.js';
import type { NavigationTreeRequest } from './requests.js';
import type { Tools } from './tools.js';

export function navigationTree(
  request: NavigationTreeRequest,
  desk: ViewDesk,
  { out }: Tools,
  nowMs: number,
): PageResult {
  const { navigation } = desk;
  const counts = navigation.pageCounts(request, desk.offers.of(request), nowMs);
  out.ascii('{"tree":');
  writeTree(out, navigation.tree(request), counts);
  out.ascii('}');
  return { totalHits: 0, autoCorrected: false };
}
