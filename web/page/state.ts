/**
 * What the page shows, as the address says it: everything can be linked, and back and forward work. A state is a plain
 * object that is never changed in place.
 */

export type ViewName =
  | 'start'
  | 'search'
  | 'category'
  | 'product'
  | 'cart'
  | 'favorites'
  | 'articles'
  | 'article'
  | 'topic';

/** What is selected of a facet: values of which any may hold, a ticked box, or a range with one bound or two. */
export interface FacetSelection {
  values?: ReadonlySet<string>;
  checked?: true;
  min?: number;
  max?: number;
}

export interface State {
  view: ViewName;
  /** Which one of its kind: a path, a product key, a content key, the ticket of a topic; otherwise empty. */
  reference: string;
  market: string;
  locale: string;
  q: string;
  /** By the id of the facet. */
  facets: ReadonlyMap<string, FacetSelection>;
  /** Path of the navigation node that a search stays below. */
  category: string;
  sort: string;
  /** From 1. */
  page: number;
  /** How the visitor came to search, as the API names it. */
  origin: string;
  /** Whether the secondary list is shown in place of the primary one. */
  secondary: boolean;
  /** Parameters that are passed on as they are (price id, stores, channels). */
  context: Record<string, string>;
}

const CONTEXT = ['priceId', 'stores', 'channels'];

/** Views of one of their kind, by the parameter that says which. */
const REFERENCES: Record<string, ViewName> = { product: 'product', in: 'category', content: 'article', topic: 'topic' };
/** Views that `show` names. */
const SHOWN: readonly ViewName[] = ['search', 'articles', 'cart', 'favorites'];
/** What makes a search of an address that names no view. */
const SEARCHES = ['q', 'sort', 'page', 'origin', 'secondary', 'category'];

const EMPTY: State = {
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

function viewOf(parameters: URLSearchParams): Pick<State, 'view' | 'reference'> {
  for (const [name, view] of Object.entries(REFERENCES)) {
    const reference = parameters.get(name);
    if (reference) return { view, reference };
  }
  const shown = SHOWN.find(view => view === parameters.get('show'));
  if (shown !== undefined) return { view: shown, reference: '' };
  const searches = [...parameters.keys()].some(name => SEARCHES.includes(name) || name.startsWith('f.'));
  return { view: searches ? 'search' : 'start', reference: '' };
}

function facetsOf(parameters: URLSearchParams): Map<string, FacetSelection> {
  const facets = new Map<string, FacetSelection>();
  for (const [name, value] of parameters) {
    if (!name.startsWith('f.') || value === '') continue;
    const [, id, bound] = /^f\.(.+)\.(min|max)$/.exec(name) ?? [];
    if (id !== undefined && bound !== undefined && Number.isFinite(Number(value))) {
      facets.set(id, { ...facets.get(id), [bound]: Number(value) });
    } else if (value === 'true') facets.set(name.slice(2), { checked: true });
    else facets.set(name.slice(2), { values: new Set(value.split('|')) });
  }
  return facets;
}

/** @param search the query part of an address */
export function parseState(search: string): State {
  const parameters = new URLSearchParams(search);
  const text = (name: string) => parameters.get(name) ?? '';
  const page = Number(parameters.get('page') ?? 1);
  return {
    ...viewOf(parameters),
    market: text('market'),
    locale: text('locale'),
    q: text('q'),
    facets: facetsOf(parameters),
    category: text('category'),
    sort: text('sort'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    origin: text('origin'),
    secondary: text('secondary') === 'true',
    context: Object.fromEntries(CONTEXT.filter(name => text(name)).map(name => [name, text(name)])),
  };
}

/** What is selected as parameters, of an address as of a query: `f.brand=A|B`, `f.new=true`, `f.price.min=10`. */
export function facetParameters(facets: State['facets']): [name: string, value: string][] {
  const parameters: [string, string][] = [];
  for (const [id, { values, checked, min, max }] of facets) {
    if (values) parameters.push([`f.${id}`, [...values].join('|')]);
    if (checked) parameters.push([`f.${id}`, 'true']);
    if (min !== undefined) parameters.push([`f.${id}.min`, String(min)]);
    if (max !== undefined) parameters.push([`f.${id}.max`, String(max)]);
  }
  return parameters;
}

/** The address of a state; members at their defaults are left out. */
export function formatState(state: State): string {
  const parameters = new URLSearchParams({ market: state.market, locale: state.locale });
  if (state.q) parameters.set('q', state.q);
  for (const [name, value] of facetParameters(state.facets)) parameters.set(name, value);
  if (state.sort) parameters.set('sort', state.sort);
  if (state.page > 1) parameters.set('page', String(state.page));
  if (state.origin) parameters.set('origin', state.origin);
  if (state.secondary) parameters.set('secondary', 'true');
  for (const [name, value] of Object.entries(state.context)) parameters.set(name, value);
  if (state.category) parameters.set('category', state.category);
  const [name] = Object.entries(REFERENCES).find(([, view]) => view === state.view) ?? [];
  if (name !== undefined) parameters.set(name, state.reference);
  else if (state.view !== viewOf(parameters).view) parameters.set('show', state.view);
  return `?${parameters}`;
}

/** Another page of the same market and language; filters, order and page start afresh. */
export const at = (state: State, view: ViewName, reference = ''): State => ({
  ...EMPTY,
  view,
  reference,
  market: state.market,
  locale: state.locale,
  context: state.context,
});

/** A new search. */
export const searchFor = (state: State, q: string, origin = ''): State => ({ ...at(state, 'search'), q, origin });

/** The same search with the selection of one facet replaced; undefined takes it away. */
export function withFacet(state: State, id: string, selection: FacetSelection | undefined): State {
  const facets = new Map(state.facets);
  if (selection === undefined || selection.values?.size === 0) facets.delete(id);
  else facets.set(id, selection);
  return { ...state, facets, page: 1 };
}

const isBelow = (value: string, path: string) => value.startsWith(`${path} > `);

/**
 * Adds a value to a facet's selection, or takes it away. Values of a facet are alternatives, so a category narrows
 * only when those above it leave the selection; those below it would change nothing and leave as well.
 */
export function toggleValue(state: State, id: string, value: string): State {
  const values = new Set(state.facets.get(id)?.values);
  if (!values.delete(value)) {
    for (const other of values) if (isBelow(other, value) || isBelow(value, other)) values.delete(other);
    values.add(value);
  }
  return withFacet(state, id, { values });
}
