/**
 * The tools of a thread that is profiled: they do what the others do, and tell a stopwatch when. They are classes of
 * their own so that those of other threads know nothing of it.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { Matcher } from '../../query/matching/matcher.js';
import type { Matches } from '../../query/matching/matches.js';
import { CardsWriter } from '../shared/cards/cards-writer.js';
import { FacetTally, type TalliedFacets } from '../shared/facets/facet-tally.js';
import { FacetsWriter } from '../shared/facets/facets-writer.js';
import { type PhaseTimer, STAGE } from './phase-timer.js';

export class TimedMatcher extends Matcher {
  constructor(private readonly stopwatch: PhaseTimer) {
    super();
  }

  override match(...asked: Parameters<Matcher['match']>): Matches {
    const outer = this.stopwatch.begin(STAGE.MATCHING);
    const matches = super.match(...asked);
    this.stopwatch.begin(outer);
    return matches;
  }

  override countMatches(...asked: Parameters<Matcher['countMatches']>): number {
    const outer = this.stopwatch.begin(STAGE.MATCHING);
    const count = super.countMatches(...asked);
    this.stopwatch.begin(outer);
    return count;
  }

  override matchesAny(...asked: Parameters<Matcher['matchesAny']>): boolean {
    const outer = this.stopwatch.begin(STAGE.MATCHING);
    const some = super.matchesAny(...asked);
    this.stopwatch.begin(outer);
    return some;
  }
}

export class TimedCardsWriter extends CardsWriter {
  constructor(
    out: Bytes,
    private readonly stopwatch: PhaseTimer,
  ) {
    super(out);
  }

  override list(...asked: Parameters<CardsWriter['list']>): void {
    const outer = this.stopwatch.begin(STAGE.CARDS);
    super.list(...asked);
    this.stopwatch.begin(outer);
  }
}

export class TimedFacetTally extends FacetTally {
  constructor(
    maxValues: number,
    private readonly stopwatch: PhaseTimer,
  ) {
    super(maxValues);
  }

  override tally(...asked: Parameters<FacetTally['tally']>): TalliedFacets {
    const outer = this.stopwatch.begin(STAGE.FACETS);
    const tallied = super.tally(...asked);
    this.stopwatch.begin(outer);
    return tallied;
  }
}

export class TimedFacetsWriter extends FacetsWriter {
  constructor(
    out: Bytes,
    private readonly stopwatch: PhaseTimer,
  ) {
    super(out);
  }

  override write(...asked: Parameters<FacetsWriter['write']>): void {
    const outer = this.stopwatch.begin(STAGE.FACETS);
    super.write(...asked);
    this.stopwatch.begin(outer);
  }
}
