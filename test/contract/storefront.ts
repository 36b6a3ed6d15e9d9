/**
 * The public client, as it is, against a daemon. What it sends and gets is recorded on the way, and every answer is
 * held to the schema of its query, to the client's own types, and to the headers that all storefront answers have.
 */
import { type Config, elevate } from '@apptus/esales-api';
import { responseFaults } from '../api/response-faults.js';
import { ClientTypes } from './client-types.js';

/** One request of the client and its reply. */
export interface Exchanged {
  method: string;
  url: URL;
  contentType: string | null;
  status: number;
  headers: Headers;
  /** The JSON of the reply. */
  body: unknown;
}

export type Client = ReturnType<typeof elevate>;

export interface Storefront {
  /** A client of another market, locale or touchpoint. */
  client(config?: Partial<Config>): Client;
  query: Client['query'];
  notify: Client['notify'];
  /** The last exchange of any client here. */
  last(): Exchanged;
  /** Everything that was wrong with answers so far; each names the request. */
  faults: string[];
  types: ClientTypes;
  /** Fetches without looking at the answer. */
  unrecorded: typeof fetch;
}

/** The client's type of each answer, by the query as paths have it. */
export const KINDS = {
  autocomplete: 'Autocomplete',
  'search-page': 'SearchPage',
  'landing-page': 'LandingPage',
  'product-page': 'ProductPage',
  'cart-page': 'CartPage',
  'add-to-cart-popup': 'AddToCartPopup',
  'navigation-tree': 'NavigationTree',
  'content-search-page': 'ContentSearchPage',
  'content-information': 'ContentInformation',
  'sponsored-page': 'SponsoredPage',
  banners: 'Banners',
} as const;

/** A kind of swatch that the storefront document has and the client's type leaves out. */
const NOT_DECLARED = /swatch\.type: "TRANSPARENT" is not/;

export const UK = { market: 'uk', locale: 'en-GB', touchpoint: 'desktop' } as const;

/** Records from here on until the test ends. */
export function storefront(t: { teardown(fn: () => unknown): void }, url: string): Storefront {
  const types = new ClientTypes();
  const faults: string[] = [];
  let last: Exchanged | undefined;
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await send(input, init);
    const text = await response.clone().text();
    last = {
      method: request.method,
      url: new URL(request.url),
      contentType: request.headers.get('content-type'),
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    faults.push(
      ...faultsOf(last, types).map(fault => `${last!.method} ${last!.url.pathname}${last!.url.search}: ${fault}`),
    );
    return response;
  };
  t.teardown(() => {
    globalThis.fetch = send;
  });
  const session = () => ({ customerKey: 'a-customer', sessionKey: 'a-session' });
  const client = (config: Partial<Config> = {}) => elevate({ clusterId: url, session, ...UK, ...config });
  return {
    client,
    query: client().query,
    notify: client().notify,
    last: () => {
      if (last === undefined) throw new Error('nothing was sent yet');
      return last;
    },
    faults,
    types,
    unrecorded: send,
  };
}

function faultsOf({ url, status, headers, body }: Exchanged, types: ClientTypes): string[] {
  if (!url.pathname.startsWith('/api/storefront/v3/')) return [];
  const faults: string[] = [];
  if (!/^\d+$/.test(headers.get('x-response-time') ?? '')) faults.push('X-Response-Time is no whole number');
  if (headers.get('access-control-allow-origin') !== '*') faults.push('no Access-Control-Allow-Origin');
  if (headers.get('access-control-expose-headers') !== 'X-Response-Time, Retry-After')
    faults.push('headers are not exposed');
  if (status === 204) return body === undefined ? faults : [...faults, 'a body'];
  if (!/^application\/json/.test(headers.get('content-type') ?? '')) faults.push('not JSON');
  const name = url.pathname.split('/').at(-1) as keyof typeof KINDS;
  const kind = status === 200 ? name : 'error';
  faults.push(...responseFaults(kind, body).map(({ path, message }) => `${path}: ${message}`));
  if (status === 200) faults.push(...types.faults(KINDS[name], body).filter(fault => !NOT_DECLARED.test(fault)));
  else if ((body as { status: number }).status !== status) faults.push('the body states another status');
  return faults;
}
