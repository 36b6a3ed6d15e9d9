/**
 * What the function words of a language mean in a search: which take something away, behind which the head noun has
 * been said, which announce a size, and which carry nothing at all. The words stand in `function-words.ts`.
 */
import { Folder } from '../fold/folder.js';
import { rulesOf } from '../languages/rules.js';
import { FREE_OF, FUNCTION_WORDS, type FunctionWords, ON_SALE } from './function-words.js';

export interface QueryWords {
  /**
   * Words that take away what follows: `certain` ones (without, utan) always, `possible` ones (no, inte) only before a
   * word that names an attribute value. Some stand behind what they take away as well (vyötä ilman).
   */
  negators: { certain: ReadonlySet<string>; possible: ReadonlySet<string> };
  /** Words behind which what a thing is has been said (dress | with belt): the head noun stands before the first. */
  introducers: ReadonlySet<string>;
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

const NONE: FunctionWords = {
  certain: '',
  possible: '',
  introducers: '',
  headFirst: false,
  sizeWords: '',
  fillers: '',
};
/** Typed in every country: on labels, in filters, by whoever shops abroad. */
const SIZE_EVERYWHERE = 'size';

const known = new Map<string, QueryWords>();
const nothing = folded(NONE, '', 'und');

/** The words of a language subtag, folded as its analyzer folds. Languages that are not known have none. */
export function queryWordsOf(language: string): QueryWords {
  const lists = FUNCTION_WORDS[language];
  if (!lists) return nothing;
  let words = known.get(language);
  if (!words) known.set(language, (words = folded(lists, SIZE_EVERYWHERE, language)));
  return words;
}

function folded(lists: FunctionWords, sizeEverywhere: string, language: string): QueryWords {
  const folder = new Folder(language);
  const setOf = (list: string) => new Set(folder.fold(list).text.split(/\s+/).filter(Boolean));
  return {
    negators: { certain: setOf(lists.certain), possible: setOf(lists.possible) },
    introducers: setOf(lists.introducers),
    headFirst: lists.headFirst,
    sizeWords: setOf(`${lists.sizeWords} ${sizeEverywhere}`),
    freeOf: setOf(FREE_OF[rulesOf(language)] ?? ''),
    onSale: setOf(ON_SALE[rulesOf(language)] ?? ''),
    fillers: setOf(lists.fillers),
  };
}
