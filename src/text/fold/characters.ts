/**
 * What a UTF-16 code unit is to the scanner, and what a letter folds to in a family of languages. Both are looked up in
 * tables that fill themselves as characters are met: a text costs two array reads per unit, whatever its script.
 */

/** Classes of a folded unit. */
export const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** A sign that may stand inside a written word: `t-shirt`, `s.oliver`, `h&m`, `AB-12/x`. */
export const JOINER = 4;
/** A letter of a script that writes no spaces: runs of them go to the word segmenter. */
export const UNSPACED = 5;

/** Results of `foldUnit` that are no unit. */
export const DROPPED = 0xfffe;
export const SEVERAL = 0xffff;

const JOINERS = "'.&-/_+#,";
const UNSPACED_SCRIPT =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|[\ud800-\udfff\u30fc]/u;
const classes = new Uint8Array(0x10000);

export function classOf(unit: number): number {
  const known = classes[unit];
  return known !== 0 ? known : (classes[unit] = classify(String.fromCharCode(unit)));
}

function classify(char: string): number {
  if (char >= '0' && char <= '9') return DIGIT;
  if (JOINERS.includes(char)) return JOINER;
  // Half of a surrogate pair: the segmenter decides whether the pair is a word.
  if (/[\ud800-\udfff]/.test(char) || UNSPACED_SCRIPT.test(char)) return UNSPACED;
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? LETTER : OTHER;
}

/** Languages that share an alphabet; all that are not named fold every letter to its base. */
export type Alphabet = 'swedish' | 'danish' | 'german' | 'spanish' | 'basic';

interface Letters {
  /** Letters of their own, never folded. */
  own: string;
  /** What stands for them elsewhere, and letters that have no decomposition. */
  spelled: Record<string, string>;
}

const BASIC: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
  ё: 'е',
};

const ALPHABETS: Record<Alphabet, Letters> = {
  // A Danish brand in a Swedish shop is typed with the Swedish letters, and the other way round.
  swedish: { own: 'åäö', spelled: { ...BASIC, æ: 'ä', ø: 'ö' } },
  danish: { own: 'æøå', spelled: { ...BASIC, ä: 'æ', ö: 'ø' } },
  german: { own: 'äöü', spelled: BASIC },
  // Nails (uñas) are not some (unas).
  spanish: { own: 'ñ', spelled: BASIC },
  basic: { own: '', spelled: BASIC },
};

const BY_LANGUAGE: Record<string, Alphabet> = {
  sv: 'swedish',
  fi: 'swedish',
  da: 'danish',
  nb: 'danish',
  nn: 'danish',
  no: 'danish',
  de: 'german',
  es: 'spanish',
};

export function alphabetOf(language: string): Alphabet {
  return BY_LANGUAGE[language] ?? 'basic';
}

interface Folds {
  units: Uint16Array;
  several: Map<number, string>;
}

const folds = new Map<Alphabet, Folds>();

/** Folds single units; one per alphabet. */
export class Folding {
  private readonly table: Folds;

  constructor(private readonly alphabet: Alphabet) {
    let table = folds.get(alphabet);
    if (!table) folds.set(alphabet, (table = { units: new Uint16Array(0x10000), several: new Map() }));
    this.table = table;
  }

  /** The one unit that `unit` folds to, DROPPED, or SEVERAL when `spelledOut` has more. */
  foldUnit(unit: number): number {
    const known = this.table.units[unit];
    return known !== 0 ? known : this.learn(unit);
  }

  spelledOut(unit: number): string {
    const folded = this.foldUnit(unit);
    if (folded === DROPPED) return '';
    return folded === SEVERAL ? this.table.several.get(unit)! : String.fromCharCode(folded);
  }

  private learn(unit: number): number {
    const text = foldChar(String.fromCharCode(unit), ALPHABETS[this.alphabet]);
    let folded = SEVERAL;
    if (text.length === 0) folded = DROPPED;
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
};

const IGNORABLE = /\p{Default_Ignorable_Code_Point}|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/u;

function foldChar(char: string, letters: Letters): string {
  if (/[\ud800-\udfff]/.test(char)) return char;
  // Before NFKC, which makes a space and a mark of a lone accent, and two primes of a double one.
  if (SIGNS[char] !== undefined) return SIGNS[char];
  if (/\s/.test(char)) return ' ';
  let out = '';
  for (const part of char.normalize('NFKC').toLowerCase()) {
    if (IGNORABLE.test(part)) continue;
    if (letters.own.includes(part)) out += part;
    else if (letters.spelled[part] !== undefined) out += letters.spelled[part];
    else if (/\p{Nd}/u.test(part)) out += digitValue(part.codePointAt(0)!);
    else out += SIGNS[part] ?? withoutAccent(part, letters);
  }
  return out;
}

/** Accents are dropped from Latin and Greek letters; elsewhere (й, が) a mark makes another letter. */
function withoutAccent(char: string, letters: Letters): string {
  const base = char.normalize('NFD')[0];
  if (base === char || !/\p{Script=Latin}|\p{Script=Greek}/u.test(base)) return char;
  return letters.spelled[base] ?? base;
}

/** Decimal digits stand in runs of ten that begin with zero; the runs of the scripts in use do not touch. */
function digitValue(codePoint: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++;
  return value;
}
