/**
 * Measures the time of an answer by phase. Exactly one phase runs at any moment, so that the phases add up to the
 * whole.
 */
import { PHASE, PHASE_NAMES, type Phase } from '../shared/phases.js';

export class PhaseTimer {
  /** Milliseconds by phase, of one answer. */
  readonly spent = new Float64Array(PHASE_NAMES.length);
  private phase: Phase = PHASE.REST;
  private since = 0;

  /** @param clock milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Starts an answer. */
  start(): void {
    this.spent.fill(0);
    this.phase = PHASE.REST;
    this.since = this.clock();
  }

  /** Switches to another phase. @returns the one that was running */
  begin(phase: Phase): Phase {
    const before = this.phase;
    const now = this.clock();
    this.spent[before] += now - this.since;
    this.phase = phase;
    this.since = now;
    return before;
  }

  /** Ends the answer. @returns its duration, the sum of its phases */
  stop(): number {
    this.begin(PHASE.REST);
    let total = 0;
    for (const ms of this.spent) total += ms;
    return total;
  }
}
