/**
 * Products by a number of their variants, such as the price: the products of one range are there at once, where a scan of
 * all variants for each of a thousand ranges takes seconds.
 */
import { inSteps, type Steps } from '../../../kernel/steps.js';

export class ValueOrder {
  /**
   * @param distinct values, ascending
   * @param start where the variants of each value begin, with the end behind the last
   * @param products of the variants in this order
   */
  constructor(
    private readonly distinct: Float64Array,
    private readonly start: Uint32Array,
    private readonly products: Uint32Array,
  ) {}

  /** The products with a variant within inclusive bounds, as often as they have one. */
  between(min: number, max: number): Uint32Array {
    const from = this.start[this.firstFrom(value => value >= min)]!;
    const to = this.start[this.firstFrom(value => value > max)]!;
    return this.products.subarray(from, Math.max(from, to));
  }

  private firstFrom(isReached: (value: number) => boolean): number {
    let low = 0;
    let high = this.distinct.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.distinct[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** @param values of variants; those without one (NaN) are in no range */
export function* valueOrder(values: ArrayLike<number>, productOf: Uint32Array): Steps<ValueOrder> {
  const counts = new Map<number, number>();
  yield* inSteps(values.length, (from, end) => {
    for (let v = from; v < end; v++) counts.set(values[v]!, (counts.get(values[v]!) ?? 0) + 1);
  });
  counts.delete(Number.NaN);
  const distinct = Float64Array.from(counts.keys()).sort();
  const start = new Uint32Array(distinct.length + 1);
  const next = new Map<number, number>();
  yield* inSteps(distinct.length, (from, end) => {
    for (let i = from; i < end; i++) {
      next.set(distinct[i]!, start[i]!);
      start[i + 1] = start[i]! + counts.get(distinct[i]!)!;
    }
  });
  const products = new Uint32Array(start[distinct.length]!);
  yield* inSteps(values.length, (from, end) => {
    for (let v = from; v < end; v++) {
      const at = next.get(values[v]!);
      if (at === undefined) continue;
      products[at] = productOf[v]!;
      next.set(values[v]!, at + 1);
    }
  });
  return new ValueOrder(distinct, start, products);
}
