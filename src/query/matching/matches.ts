/**
 * What one call of a matcher found, and what is done to its scores after that: visitors' choices and rules for the text
 * raise and lower products, and pin some. Products and scores are worked out when they are asked for; the best of them
 * are found without either. A result is valid until the matcher begins the next query; to read it after that is a fault
 * of the caller and throws.
 */
import { type Bitmap, clearBit, hasBit, listBits, setBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { KeptCounts, ScoredProducts } from '../facets/faceted-hits.js';
import { bestOf, copyChampions } from './best-products.js';
import type { BestSearch, Boost } from './block-bounds.js';
import { combine } from './conjunction.js';
import { keptBest } from './kept-best.js';
import { eachScore, type Layer, scoreIn } from './layer.js';
import type { MatchMemory } from './match-memory.js';
import type { MatchScratch } from './match-scratch.js';

/** Of the thread. */
const best = new TopK();

/** Shared by all results of which nothing is raised: nearly all. */
const NONE: readonly Boost[] = [];
const NO_POINTS: ReadonlyMap<number, number> = new Map();

const { fround } = Math;

export class Matches implements ScoredProducts {
  private readonly query: number;
  private readonly scratch: MatchScratch;
  private boosts: readonly Boost[] = NONE;
  /** What single products get before the boosts. */
  private raised: ReadonlyMap<number, number> = NO_POINTS;
  /** The scores of products that have them whatever they match. */
  private fixed: ReadonlyMap<number, number> = NO_POINTS;
  private listed: Uint32Array | undefined;
  private scored: Float32Array | undefined;
  private foundBehind: Bitmap | undefined;

  /**
   * @param found the products of the layers together; undefined: `together` or a single layer lists them
   * @param products how many there are in the view
   * @param findBehind finds those that lack words, and stand behind all others in every order; undefined: none do
   * @param together the products of several layers, ascending
   * @param first how many are not behind; undefined: not known
   */
  constructor(
    private readonly memory: MatchMemory,
    private readonly deadline: Deadline,
    readonly layers: readonly Layer[],
    private found: Bitmap | undefined,
    private total: number,
    private readonly products: number,
    private readonly findBehind?: () => Bitmap,
    together?: Uint32Array,
    private first?: number,
  ) {
    this.listed = together;
    this.scratch = memory.scratch;
    this.query = this.scratch.counter.query;
  }

  get count(): number {
    return this.total;
  }

  /** Found when first asked for: most lists are in the order of scores, which need it not. */
  get behind(): Bitmap | undefined {
    this.check();
    this.foundBehind ??= this.findBehind?.();
    return this.foundBehind;
  }

  get ahead(): number | undefined {
    return this.first;
  }

  /** Undefined where there are few, which `docs` lists. */
  get bits(): Bitmap | undefined {
    this.check();
    return this.found;
  }

  get term(): KeptCounts | undefined {
    const [layer] = this.layers;
    if (layer?.kind !== 'dense' || this.layers.length > 1 || layer.terms.length !== 1) return undefined;
    const [term] = layer.terms;
    return this.found === term.bits ? term : undefined;
  }

  /** Ascending, but for products added last. */
  get docs(): Uint32Array {
    this.check();
    this.listed ??= this.list();
    return this.listed;
  }

  /** By product. Those of products outside of `docs` mean nothing. The caller may change them once all is raised. */
  get scores(): Float32Array {
    this.check();
    this.scored ??= this.scoreAll();
    return this.scored;
  }

  /** Raises the score of a product, found or not. */
  raise(product: number, points: number): void {
    this.change();
    this.raised = withEntry(this.raised, product, points);
  }

  /** Adds points to the scores of some products. Takes effect after all that is raised. */
  boost(boost: Boost): void {
    this.change();
    this.boosts = [...this.boosts, boost];
  }

  /** Gives a product a score whatever it matches; one that was not found is added. */
  fix(product: number, score: number): void {
    this.change();
    this.fixed = withEntry(this.fixed, product, score);
    if (this.holds(product)) return;
    if (this.found) this.found = this.withBit(this.found, product);
    else this.listed = Uint32Array.of(...this.list(), product);
    this.total++;
    if (this.first !== undefined) this.first++;
  }

  holds(product: number): boolean {
    this.check();
    return this.found ? hasBit(this.found, product) : this.docs.includes(product);
  }

  passing(products: Bitmap): { bits: Bitmap; count: number } {
    const found = this.bits;
    if (!found) throw new Error('matches: products that are listed have no bits');
    return combine([found, products], this.products, this.scratch, this.memory);
  }

  /** The same products without some. */
  without(left: ReadonlySet<number>): Matches {
    this.check();
    const { memory, scratch, products } = this;
    const found = this.found ? scratch.bitmap(products) : this.asBits(this.docs);
    if (this.found) found.set(this.found);
    let count = this.total;
    for (const doc of left) {
      if (!hasBit(found, doc)) continue;
      clearBit(found, doc);
      count--;
    }
    return new Matches(memory, this.deadline, this.layers, found, count, products, this.findBehind);
  }

  /**
   * Writes the best products of some, by score and then by tie, lowest first.
   * @param among of the products found; undefined: all of them
   * @param scores gets the score of each
   * @returns how many there are
   */
  best(among: Bitmap | undefined, limit: number, ties: Uint32Array, out: Uint32Array, scores?: Float32Array): number {
    this.check();
    const special = this.special();
    const { layers } = this;
    const kept = Math.min(limit, this.total);
    // What is pinned or raised on its own is offered with its score in full.
    const except = special.length > 0 ? this.asBits(special) : undefined;
    const search = { among: among ?? this.found, except, limit: kept, boosts: this.boosts, ties };
    if (layers.length === 1 && !except) return this.bestOfLayer(layers[0], search, out, scores);
    // A product that is in several layers is among the best by its best score.
    const candidates = new Set<number>();
    for (const doc of special) if (this.holds(doc) && (!among || hasBit(among, doc))) candidates.add(doc);
    for (const layer of layers) {
      const n = this.bestOfLayer(layer, search, out);
      for (let i = 0; i < n; i++) candidates.add(out[i]);
    }
    best.reset(kept);
    for (const doc of candidates) best.offer(doc, this.scoreOf(doc), ties[doc]);
    return best.drain(out, scores);
  }

  private bestOfLayer(layer: Layer, search: BestSearch, out: Uint32Array, points?: Float32Array): number {
    const { memory, deadline } = this;
    if (layer.kind === 'dense') {
      const kept = keptBest(layer, search, memory, deadline);
      if (kept) return copyChampions(kept, search.limit, out, points);
      return bestOf(layer, search, deadline, out, memory.assembly, points);
    }
    const { among, except, ties, limit } = search;
    const all = among === undefined && except === undefined && this.boosts.length === 0 && layer.offset === 0;
    const champions = all ? layer.champions?.(limit, ties) : undefined;
    if (champions) return copyChampions(champions, limit, out, points);
    const { docs, scores, offset } = layer;
    best.reset(limit);
    let { floor } = best;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      if (among !== undefined && !hasBit(among, doc)) continue;
      if (except !== undefined && hasBit(except, doc)) continue;
      const score = this.boosted(doc, fround(scores[i] + offset));
      if (score < floor) continue;
      best.offer(doc, score, ties[doc]);
      floor = best.floor;
    }
    return best.drain(out, points);
  }

  private boosted(doc: number, score: number): number {
    const { boosts } = this;
    let sum = score;
    for (let b = 0; b < boosts.length; b++) {
      if (hasBit(boosts[b].products, doc)) sum = fround(sum + boosts[b].points);
    }
    return sum;
  }

  /** Of a product that was found. */
  scoreOf(doc: number): number {
    this.check();
    if (this.scored) return this.scored[doc];
    const fixed = this.fixed.get(doc);
    if (fixed !== undefined) return fixed;
    const best = this.scoreInLayers(doc);
    const raised = this.raised.get(doc);
    return this.boosted(doc, raised === undefined ? best : fround(best + raised));
  }

  /** Of a product that was found, before it is raised or pinned. */
  scoreInLayers(doc: number): number {
    let best = Number.NEGATIVE_INFINITY;
    for (const layer of this.layers) best = Math.max(best, scoreIn(layer, doc) ?? best);
    return best;
  }

  /** Products whose scores are not made of layers and boosts alone. */
  private special(): number[] {
    const { raised, fixed } = this;
    return raised.size + fixed.size === 0 ? [] : [...new Set([...raised.keys(), ...fixed.keys()])];
  }

  /** A copy: the bits may be those of a term. */
  private withBit(found: Bitmap, product: number): Bitmap {
    const bits = this.scratch.bitmap(this.products);
    bits.set(found);
    setBit(bits, product);
    return bits;
  }

  private asBits(docs: Iterable<number>): Bitmap {
    const bits = this.scratch.bitmap(this.products);
    bits.fill(0);
    for (const doc of docs) setBit(bits, doc);
    return bits;
  }

  private list(): Uint32Array {
    if (!this.found) {
      if (this.listed) return this.listed;
      const [layer] = this.layers;
      return layer?.kind === 'listed' ? layer.docs : new Uint32Array(0);
    }
    const docs = this.scratch.ordinals(this.total);
    listBits(this.found, docs);
    return docs;
  }

  private scoreAll(): Float32Array {
    const scored = this.scratch.scores(this.products);
    const { docs, layers, total, boosts } = this;
    if (layers.length === 1) {
      eachScore(layers[0], (doc, score) => {
        scored[doc] = score;
      });
    } else {
      for (let i = 0; i < total; i++) scored[docs[i]] = Number.NEGATIVE_INFINITY;
      for (const layer of layers) {
        eachScore(layer, (doc, score) => {
          if (score > scored[doc]) scored[doc] = score;
        });
      }
    }
    for (const [doc, points] of this.raised) scored[doc] += points;
    for (const { products, points } of boosts) {
      for (let i = 0; i < total; i++) if (hasBit(products, docs[i])) scored[docs[i]] += points;
    }
    for (const [doc, score] of this.fixed) scored[doc] = score;
    return scored;
  }

  private change(): void {
    this.check();
    if (this.scored) throw new Error('matches: raised after their scores were read');
  }

  private check(): void {
    if (this.scratch.counter.query !== this.query) {
      throw new Error('matches: read after the matcher began another query');
    }
  }
}

/** Adds to a map of its own. */
function withEntry(points: ReadonlyMap<number, number>, product: number, own: number): ReadonlyMap<number, number> {
  return points === NO_POINTS ? new Map([[product, own]]) : (points as Map<number, number>).set(product, own);
}
