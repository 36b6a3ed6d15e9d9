/**
 * The parts of every listing: heading with the number of hits, sort orders, chips, cards, pages and, beside it, the
 * tree and the facets.
 */

import type { Facet, PrimaryList, ProductGroup, ProductHits } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { grid } from '../products/card.js';
import { t } from '../texts/text.js';
import { chips } from './chips.js';
import { facetPanels } from './facets.js';
import { nothingFound } from './notices.js';
import { paging } from './paging.js';

export const amount = (number: number, locale: string): string => new Intl.NumberFormat(locale).format(number);

export const productCount = (hits: number, locale: string): string =>
  hits === 1 ? t('product') : t('products', amount(hits, locale));

/** @param count what there is, in words */
export const heading = (title: string, count: string): HTMLElement =>
  h('div', { class: 'heading' }, h('h1', {}, title), h('p', { class: 'hits' }, count));

/** The orders that a list can have, each with its name, and the one that it has. */
interface Sort {
  options: { id: string; label: string }[];
  selected: string;
}

/** @returns undefined where there is nothing to choose */
export function sortPicker({ options, selected }: Sort, { state, go }: PageContext): HTMLElement | undefined {
  if (options.length < 2) return undefined;
  const picker: HTMLSelectElement = h(
    'select',
    {
      'aria-label': t('sort'),
      data: { focus: 'sort' },
      on: { change: () => go({ ...state, sort: picker.value, page: 1 }) },
    },
    ...options.map(({ id, label }) => h('option', { value: id, selected: id === selected }, label)),
  );
  return h('label', { class: 'sort' }, h('span', {}, t('sort')), picker);
}

/** Whether a group is among the hits with more than one of its products. */
function hasColours(groups: ProductGroup[]): boolean {
  const seen = new Set<string>();
  return groups.some(({ products }) => {
    const isAgain = products.some(({ key }) => seen.has(key));
    for (const { key } of products) seen.add(key);
    return isAgain;
  });
}

/** Chips, cards and pages of a list of products. */
export const products = (
  list: PrimaryList | ProductHits,
  facets: Facet[],
  page: PageContext,
  q = '',
): (HTMLElement | undefined)[] => [
  chips(facets, page),
  hasColours(list.productGroups) ? h('p', { class: 'muted each-colour' }, t('eachColour')) : undefined,
  // Cards have headings of the third level.
  list.productGroups.length > 0 ? h('h2', { class: 'hidden' }, t('productsHeading')) : undefined,
  list.productGroups.length > 0 ? grid(list.productGroups, page) : nothingFound(q, page),
  paging(list.totalHits, page),
];

/** What stands beside a listing; `redraw` draws it again after something was opened or expanded. */
export const beside =
  (tree: () => HTMLElement | undefined, facets: Facet[], page: PageContext) =>
  (redraw: () => void): (HTMLElement | undefined)[] => [tree(), ...facetPanels(facets, page, redraw)];
