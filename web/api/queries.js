/**
 * Questions to the daemon, and what it is told. An answer is {body, engineMs, roundTripMs}; anything else is thrown as
 * an ApiError with the daemon's own message. Every request is reported to `traffic.js`, which shows them.
 */

import { visitor } from '../visitor/visitor.js';
import { record } from './traffic.js';

export const PAGE_SIZE = 30;

const QUERIES = '/api/storefront/v3/queries';
const NOTIFICATIONS = '/api/storefront/v3/notifications';

export class ApiError extends Error {
  /** @param {number} status 0 when there was no answer at all */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {unknown} content becomes the body of a POST; a GET without it */
async function send(path, parameters, content, options = {}) {
  const url = `${path}?${new URLSearchParams(parameters)}`;
  const method = content === undefined ? 'GET' : 'POST';
  const post = { method, body: JSON.stringify(content), headers: { 'Content-Type': 'text/plain' } };
  const started = performance.now();
  const took = () => performance.now() - started;
  let response;
  let body;
  try {
    response = await fetch(url, { ...(method === 'POST' && post), ...options });
    body = await response.json().catch(error => {
      // An answer may have no body; one that was cut off by a newer question is not an answer.
      if (error.name === 'AbortError') throw error;
      return undefined;
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    record({ method, path, url, content, status: 0, body: error.message, engineMs: Number.NaN, roundTripMs: took() });
    throw new ApiError(0, error.message);
  }
  const engineMs = Number(response.headers.get('X-Response-Time') ?? Number.NaN);
  const answer = { body, engineMs, roundTripMs: took() };
  record({ method, path, url, content, status: response.status, ...answer });
  if (!response.ok || (body === undefined && response.status !== 204)) {
    throw new ApiError(response.status, body?.message ?? `${response.status} ${response.statusText}`);
  }
  return answer;
}

function common(state) {
  return {
    market: state.market,
    locale: state.locale,
    touchpoint: matchMedia('(max-width: 640px)').matches ? 'MOBILE' : 'DESKTOP',
    ...visitor,
    ...state.context,
  };
}

function ask(name, state, parameters, content, signal) {
  return send(`${QUERIES}/${name}`, { ...common(state), ...parameters }, content, { signal });
}

const part = ({ page }) => ({ limit: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE });

function listing(state) {
  const parameters = part(state);
  if (state.sort) parameters.sort = state.sort;
  for (const [id, selection] of state.facets) {
    if (selection.values) parameters[`f.${id}`] = [...selection.values].join('|');
    if (selection.checked) parameters[`f.${id}`] = 'true';
    if (selection.min !== undefined) parameters[`f.${id}.min`] = selection.min;
    if (selection.max !== undefined) parameters[`f.${id}.max`] = selection.max;
  }
  return parameters;
}

/** Markets and their locales: [{market, locale}]. Throws an ApiError of status 503 while there is no catalog. */
export async function views() {
  return (await send('/api/preview/views', {})).body.views;
}

/** @param {object} [content] such as content lists */
export const autocomplete = (state, q, signal, content) => ask('autocomplete', state, { q }, content, signal);

export function searchPage(state, content, signal) {
  const parameters = { ...listing(state), q: state.q };
  if (state.origin) parameters.origin = state.origin;
  if (state.secondary) parameters.viewAllSecondary = 'true';
  if (state.category) parameters.selectedCategory = state.category;
  return ask('search-page', state, parameters, content, signal);
}

/** @param {string} pageReference an id or a path */
export const landingPage = (state, pageReference, content, signal) =>
  ask('landing-page', state, { ...listing(state), pageReference }, content, signal);

export const productPage = (state, productKey, content, signal) =>
  ask('product-page', state, { productKey }, content, signal);

/** @param {string[]} keys of variants, here and below */
export const cartPage = (state, keys, content, signal) =>
  ask('cart-page', state, { cart: keys.join('|') }, content, signal);

export const addToCartPopup = (state, variantKey, keys, content, signal) =>
  ask('add-to-cart-popup', state, { variantKey, cart: keys.join('|') }, content, signal);

export const navigationTree = (state, signal) => ask('navigation-tree', state, {}, undefined, signal);

export function contentSearchPage(state, signal) {
  const parameters = { ...part(state), q: state.q };
  if (state.sort) parameters.sort = state.sort;
  if (state.origin) parameters.origin = state.origin;
  return ask('content-search-page', state, parameters, undefined, signal);
}

export const contentInformation = (state, contentKeys, signal) =>
  ask('content-information', state, { contentKeys: contentKeys.join('|') }, undefined, signal);

export const discoveryTopic = (state, resultTicket, signal) =>
  ask('discovery-agent-topic', state, part(state), { resultTicket }, signal);

/** @param {'sponsored-page' | 'banners'} name */
export const retailMedia = (name, state, pageReference, signal) =>
  ask(name, state, { pageReference }, undefined, signal);

/**
 * Tells what the visitor did; resolves when the daemon has written it down.
 * @param {string} name such as `add-favorite`
 */
export async function notify(name, { market }, content = {}) {
  // The page may be left at once: the request outlives it.
  await send(`${NOTIFICATIONS}/${name}`, { market, ...visitor }, content, { keepalive: true });
}

/** The same where nobody waits for it: a click that goes unrecorded must not keep the visitor from the product. */
export function mention(name, state, content) {
  notify(name, state, content).catch(error => {
    if (!(error instanceof ApiError)) throw error;
  });
}
