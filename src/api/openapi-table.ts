/**
 * The operations of the interface, one entry each, for its description: those of notifications and operators are here,
 * queries and the administration in files of their own. Entries leave out what follows from the path (errors and
 * headers that all its operations share).
 */
import Type, { type TSchema } from 'typebox';
import type { Access } from './access.js';
import { Alive, NotReady, PreviewViews, Ready } from './admin-responses.js';
import {
  EmptyBody,
  FavoriteBody,
  RecentlyViewedBody,
  RecentSearchesBody,
  STOREFRONT_NOTIFICATIONS,
  type StorefrontNotification,
  TicketBody,
} from './notifications.js';
import { header, type ParameterDescription } from './parameter-table.js';
import { ACTIVITY_PARAMETERS } from './shared-parameters.js';

export type Tag =
  | 'Queries'
  | 'Agents'
  | 'Notifications'
  | 'Imports'
  | 'Exports'
  | 'Snapshots'
  | 'Fleet'
  | 'Backups'
  | 'Visitors'
  | 'Topics'
  | 'Explanations'
  | 'Operation';

export interface Operation {
  /** Unique in the document. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Whether it is also served under the old version of the administration interface. */
  oldToo?: true;
  tag: Tag;
  summary: string;
  description?: string;
  /** What it needs of the Api-Key; absent: it needs none. */
  access?: Access;
  parameters?: readonly ParameterDescription[];
  body?: Body;
  /** The replies other than errors. */
  answers: Readonly<Record<number, Reply>>;
  /** Statuses of errors beyond those that follow from the path and the body. */
  errors?: readonly number[];
}

export interface Body {
  required: boolean;
  description?: string;
  /** By media type. */
  content: Readonly<Record<string, TSchema>>;
}

export interface Reply {
  description: string;
  /** By media type; none: no body. */
  content?: Readonly<Record<string, TSchema>>;
  /** Names of headers under `components`. */
  headers?: readonly string[];
}

export const NO_CONTENT = (description: string): Reply => ({ description });
export const json = (description: string, schema: TSchema): Reply => ({
  description,
  content: { 'application/json': schema },
});
/** JSON as text is accepted too, which spares browsers a preflight request. */
export const jsonOrText = (schema: TSchema) => ({ 'application/json': schema, 'text/plain': schema });

const NOTIFICATIONS: Record<StorefrontNotification, { id: string; summary: string; body: TSchema; rule?: string }> = {
  click: { id: 'notifyClick', summary: 'Something that a query returned was clicked.', body: TicketBody },
  'add-to-cart': { id: 'notifyAddToCart', summary: 'A product was added to the cart.', body: TicketBody },
  'ad-impression': { id: 'notifyAdImpression', summary: 'A sponsored product came into sight.', body: TicketBody },
  'add-favorite': {
    id: 'notifyAddFavorite',
    summary: 'A product became a favourite.',
    body: FavoriteBody,
    rule: 'Exactly one of the two keys.',
  },
  'remove-favorite': {
    id: 'notifyRemoveFavorite',
    summary: 'A product is no favourite any more.',
    body: FavoriteBody,
    rule: 'Exactly one of the two keys.',
  },
  'remove-recent-searches': {
    id: 'notifyRemoveRecentSearches',
    summary: 'Searches are to be forgotten.',
    body: RecentSearchesBody,
    rule: 'At least one of the two members.',
  },
  'remove-recently-viewed': {
    id: 'notifyRemoveRecentlyViewed',
    summary: 'Products that were looked at are to be forgotten.',
    body: RecentlyViewedBody,
    rule: 'At least one of the two members.',
  },
  end: { id: 'notifyEnd', summary: 'The visit has ended.', body: EmptyBody },
};

function notifications(): Operation[] {
  return STOREFRONT_NOTIFICATIONS.map((name): Operation => {
    const { id, summary, body, rule } = NOTIFICATIONS[name];
    return {
      id,
      method: 'POST',
      path: `/api/storefront/v3/notifications/${name}`,
      tag: 'Notifications',
      summary,
      parameters: ACTIVITY_PARAMETERS,
      body: { required: name !== 'end', ...(rule && { description: rule }), content: jsonOrText(body) },
      answers: { 204: NO_CONTENT('Recorded: it is on disk.') },
    };
  });
}

const OPERATION: readonly Operation[] = [
  {
    id: 'healthz',
    method: 'GET',
    path: '/healthz',
    tag: 'Operation',
    summary: 'Whether the process lives.',
    answers: { 200: json('It does.', Alive) },
  },
  {
    id: 'readyz',
    method: 'GET',
    path: '/readyz',
    tag: 'Operation',
    summary: 'Whether queries can be answered, and after a start also whether those of every page have run.',
    answers: { 200: json('They can.', Ready), 503: json('They cannot yet, and why.', NotReady) },
  },
  {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    tag: 'Operation',
    summary: 'Figures for Prometheus.',
    answers: { 200: { description: 'In its text format.', content: { 'text/plain': Type.String() } } },
  },
  {
    id: 'previewViews',
    method: 'GET',
    path: '/api/preview/views',
    tag: 'Operation',
    summary: 'The markets and locales that the page at / can show, and the response templates that it may ask for.',
    answers: { 200: json('Those of the live snapshot.', PreviewViews) },
  },
  {
    id: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    tag: 'Operation',
    summary: 'This description.',
    parameters: [header('If-None-Match', 'The ETag of the description that the client has.', Type.String())],
    answers: {
      200: { ...json('An OpenAPI 3.1 document.', Type.Object({ openapi: Type.String() })), headers: ['ETag'] },
      304: { description: 'The client has it already.', headers: ['ETag'] },
    },
  },
];

export const PUBLIC_OPERATIONS: readonly Operation[] = [...notifications(), ...OPERATION];
