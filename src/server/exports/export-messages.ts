/**
 * The messages between the main thread and the export thread. The thread sends at most as many pieces as the main
 * thread has allowed, and replies to the request when all have been sent. The main thread may stop an export at any
 * time, and ignores pieces that arrive after that.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { PageFilter } from '../../catalog/site/page-export.js';
import type { SharedSnapshot } from '../../snapshot/index.js';

export interface ProductGroupsOrder {
  kind: 'product-groups';
  market: string;
  /** Absent: values of the market without regard to language. */
  locale?: string;
  limit: number;
  rules: RuleExpression;
  /** The snapshot that rules are evaluated over; needed only with rules. */
  snapshot?: SharedSnapshot;
}

/** What to export. */
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
  /** Replied to when the last piece has been sent, or the export was stopped. */
  request: { kind: 'export'; id: number; order: ExportOrder; gzip: boolean };
  replies: object;
  toThread: /** So many further pieces may come. */
  { type: 'more'; id: number; pieces: number } | { type: 'stop'; id: number };
  fromThread: { id: number; piece: Uint8Array };
}

/** Number of pieces that may be sent before any is acknowledged. */
export const PIECES_AHEAD = 2;
