/** Content items by key, in the order asked for; unknown keys are passed over. Images have their captions here alone. */

import type { PageContext } from '../shared/context/page-context.js';
import type { ViewContext } from '../shared/context/view-context.js';
import { writeContentItems } from '../shared/lists/content-writer.js';
import type { PageResult } from '../shared/page-result.js';
import type { ContentInformationRequest } from '../shared/requests.js';

export function contentInformation(
  request: ContentInformationRequest,
  { view: { content } }: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out } = tools;
  const keys = content?.structure.products;
  const docs = Uint32Array.from(request.contentKeys.map(key => keys?.find(key) ?? -1).filter(item => item >= 0));
  out.ascii('{"items":');
  if (content) {
    const ticket = tools.ticket(request, 'CONTENT_INFORMATION', 'items', '', nowMs);
    writeContentItems(out, content, docs, 0, ticket, true);
  } else out.ascii('[]');
  out.ascii('}');
  return { totalHits: docs.length, autoCorrected: false };
}
