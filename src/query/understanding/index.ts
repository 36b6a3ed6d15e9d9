/**
 * What a search text means in a view: its words with the dictionary terms each may stand for, the attribute values it
 * names, what it is that is looked for, and what the text rules out. Nothing is matched here, and nothing is corrected.
 */
import type { Searchable } from '../../snapshot/index.js';
import { findBounds } from '../../text/index.js';
import { type Lexicon, lexiconOf } from '../lexicon.js';
import { divideCompounds, readEndings } from './compounds.js';
import { addAccents, addSynonyms } from './meanings.js';
import { takeExclusions } from './negation.js';
import { joinWords, readSlots } from './reading.js';
import { markHead, recognise } from './recognition.js';
import type { Slot } from './slot.js';
import type { Understanding } from './understanding.js';

export { completeLastWord } from './completion.js';
export type { Exclusion } from './negation.js';
export { LONGEST_WORD, MAX_WORDS } from './reading.js';
export type { RecognisedValue } from './recognition.js';
export {
  type Expansion,
  expand,
  frequencyOf,
  frequencyOfSlot,
  isKnown,
  type Joint,
  type Likeness,
  type Slot,
} from './slot.js';
export type { Understanding } from './understanding.js';

/** @param lexicon what the shop says about words; without it, what the language does */
export function understand(q: string, view: Searchable, lexicon: Lexicon = lexiconOf(view.analyzer)): Understanding {
  const bounds = view.numbers ? findBounds(q, view.analyzer.language) : [];
  const tokens = view.analyzer.tokenize(q);
  const words = tokens.filter(({ start, end }) => !bounds.some(bound => start < bound.end && end > bound.start));
  const read = readSlots(words, view, lexicon);
  const { slots: wanted, excluded } = takeExclusions(read, view);
  const joined = joinWords(needed(wanted), view);
  const meant = divideCompounds(addSynonyms(joined, view, lexicon), view);
  const known = readEndings(addAccents(meant, view), view);
  return { ...markHead(known, recognise(known, view), view), bounds, excluded };
}

/** Words that carry little count when there are no others. */
function needed(slots: Slot[]): Slot[] {
  return slots.some(slot => !slot.optional) ? slots : slots.map(slot => ({ ...slot, optional: false }));
}
