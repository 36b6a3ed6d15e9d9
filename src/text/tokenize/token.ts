/** A token: one searchable form of a word in a text. */
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
