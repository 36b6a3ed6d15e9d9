/**
 * Text: how the words of a language are found, folded and stemmed, how compounds are divided, which quantities a text
 * names, and which typing errors are forgiven. Other folders import from here alone.
 */
export type { Analyzer } from './analysis/analyzer.js';
export { analyzerFor } from './analysis/locale-analyzer.js';
export { splitCompound, writesCompounds } from './compounds/split-compound.js';
export { headOfTitle, headsOfName } from './phrases/heads.js';
export { Highlighter } from './phrases/highlighter.js';
export { phraseKey, stemsOf } from './phrases/phrase-key.js';
export { findBounds, type TextBound } from './quantities/bounds.js';
export { numberWordsOf } from './quantities/number-words.js';
export { unitVariants } from './quantities/unit-variants.js';
export { unitApart, unitBehind } from './quantities/units.js';
export { splits } from './spelling/spacing.js';
export { foldBasic, isFormOf, keepsAccents, spellingsOf } from './spelling/spellings.js';
export {
  allowedEdits,
  type CorrectionRound,
  correctionRounds,
  correctionScore,
  isOneEdit,
  mostCorrectionScore,
  sameSoundRound,
  soundOf,
  unfinishedScore,
} from './spelling/typos.js';
export { PlainCode } from './tokenize/plain-code.js';
export type { Token } from './tokenize/token.js';
export { type QueryWords, queryWordsOf } from './vocabulary/query-words.js';
export { type ThesaurusEntry, thesaurusOf } from './vocabulary/thesaurus.js';
