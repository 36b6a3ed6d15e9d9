/**
 * The start page: what the shop's own start page recommends, its departments, what is popular, what there is to read.
 */
import { autocomplete, landingPage } from '../api/queries.js';
import { allArticles, articleRow } from '../content/articles.js';
import { h } from '../dom/elements.js';
import { pills } from '../listing/notices.js';
import { directory } from '../navigation/categories.js';
import { favoriteKeys } from '../products/favorites.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';
import { marked } from './favorites.js';

const TRENDING = 8;
const RECENT = 6;

const recommend = (algorithm, limit = 12) => ({
  id: `preview-${algorithm.toLowerCase()}`.slice(0, 20),
  algorithm,
  limit,
});

/** Lists of the shop's own page come before these. */
const ASKED = {
  recommendationLists: ['TOP_PRODUCTS', 'NEWEST_PRODUCTS', 'PERSONAL', 'RECENTLY_VIEWED'].map(algorithm =>
    recommend(algorithm),
  ),
  contentLists: [
    { id: 'newest', algorithm: 'NEWEST_CONTENT', limit: 4 },
    { id: 'popular', algorithm: 'TOP_CONTENT', limit: 8 },
  ],
};

/** Its own question, asked by those alone who have marked something. */
async function favoritesOf(page, signal) {
  if (favoriteKeys(page.state.market).length === 0) return [];
  return [(await marked(page, [], signal)).list];
}

export async function start(page, signal) {
  const { state } = page;
  const [found, typed, known, own] = await Promise.all([
    landingPage(state, '/', ASKED, signal),
    autocomplete(state, '', signal),
    page.departments(),
    favoritesOf(page, signal),
  ]);
  const { recommendationLists, contentLists, seo } = found.body;
  const { phraseSuggestions, recentSearches } = typed.body;
  const [first, ...rest] = strips(
    [...recommendationLists.filter(list => list.algorithm !== 'FAVORITES'), ...own],
    page,
  );
  const [newest, popular] = contentLists;
  const shown = new Set(newest.items.map(({ key }) => key));
  const others = popular.items.filter(({ key }) => !shown.has(key)).slice(0, 4);
  const title = seo.pageHeading ?? t('welcome');
  return {
    title: '',
    content: [
      h('div', { class: 'welcome' }, h('h1', {}, title)),
      pills(t('recent'), recentSearches.slice(0, RECENT), 'RECENT_SEARCH', page, 'try recent'),
      pills(t('tryThese'), phraseSuggestions.slice(0, TRENDING), 'PHRASE_SUGGEST', page, 'try'),
      first,
      directory(known, page),
      ...rest,
      articleRow(t('newReading'), newest.items, page, allArticles(page)),
      articleRow(t('reading'), others, page),
    ],
    status: title,
    answer: found,
  };
}
