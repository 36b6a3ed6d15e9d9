/** Finds the words of one product that are similar to a query term it lacks, for explanations. */
import type { Searchable } from '../../snapshot/index.js';
import { positionOf } from '../matching/posting-lookup.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { LONGEST_WORD } from '../understanding/reading.js';
import { fieldNames } from './word-match.js';

export interface NearWord {
  term: string;
  fields: string[];
}

const MOST_NEAR = 3;
const MOST_EDITS = 2;
/** Letters for each edit: shorter words would be similar to almost any other. */
const LETTERS_PER_EDIT = 3;
const SHORTEST_BEGINNING = 4;

/** Words of the product with a small edit distance or a common beginning, most similar first. */
export function nearWords(product: number, { text }: Pick<QueryTerm, 'text'>, view: Searchable): NearWord[] {
  if (text.length > LONGEST_WORD) return [];
  const { terms, fields } = view.text;
  const distances = new Map<number, number>();
  const note = (term: number, distance: number) => {
    if (positionOf(product, term, view) >= 0) distances.set(term, Math.min(distance, distances.get(term) ?? distance));
  };
  terms.fuzzy(text, Math.min(MOST_EDITS, Math.floor(text.length / LETTERS_PER_EDIT)), 0, note);
  if (text.length >= SHORTEST_BEGINNING) {
    const { from, to } = terms.prefix(text);
    for (let term = from; term < to; term++) note(term, terms.term(term).length - text.length);
    for (let length = text.length - 1; length >= SHORTEST_BEGINNING; length--) {
      const term = terms.find(text.slice(0, length));
      if (term >= 0) note(term, text.length - length);
    }
  }
  return [...distances]
    .sort(([a, near], [b, far]) => near - far || a - b)
    .slice(0, MOST_NEAR)
    .map(([term]) => ({ term: terms.term(term), fields: fieldNames(fields[positionOf(product, term, view)]) }));
}
