/**
 * What an analysis chain offers. `analysis.ts` makes one per locale.
 */
export interface Token {
  /** Normalised (NFKC, case and accents folded as the language has it), not stemmed. */
  text: string;
  /** UTF-16 offsets of the token in the analysed text. */
  start: number;
  end: number;
  /** Position in the sequence of tokens; the parts of a written token follow it at its position. */
  position: number;
  /** A part (of a part number, hyphenated or compound word) of a token that is listed whole too. */
  part: boolean;
}

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
