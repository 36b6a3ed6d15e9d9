/**
 * The start page: what the shop's own start page recommends, its departments, what is popular, what there is to read.
 */
import { ASKED_BY_START } from '../api/asked.js';
import { autocomplete, landingPage } from '../api/queries.js';
import type { RecommendationList } from '../api/responses.js';
import { allArticles, articleRow } from '../content/articles.js';
import { h } from '../dom/elements.js';
import { below } from '../dom/stages.js';
import { pills } from '../listing/notices.js';
import { directory } from '../navigation/directory.js';
import type { PageContext } from '../page/page-context.js';
import { favoriteKeys } from '../products/favorites.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';
import { marked } from './favorites.js';
import type { View } from './view.js';

const TRENDING = 8;
const RECENT = 6;

/** A question of its own, asked only when the visitor has marked something. */
async function favoritesOf(page: PageContext, signal: AbortSignal): Promise<RecommendationList[]> {
  if (favoriteKeys(page.state.market).length === 0) return [];
  const { list } = await marked(page, [], signal);
  return list ? [list] : [];
}

export const start: View = async (page, signal) => {
  const { state } = page;
  const [found, typed, known, own] = await Promise.all([
    landingPage(state, '/', ASKED_BY_START, signal),
    autocomplete(state, '', signal),
    page.departments(),
    favoritesOf(page, signal),
  ]);
  const { recommendationLists, contentLists, seo } = found.body;
  const { phraseSuggestions, recentSearches } = typed.body;
  const recommended = strips([...recommendationLists.filter(list => list.algorithm !== 'FAVORITES'), ...own], page);
  const [newest = [], popular = []] = contentLists.map(({ items }) => items);
  const shown = new Set(newest.map(({ key }) => key));
  const others = popular.filter(({ key }) => !shown.has(key)).slice(0, 4);
  const title = seo.pageHeading ?? t('welcome');
  return {
    title: '',
    content: [
      h('div', { class: 'welcome' }, h('h1', {}, title)),
      pills(t('recent'), recentSearches.slice(0, RECENT), 'RECENT_SEARCH', page, 'try recent'),
      pills(t('tryThese'), phraseSuggestions.slice(0, TRENDING), 'PHRASE_SUGGEST', page, 'try'),
      recommended.next().value,
      ...below(function* () {
        yield directory(known, page);
        yield* recommended;
        yield articleRow(t('newReading'), newest, page, allArticles(page));
        yield articleRow(t('reading'), others, page);
      }),
    ],
    status: title,
    answer: found,
  };
};
