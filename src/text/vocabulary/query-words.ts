/**
 * What the function words of a language do in a search: negate, introduce a description behind the head noun, announce
 * a size, or carry no meaning at all.
 */
import { Folder } from '../fold/folder.js';
import type { Language } from '../languages/language.js';
import { languageOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';

export interface QueryWords {
  /**
   * Words that negate what follows: `certain` ones (without, utan) always, `possible` ones (no, inte) only before a
   * word of the catalog, and not in names (No 7). Some also follow the word that they negate (vyötä ilman).
   */
  negators: { certain: ReadonlySet<string>; possible: ReadonlySet<string> };
  /**
   * Words that introduce a description of the product (dress | with belt): the head noun stands before the first of
   * them.
   */
  introducers: ReadonlySet<string>;
  /** Words that join several kinds of products in the name of a value (Mützen und Schals). */
  conjunctions: ReadonlySet<string>;
  /** Whether the head noun of a run of nouns is its first word (robe chemise) or its last (shirt dress). */
  headFirst: boolean;
  /** Whether words that describe a thing follow its form (röda skor). */
  agreeing: boolean;
  /** Words that announce a size (size, storlek), if a size follows them. */
  sizeWords: ReadonlySet<string>;
  /** Words and endings that negate the word before them (leather-free, lederfrei). */
  freeOf: ReadonlySet<string>;
  /** Endings and beginnings of words that say that there is none of something (sugarfree, bezglutenowy). */
  lacking: { endings: readonly string[]; beginnings: readonly string[] };
  /** Endings of words that say that there is some (vetoketjullinen: with a zip). */
  having: readonly string[];
  /** Words for reduced products. */
  onSale: ReadonlySet<string>;
  /** Words of questions and wishes, and stop words. Dropped only while other words remain. */
  fillers: ReadonlySet<string>;
  /** Phrases of questions, by words: these are fillers there alone ("what to wear", "what can I"). */
  askedPhrases: readonly (readonly string[])[];
  /** Words that say whom something is for. */
  audience: ReadonlySet<string>;
  /** Whether a word says what a thing before it is for or where it is (pöydälle: for the table). */
  isAside: (word: string) => boolean;
  /** Phrases that are no kind of one of their words, by words. */
  ownPhrases: readonly (readonly string[])[];
}

/** Letters before such an ending: villa is wool, and no "on vi". */
const LEAST_BEFORE_ASIDE = 4;

/** Used in every language: on labels, in filters, by shoppers from abroad. */
const SIZE_EVERYWHERE = 'size';

const NONE: ReadonlySet<string> = new Set();
const NO_WORDS: QueryWords = {
  negators: { certain: NONE, possible: NONE },
  introducers: NONE,
  conjunctions: NONE,
  headFirst: false,
  agreeing: false,
  sizeWords: NONE,
  freeOf: NONE,
  lacking: { endings: [], beginnings: [] },
  having: [],
  onSale: NONE,
  fillers: NONE,
  askedPhrases: [],
  audience: NONE,
  isAside: () => false,
  ownPhrases: [],
};

const wordsByLanguage = new Map<Language, QueryWords>();

/** The words of a language subtag, folded as its analyzer folds. Languages that are not known have none. */
export function queryWordsOf(code: string): QueryWords {
  const language = languageOf(code);
  if (!language) return NO_WORDS;
  let words = wordsByLanguage.get(language);
  if (!words) wordsByLanguage.set(language, (words = foldedWords(language)));
  return words;
}

function foldedWords({ writing, functionWords, headFirst, agreeing }: Language): QueryWords {
  const folder = new Folder(writing.alphabet);
  const setOf = (list: string) => new Set(wordList(folder.fold(list)));
  const aside = affixesOf(wordList(folder.fold(functionWords.aside ?? ''))).endings;
  return {
    negators: { certain: setOf(functionWords.negators.certain), possible: setOf(functionWords.negators.possible) },
    introducers: setOf(functionWords.introducers),
    conjunctions: setOf(functionWords.conjunctions),
    headFirst,
    agreeing,
    sizeWords: setOf(`${functionWords.sizeWords} ${SIZE_EVERYWHERE}`),
    freeOf: setOf(functionWords.freeOf),
    lacking: affixesOf(wordList(folder.fold(functionWords.lacking))),
    having: affixesOf(wordList(folder.fold(functionWords.having ?? ''))).endings,
    onSale: setOf(functionWords.onSale),
    fillers: setOf(functionWords.fillers),
    askedPhrases: wordGroups(folder.fold(functionWords.askedPhrases ?? '')),
    audience: setOf(functionWords.audience ?? ''),
    isAside: word => aside.some(ending => word.length >= ending.length + LEAST_BEFORE_ASIDE && word.endsWith(ending)),
    ownPhrases: wordGroups(folder.fold(functionWords.ownPhrases ?? '')),
  };
}

function wordGroups(list: string): string[][] {
  return list
    .split(',')
    .map(wordList)
    .filter(words => words.length > 0);
}

function affixesOf(list: readonly string[]): QueryWords['lacking'] {
  return {
    endings: list.filter(affix => affix.startsWith('-')).map(affix => affix.slice(1)),
    beginnings: list.filter(affix => affix.endsWith('-')).map(affix => affix.slice(0, -1)),
  };
}
