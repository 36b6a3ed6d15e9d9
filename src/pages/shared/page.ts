/**
 * A page: steps that compute its result as plain data, and a function that writes the result as JSON. Nothing is
 * written before all steps have run; explanations and other readers use the result.
 */
import type { PageContext } from './context/page-context.js';
import type { PageWriters } from './context/page-writers.js';
import type { Phase } from './phases.js';

/** Facts about an answer beside its bytes. */
export interface PageResult {
  totalHits: number;
  /** Whether the text was replaced by a correction of it. */
  autoCorrected: boolean;
}

export interface Page<Request, Result extends PageResult> {
  /**
   * The steps from the request to the result. The result is independent of scratch, but for its facets, which are valid
   * until the thread's next tally.
   */
  readonly steps: Steps<Request, Result>;
  /** Writes the result as one JSON object. */
  write(result: Result, context: PageContext, writers: PageWriters): void;
}

type Step<In, Out> = (input: In, context: PageContext) => Out;

/**
 * Steps that run one after the other, each on the result of the one before. They write out most members: copying an
 * object by spread takes microseconds, a literal takes nanoseconds.
 */
export class Steps<In, Out> {
  private constructor(private readonly all: readonly { phase: Phase; run: Step<never, unknown> }[]) {}

  static first<In, Out>(phase: Phase, run: Step<In, Out>): Steps<In, Out> {
    return new Steps([{ phase, run }]);
  }

  next<Next>(phase: Phase, run: Step<Out, Next>): Steps<In, Next> {
    return new Steps([...this.all, { phase, run }]);
  }

  /** @param entering called with its phase before each step */
  run(input: In, context: PageContext, entering?: (phase: Phase) => void): Out {
    let state: unknown = input;
    for (const { phase, run } of this.all) {
      entering?.(phase);
      state = (run as Step<unknown, unknown>)(state, context);
    }
    return state as Out;
  }
}
