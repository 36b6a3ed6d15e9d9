/**
 * Visitor activities, the input of the learner: notifications, which the journal stores, and visits of search and
 * product pages, which are not stored: the interface does not promise durability for them, so a crash may lose some.
 */
import type { ActivityContext, NotificationRecord } from './notification.js';

/** A request for the first page of search results, without selected facets. */
export interface SearchVisit extends ActivityContext {
  type: 'search';
  locale: string;
  /** The query text as typed. */
  q: string;
  totalHits: number;
  /** Whether the hits are those of a corrected query. */
  corrected: boolean;
}

/** A request for a product page. */
export interface ProductVisit extends ActivityContext {
  type: 'view';
  productKey: string;
}

export type Visit = SearchVisit | ProductVisit;
export type Activity = NotificationRecord | Visit;

/** An activity, with its record number if the journal stores it. */
export interface NumberedActivity {
  number?: number;
  activity: Activity;
}
