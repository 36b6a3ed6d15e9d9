/**
 * What the page asks first, for the daemon, which answers it in the document. Part of no document: a module of its own that the
 * daemon loads. A question that the page then asks differently is asked again, so that this may be wrong without harm.
 */
import { ASKED_BY_CATEGORY, ASKED_BY_PRODUCT, ASKED_BY_SEARCH, ASKED_BY_START } from './api/asked.js';
import {
  common,
  landingParameters,
  type Parameters,
  QUERIES,
  searchParameters,
  urlOf,
  VIEWS,
} from './api/parameters.js';
import type { MarketView, QueryName } from './api/responses.js';
import { firstView } from './page/first-view.js';
import { parseState, type State } from './page/state.js';
import { readCookies } from './visitor/cookies.js';
import type { Asker } from './visitor/document-answers.js';

export interface DocumentRequest {
  /** What follows `?` in the address. */
  search: string;
  /** The headers. */
  cookie: string;
  /** The browser's first, such as `en-GB`. */
  language: string;
  mobile: boolean;
  views: MarketView[];
  /** Keys for a visitor who has none. */
  newKey(): string;
}

export interface Question {
  url: string;
  /** The body of a POST; absent for a GET. */
  content?: string;
}

export interface FirstQuestions {
  asker: Asker;
  /** Where the page asks which markets there are. */
  views: string;
  questions: Question[];
}

type Asked = [name: QueryName, parameters: Parameters, content?: object];

/** What a view waits for. */
function askedBy(state: State): Asked[] {
  const { view, reference, q, facets } = state;
  switch (view) {
    case 'start':
      return [
        ['landing-page', landingParameters(state, '/'), ASKED_BY_START],
        ['autocomplete', { q: '' }],
      ];
    case 'search':
      return [
        ['search-page', searchParameters(state), ASKED_BY_SEARCH],
        ...(q === '' && facets.size === 0 ? [['autocomplete', { q: '' }] satisfies Asked] : []),
      ];
    case 'category':
      return [
        ['landing-page', landingParameters(state, reference), ASKED_BY_CATEGORY],
        ['sponsored-page', { pageReference: reference }],
        ['banners', { pageReference: reference }],
      ];
    case 'product':
      return [['product-page', { productKey: reference }, ASKED_BY_PRODUCT]];
    default:
      return [];
  }
}

/** @throws RangeError where the language is none */
export function firstQuestions({ search, cookie, language, mobile, views, newKey }: DocumentRequest): FirstQuestions {
  const told = readCookies(cookie);
  const { customerKey = newKey(), sessionKey = newKey() } = told ?? {};
  const asker: Asker = { customerKey, sessionKey, touchpoint: mobile ? 'MOBILE' : 'DESKTOP' };
  const address = parseState(search);
  const view = firstView(views, address, told, language);
  const state = { ...address, ...view };
  const asked: Asked[] = view ? [...askedBy(state), ['navigation-tree', {}]] : [];
  const questions = asked.map(([name, parameters, content]) => ({
    url: urlOf(`${QUERIES}/${name}`, { ...common(state, asker), ...parameters }),
    ...(content && { content: JSON.stringify(content) }),
  }));
  return { asker, views: urlOf(VIEWS, {}), questions };
}
