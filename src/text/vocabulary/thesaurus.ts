/**
 * Words that shoppers of a language use for the same thing, where that holds nearly always: few and certain, since the
 * shop has not asked for them. A shop's own synonyms come with its search settings.
 */
import type { Language } from '../languages/language.js';
import { languageOf } from '../languages/registry.js';

/**
 * Words and phrases as they are written: `words` all find each other; what is searched by `from` also finds what `to`
 * names, which is narrower or what `from` means in a shop, but not back; `wide` and `narrow` words stand for each other where
 * the one that is searched is in no product.
 */
export type ThesaurusEntry =
  | { words: readonly string[] }
  | { from: readonly string[]; to: readonly string[] }
  | { wide: readonly string[]; narrow: readonly string[] };

const entriesByLanguage = new Map<Language, readonly ThesaurusEntry[]>();

/** The thesaurus of a language subtag; empty for a language that is not known. */
export function thesaurusOf(code: string): readonly ThesaurusEntry[] {
  const language = languageOf(code);
  if (!language) return [];
  let entries = entriesByLanguage.get(language);
  if (!entries) entriesByLanguage.set(language, (entries = language.thesaurus.split(';').map(entryOf)));
  return entries;
}

function entryOf(group: string): ThesaurusEntry {
  const [wide, narrow] = group.split('>>').map(phrasesOf);
  if (narrow !== undefined) return { wide, narrow };
  const [words, to] = group.split('>').map(phrasesOf);
  return to === undefined ? { words } : { from: words, to };
}

function phrasesOf(list: string): string[] {
  return list.split(',').map(phrase => phrase.trim().replace(/\s+/g, ' '));
}
