/**
 * What the shop has to read: cards of a row, lines of a list. Its own pages are not part of this preview, so an item
 * opens as `content-information` tells it.
 */
import { mention } from '../api/notifications.js';
import type { ContentItem } from '../api/responses.js';
import { type Child, h, type Properties } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { capital, t } from '../texts/text.js';

/** "Article · 8 November 2026". */
export function kindAndDate({ type, releaseDate }: ContentItem, locale: string): string {
  const date = releaseDate && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(releaseDate));
  return [capital(type), date].filter(Boolean).join(' · ');
}

const articleLink = (item: ContentItem, page: PageContext, properties: Properties, ...children: Child[]) =>
  link(
    page,
    at(page.state, 'article', item.key),
    { ...properties, first: () => mention('click', page.state, { ticket: item.ticket }) },
    ...children,
  );

const image = (item: ContentItem) =>
  h(
    'div',
    { class: item.image ? 'picture' : 'picture plain' },
    item.image ? picture(item.image, '') : icon(ICONS.article),
  );

function articleCard(item: ContentItem, page: PageContext): HTMLElement {
  return h(
    'li',
    { class: 'article' },
    articleLink(
      item,
      page,
      { data: { focus: `content:${item.key}` } },
      image(item),
      h('p', { class: 'kind' }, kindAndDate(item, page.state.locale)),
      h('h3', {}, item.title),
      item.description && h('p', { class: 'description' }, item.description),
    ),
  );
}

/** @returns undefined when the list is empty. @param more a link to further ones */
export function articleRow(
  title: string,
  items: ContentItem[],
  page: PageContext,
  more?: Child,
): HTMLElement | undefined {
  if (items.length === 0) return undefined;
  return h(
    'section',
    { class: 'reading', 'aria-label': title },
    h('div', { class: 'heading' }, h('h2', {}, title), more),
    h('ul', { class: 'articles' }, ...items.map(item => articleCard(item, page))),
  );
}

export const allArticles = (page: PageContext, q = ''): HTMLElement =>
  link(page, { ...at(page.state, 'articles'), q }, { class: 'more' }, t('allArticles'));

/** Items one below the other, for the search among them. */
export const articleList = (items: ContentItem[], page: PageContext): HTMLElement =>
  h('ul', { class: 'article-list' }, ...items.map(item => articleCard(item, page)));
