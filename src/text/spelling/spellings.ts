/**
 * Spellings of a word on other keyboards: letters of the alphabet's own typed as their base letter (roda for röda) or
 * as a digraph (Maentel, groesse, baade), and digraphs written as the one letter.
 */
import { Folder } from '../fold/folder.js';
import { BASIC_ALPHABET } from '../languages/alphabets.js';
import { writingOf } from '../languages/registry.js';

const basic = new Folder(BASIC_ALPHABET);

/**
 * A folded word in base letters, whatever the language: å, ä, æ → a; ö, ø → o; ü → u; ß → ss. Words of equal results
 * may be one word, typed on different keyboards.
 */
export function foldBasic(word: string): string {
  return isPlain(word) ? word : basic.fold(word.replaceAll('æ', 'a'));
}

/** Whether words of a language may differ in accents alone: most languages fold them all. */
export function keepsAccents(language: string): boolean {
  return writingOf(language).alphabet.own !== '';
}

/** Above this number of pairs, a word's pairs are not replaced one at a time. */
const MOST_PAIRS = 4;

/**
 * Spellings to try for a folded word that nothing has, likeliest first and without the word: all pairs of letters as
 * one, each pair alone, then the letters of their own as pairs. Empty where the language writes no such pairs.
 */
export function spellingsOf(word: string, language: string): string[] {
  const { digraphs } = writingOf(language);
  if (!digraphs) return [];
  const { letters, pattern } = digraphs;
  const found = new Set<string>();
  const places = [...word.matchAll(pattern)];
  if (places.length > 0 && places.length <= MOST_PAIRS) {
    found.add(word.replace(pattern, pair => letters[pair]));
    for (const { index, 0: pair } of places) {
      found.add(word.slice(0, index) + letters[pair] + word.slice(index + pair.length));
    }
  }
  let paired = word;
  for (const [pair, letter] of Object.entries(letters)) paired = paired.replaceAll(letter, pair);
  found.add(paired);
  found.delete(word);
  return [...found];
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 0x7e) return false;
  return true;
}

/** Least share of its letters that an inflected form has in common with the other form, from the beginning. */
const COMMON_BEGINNING = 0.6;

/** Whether two folded words of one stem begin enough alike to be forms of one word, accents aside. */
export function isFormOf(a: string, b: string): boolean {
  const [x, y] = [foldBasic(a), foldBasic(b)];
  let same = 0;
  while (same < x.length && x[same] === y[same]) same++;
  return same >= COMMON_BEGINNING * Math.max(x.length, y.length);
}
