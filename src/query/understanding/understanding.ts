/** What a search text means in a view. */
import type { TextBound } from '../../text/index.js';
import type { Exclusion } from './negation.js';
import type { RecognisedValue } from './recognition.js';
import type { Slot } from './slot.js';

export interface Understanding {
  slots: Slot[];
  values: RecognisedValue[];
  /** Bounds of prices and measures, as ranges of the text. */
  bounds: TextBound[];
  /** What is not wanted. */
  excluded: Exclusion[];
}
