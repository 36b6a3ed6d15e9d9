/**
 * All that can be learned from: notifications, which are in the journal, and the queries that tell what a visitor looks
 * for and at, which are not: nobody was promised that they are kept.
 */
import type { Happening, NotificationRecord } from './notification.js';

/** A search page was asked for: its first page, without facets. */
export interface SearchVisit extends Happening {
  type: 'search';
  locale: string;
  /** As typed. */
  q: string;
  totalHits: number;
  /** Whether something else was searched for than was typed. */
  corrected: boolean;
}

/** A product page was asked for. */
export interface ProductVisit extends Happening {
  type: 'view';
  productKey: string;
}

export type Visit = SearchVisit | ProductVisit;
export type Activity = NotificationRecord | Visit;
