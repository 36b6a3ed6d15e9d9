/**
 * Looks up single products in postings: the position of a product, whether it has a word, and the products that have
 * all words of a term group.
 */

import type { Postings } from '../../index/text-index.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { positionIn } from '../../kernel/sorted-search.js';
import type { Searchable } from '../../snapshot/index.js';
import { FIELD_SCORE, PLACE_SCORE } from '../ranking/scoring.js';
import {
  ALL_FIELDS,
  type Expansion,
  frequencyOf,
  type QueryTerm,
  type TermGroup,
} from '../understanding/query-term.js';

/** Where a product stands in the postings of a term, or -1. */
export function positionOf(doc: number, term: number, view: Searchable): number {
  const { text } = view;
  return positionIn(text.postings(term).docs, doc, text.start[term], text.start[term + 1]);
}

/** Whether a product has a word, in fields that count. */
export function holds(doc: number, { expansions, termGroups, fields }: QueryTerm, view: Searchable): boolean {
  return (
    expansions.some(({ term }) => {
      const posting = positionOf(doc, term, view);
      return posting >= 0 && (view.text.postings(term).fields[posting] & fields) !== 0;
    }) ||
    termGroups.some(({ words }) =>
      words.every(word => word.some(expansion => positionInGroup(doc, expansion, view) >= 0)),
    )
  );
}

/** Where a product stands in the postings of a word of a term group, in fields that count there, or -1. */
export function positionInGroup(doc: number, { term, fields = ALL_FIELDS }: Expansion, view: Searchable): number {
  const posting = positionOf(doc, term, view);
  return posting >= 0 && (view.text.postings(term).fields[posting] & fields) !== 0 ? posting : -1;
}

/**
 * The products that have all words of a term group, with the mean of what these are worth there before rarity and
 * weight.
 */
export interface TermGroupHits {
  docs: Uint32Array;
  scores: Float32Array;
}

/**
 * Those of the last groups, the oldest first: a query is matched several times (counted, relaxed, matched again), and
 * its term groups are worked out once.
 */
const lastGroups: { words: TermGroup['words']; hits: TermGroupHits }[] = [];
const MOST_GROUPS = 8;

/** @param deadline past which a group has those products alone that were found before */
export function termGroupHitsOf(words: TermGroup['words'], view: Searchable, deadline?: Deadline): TermGroupHits {
  const known = lastGroups.find(group => group.words === words);
  if (known) return known.hits;
  const hits = intersect(words, view, deadline);
  // What was cut short holds for this query alone.
  if (deadline?.cut) return hits;
  lastGroups.push({ words, hits });
  if (lastGroups.length > MOST_GROUPS) lastGroups.shift();
  return hits;
}

/** Scratch of this thread: best score by product, 0 where a product is not among the candidates. */
let best = new Float32Array(0);
let candidates = new Uint32Array(0);

function intersect(words: TermGroup['words'], view: Searchable, deadline: Deadline | undefined): TermGroupHits {
  const { text } = view;
  const { productCount } = view.structure;
  if (best.length < productCount) {
    best = new Float32Array(productCount);
    candidates = new Uint32Array(productCount);
  }
  const [rarest, ...others] = [...words].sort((a, b) => frequencyOf(a, view) - frequencyOf(b, view));
  let count = 0;
  for (const { term, weight, fields = ALL_FIELDS } of rarest) {
    const postings = text.postings(term);
    for (let i = text.start[term], end = text.start[term + 1]; i < end; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline?.passed) break;
      if ((postings.fields[i] & fields) === 0) continue;
      const doc = postings.docs[i];
      if (best[doc] === 0) candidates[count++] = doc;
      best[doc] = Math.max(best[doc], weight * postingScore(i, postings));
    }
  }
  for (const word of others) {
    let kept = 0;
    let isOver = false;
    for (let c = 0; c < count; c++) {
      const doc = candidates[c];
      let most = 0;
      if ((c & DEADLINE_STEPS) === DEADLINE_STEPS) isOver = deadline?.passed ?? false;
      for (const expansion of isOver ? [] : word) {
        const posting = positionInGroup(doc, expansion, view);
        if (posting < 0) continue;
        most = Math.max(most, expansion.weight * postingScore(posting, text.postings(expansion.term)));
      }
      if (most > 0) {
        best[doc] += most;
        candidates[kept++] = doc;
      } else best[doc] = 0;
    }
    count = kept;
  }
  const hits = { docs: candidates.slice(0, count), scores: new Float32Array(count) };
  for (let c = 0; c < count; c++) {
    hits.scores[c] = best[candidates[c]] / words.length;
    best[candidates[c]] = 0;
  }
  return hits;
}

function postingScore(posting: number, { fields, place }: Postings): number {
  return FIELD_SCORE.of(fields[posting]) + PLACE_SCORE[place[posting]];
}
