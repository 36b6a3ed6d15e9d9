/**
 * Explains how the text of a query was read: its correction and the reason for it, its words and recognised values, and
 * the rules that apply.
 */
import { readValues, readWords, type WordReading } from '../../query/explain/word-reading.js';
import type { Searchable } from '../../snapshot/index.js';
import { MAX_SEARCHED_CHARACTERS, type StorefrontRequest } from '../shared/requests.js';
import type { PhraseRules } from '../shared/search-settings/phrase-rules.js';
import type { TakenText } from './explained-lists.js';
import type { ActingRule, Replacement, TextReading } from './explanation.js';
import { rounded } from './rounding.js';

/**
 * @param request with the text
 * @param phraseRules of the search settings; absent where they do not apply
 * @param redirect the link that the text leads to
 */
export function readText(
  text: TakenText,
  request: StorefrontRequest,
  view: Searchable,
  phraseRules?: PhraseRules,
  redirect?: string,
): TextReading {
  const { typed, q, understanding, didYouMean, rulesOf } = text;
  return {
    typed,
    ...cutOf(request),
    used: q,
    why: q === typed ? 'typed' : isLearned(text, view) ? 'learned' : 'corrected',
    replaced: q === typed ? [] : replacements(typed, q, view),
    didYouMean,
    words: readWords(q, understanding, view).map(roundedRarity),
    values: readValues(understanding, view),
    limits: limitsOf(text),
    ...(redirect !== undefined && { redirect }),
    rules: rulesOf === undefined || !phraseRules ? [] : actingRules(rulesOf, phraseRules),
  };
}

/** The part of a long text that was searched. */
function cutOf(request: StorefrontRequest): Pick<TextReading, 'cut'> {
  if (!('typedCharacters' in request) || request.typedCharacters === undefined) return {};
  return { cut: { searched: MAX_SEARCHED_CHARACTERS, of: request.typedCharacters } };
}

function roundedRarity({ rarity, ...word }: WordReading): WordReading {
  return rarity === undefined ? word : { ...word, rarity: rounded(rarity) };
}

function isLearned({ typed, q }: TakenText, view: Searchable): boolean {
  return view.learned?.meant(view.analyzer.normalize(typed)).includes(q) ?? false;
}

/** The words that differ: pairs where both texts have as many words. */
function replacements(typed: string, used: string, view: Searchable): Replacement[] {
  const [from, to] = [typed, used].map(text => wordsOf(text, view)) as [string[], string[]];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const before = from.slice(start, from.length - end);
  const after = to.slice(start, to.length - end);
  if (before.length !== after.length) return [{ typed: before.join(' '), used: after.join(' ') }];
  return before.flatMap((word, i) => (word === after[i] ? [] : [{ typed: word, used: after[i]! }]));
}

function wordsOf(text: string, view: Searchable): string[] {
  const tokens = view.analyzer.tokenize(text).filter(({ part }) => !part);
  return tokens.map(({ start, end }) => text.slice(start, end));
}

function limitsOf({ q, understanding, limits, dropped }: TakenText): TextReading['limits'] {
  const texts = [
    ...understanding.bounds.map(({ start, end }) => q.slice(start, end)),
    ...understanding.excluded.map(({ negator, text }) => `${negator.text} ${text}`),
  ];
  return texts.map(text => ({
    text,
    state: limits.includes(text) ? 'in force' : dropped.includes(text) ? 'given up' : 'not applicable',
  }));
}

function actingRules(q: string, phraseRules: PhraseRules): ActingRule[] {
  return phraseRules.rulesFor(q).map(({ name, rule: { phrases, match = 'EXACT', pin = [], bury, boost = [] } }) => ({
    // Without the layer of the settings.
    name: name.slice(name.indexOf('|') + 1),
    phrases,
    match,
    pins: pin,
    buries: [...(bury?.products ?? []), ...(bury?.rules === undefined ? [] : [bury.rules])],
    boosts: boost.map(({ rules, weight }) => ({ rules, weight })),
  }));
}
