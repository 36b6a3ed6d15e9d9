/**
 * What brands have paid for on a page: banners above the products, lists among them. Where the shop sells no such
 * places, both queries answer with nothing.
 */
import { ApiError, mention, retailMedia } from '../api/queries.js';
import { h } from '../dom/elements.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';

function banner({ images, width, height }, page) {
  const [image] = images;
  if (!image) return undefined;
  mention('ad-impression', page.state, { ticket: image.ticket });
  return h('img', { class: 'banner', src: image.url, width, height, alt: t('sponsored') });
}

/** @returns {Promise<(HTMLElement | undefined)[]>} never fails for what the API says: the page stands without it */
export async function sponsored(page, pageReference, signal) {
  try {
    const [lists, banners] = await Promise.all([
      retailMedia('sponsored-page', page.state, pageReference, signal),
      retailMedia('banners', page.state, pageReference, signal),
    ]);
    const { sponsoredLists } = lists.body;
    for (const { impressionTicket } of sponsoredLists) {
      if (impressionTicket) mention('ad-impression', page.state, { ticket: impressionTicket });
    }
    return [...banners.body.banners.map(each => banner(each, page)), ...strips(sponsoredLists, page)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
