/** Merges the postings of everything that a query term stands for: what it brings to a product is the best of that. */
import { type Bitmap, bitmapWords, emptyBitmap } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import { fieldScoresOf, PLACE_SCORE } from '../ranking/scoring.js';
import { type Expansion, frequencyOfQueryTerm, type QueryTerm, type TermGroup } from '../understanding/query-term.js';
import { AssemblyMerger } from './assembly-merger.js';
import type { Allocator } from './kept.js';
import { termGroupHitsOf } from './posting-lookup.js';
import { rarityOf } from './rarity.js';
import { TermMatches } from './term-matches.js';

/** With fewer words of a bitmap for each posting, going through the bitmap takes less time than sorting. */
const WORDS_PER_POSTING = 16;

/** Scratch of one thread. */
export class TermMerger {
  private found: Bitmap = emptyBitmap(0);
  /** By product; those not in `found` mean nothing. */
  private points = new Float32Array(0);
  /** `docs[0 … count)`: the products found. */
  private docs = new Uint32Array(0);
  private count = 0;
  /** Whether the products were found in their order, as those of one posting list are. */
  private isInOrder = true;

  /** @param assembly whether loops run in WebAssembly, where there is any */
  constructor(private readonly assembly: boolean) {}

  /**
   * Past the deadline the products that were found before.
   * @param allocator makes the arrays of the result
   */
  merge(queryTerm: QueryTerm, view: Searchable, deadline: Deadline, allocator: Allocator): TermMatches {
    const { productCount } = view.structure;
    const rarity = rarityOf(queryTerm, view);
    const postings = frequencyOfQueryTerm(queryTerm, view);
    const merger = this.assembly && postings * WORDS_PER_POSTING >= bitmapWords(productCount);
    const assembled = merger ? AssemblyMerger.ofThread() : undefined;
    if (assembled) return assembled.merge(queryTerm, rarity, view, deadline, allocator);
    this.begin(productCount);
    for (const expansion of queryTerm.expansions) this.addPostings(expansion, rarity, queryTerm, view, deadline);
    for (const group of queryTerm.termGroups) this.addGroup(group, rarity, view, deadline);
    return this.taken(productCount, allocator);
  }

  private begin(products: number): void {
    this.count = 0;
    this.isInOrder = true;
    if (this.docs.length >= products) return;
    this.found = emptyBitmap(products);
    this.points = new Float32Array(products);
    this.docs = new Uint32Array(products);
  }

  private addPostings(
    { term, weight }: Expansion,
    rarity: number,
    queryTerm: QueryTerm,
    { text }: Searchable,
    deadline: Deadline,
  ): void {
    const { start } = text;
    const { docs: postings, fields, place } = text.postings(term);
    const { found, points, docs } = this;
    const { fields: counting } = queryTerm;
    const fieldScores = fieldScoresOf(queryTerm);
    const { known } = fieldScores;
    const factor = rarity * weight;
    const first = this.count;
    let n = first;
    for (let i = start[term], end = start[term + 1]; i < end; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
      const mask = fields[i];
      if ((mask & counting) === 0) continue;
      const doc = postings[i];
      const own = factor * ((known[mask] || fieldScores.of(mask)) + PLACE_SCORE[place[i]]);
      const bit = 1 << (doc & 31);
      if ((found[doc >>> 5] & bit) === 0) {
        found[doc >>> 5] |= bit;
        points[doc] = own;
        docs[n++] = doc;
      } else if (own > points[doc]) points[doc] = own;
    }
    this.count = n;
    if (first > 0 && n > first && docs[first] < docs[first - 1]) this.isInOrder = false;
  }

  private addGroup({ words, weight }: TermGroup, rarity: number, view: Searchable, deadline: Deadline): void {
    const { found, points } = this;
    const group = termGroupHitsOf(words, view, deadline);
    this.isInOrder = false;
    for (let i = 0; i < group.docs.length; i++) {
      const doc = group.docs[i];
      const own = rarity * weight * group.scores[i];
      const bit = 1 << (doc & 31);
      if ((found[doc >>> 5] & bit) === 0) {
        found[doc >>> 5] |= bit;
        points[doc] = own;
        this.docs[this.count++] = doc;
      } else if (own > points[doc]) points[doc] = own;
    }
  }

  private taken(products: number, allocator: Allocator): TermMatches {
    const { found, points, count } = this;
    if (TermMatches.isDense(count, products)) {
      const words = bitmapWords(products);
      const matches = TermMatches.dense(found.subarray(0, words), count, points, allocator);
      found.fill(0, 0, words);
      return matches;
    }
    const docs = allocator.words(count);
    docs.set(this.docs.subarray(0, count));
    if (!this.isInOrder) docs.sort();
    const own = allocator.floats(count);
    for (let i = 0; i < count; i++) {
      own[i] = points[docs[i]];
      found[docs[i] >>> 5] = 0;
    }
    return TermMatches.listed(docs, own, allocator);
  }
}
