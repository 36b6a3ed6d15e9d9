/**
 * Recommendations: a row of cards that scrolls sideways, under what the shop calls it or what the algorithm is for.
 */
import { h, ICONS, icon } from '../dom/elements.js';
import { shopLink } from '../page/links.js';
import { at } from '../page/state.js';
import { t } from '../texts/text.js';
import { card, grid } from './card.js';

function scroller(d, label, row, direction) {
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
function watch(row, arrows, [back, forth]) {
  const show = () => {
    arrows.hidden = row.scrollWidth <= row.clientWidth + 1;
    back.disabled = row.scrollLeft <= 1;
    forth.disabled = row.scrollLeft + row.clientWidth >= row.scrollWidth - 1;
  };
  row.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(row);
}

/**
 * @param {object} list a recommendation list of the API
 * @returns {HTMLElement | undefined} undefined when it has nothing to show
 */
export function strip(list, page) {
  if (list.productGroups.length === 0) return undefined;
  const title = list.label ?? t(list.algorithm) ?? list.id;
  const id = `strip-${list.id}`;
  const more =
    list.showMoreLink &&
    shopLink(page, list.showMoreLink, path => at(page.state, 'category', path), { class: 'more' }, t('showMoreOf'));
  const head = (...nodes) =>
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
  const row = h('ul', { class: 'row' }, ...list.productGroups.map(group => card(group, page)));
  const steps = [scroller(ICONS.back, t('previous'), row, -1), scroller(ICONS.forth, t('next'), row, 1)];
  const arrows = h('div', { class: 'arrows', hidden: true }, ...steps);
  watch(row, arrows, steps);
  return h('section', properties, head(arrows), row);
}

/** Of lists with one algorithm, the first that has something to show. */
export function strips(lists, page) {
  const shown = new Set();
  const nodes = [];
  for (const list of lists) {
    if (!list.visible || shown.has(list.algorithm)) continue;
    const node = strip(list, page);
    if (node === undefined) continue;
    shown.add(list.algorithm);
    nodes.push(node);
  }
  return nodes;
}
