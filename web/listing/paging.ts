/** Pages of a listing. */
import { PAGE_SIZE } from '../api/parameters.js';
import { h, type Properties } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { t } from '../texts/text.js';

/** The API lists no further than this many groups. */
const MAX_SKIP = 10_000;

/** Which page numbers to offer: the ends, the current one and its neighbours; 0 stands for a gap. */
function pageNumbers(current: number, last: number): number[] {
  const wanted = [1, current - 1, current, current + 1, last].filter(n => n >= 1 && n <= last);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((n, i) => (i > 0 && n - sorted[i - 1]! > 1 ? [0, n] : [n]));
}

/** @returns undefined when all fits on one page */
export function paging(totalHits: number, { state, go }: PageContext): HTMLElement | undefined {
  const last = Math.min(Math.ceil(totalHits / PAGE_SIZE), Math.floor(MAX_SKIP / PAGE_SIZE) + 1);
  if (last < 2) return undefined;
  const to = (page: number): Properties => ({
    type: 'button',
    on: { click: () => go({ ...state, page }, { top: true }) },
  });
  const numbers = pageNumbers(state.page, last).map(n => {
    if (n === 0) return h('span', { class: 'gap' }, '…');
    const current = n === state.page ? 'page' : undefined;
    return h(
      'button',
      { ...to(n), class: 'page', 'aria-label': t('page', n), 'aria-current': current, data: { focus: `page:${n}` } },
      n,
    );
  });
  return h(
    'nav',
    { class: 'paging', 'aria-label': t('pages') },
    h(
      'button',
      { ...to(state.page - 1), class: 'step', disabled: state.page <= 1, data: { focus: 'page:previous' } },
      t('previous'),
    ),
    ...numbers,
    h(
      'button',
      { ...to(state.page + 1), class: 'step', disabled: state.page >= last, data: { focus: 'page:next' } },
      t('next'),
    ),
  );
}
