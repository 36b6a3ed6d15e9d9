/** The words of a query: what each may stand for in a view, and how well. */
import type { Searchable } from '../../snapshot/index.js';

/** How a term comes to stand for a typed word. */
export type MatchKind =
  /** As typed. */
  | 'exact'
  /** Another form of the word. */
  | 'form'
  /** Typed apart and written together, or the other way round. */
  | 'joined'
  /** A part of a compound that was typed, or the compound of parts. */
  | 'compound'
  /** The same letters but for accents, or for how the language writes them without. */
  | 'accent'
  /** The same measure in another unit. */
  | 'unit'
  | 'synonym'
  /** The typed word is how it begins. */
  | 'beginning';

/** A term a word may stand for, and how well: 1 as typed, less for other forms. */
export interface Expansion {
  term: number;
  weight: number;
  how: MatchKind;
}

/** Several words that together stand for one: a product has to have all of them. */
export interface TermGroup {
  words: Expansion[][];
  weight: number;
  how: MatchKind;
}

/** A word of the query. Every query term must match unless it is optional. */
export interface QueryTerm {
  /** As typed, folded. */
  text: string;
  stem: string;
  /** Range in the search text. */
  start: number;
  end: number;
  /** Words like "for", which products need not contain. */
  optional: boolean;
  /** Both empty: the catalog does not know the word. */
  expansions: Expansion[];
  termGroups: TermGroup[];
  /** Fields in which it counts, a bit each. */
  fields: number;
  /** Says what is looked for: in "dress shirt" the shirt. */
  head: boolean;
  /** Stemmed words, joined by spaces, by which the query term may name attribute values; its own stem first. */
  names: string[];
}

export const ALL_FIELDS = 0xffff;

/** A needed word that counts in all fields. Plain on purpose: a query makes dozens of them. */
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
    names,
  };
}

export function isKnown({ expansions, termGroups }: QueryTerm): boolean {
  return expansions.length > 0 || termGroups.length > 0;
}

/** The weights of terms by how they come to stand for a word. */
export const KIND_WEIGHTS: Record<MatchKind, number> = {
  exact: 1,
  form: 0.9,
  joined: 0.95,
  compound: 0.85,
  accent: 0.95,
  unit: 0.95,
  synonym: 0.8,
  beginning: 0.7,
};

/** The dictionary terms of one word: itself, as `how` says, and the other forms of its stem. */
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

/** Adds what is not there yet. */
export function addExpansions(queryTerm: QueryTerm, more: readonly Expansion[]): void {
  for (const expansion of more) {
    if (!queryTerm.expansions.some(({ term }) => term === expansion.term)) queryTerm.expansions.push(expansion);
  }
}

/** Products that the terms stand in, those of several counted once for each. */
export function frequencyOf(expansions: readonly Expansion[], { text }: Searchable): number {
  let sum = 0;
  for (const { term } of expansions) sum += text.frequency(term);
  return sum;
}

/** As `frequencyOf`, for all that stands for a query term; of term groups the rarest word counts. */
export function frequencyOfQueryTerm({ expansions, termGroups }: QueryTerm, view: Searchable): number {
  let sum = frequencyOf(expansions, view);
  for (const { words } of termGroups) sum += Math.min(...words.map(word => frequencyOf(word, view)));
  return sum;
}
