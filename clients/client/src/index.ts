/** `@vitrine/client`: what a storefront needs. Administration is `@vitrine/client/admin`, what a page shows `/state`. */
export { type ErrorReply, VitrineError } from './errors.js';
export type { components, operations, paths } from './openapi.js';
export {
  type Answer,
  type Body,
  type Facet,
  type NotificationName,
  type Parameters,
  type PrimaryList,
  type Product,
  type ProductGroup,
  type Queries,
  type QueryName,
  type RecommendationList,
  type Selection,
  type Shown,
  type Storefront,
  type StorefrontEvent,
  type StorefrontOptions,
  storefront,
  type Variant,
  type View,
} from './storefront.js';
export type { CallOptions, TransportOptions } from './transport.js';
export { type KeyStorage, Visitor, type VisitorKeys, type VisitorOptions, type VisitorParameters } from './visitor.js';
