/**
 * What passes between the front end and the export thread. The thread sends pieces ahead only as far as the front end
 * has allowed it to; either side may end an export at any time, and what then still arrives of it is ignored.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { PageFilter } from '../../catalog/site/page-export.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';

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

export type ToThread =
  | { type: 'start'; id: number; order: ExportOrder; gzip: boolean }
  /** So many further pieces may come. */
  | { type: 'more'; id: number; pieces: number }
  | { type: 'stop'; id: number };

export type FromThread =
  | { type: 'piece'; id: number; bytes: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; failure: Failure };

/** Pieces that may be under way before the front end has sent the first. */
export const PIECES_AHEAD = 2;
