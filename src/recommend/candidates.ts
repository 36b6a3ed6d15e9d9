/**
 * Candidates of a list, collected from postings and relations, with their preliminary scores. Scratch of one thread,
 * emptied by stamps instead of being cleared.
 *
 * The scores of a candidate are stored under its slot, in order of discovery, so that each posting costs one random
 * access (stamp and slot are adjacent): at 100,000 products this halves the time of a list.
 */
import { TopK } from '../kernel/top-k.js';
import type { CandidateFilter } from './candidate-filter.js';

/**
 * Weights of the strength of relations and of popularity, both 0 to 1, relative to similarity, in the preliminary
 * score.
 */
export interface PreselectionWeights {
  related: number;
  popularity: number;
}

export class Candidates {
  private count = 0;
  private round = 0;
  /** By product: the round in which it was found last, and its slot in that round. */
  private found = new Uint32Array(0);
  private products = new Uint32Array(1024);
  private similarity = new Float32Array(1024);
  private title = new Float32Array(1024);
  private related = new Float32Array(1024);
  private readonly topK = new TopK();
  private chosen = new Uint32Array(256);

  start(productCount: number): void {
    if (this.found.length < productCount * 2 || this.round === 0xffffffff) {
      this.found = new Uint32Array(Math.max(productCount * 2, this.found.length));
      this.round = 0;
    }
    this.round++;
    this.count = 0;
  }

  /** The slot of a product, which becomes a candidate if it is none. */
  private slot(product: number): number {
    const { found } = this;
    if (found[product * 2] === this.round) return found[product * 2 + 1];
    const slot = this.count++;
    if (slot === this.products.length) this.grow();
    found[product * 2] = this.round;
    found[product * 2 + 1] = slot;
    this.products[slot] = product;
    this.similarity[slot] = 0;
    this.title[slot] = 0;
    this.related[slot] = 0;
    return slot;
  }

  private grow(): void {
    const larger = <T extends Uint32Array | Float32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    const size = this.products.length * 2;
    this.products = larger(this.products, new Uint32Array(size));
    this.similarity = larger(this.similarity, new Float32Array(size));
    this.title = larger(this.title, new Float32Array(size));
    this.related = larger(this.related, new Float32Array(size));
  }

  /** Adds the products at `[from, to)` of a list; each gains `weight`. */
  addAll(products: Uint32Array, from: number, to: number, weight: number): void {
    for (let i = from; i < to; i++) {
      const slot = this.slot(products[i]);
      this.similarity[slot] += weight;
    }
  }

  /**
   * Adds a product for a word of its title.
   * @param share the word's share of the reference title
   * @param weight of the whole title
   */
  addTitle(product: number, share: number, weight: number): void {
    const slot = this.slot(product);
    this.title[slot] += share;
    this.similarity[slot] += share * weight;
  }

  addRelated(product: number, strength: number): void {
    const slot = this.slot(product);
    this.related[slot] += strength;
  }

  /** Transforms the sums of strengths to the scale of scores. */
  scaleRelated(scale: (strength: number) => number): void {
    for (let slot = 0; slot < this.count; slot++) {
      if (this.related[slot] > 0) this.related[slot] = scale(this.related[slot]);
    }
  }

  /** Share of the reference title that a candidate's title has. */
  titleOf(product: number): number {
    return this.title[this.slot(product)];
  }

  /** Sum of the strengths of a candidate's relations. */
  relatedOf(product: number): number {
    return this.related[this.slot(product)];
  }

  /**
   * The `limit` candidates that pass the filter and have the best preliminary scores, best first; the caller scores
   * them in full. A view into scratch, valid until the next call.
   */
  best(
    limit: number,
    filter: CandidateFilter,
    weights: PreselectionWeights,
    popularity: Float32Array,
    keyRank: Uint32Array,
  ): Uint32Array {
    const { products, count, topK, similarity, related } = this;
    topK.reset(Math.min(limit, count));
    for (let slot = 0; slot < count; slot++) {
      const product = products[slot];
      const score = similarity[slot] + weights.related * related[slot] + weights.popularity * popularity[product];
      if (score >= topK.floor && filter.passes(product)) topK.offer(product, score, keyRank[product]);
    }
    if (this.chosen.length < limit) this.chosen = new Uint32Array(limit * 2);
    return this.chosen.subarray(0, topK.drain(this.chosen));
  }
}
