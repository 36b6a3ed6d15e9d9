/**
 * Cuts a folded text into lexemes (words, numbers and signs) and reads amounts of them: a number with its currency
 * (€50, 50 kr, 49:-) or its unit of measure (500 g, 27").
 */
import { classOf, DIGIT, LETTER } from '../fold/character-classes.js';
import type { Writing } from '../languages/writing.js';
import type { Currencies } from './currencies.js';
import { numeralAt } from './numerals.js';
import { unitApart, unitBehind } from './units.js';

/** A word, number or sign of a text. */
export interface Lexeme {
  /** `code`: letters and digits together (iphone15, 2in1), which are neither word nor number. */
  kind: 'word' | 'number' | 'sign' | 'code';
  text: string;
  /** Of a number. */
  value: number;
  start: number;
  end: number;
  /** Nothing stands between this lexeme and the one before, or a hyphen alone between letters. */
  glued: boolean;
}

export interface Amount {
  value: number;
  /** As `units.ts` names it. */
  unit: string | undefined;
  /** It has a sign or word of money; `currency` is its ISO code where that is certain. */
  money: boolean;
  currency: string | undefined;
  /** Index of the lexeme behind it. */
  next: number;
}

/** Units that count behind a space here, where a bound is being read, though they are words of other meaning too. */
const ONE_LETTER_UNITS = new Set(['g', 'w', 'v']);

export class AmountReader {
  constructor(
    private readonly writing: Writing,
    private readonly currencies: Currencies,
  ) {}

  /** The lexemes of a folded text, white space left out. */
  lexemes(text: string): Lexeme[] {
    const lexemes: Lexeme[] = [];
    let i = 0;
    let glued = false;
    const add = (kind: Lexeme['kind'], end: number, value = Number.NaN) => {
      lexemes.push({ kind, text: text.slice(i, end), value, start: i, end, glued });
      glued = true;
      i = end;
    };
    while (i < text.length) {
      const kind = classOf(text.charCodeAt(i));
      if (text[i] === ' ') {
        i++;
        glued = false;
      } else if (kind === DIGIT) {
        const end = this.numberEnd(text, i);
        const letters = runEnd(text, end, LETTER);
        const behind = text.slice(end, letters);
        const readable = letters === end || this.currencies.has(behind) || unitBehind(behind) !== undefined;
        if (!readable || (letters > end && isDigitAt(text, letters))) add('code', codeEnd(text, i));
        else add('number', end, this.valueOf(text, i, end));
      } else if (kind === LETTER) {
        const end = runEnd(text, i, LETTER);
        if (isDigitAt(text, end) && !this.currencies.has(text.slice(i, end))) add('code', codeEnd(text, i));
        else add('word', end);
        // pull-over, jusqu'à: the sign is no lexeme; `glued` marks the words as one.
        if ((text[i] === '-' || text[i] === "'") && classOf(text.charCodeAt(i + 1)) === LETTER) i++;
      } else {
        add('sign', i + 1);
      }
    }
    return lexemes;
  }

  /** The amount that begins at lexeme `at`, or undefined when none does or it is of another kind (50 %, 20/30). */
  amountAt(lexemes: readonly Lexeme[], at: number): Amount | undefined {
    let next = at;
    let currency: string | undefined;
    let money = false;
    const before = lexemes[next];
    if (before && before.kind !== 'number') {
      if (before.kind === 'code' || !this.currencies.has(before.text) || /^\p{L}$/u.test(before.text)) return undefined;
      money = true;
      currency = this.currencies.get(before.text);
      next++;
    }
    const number = lexemes[next];
    if (number?.kind !== 'number' || Number.isNaN(number.value)) return undefined;
    next++;
    let unit: string | undefined;
    const behind = lexemes[next];
    if (behind) {
      if (this.currencies.has(behind.text) && behind.kind !== 'code') {
        money = true;
        currency ??= this.currencies.get(behind.text);
        next++;
      } else if (isPriceDash(lexemes, next)) {
        money = true;
        next += 2;
      } else if (behind.kind === 'word') {
        unit = behind.glued ? unitBehind(behind.text) : unitBehindSpace(behind.text);
        if (unit) next++;
      } else if (behind.glued && behind.text === '"') {
        unit = 'inch';
        next++;
      }
    }
    const after = lexemes[next];
    if (after?.kind === 'sign' && '%°/+*'.includes(after.text) && (after.glued || after.text === '%')) return undefined;
    return { value: number.value, unit, money, currency, next };
  }

  private numberEnd(text: string, start: number): number {
    const numeral = numeralAt(text, start, text.length, this.writing.thousands);
    if (!numeral) return runEnd(text, start, DIGIT);
    let { end } = numeral;
    if (end - start > 3 || text[start] === '0' || !this.writing.spacedThousands) return end;
    while (/^ \d{3}(?!\d)/.test(text.slice(end, end + 5))) end += 4;
    return end;
  }

  private valueOf(text: string, start: number, end: number): number {
    const written = text.slice(start, end).replaceAll(' ', '');
    const numeral = numeralAt(written, 0, written.length, this.writing.thousands);
    return numeral ? Number(numeral.text) : Number.NaN;
  }
}

/** `49:-`, `49,-`, `49.-` */
function isPriceDash(lexemes: readonly Lexeme[], at: number): boolean {
  const [mark, dash] = [lexemes[at], lexemes[at + 1]];
  return mark.glued && ':,.'.includes(mark.text) && dash?.glued === true && /^[-–—]$/.test(dash.text);
}

function unitBehindSpace(word: string): string | undefined {
  return unitApart(word) ?? (ONE_LETTER_UNITS.has(word) ? word : undefined);
}

function isDigitAt(text: string, at: number): boolean {
  return at < text.length && classOf(text.charCodeAt(at)) === DIGIT;
}

function runEnd(text: string, from: number, kind: number): number {
  let end = from;
  while (end < text.length && classOf(text.charCodeAt(end)) === kind) end++;
  return end;
}

function codeEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && (isDigitAt(text, end) || classOf(text.charCodeAt(end)) === LETTER)) end++;
  return end;
}
