/**
 * Stands in the document itself and asks for what the address shows while the page's script is still on its way: on a slow
 * connection that saves what the script takes to arrive and to start.
 */
import { ASKED_BY_CATEGORY, ASKED_BY_PRODUCT, ASKED_BY_SEARCH, ASKED_BY_START } from './api/asked.js';
import { askEarly } from './api/early.js';
import {
  common,
  landingParameters,
  type Parameters,
  postOf,
  QUERIES,
  searchParameters,
  urlOf,
} from './api/parameters.js';
import { lastView } from './page/last-view.js';
import { parseState, type State, type ViewName } from './page/state.js';

type Question = [name: string, parameters: (state: State) => Parameters, content: object];

/** The question of a view that it has the most of its content from. */
const QUESTIONS: Partial<Record<ViewName, Question>> = {
  start: ['landing-page', state => landingParameters(state, '/'), ASKED_BY_START],
  search: ['search-page', searchParameters, ASKED_BY_SEARCH],
  category: ['landing-page', state => landingParameters(state, state.reference), ASKED_BY_CATEGORY],
  product: ['product-page', state => ({ productKey: state.reference }), ASKED_BY_PRODUCT],
};

const address = parseState(location.search);
const view = lastView(address);
const question = QUESTIONS[address.view];
if (view !== undefined && question !== undefined) {
  const state = { ...address, ...view };
  const [name, parameters, content] = question;
  askEarly(urlOf(`${QUERIES}/${name}`, { ...common(state), ...parameters(state) }), postOf(content));
}
