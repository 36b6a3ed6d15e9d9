/**
 * The shop's departments: the bar below the header and the directory of the start page. A shop without navigation has
 * its top categories instead, as filters of a search.
 */
import { ApiError, navigationTree, searchPage } from '../api/queries.js';
import { fill, h } from '../dom/elements.js';
import { link, shopLink } from '../page/links.js';
import { at, searchFor, withFacet } from '../page/state.js';
import { t } from '../texts/text.js';

const BELOW_SHOWN = 7;

const byCategory = (state, id) => withFacet(searchFor(state, ''), 'category', { values: new Set([id]) });

/** Departments made of the values of the category facet. */
async function fromFacet(state, signal) {
  const { body } = await searchPage({ ...searchFor(state, ''), page: 1 }, undefined, signal);
  const values = body.primaryList.facets.find(facet => facet.id === 'category')?.values ?? [];
  const label = value => value.label.split(' > ').at(-1);
  const entry = value => ({ label: label(value), next: byCategory(state, value.id), children: [] });
  const isTop = value => !value.id.includes(' > ');
  return values.filter(isTop).map(top => ({
    ...entry(top),
    children: values
      .filter(value => value.id.startsWith(`${top.id} > `) && value.id.split(' > ').length === 2)
      .map(entry),
  }));
}

const entryOf = (node, state) => ({
  label: node.label,
  path: node.path,
  address: node.type === 'PAGE_LINK' ? node.link : undefined,
  next: at(state, 'category', node.path),
  children: node.children.filter(child => child.type === 'PRODUCT').map(child => entryOf(child, state)),
});

/** @returns {Promise<object[]>} departments, each {label, next, path?, address?, children} */
export async function departments(state, signal) {
  const { body } = await navigationTree(state, signal);
  const nodes = body.tree.children.filter(node => node.type === 'PRODUCT' || node.type === 'PAGE_LINK');
  return nodes.length > 0 ? nodes.map(node => entryOf(node, state)) : fromFacet(state, signal);
}

const entryLink = (entry, page, properties, ...children) =>
  entry.address === undefined
    ? link(page, entry.next, properties, ...children)
    : shopLink(page, entry.address, path => at(page.state, 'category', path), properties, ...children);

const isWithin = (path, { view, reference }) =>
  view === 'category' && path !== undefined && (reference === path || reference.startsWith(`${path}/`));

/** The bar, and the departments of the market and language shown; both do without those that do not come. */
export function categoryBar(bar) {
  let view = '';
  let coming = Promise.resolve([]);
  let found = [];

  function draw(page) {
    const { state } = page;
    const current = is => (is ? 'true' : undefined);
    const reads = state.view === 'articles' || state.view === 'article';
    fill(
      bar,
      link(
        page,
        searchFor(state, ''),
        { 'aria-current': current(state.view === 'search' && !state.q) },
        t('allProducts'),
      ),
      ...found.map(entry =>
        entryLink(entry, page, { 'aria-current': current(isWithin(entry.path, state)) }, entry.label),
      ),
      link(page, at(state, 'articles'), { 'aria-current': current(reads) }, t('articles')),
    );
    const here = bar.querySelector('[aria-current]');
    if (here) bar.scrollLeft = here.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2;
  }

  async function load(state) {
    try {
      return await departments(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      view = '';
      return [];
    }
  }

  /** Asks once for each market and language. */
  async function known({ state }) {
    const wanted = `${state.market}|${state.locale}`;
    if (view !== wanted) {
      view = wanted;
      coming = load(state);
    }
    const mine = coming;
    const departments = await mine;
    if (mine === coming) found = departments;
    return departments;
  }
  return { draw, known };
}

/** All departments with what is in them. */
export function directory(found, page) {
  if (found.length === 0) return undefined;
  const title = entry => h('h3', {}, entryLink(entry, page, {}, entry.label));
  const block = entry => {
    const rest = entry.children.length - BELOW_SHOWN;
    const below = entry.children
      .slice(0, BELOW_SHOWN)
      .map(child => h('li', {}, entryLink(child, page, {}, child.label)));
    if (rest > 0) below.push(h('li', {}, entryLink(entry, page, { class: 'rest' }, t('more', rest))));
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
