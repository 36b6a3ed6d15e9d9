/**
 * The phrases of `bound-words.ts`, folded and ready to be matched word by word; those of a language are made once.
 */

import { queryWordsOf } from '../vocabulary/query-words.js';
import { stopWordsOf } from '../vocabulary/stop-words.js';
import { BOUND_SIGNS, BOUND_WORDS, type BoundWords } from './bound-words.js';
import { type Currencies, currenciesOf } from './currencies.js';

export type BoundKind = 'below' | 'above' | 'about';

/** Before an amount. `max` and `min` are half names of models and need more certainty; `from` needs a second amount. */
export interface Phrase {
  kind: BoundKind | 'max' | 'min' | 'from' | 'between';
  words: readonly string[];
  /** Between the two amounts of `between`. */
  joint: readonly string[] | undefined;
}

/** Behind an amount. */
export interface Closing {
  kind: BoundKind;
  words: readonly string[];
}

export interface BoundPhrases {
  currencies: Currencies;
  /** By their first word, the longest first. */
  before: ReadonlyMap<string, readonly Phrase[]>;
  behind: ReadonlyMap<string, readonly Closing[]>;
  joints: readonly (readonly string[])[];
  dashes: readonly (readonly string[])[];
  prices: ReadonlySet<string>;
  /** Words that lead to a bound, those for prices among them. */
  leads: ReadonlySet<string>;
  otherScales: ReadonlySet<string>;
  children: ReadonlySet<string>;
  /** Words that nothing countable is named by: what they follow is complete. */
  functionWords: ReadonlySet<string>;
}

const NONE: BoundWords = {
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

/** The phrases of a language, folded by `fold`; for a language that is not known the signs alone, and `max`. */
export function boundPhrasesOf(language: string, fold: (text: string) => string): BoundPhrases {
  const lists = BOUND_WORDS[language] ?? NONE;
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
  const plain = (kind: Phrase['kind'], list: string): Phrase[] =>
    phrasesOf(list).map(words => ({ kind, words, joint: undefined }));

  const between: Phrase[] = lists.between.split(',').flatMap(pair => {
    const [open, joint] = pair.split('…').map(wordsOf);
    return joint ? [{ kind: 'between', words: open, joint }] : [];
  });
  const before: Phrase[] = [
    ...between,
    ...plain('from', lists.from),
    ...plain('below', lists.below),
    ...plain('above', lists.above),
    ...plain('about', lists.about),
    ...plain('max', 'max'),
    ...plain('min', 'min'),
    ...signs(BOUND_SIGNS.below).map((words): Phrase => ({ kind: 'below', words, joint: undefined })),
    ...signs(BOUND_SIGNS.above).map((words): Phrase => ({ kind: 'above', words, joint: undefined })),
  ];
  const behind: Closing[] = [
    ...phrasesOf(`${lists.orLess}, max`).map((words): Closing => ({ kind: 'below', words })),
    ...phrasesOf(lists.orMore).map((words): Closing => ({ kind: 'above', words })),
  ];
  const { fillers, introducers, negators } = queryWordsOf(language);
  const prices = setOf(lists.price);
  return {
    currencies: currenciesOf(language, fold),
    before: byFirstWord(before),
    behind: byFirstWord(behind),
    joints: phrasesOf(lists.to),
    dashes: signs(BOUND_SIGNS.to),
    prices,
    leads: new Set([...setOf(lists.leads), ...prices]),
    otherScales: setOf(lists.otherScales),
    children: setOf(lists.children.replaceAll(' ', ',')),
    functionWords: new Set([
      ...stopWordsOf(language, fold),
      ...fillers,
      ...introducers,
      ...negators.certain,
      ...negators.possible,
    ]),
  };
}

function signs(list: string): string[][] {
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
