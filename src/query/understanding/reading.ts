/**
 * Makes a query term of each word of a search text, with its expansions from the dictionary, and joins neighbours that
 * the catalog writes as one word.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { allowedEdits, isFormOf, queryWordsOf, type Token, unitVariants, writesCompounds } from '../../text/index.js';
import { ViewCache } from '../view-cache.js';
import type { Lexicon } from './lexicon.js';
import {
  ALL_FIELDS,
  addExpansions,
  type Expansion,
  expand,
  frequencyOf,
  isKnown,
  KIND_WEIGHTS,
  newQueryTerm,
  type QueryTerm,
  type TermGroup,
} from './query-term.js';
import { hasMeaning } from './synonyms.js';

/** Longer words are ignored: no catalog has them. */
export const LONGEST_WORD = 64;
/** Most words of a query; further ones are ignored. */
export const MAX_WORDS = 16;
/** Most product keys that a prefix expands to. */
const MAX_KEYS = 48;
const SHORTEST_KEY = 3;
/** How many times as many products have two words as one than have the rarer of the two: "ear buds" are earbuds. */
const MOSTLY = 8;
/** How many times as many products have a word than a value of its name, which it does not mean then. */
const MANY_MORE = 16;
const SIZE_ALONE = 1 << FIELD.SIZE;
const DIGIT = /\d/;
const MEASURE = /^(\d+(?:\.\d+)?)(\p{L}+)$/u;

/** The stem of a word, and what it expands to. */
interface AnalysedWord {
  readonly stem: string;
  readonly expansions: readonly Expansion[];
}

/** Words of a view that are remembered, in each of two generations. */
const KEPT_WORDS = 8192;
const analysedWords = new ViewCache<AnalysedWord>('words', KEPT_WORDS);
const joinedWords = new ViewCache<AnalysedWord>('joined', KEPT_WORDS);

