/**
 * Search results, products and what there is to read. Without a text: all products.
 */
import { ASKED_BY_SEARCH } from '../api/asked.js';
import { autocomplete, landingPage, searchPage } from '../api/queries.js';
import type { Phrases, QueryResponse } from '../api/responses.js';
import { allArticles, articleRow } from '../content/articles.js';
import { h } from '../dom/elements.js';
import { below } from '../dom/stages.js';
import { amount, beside, heading, productCount, products, sortPicker } from '../listing/listing.js';
import { corrected, didYouMean, pills, redirect, relaxed } from '../listing/notices.js';
import { directory } from '../navigation/directory.js';
import { sideTree } from '../navigation/tree.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at, type State } from '../page/state.js';
import { grid } from '../products/card.js';
import { strips } from '../products/strip.js';
import { listData } from '../products/structured-data.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

const TRENDING = 8;

/** Two kinds of results for what was typed: a correction that suits the one may not suit the other. */
export function tabs(page: PageContext, { hits, articles }: { hits?: number; articles?: number }): HTMLElement {
  const { state } = page;
  const tab = (view: 'search' | 'articles', label: string, count?: number) =>
    h(
      'li',
      {},
      link(
        page,
        { ...at(state, view), q: state.q },
        { 'aria-current': view === state.view ? 'page' : undefined, data: { focus: `tab:${view}` } },
        label,
        count !== undefined && h('span', { class: 'count' }, amount(count, state.locale)),
      ),
    );
  return h(
    'nav',
    { class: 'tabs', 'aria-label': t('resultKinds') },
    h('ul', {}, tab('search', t('productsHeading'), hits), tab('articles', t('articles'), articles)),
  );
}

function beyond(answer: QueryResponse<'search-page'>, page: PageContext): HTMLElement | undefined {
  const list = answer.secondaryList;
  if (!list || list.productGroups.length === 0) return undefined;
  const all = h(
    'button',
    {
      type: 'button',
      class: 'link',
      on: { click: () => page.go({ ...page.state, secondary: true, page: 1 }, { top: true }) },
    },
    t('secondaryAll', list.totalHits),
  );
  return h(
    'section',
    { class: 'secondary', 'aria-label': t('secondary') },
    h('div', { class: 'heading' }, h('h2', {}, t('secondary')), list.totalHits > list.productGroups.length && all),
    grid(list.productGroups, page),
  );
}

/** What others look for. */
async function trendingOf(state: State, signal: AbortSignal): Promise<Phrases> {
  const { body } = await autocomplete(state, '', signal);
  return body.phraseSuggestions.slice(0, TRENDING);
}

/** Where nothing is found: what others look for, what is popular, and where to go. */
const INSTEAD = { recommendationLists: [{ id: 'popular', algorithm: 'TOP_PRODUCTS', limit: 12 }] };

async function instead(page: PageContext, signal: AbortSignal): Promise<(HTMLElement | undefined)[]> {
  const [{ body }, departments, phrases] = await Promise.all([
    landingPage(page.state, '/', INSTEAD, signal),
    page.departments(),
    trendingOf(page.state, signal),
  ]);
  const popular = body.recommendationLists.filter(({ algorithm }) => algorithm === 'TOP_PRODUCTS');
  return [
    pills(t('trending'), phrases, 'PHRASE_SUGGEST', page, 'related'),
    ...strips(popular, page),
    directory(departments, page),
  ];
}

export const search: View = async (page, signal) => {
  const { state, go } = page;
  const isOpen = state.q === '' && state.facets.size === 0;
  const [found, trending] = await Promise.all([
    searchPage(state, ASKED_BY_SEARCH, signal),
    isOpen ? trendingOf(state, signal) : [],
  ]);
  const answer = found.body;
  const { facets, sort } = answer.primaryList;
  const list = state.secondary && answer.secondaryList ? answer.secondaryList : answer.primaryList;
  const [reading] = answer.contentLists;
  const title = state.secondary ? t('secondary') : answer.q ? t('resultsFor', answer.q) : t('allProducts');
  const back = h(
    'button',
    { type: 'button', class: 'link', on: { click: () => go({ ...state, secondary: false, page: 1 }) } },
    t('backToResults'),
  );
  const to = (path: string) => ({ ...state, category: path === '/' ? '' : path, page: 1 });
  const count = productCount(list.totalHits, state.locale);
  const isEmpty = list.totalHits === 0 && !answer.secondaryList?.totalHits;
  const others = isEmpty ? await instead(page, signal) : [];
  return {
    title: state.q || title,
    description: `${title}: ${count}`,
    data: listData(list.productGroups, page),
    tools: [sortPicker(sort, page)],
    side: beside(() => sideTree(answer.navigation, page, to), facets, page),
    hits: answer.primaryList.totalHits,
    content: [
      heading(title, count),
      state.q !== '' && !state.secondary
        ? tabs(page, { hits: answer.primaryList.totalHits, ...(reading && { articles: reading.totalHits }) })
        : undefined,
      redirect(answer),
      corrected(answer, page),
      didYouMean(answer, page),
      state.secondary ? back : relaxed(answer),
      pills(t('tryThese'), trending, 'PHRASE_SUGGEST', page, 'try'),
      ...products(list, facets, page, answer.q),
      ...below(() => [
        pills(t('related'), answer.relatedSearches ?? [], 'RELATED_SEARCHES', page, 'related'),
        state.secondary ? undefined : beyond(answer, page),
        state.q !== '' && state.page === 1
          ? articleRow(t('articles'), reading?.items ?? [], page, allArticles(page, state.q))
          : undefined,
      ]),
      ...others,
    ],
    status: count,
    answer: found,
  };
};
