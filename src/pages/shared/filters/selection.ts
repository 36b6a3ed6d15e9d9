/** The products that a request may show at all, and the prices and stock that it sees them with. */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Filter } from '../../../query/filters/filter.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';

export interface Selection {
  offers: OfferContext;
  filter: Filter;
  /** Products that pass the filter; undefined when all do. */
  within: Bitmap | undefined;
}
