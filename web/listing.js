/**
 * Draws the answer of a search: heading, corrections, chips, sort orders, cards, pages and what is offered beyond.
 */
import { chips } from './chips.js';
import { fill, h } from './dom.js';
import { corrected, didYouMean, nothingFound, pills } from './notices.js';
import { paging } from './paging.js';
import { grid } from './results.js';
import { t } from './text.js';

const count = (hits, locale) => (hits === 1 ? t('product') : t('products', new Intl.NumberFormat(locale).format(hits)));

function heading(answer, hits, { state }) {
  const title = state.secondary ? t('secondary') : answer.q ? t('resultsFor', answer.q) : t('allProducts');
  return h('div', { class: 'heading' }, h('h1', {}, title), h('p', { class: 'hits' }, count(hits, state.locale)));
}

function sortPicker({ options, selected }, { state, go }) {
  if (options.length < 2) return undefined;
  const picker = h(
    'select',
    {
      'aria-label': t('sort'),
      data: { focus: 'sort' },
      on: { change: event => go({ ...state, sort: event.currentTarget.value, page: 1 }) },
    },
    ...options.map(({ id, label }) => h('option', { value: id, selected: id === selected }, label)),
  );
  return h('label', { class: 'sort' }, h('span', {}, t('sort')), picker);
}

function beyond(answer, page) {
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

/**
 * @param {{results: HTMLElement, tools: HTMLElement}} parts
 * @param {object} answer of search-page
 * @param {object} page state, go, money, open, trending
 */
export function showListing({ results, tools }, answer, page) {
  const { state, go } = page;
  const list = state.secondary && answer.secondaryList ? answer.secondaryList : answer.primaryList;
  const back = h(
    'button',
    { type: 'button', class: 'link', on: { click: () => go({ ...state, secondary: false, page: 1 }) } },
    t('backToResults'),
  );
  fill(tools, sortPicker(answer.primaryList.sort, page));
  fill(
    results,
    heading(answer, list.totalHits, page),
    corrected(answer, page),
    didYouMean(answer, page),
    state.secondary ? back : undefined,
    state.q === '' && state.facets.size === 0
      ? pills(t('tryThese'), page.trending, 'PHRASE_SUGGEST', page, 'try')
      : undefined,
    chips(answer.primaryList.facets, page),
    list.productGroups.length > 0 ? grid(list.productGroups, page) : nothingFound(answer.q, page),
    paging(list.totalHits, page),
    pills(t('related'), answer.relatedSearches ?? [], 'RELATED_SEARCHES', page, 'related'),
    state.secondary ? undefined : beyond(answer, page),
  );
}
