/** The products that a filter selects. */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Filter } from '../../../query/filters/filter.js';

export interface Selection {
  filter: Filter;
  /** Products that pass the filter; undefined when all do. */
  within: Bitmap | undefined;
}
