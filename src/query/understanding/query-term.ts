/** Query terms: the words of a query, with the dictionary terms that each may stand for in a view. */
import type { Searchable } from '../../snapshot/index.js';
import type { Remembering } from './remembered.js';

/** How an expansion is related to the typed word. */
export type MatchKind =
  /** As typed. */
  | 'exact'
  /** Another inflected form of the word. */
  | 'form'
  /** Typed apart and written together, or the other way round. */
  | 'joined'
  /** A part of the typed compound, or the compound of the typed parts. */
  | 'compound'
  /** The same letters but for accents, or for the spelling that replaces them. */
  | 'accent'
  /** The same measure in another unit. */
  | 'unit'
  | 'synonym'
  /** A frequent word of which the typed one is a misspelling that some products have. */
  | 'spelling'
  /** The typed word is a prefix of it. */
  | 'beginning';

/** A dictionary term that a query term may stand for, with a weight: 1 as typed, less for other kinds. */
export interface Expansion {
  term: number;
  weight: number;
  how: MatchKind;
  /** The fields in which it counts as a word of a term group, as a mask; absent: all. */
  fields?: number;
}

/** Several words that together stand for a query term: a product must have all of them. */
export interface TermGroup {
  words: Expansion[][];
  weight: number;
  how: MatchKind;
}

/** A word of the query. A product must match every query term that is not optional. */
export interface QueryTerm extends Remembering {
  /** As typed, folded. */
  text: string;
  stem: string;
  /** Range in the search text. */
  start: number;
  end: number;
  /** Words like "for", which products need not contain. */
  optional: boolean;
  /** Where expansions and term groups are empty, the catalog does not have the word. */
  expansions: Expansion[];
  termGroups: TermGroup[];
  /** The fields in which it may match, as a mask. */
  fields: number;
  /** Whether it is the head: in "dress shirt" the shirt. */
  head: boolean;
  /** Whether it stands where the head stands in a submitted text that has no certain one. */
  likelyHead: boolean;
  /** Of several words that are read as one phrase: each by itself. */
  parts: readonly QueryTerm[] | undefined;
  /** Stemmed words, joined by spaces, by which the query term may name attribute values; its own stem first. */
  names: string[];
}

export const ALL_FIELDS = 0xffff;
/** Most query terms of a text, after compounds are divided. */
export const MOST_QUERY_TERMS = 32;

/** A required word that may match in all fields. A plain object literal, because a query makes dozens of them. */
export function newQueryTerm(
  text: string,
  stem: string,
  start: number,
  end: number,
  expansions: Expansion[],
): QueryTerm {
  const names = [stem];
  return {
    text,
    stem,
    start,
    end,
    optional: false,
    expansions,
    termGroups: [],
    fields: ALL_FIELDS,
    head: false,
    likelyHead: false,
    parts: undefined,
    names,
    remembered: undefined,
  };
}

export function isKnown({ expansions, termGroups }: QueryTerm): boolean {
  return expansions.length > 0 || termGroups.length > 0;
}

/** The weights of expansions by kind. */
export const KIND_WEIGHTS: Record<MatchKind, number> = {
  exact: 1,
  form: 0.9,
  joined: 0.95,
  compound: 0.85,
  accent: 0.95,
  unit: 0.95,
  synonym: 0.8,
  spelling: 0.75,
  beginning: 0.7,
};

/** The expansions of one word: the term itself, of kind `how`, and the other forms of its stem. */
export function expand(
  word: string,
  stem: string,
  view: Searchable,
  how: MatchKind = 'exact',
  worth = KIND_WEIGHTS[how],
) {
  const { text } = view;
  const expansions: Expansion[] = [];
  const exact = text.terms.find(word);
  if (exact >= 0) expansions.push({ term: exact, weight: worth, how });
  const form = how === 'exact' ? 'form' : how;
  for (const term of text.termsOfStem(stem)) {
    if (term !== exact) expansions.push({ term, weight: worth * KIND_WEIGHTS.form, how: form });
  }
  return expansions;
}

/** Adds the expansions that are not there yet. */
export function addExpansions(queryTerm: QueryTerm, more: readonly Expansion[]): void {
  for (const expansion of more) {
    if (!queryTerm.expansions.some(({ term }) => term === expansion.term)) queryTerm.expansions.push(expansion);
  }
}

/** Sum of the numbers of products with each term; a product with several is counted several times. */
export function frequencyOf(expansions: readonly Expansion[], { text }: Searchable): number {
  let sum = 0;
  for (const { term } of expansions) sum += text.frequency(term);
  return sum;
}

/** As `frequencyOf`, for a whole query term; a term group counts as its rarest word. */
export function frequencyOfQueryTerm({ expansions, termGroups }: QueryTerm, view: Searchable): number {
  let sum = frequencyOf(expansions, view);
  for (const { words } of termGroups) sum += Math.min(...words.map(word => frequencyOf(word, view)));
  return sum;
}
