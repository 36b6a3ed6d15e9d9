/**
 * The storefront of a shop in one market and language: its queries, and what it tells of the visitor. Types of
 * parameters, bodies and answers are those of the daemon's description.
 */
import type { components, operations } from './openapi.js';
import { type CallOptions, Transport, type TransportOptions } from './transport.js';
import { Visitor, type VisitorOptions } from './visitor.js';

type Schemas = components['schemas'];

const QUERIES = [
  'autocomplete',
  'searchPage',
  'landingPage',
  'productPage',
  'cartPage',
  'addToCartPopup',
  'navigationTree',
  'contentSearchPage',
  'contentInformation',
  'discoveryAgentTopic',
  'sponsoredPage',
  'banners',
] as const;

export type QueryName = (typeof QUERIES)[number];

/** Of requests about a visitor: what the client itself knows. */
type Known = 'market' | 'locale' | 'touchpoint' | 'customerKey' | 'sessionKey' | 'userContext' | 'facets';
type OperationWithBody<Name extends QueryName> = `${Name}WithBody` extends keyof operations
  ? operations[`${Name}WithBody`]
  : operations[Name];
type BodyIn<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : undefined;

/** What visitors have selected in facets, by the ids of facets: values (any of them), a range, or a tick. */
export type Selection = Record<
  string,
  readonly string[] | { min?: number | undefined; max?: number | undefined } | boolean
>;

export type Parameters<Name extends QueryName> = Omit<operations[Name]['parameters']['query'], Known> &
  (operations[Name]['parameters']['query'] extends { facets?: unknown } ? { facets?: Selection } : unknown) &
  Partial<View>;
export type Body<Name extends QueryName> = BodyIn<OperationWithBody<Name>>;
export type Answer<Name extends QueryName> = operations[Name]['responses'][200]['content']['application/json'];

/** Parameters may be left out where a query needs none. */
type Arguments<Name extends QueryName> =
  Record<never, never> extends Parameters<Name>
    ? [parameters?: Parameters<Name>, body?: Body<Name>, options?: CallOptions]
    : [parameters: Parameters<Name>, body?: Body<Name>, options?: CallOptions];

export type Queries = { [Name in QueryName]: (...given: Arguments<Name>) => Promise<Answer<Name>> };

export type Product = Schemas['Product'];
export type Variant = Product['variants'][number];
export type ProductGroup = Schemas['ProductGroup'];
export type Facet = Schemas['Facet'];
export type PrimaryList = Schemas['PrimaryList'];
export type RecommendationList = Schemas['RecommendationList'];

/** By name, the body of each. */
interface Notifications {
  click: Schemas['TicketBody'];
  'add-to-cart': Schemas['TicketBody'];
  'ad-impression': Schemas['TicketBody'];
  'add-favorite': Schemas['FavoriteBody'];
  'remove-favorite': Schemas['FavoriteBody'];
  'remove-recent-searches': Schemas['RecentSearchesBody'];
  'remove-recently-viewed': Schemas['RecentlyViewedBody'];
  end: undefined;
}
export type NotificationName = keyof Notifications;

/** A product with its list, as it was shown. */
export interface Shown {
  product: Product;
  /** The id of the list, and the position in it from 0. */
  list: string;
  index: number;
}

/** What listeners of a storefront are told. */
export type StorefrontEvent =
  | {
      [Name in QueryName]: { kind: 'answer'; query: Name; parameters: Parameters<Name>; answer: Answer<Name> };
    }[QueryName]
  | { [Name in NotificationName]: { kind: 'told'; notification: Name; body: Notifications[Name] } }[NotificationName]
  | { kind: 'seen'; shown: Shown[] };

/** What products are shown for. */
export interface View {
  market: string;
  locale: string;
  touchpoint: 'DESKTOP' | 'MOBILE';
}

export interface StorefrontOptions extends TransportOptions {
  market: string;
  locale: string;
  /** Of the device; DESKTOP unless stated. */
  touchpoint?: View['touchpoint'];
  visitor?: VisitorOptions | Visitor;
  /** Parameters of all queries: channels, stores, priceId, templateId and the like. */
  parameters?: Partial<Parameters<'autocomplete'>>;
}

