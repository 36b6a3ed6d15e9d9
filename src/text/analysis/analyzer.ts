/**
 * What an analyzer offers: the tokens, normal forms, stems and stop words of a locale. `locale-analyzer.ts` makes them.
 */
import type { Token } from '../tokenize/token.js';

export interface Analyzer {
  readonly locale: string;
  /** Language subtag, e.g. `sv`. */
  readonly language: string;
  tokenize(text: string): Token[];
  /** Folds a whole value for comparison: trimmed, NFKC, case and accents folded, inner space single. */
  normalize(text: string): string;
  /** Stem of a normalised token; tokens with digits are returned unchanged. */
  stem(token: string): string;
  /** A word that carries little meaning in this language (`for`, `the`, `med`). Takes a normalised token. */
  isStopWord(token: string): boolean;
}
