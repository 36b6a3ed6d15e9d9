/**
 * What brands have paid for on a page: banners above the products, lists among them. Where the shop sells no such
 * places, both queries answer with nothing.
 */
import { mention } from '../api/notifications.js';
import { banners, sponsoredPage } from '../api/queries.js';
import { ApiError } from '../api/request.js';
import type { QueryResponse } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';

type Banner = QueryResponse<'banners'>['banners'][number];

function banner({ images, width, height }: Banner, page: PageContext): HTMLElement | undefined {
  const [image] = images;
  if (!image) return undefined;
  mention('ad-impression', page.state, { ticket: image.ticket });
  return h('img', { class: 'banner', src: image.url, width, height, alt: t('sponsored') });
}

/** Never fails for what the API says: the page stands without it. */
export async function sponsored(
  page: PageContext,
  pageReference: string,
  signal: AbortSignal,
): Promise<(HTMLElement | undefined)[]> {
  try {
    const [lists, pictures] = await Promise.all([
      sponsoredPage(page.state, pageReference, signal),
      banners(page.state, pageReference, signal),
    ]);
    const { sponsoredLists } = lists.body;
    for (const { impressionTicket } of sponsoredLists) {
      if (impressionTicket) mention('ad-impression', page.state, { ticket: impressionTicket });
    }
    return [...pictures.body.banners.map(each => banner(each, page)), ...strips(sponsoredLists, page)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
