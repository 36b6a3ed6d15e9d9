/**
 * The found products under the facet selections of a request: the hits that pass all selections, which are listed, and
 * for each facet the hits that pass all selections but its own, which it is counted over.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS } from '../../kernel/deadline.js';
import { both, type Filter, passingProducts } from '../filters/filter.js';
import type { QueryContext } from '../query-context.js';

/** Products, and which of their variants count. */
export interface HitSet {
  docs: Uint32Array;
  count: number;
  /** Undefined: every variant. */
  variants?: Bitmap;
  /**
   * Where some groups appear once: all of their products that were found, since a facet counts a group by any of them.
   */
  found?: FoundProducts;
}

export interface FoundProducts {
  /** First the products that appear each by itself, then by group those of groups that appear once. */
  docs: Uint32Array;
  /** The products that appear each by itself. */
  single: HitSet;
}

export interface Selected {
  facet: string;
  filter: Filter;
}

/** Products with their scores, in no order. */
export interface ScoredProducts {
  /** `docs[0 … count)`: product ordinals. */
  readonly docs: Uint32Array;
  readonly count: number;
  /** By product; undefined for products outside of `docs`. */
  readonly scores: Float32Array;
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
    private readonly found: ScoredProducts,
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
    const { docs, count } = this.found;
    const set = narrowed ? this.passing(narrowed) : { docs, count };
    const once = this.query.view.structure.hasCollapsed ? this.collapse(set) : set;
    const { variants } = combined;
    if (!variants) return once;
    const { found } = once;
    return { ...once, variants, ...(found && { found: { ...found, single: { ...found.single, variants } } }) };
  }

  private passing(products: Bitmap): HitSet {
    const { docs: found, count: total } = this.found;
    const docs = new Uint32Array(total);
    let count = 0;
    for (let i = 0; i < total; i++) {
      const doc = found[i];
      if (products[doc >>> 5] & (1 << (doc & 31))) docs[count++] = doc;
    }
    return { docs, count };
  }

  /** Keeps the best product of each group that appears once; past the deadline, of those visited so far. */
  private collapse({ docs, count }: HitSet): HitSet {
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
    return { docs: shown, count: shown.length, found: { docs: found, single: { docs: found, count: single.length } } };
  }
}
