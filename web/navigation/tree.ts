/**
 * The shop's navigation as the API gives it: beside a listing, with what is open and how much is in it.
 */
import type { Navigation, NavigationStateNode } from '../api/responses.js';
import { h } from '../dom/elements.js';
import { link, shopLink } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at, type State } from '../page/state.js';
import { t } from '../texts/text.js';

/** Whether a node is worth a line: what has no products leads nowhere. */
const isShown = (node: NavigationStateNode) => node.type !== 'PRODUCT' || node.count > 0 || node.selected;

type To = (path: string) => State;

function nodeOf(node: NavigationStateNode, depth: number, page: PageContext, to: To): HTMLElement {
  const below = node.children.filter(isShown);
  const label =
    node.type === 'PRODUCT'
      ? link(
          page,
          to(node.path),
          { 'aria-current': node.selected ? 'page' : undefined, data: { focus: `node:${node.path}` } },
          h('span', { class: 'label' }, node.label),
          h('span', { class: 'count' }, node.count),
        )
      : node.type === 'PAGE_LINK'
        ? shopLink(page, node.link, path => at(page.state, 'category', path), {}, node.label)
        : h('span', { class: 'divider' }, node.type === 'LABEL' ? node.label : '');
  return h(
    'li',
    { class: `depth-${Math.min(depth, 3)}` },
    label,
    below.length > 0 && h('ul', {}, ...below.map(child => nodeOf(child, depth + 1, page, to))),
  );
}

/**
 * @param navigation of a search or landing page
 * @param to the state that a node leads to
 * @returns undefined where the shop has none
 */
export function sideTree(navigation: Navigation | undefined, page: PageContext, to: To): HTMLElement | undefined {
  if (!navigation || navigation.tree.children.length === 0) return undefined;
  return h(
    'nav',
    { class: 'tree', 'aria-label': t('inCategories') },
    h('ul', {}, nodeOf(navigation.tree, 0, page, to)),
  );
}

/** The way from the start to here. @returns undefined where there is none */
export function breadcrumbs(trail: Navigation['breadcrumbs'], page: PageContext): HTMLElement | undefined {
  if (trail.length === 0) return undefined;
  const items = trail.map(({ label, path }, i) =>
    h(
      'li',
      {},
      i === trail.length - 1
        ? h('span', { 'aria-current': 'page' }, label)
        : link(page, at(page.state, 'category', path), {}, label),
    ),
  );
  return h(
    'nav',
    { class: 'breadcrumbs', 'aria-label': t('breadcrumbs') },
    h('ol', {}, h('li', {}, link(page, at(page.state, 'start'), {}, t('start'))), ...items),
  );
}
