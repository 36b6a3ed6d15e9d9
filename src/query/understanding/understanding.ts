/** The result of understanding a search text in a view. */
import type { TextBound } from '../../text/index.js';
import type { Exclusion } from './negation.js';
import type { QueryTerm } from './query-term.js';
import type { RecognisedValue } from './recognition.js';
import type { Remembering } from './remembered.js';

/** The unit of bounds that are neither prices nor measures: the discount in percent. */
export const DISCOUNT = 'discount';

export interface Understanding extends Remembering {
  queryTerms: QueryTerm[];
  values: RecognisedValue[];
  /** Bounds of prices, discounts and measures, with their ranges in the text. */
  bounds: TextBound[];
  /** The exclusions. */
  excluded: Exclusion[];
}
