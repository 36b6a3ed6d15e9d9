/**
 * What a fleet calls the journal of this daemon. Where the data folder was taken back to an older state, another name is
 * used from some record on: what the fleet knows by the one before may go on otherwise.
 */
export interface JournalName {
  name: string;
  /** Number of the first record that goes by it. */
  from: number;
}

/** @returns all records of the journal below this number are learned. @param names in the order of `from`, which begins with 0 */
export function ownLearned(names: readonly JournalName[], covers: ReadonlyMap<string, number>): number {
  for (const [i, { name, from }] of names.entries()) {
    const learned = Math.max(from, covers.get(name) ?? 0);
    const end = names[i + 1]?.from;
    if (end === undefined || learned < end) return learned;
  }
  return 0;
}

/** Notes that all records of the journal below a number are learned. */
export function coverOwn(names: readonly JournalName[], covers: Map<string, number>, until: number): void {
  for (const [i, { name, from }] of names.entries()) {
    const end = Math.min(until, names[i + 1]?.from ?? until);
    if (end > from) covers.set(name, Math.max(end, covers.get(name) ?? 0));
  }
}
