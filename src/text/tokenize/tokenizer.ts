/**
 * Finds the words of a text and what else they may be searched by. A written word is one position; what it consists of
 * follows it as parts at the same position:
 *
 *   t-shirt      tshirt · t shirt             AB-1234/x    ab1234x · ab 1234 x
 *   s.oliver     soliver · s oliver           00123-45     12345 · 00123 45 (leading zeros are dropped)
 *   h&m, h & m   h&m · hm h m                 32/34        32/34 · 32 34
 *   women's      women                        27", 27 inch 27inch · 27 inch
 *
 * One pass over the folded text; measured at several million words a second, since it runs over whole catalogs.
 */

import { classOf, DIGIT, JOINER, LETTER, UNSPACED } from '../fold/character-classes.js';
import { Folder } from '../fold/folder.js';
import { writingOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';
import type { Writing } from '../languages/writing.js';
import { numeralAt } from '../quantities/numerals.js';
import { unitApart, unitBehind } from '../quantities/units.js';
import type { Token } from './token.js';

/**
 * A joined run of more pieces than this (a path, a list without spaces) is not a word as a whole: only its pieces are
 * tokens.
 */
const MOST_PIECES = 8;
const LONGEST_WHOLE = 40;
/** Parts of a written word beyond this number are dropped; part numbers have fewer. */
const MOST_PARTS = 64;
/** Longer runs of a script without spaces are segmented in chunks: the segmenter takes quadratic time. */
const LONGEST_UNSPACED = 2048;
/** Shorter all-digit words keep their zeros (size 00, model 007). */
const SHORTEST_PADDED = 4;

const APOSTROPHE = 0x27;
const QUOTE = 0x22;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const SMALL_S = 0x73;

/** In place of a joiner that a word keeps. */
const NO_SIGN = -1;
const ALL_SIGNS = -2;
/** Of two sizes of two digits and the sign between them. */
const LONGEST_PAIR = 5;

export class Tokenizer {
  readonly folder: Folder;
  private readonly writing: Writing;
  private readonly elisions: ReadonlySet<string>;
  private segmenter: Intl.Segmenter | undefined;
  private text = '';
  private tokens: Token[] = [];
  private position = 0;

  /** @param language subtag such as `sv` */
  constructor(private readonly language: string) {
    this.writing = writingOf(language);
    this.folder = new Folder(this.writing.alphabet);
    this.elisions = new Set(wordList(this.writing.elisions ?? ''));
  }

  tokenize(original: string): Token[] {
    const folded = this.folder.foldWithOffsets(original);
    this.text = folded.text;
    this.tokens = [];
    this.position = 0;
    this.scanText();
    const { tokens } = this;
    this.tokens = [];
    if (folded.starts && folded.ends) {
      for (const token of tokens) {
        token.start = folded.starts[token.start];
        token.end = folded.ends[token.end - 1];
      }
    }
    return tokens;
  }

  private scanText(): void {
    const { text } = this;
    const { length } = text;
    let quoted = false;
    let i = 0;
    while (i < length) {
      const kind = classOf(text.charCodeAt(i));
      if (kind === LETTER || kind === DIGIT) {
        let digits = kind === DIGIT;
        let joined = false;
        let j = i + 1;
        for (; j < length; j++) {
          const next = classOf(text.charCodeAt(j));
          if (next === LETTER) continue;
          if (next === DIGIT) digits = true;
          else if (next === JOINER && this.isWordAt(j + 1)) joined = true;
          else break;
        }
        i = digits || joined ? this.run(i, j, quoted) : this.plain(i, j);
      } else if (kind === UNSPACED) {
        i = this.segments(i);
      } else {
        if (text.charCodeAt(i) === QUOTE) quoted = !quoted;
        i++;
      }
    }
  }

  private isWordAt(at: number): boolean {
    if (at >= this.text.length) return false;
    const kind = classOf(this.text.charCodeAt(at));
    return kind === LETTER || kind === DIGIT;
  }

  /** A word of letters alone. Returns where scanning goes on: behind `m` in `h & m`, else at `end`. */
  private plain(start: number, end: number): number {
    const { text } = this;
    if (
      end - start === 1 &&
      text.startsWith(' & ', end) &&
      classOf(text.charCodeAt(end + 3)) === LETTER &&
      !this.isWordAt(end + 4) &&
      !(classOf(text.charCodeAt(end + 4)) === JOINER && this.isWordAt(end + 5))
    ) {
      const last = end + 4;
      this.whole(`${text[start]}&${text[end + 3]}`, start, last);
      this.part(text[start] + text[end + 3], start, last);
      this.part(text[start], start, end);
      this.part(text[end + 3], end + 3, last);
      return last;
    }
    this.whole(text.slice(start, end), start, end);
    return end;
  }

  /** A run of letters, digits and joiners between them. */
  private run(start: number, end: number, quoted: boolean): number {
    const { text } = this;
    const behind = this.number(start, end, quoted);
    if (behind >= 0) return behind;
    let piece = start;
    for (let i = start; i <= end; i++) {
      if (i < end && text.charCodeAt(i) !== COMMA) continue;
      if (piece === start && i === end) break;
      this.run(piece, i, quoted);
      piece = i + 1;
    }
    if (piece > start) return end;

    if (hasDigit(text, start, end)) this.code(start, end);
    else {
      for (let i = start; i <= end; i++) {
        if (i < end && !separatesWords(text.charCodeAt(i))) continue;
        this.word(piece, i);
        piece = i + 1;
      }
    }
    return end;
  }

  /** A number, with its unit when one follows. Returns where scanning goes on, or -1 when this is no number. */
  private number(start: number, end: number, quoted: boolean): number {
    const { text } = this;
    const numeral = numeralAt(text, start, end, this.writing.thousands);
    if (!numeral) return -1;
    let unitStart = numeral.end;
    let unitEnd = end;
    let unit: string | undefined;
    if (numeral.end < end) {
      if (text.charCodeAt(unitStart) === HYPHEN) unitStart++;
      unit = unitBehind(text.slice(unitStart, end));
      if (!unit) return -1;
    } else if (text.charCodeAt(end) === QUOTE && !quoted) {
      unit = 'inch';
      unitEnd = end + 1;
    } else if (text.charCodeAt(end) === APOSTROPHE && text.charCodeAt(end + 1) === APOSTROPHE) {
      unit = 'inch';
      unitEnd = end + 2;
    } else if (text.charCodeAt(end) === SPACE) {
      unitStart = end + 1;
      unitEnd = unitStart;
      while (unitEnd < text.length && classOf(text.charCodeAt(unitEnd)) === LETTER) unitEnd++;
      const alone = !this.isWordAt(unitEnd) && !(text.charCodeAt(unitEnd) === HYPHEN && this.isWordAt(unitEnd + 1));
      unit = alone ? unitApart(text.slice(unitStart, unitEnd)) : undefined;
    }
    if (!unit) {
      this.whole(numeral.text, start, end);
      return end;
    }
    this.whole(numeral.text + unit, start, unitEnd);
    this.part(numeral.text, start, numeral.end);
    const written = text.slice(unitStart, unitEnd);
    this.part(classOf(written.charCodeAt(0)) === LETTER ? written : unit, unitStart, unitEnd);
    return unitEnd;
  }

  /** Letters with apostrophes, dots, hyphens or ampersands between them. */
  private word(start: number, end: number): void {
    const { text } = this;
    if (end - start > 2 && text.charCodeAt(end - 1) === SMALL_S && text.charCodeAt(end - 2) === APOSTROPHE) end -= 2;
    if (this.elisions.size > 0) {
      const apostrophe = text.slice(start, end).indexOf("'");
      if (apostrophe > 0 && this.elisions.has(text.slice(start, start + apostrophe))) start += apostrophe + 1;
    }
    const written = text.slice(start, end);
    if (this.writing.contraction?.test(written)) this.whole(written.replace("'", ''), start, end);
    else this.joined(start, end, AMPERSAND);
  }

  /** A word with digits in it: part number, size, model. */
  private code(start: number, end: number): void {
    const { text } = this;
    // Fractions and pairs of sizes are not the number that their digits would make.
    const pair = end - start <= LONGEST_PAIR && /^\d{1,2}[-/]\d{1,2}$/.test(text.slice(start, end));
    this.joined(start, end, pair ? ALL_SIGNS : NO_SIGN);
  }

  /**
   * The whole without joiners, and its parts.
   * @param kept the joiner that the whole keeps, or NO_SIGN or ALL_SIGNS
   */
  private joined(start: number, end: number, kept: number): void {
    const { text } = this;
    const pieces = this.pieces(start, end);
    const whole = withoutZeros(kept === ALL_SIGNS ? text.slice(start, end) : this.withoutJoiners(start, end, kept));
    const apart = pieces > MOST_PIECES || (pieces > 1 && whole.length > LONGEST_WHOLE);
    if (!apart) {
      this.whole(whole, start, end);
      if (whole.includes('&')) this.part(whole.replaceAll('&', ''), start, end);
    }
    for (let from = start; from < end; ) {
      const to = this.pieceEnd(from, end);
      if (to > from) {
        const piece = withoutZeros(text.slice(from, to));
        if (apart) this.whole(piece, from, to);
        else {
          this.part(piece, from, to);
          this.splitAtDigits(from, to);
        }
      }
      from = to + 1;
    }
  }

  private withoutJoiners(start: number, end: number, kept: number): string {
    const { text } = this;
    let whole = '';
    let from = start;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (classOf(unit) !== JOINER || unit === kept) continue;
      whole += text.slice(from, i);
      from = i + 1;
    }
    return from === start ? text.slice(start, end) : whole + text.slice(from, end);
  }

  /** How many pieces stand between the joiners of a run. */
  private pieces(start: number, end: number): number {
    let pieces = 0;
    for (let from = start; from < end; ) {
      const to = this.pieceEnd(from, end);
      if (to > from) pieces++;
      from = to + 1;
    }
    return pieces;
  }

  private pieceEnd(from: number, end: number): number {
    let to = from;
    while (to < end && classOf(this.text.charCodeAt(to)) !== JOINER) to++;
    return to;
  }

  /** `ab1234x` → `ab`, `1234`, `x`. */
  private splitAtDigits(start: number, end: number): void {
    let from = start;
    for (let i = start + 1; i <= end; i++) {
      if (i < end && isDigit(this.text, i) === isDigit(this.text, i - 1)) continue;
      if (from > start || i < end) this.part(withoutZeros(this.text.slice(from, i)), from, i);
      from = i;
    }
  }

  private segments(start: number): number {
    const { text } = this;
    const most = Math.min(start + LONGEST_UNSPACED, text.length);
    let end = start;
    while (end < most && classOf(text.charCodeAt(end)) === UNSPACED) end++;
    if (end === most && end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    this.segmenter ??= new Intl.Segmenter(this.language, { granularity: 'word' });
    for (const { segment, index, isWordLike } of this.segmenter.segment(text.slice(start, end))) {
      if (isWordLike) this.whole(segment, start + index, start + index + segment.length);
    }
    return end;
  }

  private whole(text: string, start: number, end: number): void {
    this.tokens.push({ text, start, end, position: this.position++, part: false });
  }

  /** A part of the word listed last, unless it is there already or there are too many. */
  private part(text: string, start: number, end: number): void {
    const { tokens } = this;
    const position = this.position - 1;
    let i = tokens.length - 1;
    for (; i >= 0 && tokens[i].position === position; i--) if (tokens[i].text === text) return;
    if (tokens.length - 2 - i < MOST_PARTS) tokens.push({ text, start, end, position, part: true });
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isDigit(text: string, at: number): boolean {
  return classOf(text.charCodeAt(at)) === DIGIT;
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isDigit(text, i)) return true;
  return false;
}

/** Joiners that belong to part numbers only: between words they separate (`red/blue`). */
function separatesWords(unit: number): boolean {
  return classOf(unit) === JOINER && unit !== APOSTROPHE && unit !== HYPHEN && unit !== 0x2e && unit !== AMPERSAND;
}

function withoutZeros(word: string): string {
  if (word.length < SHORTEST_PADDED || word.charCodeAt(0) !== 0x30 || !/^[\p{L}\d]+$/u.test(word)) return word;
  return word.replace(/^0+(?=.)/, '');
}
