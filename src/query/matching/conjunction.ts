/**
 * Intersects the postings of several query terms and adds up their scores. Terms are taken rarest first: the rarest
 * yields the candidates, and each further one keeps those that have it. Nothing is allocated per product.
 */
import type { Attribute } from '../../index/attributes.js';
import { type Bitmap, bitmapWords, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { StampedSet } from '../../kernel/stamped-set.js';
import type { Searchable } from '../../snapshot/index.js';
import { FIELD_SCORE, HEAD_SCORE, PLACE_SCORE, rarity, valueWeight } from '../ranking/scoring.js';
import { frequencyOfQueryTerm, type QueryTerm } from '../understanding/query-term.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import { positionOf, termGroupHitsOf } from './posting-lookup.js';

/** Candidates times this many postings of a term is where looking each candidate up beats reading the postings. */
const SEEK_FACTOR = 24;

/** Past the deadline so many candidates are looked up in the postings of further terms, so that something is found. */
const LAST_LOOKS = 256;

/** Scratch of one thread. */
export class Conjunction {
  /** The products that have the query term at hand. */
  private readonly having = new StampedSet();
  /** What the query term at hand has brought to each of them so far. */
  private termScores = new Float32Array(0);
  /** Products with all terms so far, while the postings of a further one are read; empty otherwise. */
  private candidates: Bitmap = emptyBitmap(0);
  /** Where the products and their scores are written. */
  private docs: Uint32Array = new Uint32Array(0);
  private scores: Float32Array = new Float32Array(0);
  private count = 0;

  constructor(private readonly deadline: Deadline) {}

  /**
   * Writes the products to `docs`, in no order, and their scores, by product.
   * @param queryTerms at least one; each known to the dictionary
   * @returns how many there are
   */
  match(
    queryTerms: readonly QueryTerm[],
    view: Searchable,
    within: Bitmap | undefined,
    docs: Uint32Array,
    scores: Float32Array,
  ): number {
    const { productCount } = view.structure;
    if (this.termScores.length < productCount) this.termScores = new Float32Array(productCount);
    if (this.candidates.length < bitmapWords(productCount)) this.candidates = emptyBitmap(productCount);
    this.docs = docs;
    this.scores = scores;
    rarestFirst(queryTerms, view).forEach(({ queryTerm }, i) => {
      this.having.clear(productCount);
      if (i === 0) {
        this.first(queryTerm, view, within);
        return;
      }
      if (this.deadline.passed) this.count = Math.min(this.count, LAST_LOOKS);
      this.further(queryTerm, view);
    });
    return this.count;
  }

  /** Raises the products that have a recognised value. Those outside of `docs` get a score without meaning. */
  raiseValue(
    { attribute: at, value, share }: RecognisedValue,
    view: Searchable,
    docs: Uint32Array,
    count: number,
    scores: Float32Array,
  ): void {
    const attribute: Attribute = view.attributes.all[at];
    if (attribute.level !== 'product') return;
    const worth = valueWeight(attribute.id) * share;
    const { ownersStart, owners, start, of } = attribute;
    const from = ownersStart[value];
    const to = ownersStart[value + 1];
    if (count < to - from) {
      for (let i = 0; i < count; i++) {
        const doc = docs[i];
        for (let k = start[doc]; k < start[doc + 1]; k++) if (of[k] === value) scores[doc] += worth;
      }
    } else {
      for (let i = from; i < to; i++) scores[owners[i]] += worth;
    }
  }

  /** The rarest term makes the candidates. */
  private first(queryTerm: QueryTerm, view: Searchable, within: Bitmap | undefined): void {
    const { start, docs: postings, fields, place } = view.text;
    const { fields: counting } = queryTerm;
    const fieldScore = queryTerm.head ? HEAD_SCORE : FIELD_SCORE;
    const { having, docs, scores, deadline } = this;
    const worth = rarityOf(queryTerm, view);
    let n = 0;
    for (const { term, weight } of queryTerm.expansions) {
      const factor = worth * weight;
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
        if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
        const doc = postings[i];
        if (within !== undefined && (within[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
        if ((fields[i] & counting) === 0) continue;
        const score = factor * (fieldScore[fields[i]] + PLACE_SCORE[place[i]]);
        if (having.has(doc)) {
          if (score > scores[doc]) scores[doc] = score;
        } else {
          having.add(doc);
          scores[doc] = score;
          docs[n++] = doc;
        }
      }
    }
    for (const { words, weight } of queryTerm.termGroups) {
      const group = termGroupHitsOf(words, view, this.deadline);
      for (let i = 0; i < group.docs.length; i++) {
        const doc = group.docs[i];
        if (within && !hasBit(within, doc)) continue;
        const score = worth * weight * group.scores[i];
        if (!having.has(doc)) {
          having.add(doc);
          scores[doc] = score;
          docs[n++] = doc;
        } else if (score > scores[doc]) scores[doc] = score;
      }
    }
    this.count = n;
  }

  /** Reads the postings of a further term, or looks the candidates up in those that are so many more. */
  private further(queryTerm: QueryTerm, view: Searchable): void {
    const { docs, count, candidates, having, scores, termScores } = this;
    const worth = rarityOf(queryTerm, view);
    for (let c = 0; c < count; c++) setBit(candidates, docs[c]);
    for (const { term, weight } of queryTerm.expansions) {
      if (this.deadline.cut || count * SEEK_FACTOR < view.text.frequency(term))
        this.seek(queryTerm, term, worth * weight, view);
      else this.scan(queryTerm, term, worth * weight, view);
    }
    // Products that have all of the words that together stand for the term.
    for (const { words, weight } of queryTerm.termGroups) {
      const group = termGroupHitsOf(words, view, this.deadline);
      for (let i = 0; i < group.docs.length; i++) {
        if (hasBit(candidates, group.docs[i])) this.raiseTo(worth * weight * group.scores[i], group.docs[i]);
      }
    }
    let kept = 0;
    for (let c = 0; c < count; c++) {
      const doc = docs[c];
      candidates[doc >>> 5] = 0;
      if (!having.has(doc)) continue;
      scores[doc] += termScores[doc];
      docs[kept++] = doc;
    }
    this.count = kept;
  }

  private scan(queryTerm: QueryTerm, term: number, worth: number, view: Searchable): void {
    const { start, docs: postings } = view.text;
    // Bits stay near while postings are gone through, of which most are of other products.
    const { candidates, deadline } = this;
    for (let i = start[term], end = start[term + 1]; i < end; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
      const doc = postings[i];
      if ((candidates[doc >>> 5] & (1 << (doc & 31))) !== 0) this.hit(doc, i, worth, queryTerm, view);
    }
  }

  private seek(queryTerm: QueryTerm, term: number, worth: number, view: Searchable): void {
    for (let c = 0; c < this.count; c++) {
      const posting = positionOf(this.docs[c], term, view);
      if (posting >= 0) this.hit(this.docs[c], posting, worth, queryTerm, view);
    }
  }

  private hit(doc: number, posting: number, worth: number, queryTerm: QueryTerm, view: Searchable): void {
    const { fields, place } = view.text;
    const mask = fields[posting];
    if ((mask & queryTerm.fields) === 0) return;
    this.raiseTo(worth * ((queryTerm.head ? HEAD_SCORE : FIELD_SCORE)[mask] + PLACE_SCORE[place[posting]]), doc);
  }

  /** What a query term brings to a product is the best of what stands for it. */
  private raiseTo(score: number, doc: number): void {
    const { having, termScores } = this;
    if (!having.has(doc)) {
      having.add(doc);
      termScores[doc] = score;
    } else if (score > termScores[doc]) termScores[doc] = score;
  }
}

/** How rare what a query term stands for is in the view. */
export function rarityOf(queryTerm: QueryTerm, view: Searchable): number {
  const { productCount } = view.structure;
  return rarity(Math.min(frequencyOfQueryTerm(queryTerm, view), productCount), productCount);
}

/** Query terms with the number of postings behind each, fewest first. */
export function rarestFirst(
  queryTerms: readonly QueryTerm[],
  view: Searchable,
): { queryTerm: QueryTerm; frequency: number }[] {
  return queryTerms
    .map(queryTerm => ({ queryTerm, frequency: frequencyOfQueryTerm(queryTerm, view) }))
    .sort((a, b) => a.frequency - b.frequency);
}
