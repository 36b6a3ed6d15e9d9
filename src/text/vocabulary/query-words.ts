/**
 * What the function words of a language mean in a search: which take something away, behind which the head noun has
 * been said, which announce a size, and which carry nothing at all.
 */
import { Folder } from '../fold/folder.js';
import type { Language } from '../languages/language.js';
import { languageOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';

export interface QueryWords {
  /**
   * Words that take away what follows: `certain` ones (without, utan) always, `possible` ones (no, inte) only before a
   * word that names an attribute value. Some stand behind what they take away as well (vyötä ilman).
   */
  negators: { certain: ReadonlySet<string>; possible: ReadonlySet<string> };
  /** Words behind which what a thing is has been said (dress | with belt): the head noun stands before the first. */
  introducers: ReadonlySet<string>;
  /** Words that join several things in the name of a value (Mützen und Schals). */
  conjunctions: ReadonlySet<string>;
  /** Whether the head noun of a run of nouns is its first word (robe chemise) or its last (shirt dress). */
  headFirst: boolean;
  /** Words that announce a size (size, storlek); they mean it only when a size follows. */
  sizeWords: ReadonlySet<string>;
  /** Words and endings that take away what stands before them (leather-free, lederfrei). */
  freeOf: ReadonlySet<string>;
  /** Words for what is cheaper than it was. */
  onSale: ReadonlySet<string>;
  /** Words of asking and wishing, and stop words. To be dropped only while other words remain. */
  fillers: ReadonlySet<string>;
}

/** Typed in every country: on labels, in filters, by shoppers from abroad. */
const SIZE_EVERYWHERE = 'size';

const NONE: ReadonlySet<string> = new Set();
const NO_WORDS: QueryWords = {
  negators: { certain: NONE, possible: NONE },
  introducers: NONE,
  conjunctions: NONE,
  headFirst: false,
  sizeWords: NONE,
  freeOf: NONE,
  onSale: NONE,
  fillers: NONE,
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

function foldedWords({ writing, functionWords, headFirst }: Language): QueryWords {
  const folder = new Folder(writing.alphabet);
  const setOf = (list: string) => new Set(wordList(folder.fold(list)));
  return {
    negators: { certain: setOf(functionWords.negators.certain), possible: setOf(functionWords.negators.possible) },
    introducers: setOf(functionWords.introducers),
    conjunctions: setOf(functionWords.conjunctions),
    headFirst,
    sizeWords: setOf(`${functionWords.sizeWords} ${SIZE_EVERYWHERE}`),
    freeOf: setOf(functionWords.freeOf),
    onSale: setOf(functionWords.onSale),
    fillers: setOf(functionWords.fillers),
  };
}
