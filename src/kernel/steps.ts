/**
 * Work in steps, each a fraction of a millisecond, between which a thread can run other tasks: what the first query
 * over new prices needs takes as long as dozens of queries, which would all wait for it.
 */

/** Work that ends in a result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Elements of a column that are computed in one step: a millisecond where each takes long, as a power does. They are
 * those of whole words and blocks of bitmaps.
 */
export const ELEMENTS = 1 << 12;

/** Does all that is left, at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does at least one step. @param ms after which no further one is begun. @returns whether none is left */
export function advance(steps: Steps<void>, ms: number): boolean {
  const endMs = performance.now() + ms;
  do if (steps.next().done) return true;
  while (performance.now() < endMs);
  return false;
}

/**
 * @param compute computes the elements from `from` to before `end`
 * @param parts of an element, which take as long as elements do
 */
export function* inSteps(length: number, compute: (from: number, end: number) => void, parts = 1): Steps<void> {
  const size = ELEMENTS / parts;
  for (let from = 0; from < length; from += size) {
    compute(from, Math.min(from + size, length));
    yield;
  }
}
