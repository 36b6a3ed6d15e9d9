/**
 * Activities that are learned from: notifications, which the journal stores, and visits (search and product pages),
 * which are not stored: the interface does not promise to keep them, so a crash may lose some.
 */
import type { ActivityContext, NotificationRecord } from './notification.js';

/** A search page was asked for: its first page, without facets. */
export interface SearchVisit extends ActivityContext {
  type: 'search';
  locale: string;
  /** As typed. */
  q: string;
  totalHits: number;
  /** Whether something else was searched for than was typed. */
  corrected: boolean;
}

/** A product page was asked for. */
export interface ProductVisit extends ActivityContext {
  type: 'view';
  productKey: string;
}

export type Visit = SearchVisit | ProductVisit;
export type Activity = NotificationRecord | Visit;
