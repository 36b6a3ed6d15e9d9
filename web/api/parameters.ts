/** The addresses of questions to the daemon, and what goes in them: the same in the page and in the daemon that answers in its document. */
import { facetParameters, type State } from '../page/state.js';
import type { Asker } from '../visitor/document-answers.js';

export const PAGE_SIZE = 30;

export const QUERIES = '/api/storefront/v3/queries';

export type Parameters = Record<string, string | number>;

/** Where the markets and their locales are listed. */
export const VIEWS = '/api/preview/views';

export const common = (state: State, { touchpoint, customerKey, sessionKey }: Asker): Parameters => ({
  market: state.market,
  locale: state.locale,
  touchpoint,
  customerKey,
  sessionKey,
  ...state.context,
});

export const part = ({ page }: State): Parameters => ({ limit: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE });

const listing = (state: State): Parameters => ({
  ...part(state),
  ...(state.sort && { sort: state.sort }),
  ...Object.fromEntries(facetParameters(state.facets)),
});

export function searchParameters(state: State): Parameters {
  const parameters: Parameters = { ...listing(state), q: state.q };
  if (state.origin) parameters['origin'] = state.origin;
  if (state.secondary) parameters['viewAllSecondary'] = 'true';
  if (state.category) parameters['selectedCategory'] = state.category;
  return parameters;
}

/** @param pageReference an id or a path */
export const landingParameters = (state: State, pageReference: string): Parameters => ({
  ...listing(state),
  pageReference,
});

export function urlOf(path: string, parameters: Parameters): string {
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(texts)}`;
}

/** Text, which a browser asks no other origin's leave for. */
export const CONTENT_TYPE = 'text/plain';
