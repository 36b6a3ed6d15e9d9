/**
 * What single UTF-16 code units fold to in an alphabet: NFKC, lower case, accents dropped but for letters of the
 * alphabet's own, plain signs, ASCII digits. Folds are kept in a table for each alphabet that is filled as characters
 * are met: a unit costs one array read.
 */
import type { Alphabet } from '../languages/alphabets.js';

/** Results of `foldUnit`; as units they are no characters (Unicode 23.7), and are dropped. */
export const DROPPED = 0xfffe;
export const SEVERAL = 0xffff;

interface FoldTable {
  /** By unit; 0 where the unit has not been met. */
  units: Uint16Array;
  several: Map<number, string>;
}

const tables = new Map<Alphabet, FoldTable>();

export class CharacterFolds {
  private readonly table: FoldTable;

  constructor(private readonly alphabet: Alphabet) {
    let table = tables.get(alphabet);
    if (!table) tables.set(alphabet, (table = { units: new Uint16Array(0x10000), several: new Map() }));
    this.table = table;
  }

  /** The one unit that `unit` folds to, DROPPED, or SEVERAL when `spelledOut` has more. */
  foldUnit(unit: number): number {
    const known = this.table.units[unit];
    return known !== 0 ? known : this.compute(unit);
  }

  spelledOut(unit: number): string {
    const folded = this.foldUnit(unit);
    if (folded === DROPPED) return '';
    return folded === SEVERAL ? this.table.several.get(unit)! : String.fromCharCode(folded);
  }

  private compute(unit: number): number {
    const text = foldChar(String.fromCharCode(unit), this.alphabet);
    let folded = SEVERAL;
    if (text.length === 0 || unit >= DROPPED) folded = DROPPED;
    else if (text.length === 1) folded = text.charCodeAt(0);
    else this.table.several.set(unit, text);
    return (this.table.units[unit] = folded);
  }
}

const SIGNS: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
  '′': "'",
  '‐': '-',
  '‑': '-',
  '−': '-',
  '“': '"',
  '”': '"',
  '″': '"',
  // They belong to the word before them, and searches are without them: NFKC would make letters of some.
  '™': ' ',
  '℠': ' ',
  '®': ' ',
  '©': ' ',
};

const IGNORABLE = /\p{Default_Ignorable_Code_Point}|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/u;

function foldChar(char: string, alphabet: Alphabet): string {
  if (/[\ud800-\udfff]/.test(char)) return char;
  // Before NFKC, which makes a space and a mark of a lone accent, and two primes of a double one.
  if (SIGNS[char] !== undefined) return SIGNS[char];
  if (/\s/.test(char)) return ' ';
  let out = '';
  for (const part of char.normalize('NFKC').toLowerCase()) {
    if (IGNORABLE.test(part)) continue;
    if (alphabet.own.includes(part)) out += part;
    else if (alphabet.spelled[part] !== undefined) out += alphabet.spelled[part];
    else if (/\p{Nd}/u.test(part)) out += digitValue(part.codePointAt(0)!);
    else out += SIGNS[part] ?? withoutAccent(part, alphabet);
  }
  return out;
}

/** Accents are dropped from Latin and Greek letters; elsewhere (й, が) a mark makes another letter. */
function withoutAccent(char: string, alphabet: Alphabet): string {
  const base = char.normalize('NFD')[0];
  if (base === char || !/\p{Script=Latin}|\p{Script=Greek}/u.test(base)) return char;
  return alphabet.spelled[base] ?? base;
}

/** Decimal digits stand in runs of ten that begin with zero; the runs of the scripts in use do not touch. */
function digitValue(codePoint: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++;
  return value;
}
