/**
 * What every step of one query reads: the view, its prices and stock as the request sees them, the time, the deadline.
 */
import type { Deadline } from '../kernel/deadline.js';
import type { View } from '../snapshot/index.js';
import type { OfferContext } from './filters/offer-context.js';

export interface QueryContext {
  readonly view: View;
  readonly offers: OfferContext;
  /** The time of the query, in milliseconds since 1970. */
  readonly nowMs: number;
  /** After it, the steps return what they have found so far. */
  readonly deadline: Deadline;
}
