/**
 * The found products under the facet selections of a request: the hits that pass all selections, which are listed, and
 * for each facet the hits that pass all selections but its own, which it is counted over.
 */
import { type Bitmap, hasBit, listBits } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS } from '../../kernel/deadline.js';
import { both, type Filter, passingProducts } from '../filters/filter.js';
import type { QueryContext } from '../query-context.js';

/** Products, and which of their variants count. */
export interface HitSet {
  /** `docs[0 … count)`: product ordinals. Where there are `bits`, listed when they are first asked for. */
  readonly docs: Uint32Array;
  readonly count: number;
  /** The same products; undefined where they are listed alone. */
  readonly bits?: Bitmap | undefined;
  /** Of all products that a word matches: keeps what is counted of them. */
  readonly term?: KeptCounts | undefined;
  /** Undefined: every variant. */
  variants?: Bitmap;
  /**
   * Where some groups appear once: all of their products that were found, since a facet counts a group by any of them.
   */
  found?: FoundProducts;
}

/** Counts of the sets of whole columns over the same products, in memory that is bounded. */
export interface KeptCounts {
  /** @param table of the columns. @returns undefined: not known */
  countsOf(table: object, column: number): Uint32Array | undefined;
  /** @param counts by set, which are copied */
  keepCounts(table: object, column: number, counts: Uint32Array): void;
}

export interface FoundProducts {
  /** First the products that appear each by itself, then by group those of groups that appear once. */
  docs: Uint32Array;
  /** The products that appear each by itself. */
  single: HitSet;
}

/** The same products, counted by those of their variants that are in a set too. */
export function countedBy(hits: HitSet, among: Bitmap): HitSet {
  const { count, bits, term, found } = hits;
  const variants = both(hits, { variants: among }).variants!;
  return {
    get docs() {
      return hits.docs;
    },
    count,
    bits,
    term,
    variants,
    ...(found && { found: { docs: found.docs, single: countedBy(found.single, among) } }),
  };
}

export interface Selected {
  facet: string;
  filter: Filter;
}

/** Scores by product. Those of products that were not found mean nothing. */
export interface Scored extends Partial<Pick<HitSet, 'docs' | 'bits' | 'term'>> {
  readonly scores: Float32Array;
  /** Products that stand behind all others in every order, because they lack words of the text; absent: none. */
  readonly behind?: Bitmap | undefined;
  /** How many products there are beside those; absent: it is not known. */
  readonly ahead?: number | undefined;
  /**
   * Writes the best of some products, by score and then by tie, lowest first, without a score for each of them; absent
   * where all have theirs.
   * @param among undefined: all
   * @param scores gets the score of each
   * @returns how many there are
   */
  best?(among: Bitmap | undefined, limit: number, ties: Uint32Array, out: Uint32Array, scores?: Float32Array): number;
  /** Those of `bits` that are in a set, as long as the match is valid; absent where there are no bits. */
  passing?(products: Bitmap): { bits: Bitmap; count: number };
}

/** Products with their scores. */
export interface ScoredProducts extends Scored, Pick<HitSet, 'count'> {
  readonly docs: Uint32Array;
}

/** Products of a bitmap. */
class BitHits implements HitSet {
  private listed: Uint32Array | undefined;

  constructor(
    readonly bits: Bitmap,
    readonly count: number,
    readonly variants: Bitmap | undefined,
    readonly term?: KeptCounts,
  ) {}

  get docs(): Uint32Array {
    if (!this.listed) {
      this.listed = new Uint32Array(this.count);
      listBits(this.bits, this.listed);
    }
    return this.listed;
  }
}

export class FacetedHits {
  /** The hits that pass all selections. */
  readonly hits: HitSet;
  private readonly others = new Map<string, HitSet>();

  /**
   * @param found products that pass `rules` already; of a group that appears once, the one with the best score
   * represents it
   */
  constructor(
    private readonly query: Pick<QueryContext, 'view' | 'deadline'>,
    readonly found: ScoredProducts,
    private readonly rules: Filter,
    readonly selected: readonly Selected[],
  ) {
    this.hits = this.through(selected.map(({ filter }) => filter));
  }

  /** By product, valid as long as the match is. */
  get scores(): Float32Array {
    return this.found.scores;
  }

  /** The hits that a facet is counted over: its own selection does not restrict them. */
  hitsWithout(facet: string): HitSet {
    if (!this.selected.some(selection => selection.facet === facet)) return this.hits;
    let known = this.others.get(facet);
    if (!known) {
      known = this.through(this.selected.filter(s => s.facet !== facet).map(({ filter }) => filter));
      this.others.set(facet, known);
    }
    return known;
  }

  private through(filters: readonly Filter[]): HitSet {
    const combined = filters.reduce(both, this.rules);
    // Without selections all found products pass: the rules were applied while matching.
    const narrowed = filters.length > 0 ? passingProducts(combined, this.query.view.structure) : undefined;
    const { variants } = combined;
    const set = narrowed ? this.passing(narrowed, variants) : this.all(variants);
    return this.query.view.structure.hasCollapsed ? this.collapse(set) : set;
  }

  private all(variants: Bitmap | undefined): HitSet {
    const { found } = this;
    const { bits, count } = found;
    return bits
      ? new BitHits(bits, count, variants, found.term)
      : { docs: found.docs, count, ...(variants && { variants }) };
  }

  private passing(products: Bitmap, variants: Bitmap | undefined): HitSet {
    const { found } = this;
    if (found.bits && found.passing) {
      const { bits, count } = found.passing(products);
      return new BitHits(bits, count, variants);
    }
    const docs = found.docs.subarray(0, found.count).filter(doc => hasBit(products, doc));
    return { docs, count: docs.length, ...(variants && { variants }) };
  }

  /** Keeps the best product of each group that appears once; past the deadline, of those visited so far. */
  private collapse({ docs, count, variants }: HitSet): HitSet {
    const { view, deadline } = this.query;
    const { structure } = view;
    const { keyRank } = structure;
    const { scores } = this;
    const isBetter = (a: number, b: number) =>
      scores[a] > scores[b] || (scores[a] === scores[b] && keyRank[a] < keyRank[b]);
    const best = new Map<number, number>();
    const single: number[] = [];
    const together: number[] = [];
    for (let i = 0; i < count; i++) {
      if ((i & DEADLINE_STEPS) === DEADLINE_STEPS && deadline.passed) break;
      const group = structure.groupOf[docs[i]];
      if (!structure.isCollapsed(group)) {
        single.push(docs[i]);
        continue;
      }
      together.push(docs[i]);
      const known = best.get(group);
      if (known === undefined || isBetter(docs[i], known)) best.set(group, docs[i]);
    }
    // Products of a group are neighbours.
    const found = Uint32Array.from([...single, ...together.sort((a, b) => a - b)]);
    const shown = Uint32Array.from([...single, ...best.values()]);
    const counted = variants && { variants };
    const all = { docs: found, single: { docs: found, count: single.length, ...counted } };
    return { docs: shown, count: shown.length, ...counted, found: all };
  }
}
