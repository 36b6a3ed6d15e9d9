/**
 * Words that no language has, so that a text means its words and nothing else: no two of them are near enough for a
 * typing error, none is a form of another, a synonym or a compound. What random-catalog.ts calls things is renamed to
 * some of them, in catalogs and in what is asked of them alike.
 */
import { analyzerFor } from '../../src/text/index.js';

const LOCALES = ['sv-SE', 'en-GB'];
const CONSONANTS = 'bdfgklmnprtvz';
const VOWELS = 'aeiou';
const HOW_MANY = 70;
/** Typing errors are forgiven up to one letter in words of this length, with room to spare. */
const APART = 3;
/** Prime to the number of such words: every one of them comes once, in no order that shows. */
const STEP = 7919;

const RENAMED =
  'nike acme topp runner one two wear shoes boots tops home rugs kläder skor mattor clothes shirts shirt boot north south women men dam adult dots plain slim wide smal eco top wool silk'.split(
    ' ',
  );

/** What keeps its name, as people have to type it. */
const KEPT =
  'neil åhus älva alva unique shoe size volt watt red blue black white yellow gold multi röd blå svart vit gul guld'.split(
    ' ',
  );

const words = makeWords();
const renamed = new Map(RENAMED.map((word, i) => [word, words[i]!]));
/** What values are called. */
export const NAMES = words.slice(0, RENAMED.length);
/** What else titles say. */
export const TITLE_WORDS = words.slice(RENAMED.length, -4);
/** What no catalog has. */
export const UNKNOWN = words.slice(-4);

function makeWords(): string[] {
  const made: string[] = [];
  const all = CONSONANTS.length ** 3 * VOWELS.length ** 2;
  for (let i = 0; made.length < HOW_MANY; i++) {
    let n = (i * STEP) % all;
    const take = (letters: string) => {
      const letter = letters[n % letters.length]!;
      n = Math.floor(n / letters.length);
      return letter;
    };
    const word = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS].map(take).join('');
    if (made.every(other => differences(word, other) >= APART) && LOCALES.every(locale => isPlain(word, locale))) {
      made.push(word);
    }
  }
  return made;
}

function differences(a: string, b: string): number {
  return [...a].filter((letter, i) => letter !== b[i]).length;
}

function isPlain(word: string, locale: string): boolean {
  const analyzer = analyzerFor(locale);
  return analyzer.stem(word) === word && !analyzer.isStopWord(word) && !isNearOther(word);
}

/** Whether the typed part of a word may be a typing error in another. */
function isNearOther(word: string): boolean {
  const beginnings = [word, word.slice(0, -1), word.slice(0, -2)];
  return KEPT.some(other => beginnings.some(typed => edits(typed, other) < 2));
}

/** Letters that are wrong, missing or too many. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return edits(a.slice(1), b.slice(1));
  return 1 + Math.min(edits(a.slice(1), b.slice(1)), edits(a.slice(1), b), edits(a, b.slice(1)));
}

/** The same value with its words renamed, capitals kept. */
export function renameWords<T>(value: T): T {
  return renameAny(value) as T;
}

function renameAny(value: unknown): unknown {
  if (typeof value === 'string') return renameText(value);
  if (Array.isArray(value)) return value.map(renameAny);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [renameText(key), renameAny(member)]));
}

function renameText(text: string): string {
  return text.replace(/\p{L}+/gu, word => {
    const other = renamed.get(word.toLowerCase());
    if (other === undefined) return word;
    if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
    return word[0] === word[0]!.toUpperCase() ? other[0]!.toUpperCase() + other.slice(1) : other;
  });
}
