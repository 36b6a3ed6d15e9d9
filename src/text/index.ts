/**
 * Text: how the words of a language are found, folded and stemmed, how compounds come apart, and which typing errors
 * are forgiven.
 */
export { analyzerFor } from './analysis.js';
export type { Analyzer, Token } from './analyzer.js';
export { splitCompound } from './compounds.js';
export { highlight } from './highlight.js';
export { joins, splits } from './spacing.js';
export { allowedEdits, type CorrectionRound, correctionRounds, correctionScore } from './typos.js';
