/**
 * What the shop has to read: cards of a row, lines of a list. Its own pages are not part of this preview, so an item
 * opens as `content-information` tells it.
 */
import { mention } from '../api/queries.js';
import { h, ICONS, icon } from '../dom/elements.js';
import { link } from '../page/links.js';
import { at } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { t } from '../texts/text.js';

const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "Article · 8 November 2026". */
export function kindAndDate({ type, releaseDate }, locale) {
  const date = releaseDate && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(releaseDate));
  return [capital(type), date].filter(Boolean).join(' · ');
}

export const articleLink = (item, page, properties, ...children) =>
  link(
    page,
    at(page.state, 'article', item.key),
    { ...properties, first: () => mention('click', page.state, { ticket: item.ticket }) },
    ...children,
  );

const image = item =>
  h(
    'div',
    { class: item.image ? 'picture' : 'picture plain' },
    item.image ? picture(item.image, '') : icon(ICONS.article),
  );

function articleCard(item, page) {
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

/** @returns {HTMLElement | undefined} undefined when the list is empty */
export function articleRow(title, items, page, more) {
  if (items.length === 0) return undefined;
  return h(
    'section',
    { class: 'reading', 'aria-label': title },
    h('div', { class: 'heading' }, h('h2', {}, title), more),
    h('ul', { class: 'articles' }, ...items.map(item => articleCard(item, page))),
  );
}

export const allArticles = (page, q = '') =>
  link(page, { ...at(page.state, 'articles'), q }, { class: 'more' }, t('allArticles'));

/** Items one below the other, for the search among them. */
export const articleList = (items, page) =>
  h('ul', { class: 'article-list' }, ...items.map(item => articleCard(item, page)));
