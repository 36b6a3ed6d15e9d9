/**
 * Words that shoppers of a language use for the same thing, where that holds nearly always: few and certain, since
 * nobody in the shop has asked for them. A shop's own synonyms come with its search settings.
 */
import { rulesOf } from '../languages/rules.js';
import { THESAURUS_WORDS } from './thesaurus-words.js';

/**
 * Words and phrases as they are written: `words` all find each other; what is searched by `from` also finds what `to`
 * names, which is narrower or what `from` means in a shop, but not back.
 */
export type ThesaurusEntry = { words: readonly string[] } | { from: readonly string[]; to: readonly string[] };

const made = new Map<string, readonly ThesaurusEntry[]>();

/** The thesaurus of a language subtag, made once; empty for a language that has none. */
export function thesaurusOf(language: string): readonly ThesaurusEntry[] {
  const name = rulesOf(language);
  const lists = THESAURUS_WORDS[name];
  if (lists === undefined) return [];
  let entries = made.get(name);
  if (!entries) made.set(name, (entries = lists.split(';').map(entryOf)));
  return entries;
}

function entryOf(line: string): ThesaurusEntry {
  const [words, to] = line.split('>').map(wordsOf);
  return to === undefined ? { words } : { from: words, to };
}

function wordsOf(list: string): string[] {
  return list.split(',').map(word => word.trim().replace(/\s+/g, ' '));
}
