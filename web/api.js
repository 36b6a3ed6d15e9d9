/**
 * Questions to the daemon. An answer is {body, engineMs, roundTripMs}; anything else is thrown as an ApiError with
 * the daemon's own message.
 */
import { visitor } from './visitor.js';

export const PAGE_SIZE = 30;

export class ApiError extends Error {
  /** @param {number} status 0 when there was no answer at all */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function get(path, parameters, signal) {
  const started = performance.now();
  let response;
  try {
    response = await fetch(`${path}?${new URLSearchParams(parameters)}`, { signal });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, error.message);
  }
  const body = await response.json().catch(() => undefined);
  if (!response.ok || body === undefined) {
    throw new ApiError(response.status, body?.message ?? `${response.status} ${response.statusText}`);
  }
  return {
    body,
    engineMs: Number(response.headers.get('X-Response-Time') ?? Number.NaN),
    roundTripMs: performance.now() - started,
  };
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

/** Markets and their locales: [{market, locale}]. Throws an ApiError of status 503 while there is no catalog. */
export async function views() {
  return (await get('/api/preview/views', {})).body.views;
}

export function autocomplete(state, q, signal) {
  return get('/api/storefront/v3/queries/autocomplete', { ...common(state), q }, signal);
}

export function searchPage(state, signal) {
  const parameters = { ...common(state), q: state.q, limit: PAGE_SIZE, skip: (state.page - 1) * PAGE_SIZE };
  parameters.presentCustom = 'material|usage|season|fit|care';
  if (state.sort) parameters.sort = state.sort;
  if (state.origin) parameters.origin = state.origin;
  if (state.secondary) parameters.viewAllSecondary = 'true';
  for (const [id, selection] of state.facets) {
    if (selection.values) parameters[`f.${id}`] = [...selection.values].join('|');
    if (selection.checked) parameters[`f.${id}`] = 'true';
    if (selection.min !== undefined) parameters[`f.${id}.min`] = selection.min;
    if (selection.max !== undefined) parameters[`f.${id}.max`] = selection.max;
  }
  return get('/api/storefront/v3/queries/search-page', parameters, signal);
}
