/**
 * What passes between the main thread and the export thread. The thread sends pieces ahead only as far as the main
 * thread has allowed it to, and answers the request when all have been sent; the main thread may stop an export at any
 * time, and ignores what then still arrives of it.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { PageFilter } from '../../catalog/site/page-export.js';
import type { SharedSnapshot } from '../../snapshot/index.js';

export interface ProductGroupsOrder {
  kind: 'product-groups';
  market: string;
  /** Without one, values are those of the market in no language in particular. */
  locale?: string;
  limit: number;
  rules: RuleExpression;
  /** What the rules are evaluated over; needed only where there are some. */
  snapshot?: SharedSnapshot;
}

/** What is to be exported. */
export type ExportOrder =
  | { kind: 'catalog' }
  | ProductGroupsOrder
  | { kind: 'pages'; market: string; ids?: string[]; filter: PageFilter }
  | { kind: 'navigation'; market: string; locale: string; includeAppNodes: boolean }
  | { kind: 'templates' }
  | { kind: 'product-sets' }
  | { kind: 'search-settings'; previewed: boolean }
  | { kind: 'configuration' };

export interface ExportProtocol {
  /** Answered when the last piece has been sent, or the export was stopped. */
  request: { kind: 'export'; id: number; order: ExportOrder; gzip: boolean };
  replies: object;
  toThread: /** So many further pieces may come. */
  { type: 'more'; id: number; pieces: number } | { type: 'stop'; id: number };
  fromThread: { id: number; piece: Uint8Array };
}

/** Pieces that may be under way before the first has gone out. */
export const PIECES_AHEAD = 2;
