/**
 * Tells whether some product matches, by looking at the first products of the rarest word alone: where hits are so far
 * apart, a phrase made of these words is not worth suggesting.
 */
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { type NeededTerm, ownNeededTerms } from './needed-terms.js';
import { termGroupHitsOf } from './posting-lookup.js';
import type { TermMatches } from './term-matches.js';

/** Products of a word, and of each of its term groups, that are looked at. */
const MOST_LOOKS = 256;

/** What is looked for. */
export interface Look {
  /** The query term that gives the products to look at. */
  readonly queryTerm: QueryTerm;
  /** What a product must have besides. */
  readonly others: readonly TermMatches[];
  /** Products to consider; undefined: all. */
  readonly within: Bitmap | undefined;
  /** How many are wanted. */
  readonly most: number;
}

/**
 * Looks at the first products of a query term. Plain loops: this runs for dozens of phrases in a query.
 * @returns those that are hits, as they were looked at
 */
export function lookFor(
  { queryTerm: { expansions, termGroups }, others, within, most }: Look,
  view: Searchable,
  deadline: Deadline,
): number[] {
  const hits: number[] = [];
  for (const { words } of termGroups) {
    const { docs: found } = termGroupHitsOf(words, view, deadline);
    for (let i = 0; i < found.length && i < MOST_LOOKS; i++) {
      if ((within && !hasBit(within, found[i])) || !hasAll(others, found[i])) continue;
      hits.push(found[i]);
      if (hits.length === most) return hits;
    }
  }
  const { text } = view;
  const { start } = text;
  let looks = MOST_LOOKS;
  for (const { term } of expansions) {
    const { docs } = text.postings(term);
    for (let i = start[term], end = start[term + 1]; i < end; i++) {
      const doc = docs[i];
      if (within && !hasBit(within, doc)) continue;
      if (looks-- === 0) return hits;
      if (!hasAll(others, doc)) continue;
      hits.push(doc);
      if (hits.length === most) return hits;
    }
  }
  return hits;
}

/** Whether one of some products has all terms. */
export function someHas(terms: readonly TermMatches[], docs: readonly number[]): boolean {
  for (let i = 0; i < docs.length; i++) if (hasAll(terms, docs[i])) return true;
  return false;
}

function hasAll(terms: readonly TermMatches[], doc: number): boolean {
  for (let t = 0; t < terms.length; t++) if (!terms[t].has(doc)) return false;
  return true;
}

/** The query terms of a phrase that is matched together with others, and what was looked at for them. */
export class LookedPhrase {
  readonly rarestFirst: readonly NeededTerm[];
  /** Whether the catalog has all of them. */
  readonly areKnown: boolean;
  /** Of the rarest one. */
  readonly frequency: number;
  /** The products looked at for the rarest one that have all others; undefined: not looked at yet. */
  looked: readonly number[] | undefined;

  /** @param queryTerms at least one that is not optional */
  constructor(queryTerms: readonly QueryTerm[], view: Searchable) {
    const { rarestFirst, areKnown } = ownNeededTerms(queryTerms, view);
    this.rarestFirst = rarestFirst;
    this.areKnown = areKnown;
    this.frequency = rarestFirst[0].frequency;
  }
}
