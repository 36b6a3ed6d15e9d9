/**
 * What one call of a matcher found. The numbers stay; `docs` and `scores` are views of the matcher's scratch, which
 * its next match uses anew: to read them after that is a fault of the caller and throws. The check is made where a
 * view is taken, so loops take the views first and pay nothing per product.
 */

import type { ScoredProducts } from '../facets/faceted-hits.js';

/** Counts how often a scratch was used, so that a result can tell whether it still lies there. */
export interface ScratchUse {
  generation: number;
}

/** A result in memory of its own. */
export interface KeptMatches {
  docs: Uint32Array;
  /** In the order of `docs`. */
  scores: Float32Array;
  passedOver: number;
}

export class Matches implements ScoredProducts {
  private readonly generation: number;
  private found: number;

  /**
   * @param ownDocs with room for every product of the view
   * @param passedOver products that match as well and are not among `docs`, as only the best were asked for
   */
  constructor(
    private readonly use: ScratchUse,
    private readonly ownDocs: Uint32Array,
    count: number,
    private readonly ownScores: Float32Array,
    readonly passedOver = 0,
  ) {
    this.generation = use.generation;
    this.found = count;
  }

  get count(): number {
    return this.found;
  }

  get docs(): Uint32Array {
    this.check();
    return this.ownDocs;
  }

  get scores(): Float32Array {
    this.check();
    return this.ownScores;
  }

  /** Adds a product that is not among `docs`. */
  add(product: number, score: number): void {
    this.check();
    this.ownDocs[this.found++] = product;
    this.ownScores[product] = score;
  }

  /** A copy that outlasts the next match: see `Matcher.restore`. */
  keep(): KeptMatches {
    const { count, docs, scores } = this;
    const kept = { docs: docs.slice(0, count), scores: new Float32Array(count), passedOver: this.passedOver };
    for (let i = 0; i < count; i++) kept.scores[i] = scores[docs[i]];
    return kept;
  }

  private check(): void {
    if (this.use.generation !== this.generation) {
      throw new Error('A match was read after the matcher had been used again: its products and scores are gone.');
    }
  }
}
