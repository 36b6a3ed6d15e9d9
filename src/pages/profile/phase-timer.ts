/**
 * Where the time of an answer goes. At any moment one stage is running; what runs inside another stops its time, so that
 * the stages add up to the whole. Only who profiles has a stopwatch: without one no clock is read.
 */

export const STAGE = {
  /** What the text means, and what else may have been meant. */
  ANALYSIS: 0,
  /** What may be listed: rules, price lists, stock, selected facets. */
  FILTERS: 1,
  /** The products with the words, and their points. */
  MATCHING: 2,
  /** Points that no word brings, and the best of all hits in their order. */
  SCORING: 3,
  FACETS: 4,
  CARDS: 5,
  /** Phrases to go on with. */
  PHRASES: 6,
  /** Articles, questions and links that go with it: finding and writing them. */
  CONTENT: 7,
  /** Signing what the tickets of a list begin with. */
  TICKETS: 8,
  /** All else: recommendations, what cards are to show, the members around the lists. */
  REST: 9,
} as const;

export type Stage = (typeof STAGE)[keyof typeof STAGE];

/** What reports call the stages, by stage. */
export const STAGE_NAMES = [
  'analysis',
  'filters',
  'matching',
  'scoring',
  'facets',
  'assembly: cards',
  'assembly: phrases',
  'assembly: content',
  'assembly: tickets',
  'assembly: rest',
] as const;

export class PhaseTimer {
  /** Milliseconds by stage, of one answer. */
  readonly spent = new Float64Array(STAGE_NAMES.length);
  private stage: Stage = STAGE.REST;
  private since = 0;

  /** @param clock milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Begins an answer. */
  start(): void {
    this.spent.fill(0);
    this.stage = STAGE.REST;
    this.since = this.clock();
  }

  /** Goes over to another stage. @returns the one that was running. */
  begin(stage: Stage): Stage {
    const before = this.stage;
    const now = this.clock();
    this.spent[before] += now - this.since;
    this.stage = stage;
    this.since = now;
    return before;
  }

  /** Ends the answer. @returns how long it took: the sum of its stages. */
  stop(): number {
    this.begin(STAGE.REST);
    let total = 0;
    for (const ms of this.spent) total += ms;
    return total;
  }
}