export interface Storefront extends Queries {
  readonly visitor: Visitor;
  readonly view: View;
  /** The visitor has followed a product, a variant or content, by its ticket. */
  click(ticket: string): Promise<void>;
  /** A variant, or a product that has but one, was put into the cart. */
  addToCart(ticket: string): Promise<void>;
  /** Something sponsored has been in sight. */
  adImpression(ticket: string): Promise<void>;
  addFavorite(what: Schemas['FavoriteBody']): Promise<void>;
  removeFavorite(what: Schemas['FavoriteBody']): Promise<void>;
  removeRecentSearches(what: Schemas['RecentSearchesBody']): Promise<void>;
  removeRecentlyViewed(what: Schemas['RecentlyViewedBody']): Promise<void>;
  /** The visit is over. */
  end(): Promise<void>;
  /** Tells listeners that products have been in sight, and the daemon of those that are sponsored. */
  seen(shown: Shown[]): Promise<void>;
  /** @returns takes the listener away again */
  on(listener: (event: StorefrontEvent) => void): () => void;
}

const API = '/api/storefront/v3';

/**
 * ```ts
 * const shop = storefront({ url: 'https://shop.example', market: 'se', locale: 'sv-SE' });
 * const { primaryList } = await shop.searchPage({ q: 'jacka', facets: { brand: ['Usva'], price: { max: 900 } } });
 * ```
 */
export function storefront(options: StorefrontOptions): Storefront {
  const { market, locale, touchpoint = 'DESKTOP', parameters: ofAll, visitor: given, ...ofTransport } = options;
  const transport = new Transport(ofTransport);
  const visitor = given instanceof Visitor ? given : new Visitor(given);
  const view: View = { market, locale, touchpoint };
  const listeners = new Set<(event: StorefrontEvent) => void>();
  const tell = (event: StorefrontEvent) => {
    for (const listener of listeners) listener(event);
  };

  const ask =
    (query: QueryName) =>
    async (parameters: { facets?: Selection } = {}, body?: unknown, { signal }: CallOptions = {}) => {
      const { facets, ...others } = parameters;
      const response = await transport.send({
        method: body === undefined ? 'GET' : 'POST',
        path: `${API}/queries/${query.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
        parameters: { ...view, ...ofAll, ...visitor.parameters, ...others, ...selected(facets) },
        // As text, which other origins may send without asking first.
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
        repeatable: true,
      });
      const answer: unknown = await response.json();
      tell({ kind: 'answer', query, parameters, answer } as StorefrontEvent);
      return answer;
    };

  const notify = async <Name extends NotificationName>(notification: Name, body: Notifications[Name]) => {
    tell({ kind: 'told', notification, body } as StorefrontEvent);
    await transport.send({
      method: 'POST',
      path: `${API}/notifications/${notification}`,
      parameters: { market, touchpoint, ...visitor.parameters },
      ...(body && { body: JSON.stringify(body) }),
      // The page may be left at once.
      keepalive: true,
      repeatable: true,
    });
  };

  return {
    ...(Object.fromEntries(QUERIES.map(query => [query, ask(query)])) as unknown as Queries),
    visitor,
    view,
    click: ticket => notify('click', { ticket }),
    addToCart: ticket => notify('add-to-cart', { ticket }),
    adImpression: ticket => notify('ad-impression', { ticket }),
    addFavorite: what => notify('add-favorite', what),
    removeFavorite: what => notify('remove-favorite', what),
    removeRecentSearches: what => notify('remove-recent-searches', what),
    removeRecentlyViewed: what => notify('remove-recently-viewed', what),
    end: () => notify('end', undefined),
    async seen(shown) {
      tell({ kind: 'seen', shown });
      const sponsored = shown.filter(({ product }) => product.notifyImpression);
      await Promise.all(sponsored.map(({ product }) => notify('ad-impression', { ticket: product.ticket })));
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Parameters of a selection: `f.brand=A|B`, `f.price.min=100`, `f.onlyInStock=true`. */
function selected(facets: Selection = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facets).flatMap(([id, value]): [string, unknown][] => {
      if (typeof value === 'boolean') return [[`f.${id}`, value]];
      if (Array.isArray(value)) return value.length === 0 ? [] : [[`f.${id}`, value]];
      const { min, max } = value as { min?: number; max?: number };
      return [
        [`f.${id}.min`, min],
        [`f.${id}.max`, max],
      ];
    }),
  );
}
