/**
 * Repeatable chance with a long tail. A stream is named, and its draws depend on nothing but its name, so that every
 * run and every machine measures the same data and the same queries.
 */
import { stream } from '../../scripts/demo/random.mjs';

export { stream };

/** A stream of draws. */
export type Draws = ReturnType<typeof stream>;

const RESOLUTION = 2 ** 32;

/** A number of [0, 1). */
export function fraction(draws: Draws): number {
  return draws.below(RESOLUTION) / RESOLUTION;
}

/**
 * Ranks 0 … size-1, drawn so that rank r comes 1/(r+1) as often as rank 0: how words, brands and searches are
 * distributed (Zipf's law with exponent 1).
 * @returns what draws a rank from a stream
 */
export function zipf(size: number): (draws: Draws) => number {
  const weights = Float64Array.from({ length: size }, (_, rank) => 1 / (rank + 1));
  return weighted(weights);
}

/**
 * Indexes, each drawn in proportion to its weight.
 * @param weights not negative, and at least one of them positive
 * @returns what draws an index from a stream
 */
export function weighted(weights: ArrayLike<number>): (draws: Draws) => number {
  const upTo = new Float64Array(weights.length);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i];
    upTo[i] = sum;
  }
  return draws => {
    const wanted = fraction(draws) * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
