/**
 * Products that a list may come to hold, gathered from postings and relations, with what speaks for each so far.
 * Scratch of one thread that begins anew by stamps instead of being cleared.
 *
 * What is known of a candidate stands under its slot, in the order of discovery, so that one look far away (stamp and
 * slot beside each other) is all that a posting costs: at 100,000 products this halves the time of a list.
 */
import { TopK } from '../kernel/top-k.js';
import type { CandidateFilter } from './candidate-filter.js';

/** What the strength of relations and popularity, both 0 to 1, are worth beside similarity. */
export interface RoughWorth {
  related: number;
  popularity: number;
}

export class Candidates {
  private count = 0;
  private round = 0;
  /** Of each product: the round in which it was found last, and its slot then. */
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

  /** The slot of a product, which is a candidate from now on. */
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

  /** Adds all of a list from `from` up to `to`, with what being in it is worth. */
  addAll(products: Uint32Array, from: number, to: number, worth: number): void {
    for (let i = from; i < to; i++) {
      const slot = this.slot(products[i]);
      this.similarity[slot] += worth;
    }
  }

  /** Adds a product by a word of its title: the word's share of the title looked for, and what that is worth. */
  addTitle(product: number, share: number, worth: number): void {
    const slot = this.slot(product);
    this.title[slot] += share;
    this.similarity[slot] += share * worth;
  }

  addRelated(product: number, strength: number): void {
    const slot = this.slot(product);
    this.related[slot] += strength;
  }

  /** Puts strengths on the scale that scores are on. */
  scaleRelated(scale: (strength: number) => number): void {
    for (let slot = 0; slot < this.count; slot++) {
      if (this.related[slot] > 0) this.related[slot] = scale(this.related[slot]);
    }
  }

  /** Share of the title looked for that a candidate has. */
  titleOf(product: number): number {
    return this.title[this.slot(product)];
  }

  /** Strengths of a candidate's relations, added up. */
  relatedOf(product: number): number {
    return this.related[this.slot(product)];
  }

  /**
   * The `limit` products that pass the filter and promise most, most first: a rough measure, to be followed by a better
   * one. A view into scratch, valid until the next call.
   */
  best(
    limit: number,
    filter: CandidateFilter,
    worth: RoughWorth,
    popularity: Float32Array,
    keyRank: Uint32Array,
  ): Uint32Array {
    const { products, count, topK, similarity, related } = this;
    topK.reset(Math.min(limit, count));
    for (let slot = 0; slot < count; slot++) {
      const product = products[slot];
      const score = similarity[slot] + worth.related * related[slot] + worth.popularity * popularity[product];
      if (score >= topK.floor && filter.passes(product)) topK.offer(product, score, keyRank[product]);
    }
    if (this.chosen.length < limit) this.chosen = new Uint32Array(limit * 2);
    return this.chosen.subarray(0, topK.drain(this.chosen));
  }
}
