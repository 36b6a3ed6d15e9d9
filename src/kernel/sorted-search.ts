/**
 * Where a value stands among ascending ones, or -1.
 * @param from the first place that is looked at, and `to` the one behind the last
 */
export function positionIn(values: Uint32Array, wanted: number, from = 0, to = values.length): number {
  let low = from;
  let high = to - 1;
  while (low <= high) {
    const mid = (low + high) >>> 1;
    if (values[mid] === wanted) return mid;
    if (values[mid] < wanted) low = mid + 1;
    else high = mid - 1;
  }
  return -1;
}
