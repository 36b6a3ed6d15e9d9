/** Questions to the daemon, by the names that the API has for them. */
import type { State } from '../page/state.js';
import { visitor } from '../visitor/visitor.js';
import { common, landingParameters, type Parameters, part, QUERIES, searchParameters, VIEWS } from './parameters.js';
import { type Answer, ApiError, send } from './request.js';
import type { MarketView, QueryName, QueryResponse } from './responses.js';

/** @param content what is asked for besides the parameters: lists, parts of the answer to include */
function ask<Name extends QueryName>(
  name: Name,
  state: State,
  parameters: Parameters,
  content: object | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer<QueryResponse<Name>>> {
  const options = signal === undefined ? {} : { signal };
  return send(`${QUERIES}/${name}`, { ...common(state, visitor), ...parameters }, content, options);
}

/** The response template that has what suggestions show of products, and no more. */
const SUGGESTIONS = 'suggestions';
let hasTemplate = false;

/** Markets and their locales. @throws ApiError of status 503 while there is no catalog */
export async function marketViews(): Promise<MarketView[]> {
  const { body } = await send<{ views: MarketView[]; templates: string[] }>(VIEWS, {});
  hasTemplate = body.templates.includes(SUGGESTIONS);
  return body.views;
}

export const autocomplete = (state: State, q: string, signal?: AbortSignal) =>
  ask('autocomplete', state, { q }, undefined, signal);

/** As `autocomplete`; where the shop has the template, products have what suggestions show of them alone. */
export async function suggestions(state: State, q: string, content: object | undefined, signal: AbortSignal) {
  if (hasTemplate) {
    try {
      return await ask('autocomplete', state, { q, templateId: SUGGESTIONS }, content, signal);
    } catch (error) {
      // It was there when the page was loaded.
      if (!(error instanceof ApiError) || error.code !== 'template_unknown') throw error;
      hasTemplate = false;
    }
  }
  return ask('autocomplete', state, { q }, content, signal);
}

export const searchPage = (state: State, content: object | undefined, signal?: AbortSignal) =>
  ask('search-page', state, searchParameters(state), content, signal);

/** @param pageReference an id or a path */
export const landingPage = (state: State, pageReference: string, content: object, signal: AbortSignal) =>
  ask('landing-page', state, landingParameters(state, pageReference), content, signal);

export const productPage = (state: State, productKey: string, content: object, signal: AbortSignal) =>
  ask('product-page', state, { productKey }, content, signal);

/** @param keys of variants, here and below */
export const cartPage = (state: State, keys: string[], content: object, signal: AbortSignal) =>
  ask('cart-page', state, { cart: keys.join('|') }, content, signal);

export const addToCartPopup = (state: State, variantKey: string, keys: string[], content: object) =>
  ask('add-to-cart-popup', state, { variantKey, cart: keys.join('|') }, content, undefined);

export const navigationTree = (state: State) => ask('navigation-tree', state, {}, undefined, undefined);

export function contentSearchPage(state: State, signal: AbortSignal) {
  const parameters: Parameters = { ...part(state), q: state.q };
  if (state.sort) parameters['sort'] = state.sort;
  if (state.origin) parameters['origin'] = state.origin;
  return ask('content-search-page', state, parameters, undefined, signal);
}

export const contentInformation = (state: State, contentKeys: string[], signal: AbortSignal) =>
  ask('content-information', state, { contentKeys: contentKeys.join('|') }, undefined, signal);

export const discoveryTopic = (state: State, resultTicket: string, signal: AbortSignal) =>
  ask('discovery-agent-topic', state, part(state), { resultTicket }, signal);

export const sponsoredPage = (state: State, pageReference: string, signal: AbortSignal) =>
  ask('sponsored-page', state, { pageReference }, undefined, signal);

export const banners = (state: State, pageReference: string, signal: AbortSignal) =>
  ask('banners', state, { pageReference }, undefined, signal);
