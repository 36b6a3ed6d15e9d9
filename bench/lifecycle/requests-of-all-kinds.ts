/**
 * A request of every kind that a shop sends, by number: another number is another text or product, so that what is
 * asked twice is a kind and not an answer.
 */
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import { ADMIN_PATH, adminHeaders } from '../harness/admin.js';
import { parsedJson } from '../harness/parsed-json.js';

export interface KindOfRequest {
  name: string;
  /** @returns the path with its query string, and the body of a POST, as JSON */
  make(number: number): { path: string; body?: unknown };
}

const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
const STOREFRONT_PATH = '/api/storefront/v3';
const WORDS = ['helmet', 'lamp', 'shirt', 'dress', 'chair', 'table', 'sofa', 'jacket', 'boots', 'mug'];

const SearchPage = Compile(QUERY_RESPONSES['search-page']);

/**
 * @param url of a daemon
 * @param texts that the catalog has, most frequent first
 */
export async function kindsOfRequests(url: string, texts: readonly string[]): Promise<KindOfRequest[]> {
  const { keys, tickets } = await shown(url);
  const text = (number: number) => encodeURIComponent(texts[(number * 7919) % texts.length]);
  const key = (number: number) => keys[number % keys.length];
  const visitor = (number: number) => `customerKey=first-${number}&sessionKey=first-${number}`;
  const query = (
    page: string,
    name: string,
    parameters: (number: number) => string,
    body?: (number: number) => unknown,
  ) => ({
    name,
    make: (number: number) => ({
      path: `${STOREFRONT_PATH}/queries/${page}?${CONTEXT}&${visitor(number)}&${parameters(number)}`,
      ...(body && { body: body(number) }),
    }),
  });
  const admin = (path: string) => ({ name: path, make: () => ({ path: `${ADMIN_PATH}/${path}` }) });
  const notification = (name: string, body: (number: number) => unknown) => ({
    name: `${name} notification`,
    make: (number: number) => ({
      path: `${STOREFRONT_PATH}/notifications/${name}?market=uk&${visitor(number)}`,
      body: body(number),
    }),
  });
  const shownAs = (number: number) => ({ ticket: tickets[number % tickets.length] });
  const lists = (...algorithms: string[]) => algorithms.map(algorithm => ({ id: algorithm, algorithm, limit: 10 }));
  return [
    query('search-page', 'search page', number => `q=${text(number)}`),
    query(
      'search-page',
      'search page, mistyped',
      number => `q=${misspelled(WORDS[number % WORDS.length])}+${text(number)}`,
    ),
    query('search-page', 'search page, colour selected', number => `q=${text(number)}&f.color=BLACK`),
    query('search-page', 'search page by price', number => `q=${text(number)}&sort=PRICE_ASCENDING`),
    query(
      'search-page',
      'search page, exclusion',
      number => `q=${text(number)}+without+${WORDS[number % WORDS.length]}`,
    ),
    query('search-page', 'search page, second', number => `q=${text(number)}&skip=60`),
    query(
      'autocomplete',
      'autocomplete, two letters',
      number => `q=${texts[(number * 31) % texts.length].slice(0, 2)}`,
    ),
    query('autocomplete', 'autocomplete, words', number => `q=${text(number)}`),
    query(
      'landing-page',
      'landing page',
      () => 'pageReference=%2F',
      () => ({
        primaryList: { include: true },
        recommendationLists: lists('TOP_PRODUCTS'),
      }),
    ),
    query(
      'product-page',
      'product page, recommendations',
      number => `productKey=${key(number)}`,
      () => ({
        productGroup: { include: true },
        recommendationLists: lists('ALTERNATIVES', 'STYLE_WITH', 'UPSELL', 'TOP_PRODUCTS'),
      }),
    ),
    query(
      'cart-page',
      'cart page',
      number => `cart=${key(number)}`,
      () => ({
        cart: { include: true },
        recommendationLists: lists('CART'),
      }),
    ),
    query(
      'add-to-cart-popup',
      'add-to-cart popup',
      number => `variantKey=${key(number)}-1`,
      () => ({
        recommendationLists: lists('ADD_TO_CART_RECS'),
      }),
    ),
    query('navigation-tree', 'navigation tree', () => ''),
    query('content-search-page', 'content search', number => `q=${text(number)}`),
    query('content-information', 'content information', number => `contentKeys=none-${number}`),
    query('sponsored-page', 'sponsored page', number => `pageReference=%2F${number}`),
    query('banners', 'banners', number => `pageReference=%2F${number}`),
    {
      name: 'explain',
      make: number => ({
        path: `${ADMIN_PATH}/explain`,
        body: {
          query: 'search-page',
          parameters: { market: 'uk', locale: 'en-GB', q: texts[(number * 7919) % texts.length] },
          products: [key(number)],
        },
      }),
    },
    notification('click', shownAs),
    notification('add-to-cart', shownAs),
    notification('add-favorite', number => ({ productKey: key(number) })),
    admin('snapshots'),
    { name: 'metrics', make: () => ({ path: '/metrics' }) },
  ];
}

/** Keys of products and tickets, of one search page. */
async function shown(url: string): Promise<{ keys: string[]; tickets: string[] }> {
  const path = `${STOREFRONT_PATH}/queries/search-page?${CONTEXT}&userContext=SYNTHETIC&q=&limit=200`;
  const response = await fetch(`${url}${path}`);
  const { primaryList } = parsedJson(SearchPage, await response.text(), 'search page');
  const products = primaryList.productGroups.flatMap(group => group.products);
  return { keys: products.map(product => product.key), tickets: products.map(({ ticket }) => ticket) };
}

/** Two neighbouring letters change places. */
function misspelled(word: string): string {
  return word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4);
}

/** Of a request. */
export function headersOf(path: string): Record<string, string> {
  return path.startsWith(ADMIN_PATH)
    ? { ...adminHeaders(), 'Content-Type': 'application/json' }
    : { 'Content-Type': 'text/plain' };
}
