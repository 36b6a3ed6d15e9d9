/**
 * The refusals that callers may repeat (503): what the daemon answers where it has no capacity, or is not ready yet or
 * any more. Each names its reason; the decision stands beside the limit that it is about, in this folder or with the
 * part of the daemon that has the limit. No limit is a client's own, so nothing is answered 429.
 */
import { Problem } from '../../errors/problem.js';

/** Why a query left the queue without having run. */
export type DropReason = 'queue_full' | 'deadline';

export const SHUTTING_DOWN = 'the daemon is shutting down';

export function shuttingDown(): Problem {
  return new Problem('shutting_down', SHUTTING_DOWN);
}

/** Of a query that was dropped from the queue. */
export function overloaded(reason: DropReason): Problem {
  const message = reason === 'deadline' ? 'busy: the query waited too long' : 'busy: too many queries wait';
  return new Problem('overloaded', message);
}

export function tooManyExplanations(): Problem {
  return new Problem('overloaded', 'busy: too many explanations wait');
}

export function ingestStarting(): Problem {
  return new Problem('starting', 'the ingest process is starting; try again in a moment');
}

export function diskTooFull(): Problem {
  return new Problem('disk_full', 'the disk of the data folder has too little free space for an import');
}

export function diskFull(): Problem {
  return new Problem('disk_full', 'the disk of the data folder is full');
}

/**
 * @param live the snapshot in service, if there is one
 * @returns it
 * @throws Problem `no_products` where there is nothing that could be listed
 */
export function requireProducts<Live extends { readonly hasProducts: boolean }>(live: Live | undefined): Live {
  if (!live?.hasProducts)
    throw new Problem('no_products', 'there are no products in the cluster yet: import a catalog first');
  return live;
}
