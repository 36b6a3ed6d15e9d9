/**
 * One thing to read, as `content-information` tells it, with more of its kind below.
 */
import { contentInformation } from '../api/queries.js';
import type { ContentItem } from '../api/responses.js';
import { kindAndDate } from '../content/articles.js';
import { h } from '../dom/elements.js';
import { message } from '../listing/notices.js';
import { link } from '../page/links.js';
import { at } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

function illustration({ image }: ContentItem): HTMLElement | undefined {
  if (!image) return undefined;
  return h(
    'figure',
    {},
    h('div', { class: 'frame' }, picture(image)),
    image.caption && h('figcaption', {}, image.caption),
  );
}

function marks({ custom }: ContentItem): HTMLElement | undefined {
  const values = Object.values(custom).flat();
  if (values.length === 0) return undefined;
  return h('ul', { class: 'marks' }, ...values.map(({ label }) => h('li', {}, label)));
}

export const article: View = async (page, signal) => {
  const { state } = page;
  const found = await contentInformation(state, [state.reference], signal);
  const [item] = found.body.items;
  const all = link(page, at(state, 'articles'), { class: 'button' }, t('allArticles'));
  if (item === undefined) {
    return {
      title: t('noSuchPage'),
      content: [message('nothing', t('noSuchPage'), t('noSuchPageHint', state.reference), all)],
      status: t('noSuchPage'),
      answer: found,
    };
  }
  return {
    title: item.title,
    content: [
      h(
        'article',
        { class: 'reader' },
        h('p', { class: 'kind' }, kindAndDate(item, state.locale)),
        h('h1', {}, item.title),
        illustration(item),
        item.description && h('p', { class: 'lead' }, item.description),
        marks(item),
        h('p', { class: 'muted' }, t('continuesAt'), ' ', h('code', {}, item.link)),
        all,
      ),
    ],
    status: item.title,
    answer: found,
  };
};
