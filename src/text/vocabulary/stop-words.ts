/** The function words of a language, folded: few and certain. They weigh little in a query; they are not removed. */
import type { Language } from '../languages/language.js';
import { wordList } from '../languages/word-list.js';

/** Empty for an unknown language. */
export function stopWordsOf(language: Language | undefined, fold: (text: string) => string): Set<string> {
  return new Set(wordList(fold(language?.stopWords ?? '')));
}
