/** Content items by key, in the order requested; unknown keys are skipped. Only this page shows captions of images. */
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { ContentInformationRequest } from '../shared/requests.js';

const PAGE = { type: 'CONTENT_INFORMATION', reference: '' };

interface ContentInformationResult extends PageResult {
  request: ContentInformationRequest;
  /** Item ordinals. */
  items: Uint32Array;
}

export const contentInformation: Page<ContentInformationRequest, ContentInformationResult> = {
  steps: Steps.first(PHASE.CONTENT, compute),
  write,
};

function compute(request: ContentInformationRequest, { view }: PageContext): ContentInformationResult {
  const keys = view.content?.structure.products;
  const items = Uint32Array.from(request.contentKeys.map(key => keys?.find(key) ?? -1).filter(item => item >= 0));
  return { request, items, totalHits: items.length, autoCorrected: false };
}

function write(
  { request, items }: ContentInformationResult,
  { view, nowMs }: PageContext,
  { out, content, tickets }: PageWriters,
): void {
  const ticket = tickets.sign(request, { page: PAGE, list: 'items', q: '' }, nowMs);
  out.ascii('{"items":');
  content.items({ items, first: 0, ticket, captions: true }, view.content);
  out.ascii('}');
}
