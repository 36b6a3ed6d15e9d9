/** What every step of one query reads: the view that is asked, its prices and stock as the request sees them, the time. */
import type { Deadline } from '../kernel/deadline.js';
import type { View } from '../snapshot/index.js';
import type { OfferContext } from './filters/offer-context.js';

export interface QueryContext {
  readonly view: View;
  readonly offers: OfferContext;
  /** When the query is answered, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Past which the query is answered with what was found before. */
  readonly deadline: Deadline;
}
