/**
 * What brands have paid for on a page: banners above the products, lists among them. Where the shop sells no such
 * places, both queries answer with nothing.
 */
import { mention } from '../api/notifications.js';
import { banners, sponsoredPage } from '../api/queries.js';
import { ApiError } from '../api/request.js';
import type { QueryResponse } from '../api/responses.js';
import { h } from '../dom/elements.js';
import { onceInSight } from '../dom/in-sight.js';
import type { PageContext } from '../page/page-context.js';
import { drawing } from '../pictures/picture.js';
import { paidFor } from '../products/card.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';

type Banner = QueryResponse<'banners'>['banners'][number];

function banner({ images, width, height, sponsor }: Banner, page: PageContext): HTMLElement | undefined {
  const [image] = images;
  if (!image) return undefined;
  const { url, ticket, alt, link } = image;
  const ours = drawing(url, '');
  const drawn = ours && [ours, h('strong', {}, alt)];
  const click = () => mention('click', page.state, { ticket });
  const node = h(
    'figure',
    { class: 'banner' },
    h(
      'a',
      { href: link, rel: 'sponsored', on: { click } },
      ...(drawn ?? [h('img', { class: 'image', src: url, width, height, alt })]),
    ),
    h('figcaption', { class: 'paid-for' }, paidFor(sponsor)),
  );
  onceInSight(node, () => mention('ad-impression', page.state, { ticket }));
  return node;
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
    // Each has its own winners, though they are all of one algorithm, and a name that tells it from the others.
    const named = (i: number) => (i === 0 ? t('sponsored') : `${t('sponsored')} (${i + 1})`);
    const shown = sponsoredLists.flatMap((list, i) => [...strips([{ ...list, label: list.label ?? named(i) }], page)]);
    return [...pictures.body.banners.map(each => banner(each, page)), ...shown];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
