/**
 * Queries that came upon damage, until another snapshot is live that they are asked of again: visitors wait rather than
 * see an error, for a bounded time and as long as they are not too many. Damage is a record whose checksum is wrong, and
 * any failure on parts whose checksums have not been looked at since the start.
 */
import { isVerified, type SharedSnapshot } from '../../snapshot/index.js';
import type { InFlightQuery } from './generation.js';
import type { Outcome } from './query-pool.js';

/** Most queries that are held at once. */
const MOST_HELD = 1024;
/** How long one is held; an earlier snapshot is live within that, unless none is whole. */
const LONGEST_MS = 10_000;
/** How often a query is asked again. */
const MOST_ATTEMPTS = 3;

interface Held {
  query: InFlightQuery;
  timer: NodeJS.Timeout;
}

export class HeldQueries {
  private readonly held = new Set<Held>();

  /** @param give called with a query that has been held for too long, and the outcome that it had */
  constructor(private readonly give: (query: InFlightQuery, outcome: Outcome) => void) {}

  /** @returns false where the query is not held: its outcome stands */
  hold(query: InFlightQuery, outcome: Outcome): boolean {
    if (this.held.size >= MOST_HELD || ++query.attempts > MOST_ATTEMPTS) return false;
    const timer = setTimeout(() => {
      this.held.delete(one);
      this.give(query, outcome);
    }, LONGEST_MS).unref();
    const one = { query, timer };
    this.held.add(one);
    return true;
  }

  /** Takes all queries out. */
  take(): InFlightQuery[] {
    const all = [...this.held];
    this.held.clear();
    for (const { timer } of all) clearTimeout(timer);
    return all.map(({ query }) => query);
  }
}

/** Whether a query has failed because of damage, or may have. */
export function isDamaged(outcome: Outcome, snapshot: SharedSnapshot): boolean {
  if (!('failure' in outcome)) return false;
  const { failure } = outcome;
  return failure.kind === 'problem' ? failure.code === 'snapshot_damaged' : !isVerified(snapshot);
}

/** The outcome of a query whose snapshot was withdrawn, where none has taken its place in time. */
export function givenUp(): Outcome {
  const message = 'the snapshot is damaged, and no other is ready yet';
  return { failure: { kind: 'problem', code: 'starting', message } };
}
