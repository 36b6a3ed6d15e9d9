/**
 * The phrases of a language that bound an amount, folded and ready to be matched word by word.
 */
import type { BoundLists } from '../languages/language.js';
import { languageOf } from '../languages/registry.js';
import { queryWordsOf } from '../vocabulary/query-words.js';
import { stopWordsOf } from '../vocabulary/stop-words.js';
import { type Currencies, currenciesOf } from './currencies.js';

export type BoundKind = 'below' | 'above' | 'about';

/**
 * A phrase before an amount. `max` and `min` are also parts of models' names and need more certainty; `from` needs a
 * second amount.
 */
export interface BoundPrefix {
  kind: BoundKind | 'max' | 'min' | 'from' | 'between';
  words: readonly string[];
  /** What stands between the two amounts of `between`. */
  separator: readonly string[] | undefined;
}

/** A phrase behind an amount. */
export interface BoundSuffix {
  kind: BoundKind;
  words: readonly string[];
}

export interface BoundPhrases {
  currencies: Currencies;
  /** By their first word, the longest first. */
  prefixes: ReadonlyMap<string, readonly BoundPrefix[]>;
  suffixes: ReadonlyMap<string, readonly BoundSuffix[]>;
  /** Words and signs that stand between two amounts of a range. */
  separators: readonly (readonly string[])[];
  dashes: readonly (readonly string[])[];
  prices: ReadonlySet<string>;
  /** Words that lead to a bound, those for prices among them. */
  leads: ReadonlySet<string>;
  otherScales: ReadonlySet<string>;
  children: ReadonlySet<string>;
  /** Function words: a bound is complete before one, because they name nothing countable. */
  functionWords: ReadonlySet<string>;
}

/** Signs mean the same in every language. */
const SIGNS = { below: '<, < =, ≤', above: '>, > =, ≥', to: '-, –, —' };

/** For an unknown language: the signs alone, and `max`. */
const NO_LISTS: BoundLists = {
  below: '',
  above: '',
  orLess: '',
  orMore: '',
  between: '',
  to: '',
  from: '',
  about: '',
  price: '',
  leads: '',
  otherScales: '',
  children: '',
};

/** The phrases of a language subtag, folded by `fold`. */
export function boundPhrasesOf(code: string, fold: (text: string) => string): BoundPhrases {
  const language = languageOf(code);
  const lists = language?.bounds ?? NO_LISTS;
  const wordsOf = (phrase: string) =>
    fold(phrase)
      .split(/[\s'-]+/)
      .filter(Boolean);
  const phrasesOf = (list: string) =>
    list
      .split(',')
      .map(wordsOf)
      .filter(words => words.length > 0);
  const setOf = (list: string) => new Set(list.split(',').flatMap(wordsOf));
  const prefixesOf = (kind: BoundPrefix['kind'], phrases: string[][]): BoundPrefix[] =>
    phrases.map(words => ({ kind, words, separator: undefined }));

  const between: BoundPrefix[] = lists.between.split(',').flatMap(pair => {
    const [words, separator] = pair.split('…').map(wordsOf);
    return separator ? [{ kind: 'between', words, separator }] : [];
  });
  const prefixes: BoundPrefix[] = [
    ...between,
    ...prefixesOf('from', phrasesOf(lists.from)),
    ...prefixesOf('below', phrasesOf(lists.below)),
    ...prefixesOf('above', phrasesOf(lists.above)),
    ...prefixesOf('about', phrasesOf(lists.about)),
    ...prefixesOf('max', phrasesOf('max')),
    ...prefixesOf('min', phrasesOf('min')),
    ...prefixesOf('below', signsOf(SIGNS.below)),
    ...prefixesOf('above', signsOf(SIGNS.above)),
  ];
  const suffixes: BoundSuffix[] = [
    ...phrasesOf(`${lists.orLess}, max`).map((words): BoundSuffix => ({ kind: 'below', words })),
    ...phrasesOf(lists.orMore).map((words): BoundSuffix => ({ kind: 'above', words })),
  ];
  const { fillers, introducers, negators } = queryWordsOf(code);
  const prices = setOf(lists.price);
  return {
    currencies: currenciesOf(code, fold),
    prefixes: byFirstWord(prefixes),
    suffixes: byFirstWord(suffixes),
    separators: phrasesOf(lists.to),
    dashes: signsOf(SIGNS.to),
    prices,
    leads: new Set([...setOf(lists.leads), ...prices]),
    otherScales: setOf(lists.otherScales),
    children: new Set(wordsOf(lists.children)),
    functionWords: new Set([
      ...stopWordsOf(language, fold),
      ...fillers,
      ...introducers,
      ...negators.certain,
      ...negators.possible,
    ]),
  };
}

function signsOf(list: string): string[][] {
  return list.split(',').map(phrase => phrase.trim().split(' '));
}

function byFirstWord<T extends { words: readonly string[] }>(phrases: T[]): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const phrase of phrases.sort((a, b) => b.words.length - a.words.length)) {
    const known = map.get(phrase.words[0]);
    if (known) known.push(phrase);
    else map.set(phrase.words[0], [phrase]);
  }
  return map;
}
