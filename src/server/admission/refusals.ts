/**
 * The refusals that callers may repeat (503): what the daemon answers where it has no capacity, or is not ready yet or
 * any more. Each names its reason; the decision stands beside the limit that it is about, in this folder or with the
 * part of the daemon that has the limit. No limit is a client's own, so nothing is answered 429.
 */
import { Problem } from '../../kernel/problem.js';

/** Why a query left the queue without having run. */
export type DropReason = 'queue_full' | 'deadline';

export const SHUTTING_DOWN = 'the daemon is shutting down';

export function shuttingDown(): Problem {
  return unavailable(SHUTTING_DOWN);
}

/** Of a query that was dropped from the queue. */
export function overloaded(reason: DropReason): Problem {
  return unavailable(reason === 'deadline' ? 'busy: the query waited too long' : 'busy: too many queries wait');
}

export function tooManyExplanations(): Problem {
  return unavailable('busy: too many explanations wait');
}

export function ingestStarting(): Problem {
  return unavailable('the ingest process is starting; try again in a moment');
}

export function diskTooFull(): Problem {
  return unavailable('the disk of the data folder has too little free space for an import');
}

export function diskFull(): Problem {
  return unavailable('the disk of the data folder is full');
}

/**
 * @param live the snapshot in service, if there is one
 * @returns it
 * @throws Problem UNAVAILABLE where there is nothing that could be listed
 */
export function requireProducts<Live extends { readonly hasProducts: boolean }>(live: Live | undefined): Live {
  if (!live?.hasProducts) throw unavailable('there are no products in the cluster yet: import a catalog first');
  return live;
}

function unavailable(message: string): Problem {
  return new Problem('UNAVAILABLE', message);
}
