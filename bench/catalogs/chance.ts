/**
 * Repeatable chance with a long tail. A stream is named, and its draws depend on nothing but its name, so that every
 * run and every machine measures the same data and the same queries.
 */
import { stream } from '../../scripts/demo/random.mjs';

export { stream };

const RESOLUTION = 2 ** 32;

/**
 * Ranks 0 … size-1, drawn so that rank r comes 1/(r+1) as often as rank 0: how words, brands and what people search
 * for are distributed (Zipf's law with exponent 1).
 * @param {number} size
 */
export function zipf(size) {
  const upTo = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 1);
    upTo[rank] = sum;
  }
  /** @param {{ below(n: number): number }} draws a stream */
  return draws => {
    const wanted = (draws.below(RESOLUTION) / RESOLUTION) * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
