/**
 * What the page shows, as the address says it: everything can be linked, and back and forward work. A state is a plain
 * object that is never changed in place.
 *
 * `view`: what kind of page; `reference`: which one of its kind (path, product key, content key, ticket of a topic).
 * `facets`: id → {values: Set} | {checked: true} | {min?, max?}. `category`: path of the navigation node that a search
 * stays below. `context`: parameters that are passed on as they are (price id, stores, channels).
 */

const CONTEXT = ['priceId', 'stores', 'channels'];

/** Views of one of their kind, by the parameter that says which. */
const REFERENCES = { product: 'product', in: 'category', content: 'article', topic: 'topic' };
/** Views that `show` names. */
const SHOWN = ['search', 'articles', 'cart', 'favorites'];
/** What makes a search of an address that names no view. */
const SEARCHES = ['q', 'sort', 'page', 'origin', 'secondary', 'category'];

export const EMPTY = {
  view: 'start',
  reference: '',
  market: '',
  locale: '',
  q: '',
  facets: new Map(),
  category: '',
  sort: '',
  page: 1,
  origin: '',
  secondary: false,
  context: {},
};

function viewOf(parameters) {
  for (const [name, view] of Object.entries(REFERENCES)) {
    if (parameters.get(name)) return { view, reference: parameters.get(name) };
  }
  const shown = parameters.get('show');
  if (SHOWN.includes(shown)) return { view: shown, reference: '' };
  const searches = [...parameters.keys()].some(name => SEARCHES.includes(name) || name.startsWith('f.'));
  return { view: searches ? 'search' : 'start', reference: '' };
}
/** @param {string} search the query part of an address */
export function parseState(search) {
  const parameters = new URLSearchParams(search);
  const facets = new Map();
  for (const [name, value] of parameters) {
    if (!name.startsWith('f.') || value === '') continue;
    const bound = /^f\.(.+)\.(min|max)$/.exec(name);
    if (bound && Number.isFinite(Number(value))) {
      facets.set(bound[1], { ...facets.get(bound[1]), [bound[2]]: Number(value) });
    } else if (value === 'true') facets.set(name.slice(2), { checked: true });
    else facets.set(name.slice(2), { values: new Set(value.split('|')) });
  }
  const page = Number(parameters.get('page') ?? 1);
  return {
    ...EMPTY,
    ...viewOf(parameters),
    market: parameters.get('market') ?? '',
    locale: parameters.get('locale') ?? '',
    q: parameters.get('q') ?? '',
    facets,
    category: parameters.get('category') ?? '',
    sort: parameters.get('sort') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    origin: parameters.get('origin') ?? '',
    secondary: parameters.get('secondary') === 'true',
    context: Object.fromEntries(CONTEXT.filter(name => parameters.get(name)).map(name => [name, parameters.get(name)])),
  };
}

/** The address of a state; members at their defaults are left out. */
export function formatState(state) {
  const parameters = new URLSearchParams({ market: state.market, locale: state.locale });
  if (state.q) parameters.set('q', state.q);
  for (const [id, selection] of state.facets) {
    if (selection.values) parameters.set(`f.${id}`, [...selection.values].join('|'));
    if (selection.checked) parameters.set(`f.${id}`, 'true');
    if (selection.min !== undefined) parameters.set(`f.${id}.min`, selection.min);
    if (selection.max !== undefined) parameters.set(`f.${id}.max`, selection.max);
  }
  if (state.sort) parameters.set('sort', state.sort);
  if (state.page > 1) parameters.set('page', state.page);
  if (state.origin) parameters.set('origin', state.origin);
  if (state.secondary) parameters.set('secondary', 'true');
  for (const [name, value] of Object.entries(state.context)) parameters.set(name, value);
  if (state.category) parameters.set('category', state.category);
  const [name] = Object.entries(REFERENCES).find(([, view]) => view === state.view) ?? [];
  if (name) parameters.set(name, state.reference);
  else if (state.view !== viewOf(parameters).view) parameters.set('show', state.view);
  return `?${parameters}`;
}

/** Another page of the same market and language; filters, order and page start afresh. */
export const at = (state, view, reference = '') => ({
  ...EMPTY,
  view,
  reference,
  market: state.market,
  locale: state.locale,
  context: state.context,
});

/** A new search. */
export const searchFor = (state, q, origin = '') => ({ ...at(state, 'search'), q, origin });

/** The same search with one facet's selection replaced; undefined takes it away. */
export function withFacet(state, id, selection) {
  const facets = new Map(state.facets);
  const nothing = !selection || (selection.values && selection.values.size === 0);
  if (nothing) facets.delete(id);
  else facets.set(id, selection);
  return { ...state, facets, page: 1 };
}

const isBelow = (value, path) => value.startsWith(`${path} > `);

/**
 * Adds a value to a facet's selection, or takes it away. Values of a facet are alternatives, so a category narrows
 * only when those above it leave the selection; those below it would change nothing and leave as well.
 */
export function toggleValue(state, id, value) {
  const values = new Set(state.facets.get(id)?.values);
  if (!values.delete(value)) {
    for (const other of values) if (isBelow(other, value) || isBelow(value, other)) values.delete(other);
    values.add(value);
  }
  return withFacet(state, id, { values });
}
