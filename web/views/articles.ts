/**
 * The search among what there is to read.
 */
import { contentSearchPage } from '../api/queries.js';
import { articleList } from '../content/articles.js';
import { h } from '../dom/elements.js';
import { heading, sortPicker } from '../listing/listing.js';
import { corrected, didYouMean, empty } from '../listing/notices.js';
import { paging } from '../listing/paging.js';
import { t } from '../texts/text.js';
import { tabs } from './search.js';
import type { View } from './view.js';

const articleCount = (hits: number) => (hits === 1 ? t('article1') : t('articleCount', hits));

export const articles: View = async (page, signal) => {
  const { state } = page;
  const found = await contentSearchPage(state, signal);
  const answer = found.body;
  const { items, totalHits, sort } = answer.primaryList;
  const title = answer.q ? t('resultsFor', answer.q) : t('allArticles');
  const count = articleCount(totalHits);
  return {
    title: state.q || t('articles'),
    tools: [sortPicker(sort, page)],
    content: [
      heading(title, count),
      state.q === '' ? undefined : tabs(page, { articles: totalHits }),
      corrected(answer, page),
      didYouMean(answer, page),
      ...(items.length > 0
        ? [h('h2', { class: 'hidden' }, t('articles')), articleList(items, page)]
        : [empty(t('nothing', answer.q), t('nothingArticleHint'))]),
      paging(totalHits, page),
    ],
    status: count,
    answer: found,
  };
};
