/**
 * Text: how the words of a language are found, folded and stemmed, how compounds come apart, and which typing errors
 * are forgiven.
 */
export { analyzerFor } from './analysis.js';
export type { Analyzer, Token } from './analyzer.js';
export { findBounds, type TextBound } from './bounds.js';
export { splitCompound, writesCompounds } from './compounds.js';
export { headOfTitle, headsOfName } from './heads.js';
export { Highlighter } from './highlight.js';
export { numberWordsOf } from './number-words.js';
export { type QueryWords, queryWordsOf } from './query-words.js';
export { joins, splits } from './spacing.js';
export { foldBasic, isFormOf, keepsAccents, spellingsOf } from './spellings.js';
export { type ThesaurusEntry, thesaurusOf } from './thesaurus.js';
export { allowedEdits, type CorrectionRound, correctionRounds, correctionScore } from './typos.js';
export { unitVariants } from './unit-variants.js';
