/**
 * Divides texts into the tokens of BERT and of the sentence encoders made from it: words, divided at punctuation, and
 * these into the longest pieces that a vocabulary has (WordPiece; Devlin et al., 2018).
 */

/** Longer words are unknown ones. */
const MOST_CHARACTERS = 100;
/** What goes on with a word. */
const CONTINUED = '##';
const WHITE = /[\t\n\r\p{Zs}]/u;
const CONTROL = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\uFFFD]/u;
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u;
/** Each stands for itself, as if there were spaces around it. */
const IDEOGRAPH = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/u;
const ACCENTS = /\p{Mn}/gu;

export interface WordPieceRules {
  /** Tokens to their numbers. */
  vocabulary: ReadonlyMap<string, number>;
  /** Letters are made small. */
  lowercase: boolean;
  /** Accents are left out. */
  stripAccents: boolean;
}

/** The tokens that every vocabulary has. */
export const SPECIAL = { begin: '[CLS]', end: '[SEP]', unknown: '[UNK]' } as const;

export class WordPieces {
  private readonly special: { begin: number; end: number; unknown: number };

  /** @param rules with a vocabulary that has the special tokens */
  constructor(private readonly rules: WordPieceRules) {
    const number = (token: string) => rules.vocabulary.get(token)!;
    this.special = { begin: number(SPECIAL.begin), end: number(SPECIAL.end), unknown: number(SPECIAL.unknown) };
  }

  /** The numbers of a text's tokens between those of its begin and end. @param most of all tokens, at least 3 */
  tokens(text: string, most: number): number[] {
    const { begin, end } = this.special;
    const tokens = [begin];
    for (const word of this.words(text)) {
      tokens.push(...this.pieces(word));
      if (tokens.length >= most) break;
    }
    return [...tokens.slice(0, most - 1), end];
  }

  /** As `tokens`, of a text that has as many as may be, each the one with the greatest number. */
  longestText(most: number): number[] {
    const { begin, end } = this.special;
    let greatest = 0;
    for (const number of this.rules.vocabulary.values()) greatest = Math.max(greatest, number);
    return [begin, ...new Array<number>(most - 2).fill(greatest), end];
  }

  private words(text: string): string[] {
    const { lowercase, stripAccents } = this.rules;
    const small = lowercase ? text.toLowerCase() : text;
    const plain = stripAccents ? small.normalize('NFD').replace(ACCENTS, '') : small;
    let spaced = '';
    for (const character of plain) {
      if (WHITE.test(character)) spaced += ' ';
      else if (PUNCTUATION.test(character) || IDEOGRAPH.test(character)) spaced += ` ${character} `;
      else if (!CONTROL.test(character)) spaced += character;
    }
    return spaced.split(' ').filter(word => word !== '');
  }

  private pieces(word: string): number[] {
    const characters = [...word];
    const { unknown } = this.special;
    if (characters.length > MOST_CHARACTERS) return [unknown];
    const pieces: number[] = [];
    for (let from = 0; from < characters.length; ) {
      const found = this.longest(characters, from);
      if (!found) return [unknown];
      pieces.push(found.token);
      from = found.to;
    }
    return pieces;
  }

  private longest(characters: readonly string[], from: number): { token: number; to: number } | undefined {
    for (let to = characters.length; to > from; to--) {
      const piece = characters.slice(from, to).join('');
      const token = this.rules.vocabulary.get(from === 0 ? piece : CONTINUED + piece);
      if (token !== undefined) return { token, to };
    }
    return undefined;
  }
}
