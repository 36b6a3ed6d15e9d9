/** What a search text means in a view. */
import type { TextBound } from '../../text/index.js';
import type { Exclusion } from './negation.js';
import type { QueryTerm } from './query-term.js';
import type { RecognisedValue } from './recognition.js';

/** The unit of bounds that are neither prices nor measures: how much cheaper something is, in percent. */
export const DISCOUNT = 'discount';

export interface Understanding {
  queryTerms: QueryTerm[];
  values: RecognisedValue[];
  /** Bounds of prices, discounts and measures, as ranges of the text. */
  bounds: TextBound[];
  /** What is not wanted. */
  excluded: Exclusion[];
}
