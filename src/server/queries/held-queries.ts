/**
 * Queries that came upon damage, until another snapshot is live that they are asked of again: visitors wait rather than
 * see an error, for a bounded time and as long as they are not too many. Damage is a record whose checksum is wrong, and
 * any failure on parts whose checksums have not been looked at since the start. Where these turn out to be right, it was
 * none (a thread may have been slow on a machine with much to do), and the same snapshot is asked again.
 */
import { isVerified } from '../../snapshot/index.js';
import type { InFlightQuery } from './generation.js';
import type { Outcome } from './outcomes.js';

/** Most queries that are held at once. */
const MOST_HELD = 1024;
/** How long one is held; an earlier snapshot is live within that, unless none is whole. */
const LONGEST_MS = 10_000;
/** Between two looks at whether the snapshots of held queries are verified meanwhile. */
const LOOK_MS = 100;
/** How often a query is asked again. */
const MOST_ATTEMPTS = 3;

interface Held {
  query: InFlightQuery;
  outcome: Outcome;
  timer: NodeJS.Timeout;
}

export class HeldQueries {
  private readonly held = new Set<Held>();
  private looks: NodeJS.Timeout | undefined;

  /**
   * @param give called with a query that has been held for too long, and the outcome that it had
   * @param askAgain called with a query whose failure was not for damage
   */
  constructor(
    private readonly give: (query: InFlightQuery, outcome: Outcome) => void,
    private readonly askAgain: (query: InFlightQuery) => void,
  ) {}

  /** @returns false where the query is not held: its outcome stands */
  hold(query: InFlightQuery, outcome: Outcome): boolean {
    if (this.held.size >= MOST_HELD || ++query.attempts > MOST_ATTEMPTS) return false;
    const timer = setTimeout(() => {
      this.remove(one);
      this.give(query, outcome);
    }, LONGEST_MS).unref();
    const one = { query, outcome, timer };
    this.held.add(one);
    this.looks ??= setInterval(() => this.look(), LOOK_MS).unref();
    return true;
  }

  /** Takes all queries out. */
  take(): InFlightQuery[] {
    const all = [...this.held];
    for (const one of all) this.remove(one);
    return all.map(({ query }) => query);
  }

  private look(): void {
    for (const one of this.held) {
      const { query, outcome } = one;
      if (query.group.retired || isDamaged(outcome, isVerified(query.group.shared))) continue;
      this.remove(one);
      this.askAgain(query);
    }
  }

  private remove(one: Held): void {
    this.held.delete(one);
    clearTimeout(one.timer);
    if (this.held.size > 0) return;
    clearInterval(this.looks);
    this.looks = undefined;
  }
}

/**
 * Whether a query has failed because of damage, or may have.
 * @param verified whether the parts were when it began: their verification may end while a thread is ended for being slow
 */
export function isDamaged(outcome: Outcome, verified: boolean): boolean {
  if (!('failure' in outcome)) return false;
  const { failure } = outcome;
  return failure.kind === 'problem' ? failure.code === 'snapshot_damaged' : !verified;
}

/** The outcome of a query whose snapshot was withdrawn, where none has taken its place in time. */
export function givenUp(): Outcome {
  const message = 'the snapshot is damaged, and no other is ready yet';
  return { failure: { kind: 'problem', code: 'starting', message } };
}
