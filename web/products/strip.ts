/**
 * Recommendations: a row of cards that scrolls sideways, under what the shop calls it or what the algorithm is for.
 */
import type { RecommendationList } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import { shopLink } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at } from '../page/state.js';
import { t, textOf } from '../texts/text.js';
import { cards, grid } from './card.js';

/** Cards of a row that are shown first. */
const FIRST = 3;

function scroller(d: string, label: string, row: HTMLElement, direction: 1 | -1): HTMLButtonElement {
  const by = () => direction * Math.max(200, row.clientWidth - 120);
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  return h(
    'button',
    {
      type: 'button',
      class: 'round',
      'aria-label': label,
      // The cards themselves are reached by tab; the row then follows.
      tabindex: '-1',
      on: { click: () => row.scrollBy({ left: by(), behavior }) },
    },
    icon(d),
  );
}

/** The arrows show only where there is somewhere to go, and rest at the ends. */
function watch(row: HTMLElement, arrows: HTMLElement, back: HTMLButtonElement, forth: HTMLButtonElement): void {
  const show = () => {
    arrows.hidden = row.scrollWidth <= row.clientWidth + 1;
    back.disabled = row.scrollLeft <= 1;
    forth.disabled = row.scrollLeft + row.clientWidth >= row.scrollWidth - 1;
  };
  row.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(row);
}

/** @returns undefined when the list has nothing to show */
function strip(list: RecommendationList, page: PageContext): HTMLElement | undefined {
  if (list.productGroups.length === 0) return undefined;
  const title = list.label ?? textOf(list.algorithm) ?? list.id;
  const id = `strip-${list.id}`;
  const more =
    list.showMoreLink &&
    shopLink(page, list.showMoreLink, path => at(page.state, 'category', path), { class: 'more' }, t('showMoreOf'));
  const head = (...nodes: Child[]) =>
    h(
      'div',
      { class: 'heading' },
      h('h2', { id }, title),
      h('code', { class: 'algorithm' }, list.algorithm),
      ...nodes,
      more,
    );
  const properties = { class: 'strip', 'aria-labelledby': id, data: { algorithm: list.algorithm } };
  if (list.visualization === 'GRID') return h('section', properties, head(), grid(list.productGroups, page));
  const row = h('ul', { class: 'row' }, ...cards(list.productGroups, page, FIRST));
  const back = scroller(ICONS.back, t('previous'), row, -1);
  const forth = scroller(ICONS.forth, t('next'), row, 1);
  const arrows = h('div', { class: 'arrows', hidden: true }, back, forth);
  watch(row, arrows, back, forth);
  return h('section', properties, head(arrows), row);
}

/** Of lists with one algorithm, the first that has something to show. Each is made when it is asked for. */
export function* strips(lists: RecommendationList[], page: PageContext): Generator<HTMLElement, undefined> {
  const shown = new Set<string>();
  for (const list of lists) {
    if (!list.visible || shown.has(list.algorithm)) continue;
    const node = strip(list, page);
    if (node === undefined) continue;
    shown.add(list.algorithm);
    yield node;
  }
}
