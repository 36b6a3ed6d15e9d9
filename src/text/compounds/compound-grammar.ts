/** How a language forms compounds: linking letters, endings that are no parts, and compounds that count as one word. */
import { Folder } from '../fold/folder.js';
import type { CompoundRules, Language } from '../languages/language.js';
import { languageOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';
import { queryWordsOf } from '../vocabulary/query-words.js';

/** A link between two parts: the letters `written` there, and those that end the first part without it (`restored`). */
export interface Link {
  written: string;
  restored: string;
}

export interface CompoundGrammar {
  links: readonly Link[];
  /** Suffixes that follow a stem more often than they are words: never the last part. */
  endings: ReadonlySet<string>;
  dropsThirdLetter: boolean;
  /** What a part of three letters must match. */
  shortestPart: RegExp | undefined;
  isFunctionWord(word: string): boolean;
  /** Positions in a folded word where it must not be divided: those inside lexicalised compounds. */
  closedSeams(word: string): ReadonlySet<number>;
}

const grammars = new Map<Language, CompoundGrammar>();

/** The grammar of a language subtag, or undefined where the language writes the parts apart or is not known. */
export function compoundGrammarOf(code: string): CompoundGrammar | undefined {
  const language = languageOf(code);
  if (!language?.compounds) return undefined;
  let grammar = grammars.get(language);
  if (!grammar) grammars.set(language, (grammar = grammarOf(language, language.compounds)));
  return grammar;
}

function grammarOf(language: Language, rules: CompoundRules): CompoundGrammar {
  const folder = new Folder(language.writing.alphabet);
  const wordsOf = (list: string) => wordList(folder.fold(list));
  const { introducers, fillers, negators } = queryWordsOf(language.codes[0]);
  const lexicalised = new RegExp(wordsOf(rules.lexicalised).join('|') || '(?!)', 'g');
  return {
    links: wordsOf(rules.links).map(linkOf),
    endings: new Set(wordsOf(rules.endings)),
    dropsThirdLetter: rules.dropsThirdLetter,
    shortestPart: rules.shortestPart,
    isFunctionWord: word => introducers.has(word) || fillers.has(word) || negators.certain.has(word),
    closedSeams: word => seamsInside(word, lexicalised),
  };
}

function linkOf(link: string): Link {
  const [written, restored = ''] = link.split('>');
  return { written, restored };
}

const NONE: ReadonlySet<number> = new Set();

function seamsInside(word: string, compounds: RegExp): ReadonlySet<number> {
  if (word.search(compounds) < 0) return NONE;
  const seams = new Set<number>();
  for (const { index, 0: found } of word.matchAll(compounds)) {
    for (let at = index + 1; at < index + found.length; at++) seams.add(at);
  }
  return seams;
}
