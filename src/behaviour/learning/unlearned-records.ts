/**
 * Which records of a daemon's journal are not in what its fleet has learned. Each journal of a fleet has the same records in
 * another order; so what was learned says of each journal how far it has it (`covers` of LearnerState). What is kept here are
 * short runs of neighbours, of which each counts as long as one of its records is not learned.
 */

interface Run {
  /** Number of its first record in the journal of this daemon. */
  first: number;
  records: number;
  /** By journals: the run is learned where each is, below this number. */
  until: Map<string, number>;
}

/** What stands for the journal of this daemon. */
export const OWN = '';
const LONGEST_RUN = 64;
/** Of more the last one takes everything. */
const MOST_RUNS = 10_000;

export class UnlearnedRecords {
  private runs: Run[] = [];

  /**
   * @param number in the journal of this daemon, greater than that of the record before
   * @param journal where it was taken first
   * @param there its number in that one
   */
  add(number: number, journal: string, there: number): void {
    let last = this.runs.at(-1);
    if (last === undefined || (last.records >= LONGEST_RUN && this.runs.length < MOST_RUNS)) {
      last = { first: number, records: 0, until: new Map() };
      this.runs.push(last);
    }
    last.records++;
    last.until.set(journal, Math.max(last.until.get(journal) ?? 0, there + 1));
  }

  /** Adds others that stand behind these in the journal. */
  append({ runs }: UnlearnedRecords): void {
    this.runs.push(...runs);
  }

  /** Drops the first runs, as far as they are learned. */
  learned(covers: ReadonlyMap<string, number>): void {
    const isLearned = ({ until }: Run) => [...until].every(([journal, end]) => (covers.get(journal) ?? 0) >= end);
    const kept = this.runs.findIndex(run => !isLearned(run));
    this.runs = kept < 0 ? [] : this.runs.slice(kept);
  }

  /** Number of a record before which all are learned; undefined: all are. */
  get first(): number | undefined {
    return this.runs[0]?.first;
  }
}
