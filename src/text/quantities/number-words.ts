/** Small numbers as words, in the languages of the shops: "a tent for four". */
import { languageOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';

/** The word for one is an article in most languages and carries no number. */
const FIRST = 2;

/** Words for the numbers from two to twelve in a language, with their digits; empty for one that is not known. */
export function numberWordsOf(code: string): { word: string; digits: string }[] {
  const words = languageOf(code)?.numberWords;
  if (!words) return [];
  const cardinals = wordList(words.upToTwelve).map((word, i) => ({ word, digits: String(i + 1) }));
  const forms = Object.entries(words.forms).map(([word, number]) => ({ word, digits: String(number) }));
  return [...cardinals.slice(FIRST - 1), ...forms];
}
