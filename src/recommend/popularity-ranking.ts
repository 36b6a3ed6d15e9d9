/**
 * What one set of signals says of the products of a view: their order by popularity, the best of each kind, the kinds
 * that are bought together, and the usual weight of relations. The order is computed in steps, everything else on first
 * use.
 */
import type { Relations, Signals } from '../index/signals.js';
import type { Steps } from '../kernel/steps.js';
import { TopK } from '../kernel/top-k.js';
import { Order } from './order.js';
import { sortedBy } from './orders.js';
import type { Kinds } from './traits.js';

const BEST_OF_KIND = 64;
const MAX_COMPLEMENTS = 12;
/** Least number of relations between two kinds; fewer are taken for chance. */
const LEAST_SUPPORT = 2;
/** Most relations that the usual weight is computed from. */
const SAMPLE = 20_000;

export interface Complement {
  kind: number;
  /** 0 to 1, relative to the strongest complement of the kind. */
  strength: number;
}

export class PopularityRanking {
  /** Weights at which a relation has half of the greatest strength. */
  readonly usualBought: number;
  readonly usualSeen: number;
  private readonly topK = new TopK();
  private readonly best = new Map<number, Uint32Array>();
  private readonly complementsOf = new Map<number, readonly Complement[]>();
  private popularityOfKind: Float64Array | undefined;

  private constructor(
    readonly signals: Signals,
    /** All products, most popular first; those without behaviour follow in cold-start order. */
    readonly order: Order,
    private readonly kinds: Kinds,
  ) {
    this.usualBought = usualWeight(signals.bought);
    this.usualSeen = usualWeight(signals.seen);
  }

  static *of(signals: Signals, cold: Order, kinds: Kinds): Steps<PopularityRanking> {
    const { popularity } = signals;
    const { products } = cold;
    const visited = products.filter(p => popularity[p] > 0);
    if (visited.length === 0) return new PopularityRanking(signals, cold, kinds);
    const order = new Uint32Array(products.length);
    order.set(yield* sortedBy(i => 1 - popularity[visited[i]], visited));
    let at = visited.length;
    for (const p of products) if (!(popularity[p] > 0)) order[at++] = p;
    return new PopularityRanking(signals, new Order(order, order.length), kinds);
  }

  /** The most popular products of a kind and the kinds below it, best first. */
  bestOf(kind: number): Uint32Array {
    let best = this.best.get(kind);
    if (!best) {
      const products = this.kinds.products(kind);
      this.topK.reset(Math.min(BEST_OF_KIND, products.length));
      const { rank } = this.order;
      for (const p of products) this.topK.offer(p, -rank[p], rank[p]);
      best = new Uint32Array(BEST_OF_KIND);
      best = best.subarray(0, this.topK.drain(best));
      this.best.set(kind, best);
    }
    return best;
  }

  /** Kinds that are bought together with a kind more often than their popularity explains, strongest first. */
  complements(kind: number): readonly Complement[] {
    let found = this.complementsOf.get(kind);
    if (!found) this.complementsOf.set(kind, (found = this.findComplements(kind)));
    return found;
  }

  private findComplements(kind: number): Complement[] {
    const { start, to, weight } = this.signals.bought;
    const { of } = this.kinds;
    const sums = new Map<number, { weight: number; support: number }>();
    let total = 0;
    // The best of a kind make up most of its purchases.
    for (const p of this.bestOf(kind)) {
      for (let i = start[p]; i < start[p + 1]; i++) {
        const other = of[to[i]];
        if (other < 0) continue;
        const sum = sums.get(other) ?? { weight: 0, support: 0 };
        sum.weight += weight[i];
        sum.support++;
        total += weight[i];
        sums.set(other, sum);
      }
    }
    const { shares, whole } = this.popularities();
    const found = [...sums].flatMap(([other, sum]) => {
      if (sum.support < LEAST_SUPPORT) return [];
      const share = sum.weight / total;
      const expected = (shares[other] + 1e-6) / (whole + 1e-6);
      const strength = share * Math.log1p(share / expected);
      return strength > 0 ? [{ kind: other, strength }] : [];
    });
    found.sort((a, b) => b.strength - a.strength || a.kind - b.kind);
    const most = found[0]?.strength ?? 1;
    return found.slice(0, MAX_COMPLEMENTS).map(({ kind, strength }) => ({ kind, strength: strength / most }));
  }

  private popularities(): { shares: Float64Array; whole: number } {
    const { popularity } = this.signals;
    const shares = this.popularityOfKind ?? new Float64Array(this.kinds.count);
    if (!this.popularityOfKind) {
      for (let p = 0; p < popularity.length; p++) if (this.kinds.of[p] >= 0) shares[this.kinds.of[p]] += popularity[p];
      this.popularityOfKind = shares;
    }
    return { shares, whole: shares.reduce((sum, share) => sum + share, 0) };
  }
}

/** Mean weight of relations, from a sample. */
function usualWeight({ weight }: Relations): number {
  const step = Math.max(1, Math.floor(weight.length / SAMPLE));
  let sum = 0;
  let count = 0;
  for (let i = 0; i < weight.length; i += step) {
    sum += weight[i];
    count++;
  }
  return count === 0 ? 1 : sum / count;
}
