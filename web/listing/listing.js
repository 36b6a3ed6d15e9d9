/**
 * The parts of every listing: heading with the number of hits, sort orders, chips, cards, pages and, beside it, the
 * tree and the facets.
 */

import { h } from '../dom/elements.js';
import { grid } from '../products/card.js';
import { t } from '../texts/text.js';
import { chips } from './chips.js';
import { facetPanels } from './facets.js';
import { nothingFound } from './notices.js';
import { paging } from './paging.js';

export const amount = (number, locale) => new Intl.NumberFormat(locale).format(number);

export const productCount = (hits, locale) => (hits === 1 ? t('product') : t('products', amount(hits, locale)));

export const heading = (title, count) =>
  h('div', { class: 'heading' }, h('h1', {}, title), h('p', { class: 'hits' }, count));

/** @returns {HTMLElement | undefined} undefined where there is nothing to choose */
export function sortPicker({ options, selected }, { state, go }) {
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

/** Chips, cards and pages of a list of products. */
export const products = (list, facets, page, q = '') => [
  chips(facets, page),
  list.productGroups.length > 0 ? grid(list.productGroups, page) : nothingFound(q, page),
  paging(list.totalHits, page),
];

/** What stands beside a listing; `redraw` draws it again after something was opened or expanded. */
export const beside = (tree, facets, page) => redraw => [tree, ...facetPanels(facets, { ...page, redraw })];
