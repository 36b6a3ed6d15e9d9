/** All departments of the shop with the first of what is in them, for its start page. */
import { h } from '../dom/elements.js';
import type { Department, PageContext } from '../page/page-context.js';
import { t } from '../texts/text.js';
import { departmentLink } from './departments.js';

const BELOW_SHOWN = 7;

/** @returns undefined when there are none */
export function directory(found: Department[], page: PageContext): HTMLElement | undefined {
  if (found.length === 0) return undefined;
  const title = (entry: Department) => h('h3', {}, departmentLink(entry, page, {}, entry.label));
  const block = (entry: Department) => {
    const rest = entry.children.length - BELOW_SHOWN;
    const below = entry.children
      .slice(0, BELOW_SHOWN)
      .map(child => h('li', {}, departmentLink(child, page, {}, child.label)));
    if (rest > 0) below.push(h('li', {}, departmentLink(entry, page, { class: 'rest' }, t('more', rest))));
    return h('li', { class: 'department' }, title(entry), h('ul', {}, ...below));
  };
  const full = found.filter(entry => entry.children.length > 0).map(block);
  // Those with nothing below them share a column.
  const single = found.filter(entry => entry.children.length === 0).map(title);
  if (single.length > 0) full.push(h('li', { class: 'department' }, ...single));
  return h(
    'nav',
    { class: 'directory', 'aria-labelledby': 'directory' },
    h('h2', { id: 'directory' }, t('categories')),
    h('ul', { class: 'departments' }, ...full),
  );
}
