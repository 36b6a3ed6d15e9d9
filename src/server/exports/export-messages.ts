/**
 * The messages between the main thread and the export thread, and between that and the export process. At most as many
 * pieces are sent as the main thread has allowed, and the request is replied to when all have been sent. The main thread
 * may stop an export at each moment, and ignores pieces that arrive after that.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { PageFilter } from '../../catalog/site/page-export.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';

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

/** What rules select. */
export interface SelectedKeys {
  /** Groups with a product that is selected, in the order of keys. */
  groups: string[];
  products: Set<string>;
}

/** The same for what reads the catalog store alone. */
export interface StoredGroupsOrder extends Omit<ProductGroupsOrder, 'rules' | 'snapshot'> {
  /** Absent: all products. */
  selected?: SelectedKeys;
}

export type DocumentOrder =
  | { kind: 'pages'; market: string; ids?: string[]; filter: PageFilter }
  | { kind: 'navigation'; market: string; locale: string; includeAppNodes: boolean }
  | { kind: 'templates' }
  | { kind: 'product-sets' }
  | { kind: 'search-settings'; previewed: boolean }
  | { kind: 'configuration' }
  | { kind: 'campaigns'; previewed: boolean };

/** What to export. */
export type ExportOrder = { kind: 'catalog' } | ProductGroupsOrder | DocumentOrder;
export type StoreOrder = { kind: 'catalog' } | StoredGroupsOrder | DocumentOrder;

export interface ExportProtocol {
  /** Replied to when the last piece has been sent, or the export was stopped. */
  request: { kind: 'export'; id: number; order: ExportOrder; gzip: boolean };
  replies: object;
  toThread: ExportControl;
  fromThread: { id: number; piece: Uint8Array };
}

export type ExportControl =
  /** So many further pieces may come. */
  { type: 'more'; id: number; pieces: number } | { type: 'stop'; id: number };

/** To the export process. */
export type ToExportProcess = { type: 'export'; id: number; order: StoreOrder; gzip: boolean } | ExportControl;

/** From the export process; the last of an export is `end`, also of one that was stopped, or `failed`. */
export type FromExportProcess =
  | { type: 'piece'; id: number; piece: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; failure: Failure };

/** Number of pieces that may be sent before any is acknowledged. */
export const PIECES_AHEAD = 2;
