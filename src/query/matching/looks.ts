/**
 * Tells whether some product matches, by looking at the first products of the rarest word alone: where hits are so far
 * apart, a phrase made of these words is not worth suggesting.
 */
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { type NeededTerm, neededTerms } from './needed-terms.js';
import { termGroupHitsOf } from './posting-lookup.js';

/** Products of a word, and of each of its term groups, that are looked at. */
const MOST_LOOKS = 256;

/**
 * Looks at the first products of a query term until one is a hit.
 * @param within products to consider; undefined: all
 * @returns whether one is
 */
export function someLook(
  { expansions, termGroups }: QueryTerm,
  view: Searchable,
  within: Bitmap | undefined,
  deadline: Deadline,
  isHit: (doc: number) => boolean,
): boolean {
  for (const { words } of termGroups) {
    const { docs: found } = termGroupHitsOf(words, view, deadline);
    for (let i = 0; i < found.length && i < MOST_LOOKS; i++) {
      if ((within === undefined || hasBit(within, found[i])) && isHit(found[i])) return true;
    }
  }
  const { start, docs } = view.text;
  let looks = MOST_LOOKS;
  for (const { term } of expansions) {
    for (let i = start[term]; i < start[term + 1]; i++) {
      if (within !== undefined && !hasBit(within, docs[i])) continue;
      if (looks-- === 0) return false;
      if (isHit(docs[i])) return true;
    }
  }
  return false;
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
    const { rarestFirst, areKnown } = neededTerms(queryTerms, view);
    this.rarestFirst = rarestFirst;
    this.areKnown = areKnown;
    this.frequency = rarestFirst[0].frequency;
  }
}