/** The query terms of tokens, in their order. */
export function readQueryTerms(tokens: readonly Token[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const queryTerms: QueryTerm[] = [];
  for (let i = 0; i < tokens.length && queryTerms.length < MAX_WORDS; i++) {
    if (tokens[i].part) continue;
    const whole = queryTermOf(tokens[i], view, lexicon);
    const parts: QueryTerm[] = [];
    for (let k = i + 1; k < tokens.length && tokens[k].part && tokens[k].position === tokens[i].position; k++) {
      // "501l" is followed by its own parts.
      if (tokens[k].start >= (parts.at(-1)?.end ?? 0)) parts.push(queryTermOf(tokens[k], view, lexicon));
    }
    // "running-shoes" is read as its parts where the catalog does not write it as one word, and says nothing else for it.
    const isDivided = !isKnown(whole) && parts.length > 0 && !MEASURE.test(whole.text);
    if (!isDivided) queryTerms.push(whole);
    else if (hasMeaning(whole.stem, view, lexicon)) queryTerms.push(withParts(whole, parts));
    else queryTerms.push(...parts);
  }
  announceSizes(queryTerms, view);
  passOverAsked(queryTerms, view);
  return queryTerms;
}

/** "What to wear for yoga" looks for nothing that wears. */
function passOverAsked(queryTerms: readonly QueryTerm[], view: Searchable): void {
  for (const words of queryWordsOf(view.analyzer.language).askedPhrases) {
    for (let i = 0; i + words.length <= queryTerms.length; i++) {
      if (!words.every((word, k) => queryTerms[i + k].text === word)) continue;
      for (let k = 0; k < words.length; k++) queryTerms[i + k].optional = true;
    }
  }
}

/** A word that stands for its parts together as well, where the catalog has them all. */
function withParts(whole: QueryTerm, parts: readonly QueryTerm[]): QueryTerm {
  if (!parts.every(isKnown)) return whole;
  const words = parts.map(({ expansions }) => expansions);
  return {
    ...whole,
    termGroups: [{ words, weight: KIND_WEIGHTS.form, how: 'joined' }],
    names: [...whole.names, parts.map(({ stem }) => stem).join(' ')],
  };
}

function queryTermOf(token: Token, view: Searchable, lexicon: Lexicon): QueryTerm {
  const { text, start, end } = token;
  const word = text.length > LONGEST_WORD ? { stem: text, expansions: [] } : analysed(text, view);
  const { stem } = word;
  const expansions = [...word.expansions];
  const queryTerm = newQueryTerm(text, stem, start, end, expansions);
  // A brand may have any name: a filler word that names a value is not a filler.
  queryTerm.optional = lexicon.isStopWord(text) || (lexicon.isFiller(text) && !namesValue(queryTerm, view));
  if (!DIGIT.test(text)) return queryTerm;
  const measure = MEASURE.exec(text);
  if (measure) {
    for (const same of unitVariants(measure[1]!, measure[2]!))
      addExpansions(queryTerm, expand(same, same, view, 'unit'));
  }
  if (expansions.length === 0) expansions.push(...keysBeginningWith(text, view));
  return queryTerm;
}

/**
 * Whether a word names a value, and not by chance: where far more products have it as a word, such as "best", it is none of
 * a brand that is called so.
 */
function namesValue({ stem, expansions }: QueryTerm, view: Searchable): boolean {
  const frequency = frequencyOf(expansions, view);
  return view.text.entitiesOf(stem).some(({ attribute, value }) => {
    const { ownersStart } = view.attributes.all[attribute];
    return (ownersStart[value + 1] - ownersStart[value]) * MANY_MORE >= frequency;
  });
}

function analysed(text: string, view: Searchable): AnalysedWord {
  return analysedWords.get(view.key, text, () => {
    const stem = view.analyzer.stem(text);
    const expansions = expand(text, stem, view);
    return { stem, expansions: isChanceMeeting(text, stem, expansions, view) ? [] : expansions };
  });
}

/**
 * Whether a word has met its forms by chance: they hardly begin as it does, and another word is one letter off. "Extenal"
 * has the stem of extensions, and is external.
 */
function isChanceMeeting(text: string, stem: string, expansions: readonly Expansion[], view: Searchable): boolean {
  const { terms } = view.text;
  if (expansions.length === 0 || expansions.some(({ how }) => how !== 'form')) return false;
  if (expansions.some(({ term }) => isFormOf(terms.term(term), text)) || allowedEdits(text) === 0) return false;
  let isNear = false;
  terms.fuzzy(text, 1, 1, term => {
    isNear ||= view.analyzer.stem(terms.term(term)) !== stem;
  });
  return isNear;
}

/** Expansions of a prefix of product keys. */
function keysBeginningWith(text: string, view: Searchable): Expansion[] {
  if (text.length < SHORTEST_KEY || text.length > LONGEST_WORD) return [];
  const { terms, start } = view.text;
  const { from, to } = terms.prefix(text);
  const found: Expansion[] = [];
  for (let term = from; term < to && found.length < MAX_KEYS; term++) {
    const { fields } = view.text.postings(term);
    if (fields[start[term]] & (1 << FIELD.KEY)) found.push({ term, weight: KIND_WEIGHTS.beginning, how: 'beginning' });
  }
  return found;
}

/** Whether a word announces that the next one is a size. */
export function announcesSize({ text }: QueryTerm, view: Searchable): boolean {
  return queryWordsOf(view.analyzer.language).sizeWords.has(text);
}

/**
 * "Size 42": the number matches as a size only, even where no product has that size, and the word before it is
 * optional. Where titles write it so, products match that have both words.
 */
function announceSizes(queryTerms: QueryTerm[], view: Searchable): void {
  for (let i = 0; i + 1 < queryTerms.length; i++) {
    if (!announcesSize(queryTerms[i], view)) continue;
    const size = queryTerms[i + 1];
    const named = size.expansions.filter(({ term }) => standsInSizes(term, view));
    if (named.length === 0 && !DIGIT.test(size.text)) continue;
    const words = [queryTerms[i].expansions, size.expansions];
    const termGroups: TermGroup[] = words.every(word => word.length > 0) ? [{ words, weight: 1, how: 'exact' }] : [];
    queryTerms[i] = { ...queryTerms[i], optional: true };
    queryTerms[i + 1] = { ...size, optional: false, expansions: named, termGroups, fields: SIZE_ALONE };
  }
}

function standsInSizes(term: number, { text }: Searchable): boolean {
  const { fields } = text.postings(term);
  for (let i = text.start[term]; i < text.start[term + 1]; i++) if (fields[i] & SIZE_ALONE) return true;
  return false;
}

/** Joins neighbours that the catalog writes as one word, always or sometimes: "t shirt", "flip flops". */
export function joinWords(queryTerms: readonly QueryTerm[], view: Searchable): QueryTerm[] {
  const out: QueryTerm[] = [];
  for (let i = 0; i < queryTerms.length; i++) {
    const joined = i + 1 < queryTerms.length ? join(queryTerms[i], queryTerms[i + 1], view) : undefined;
    if (joined) {
      out.push(...joined);
      i++;
    } else {
      out.push(queryTerms[i]);
    }
  }
  return out;
}

/** Whether the catalog writes two neighbours as one word. */
export function areJoined(a: QueryTerm, b: QueryTerm, view: Searchable): boolean {
  return join(a, b, view) !== undefined;
}

/**
 * The two words as one query term; or, where the catalog has them more often apart, both with the joined word as an
 * expansion.
 */
function join(a: QueryTerm, b: QueryTerm, view: Searchable): QueryTerm[] | undefined {
  if (a.fields !== ALL_FIELDS || b.fields !== ALL_FIELDS) return undefined;
  const text = a.text + b.text;
  if (text.length > LONGEST_WORD) return undefined;
  const { stem, expansions } = joinedWords.get(view.key, text, () => {
    const stem = view.analyzer.stem(text);
    return { stem, expansions: expand(text, stem, view, 'joined') };
  });
  if (expansions.length === 0) return undefined;
  const unknown = !isKnown(a) || !isKnown(b);
  const short = Math.min(a.text.length, b.text.length) <= 2 || a.optional || b.optional;
  const isValue = view.text.entitiesOf(stem).length > 0 && view.text.entitiesOf(`${a.stem} ${b.stem}`).length === 0;
  const apart = Math.min(frequencyOf(a.expansions, view), frequencyOf(b.expansions, view));
  const together = frequencyOf(expansions, view);
  // Compounds are found by their parts already, which may name values.
  const isMostlyOne = together >= MOSTLY * apart && !writesCompounds(view.analyzer.language);
  if (!unknown && !short && !isValue && !isMostlyOne) return undefined;
  if (apart > together) {
    return [a, b].map(queryTerm => ({ ...queryTerm, expansions: [...queryTerm.expansions, ...expansions] }));
  }
  const queryTerm = newQueryTerm(text, stem, a.start, b.end, [...expansions]);
  queryTerm.names.push(`${a.stem} ${b.stem}`);
  if (!unknown)
    queryTerm.termGroups.push({ words: [a.expansions, b.expansions], weight: KIND_WEIGHTS.form, how: 'joined' });
  return [queryTerm];
}
