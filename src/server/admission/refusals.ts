/**
 * The refusals that callers may retry (503), with their messages: the daemon has no capacity, is not ready yet, or is
 * shutting down. The decision stands with the limit: in this folder (`fair-queue.ts`, `client-shares.ts`,
 * `serial-queue.ts`, `readiness.ts`), or where the resource is (exports, imports, journal, explanations). What a client
 * may have depends on what others want, so it is told no number and no 429.
 */
import { Problem } from '../../errors/problem.js';

/** Why a query was dropped from the queue. */
export type DropReason = 'queue_full' | 'deadline';

export const SHUTTING_DOWN = 'the daemon is shutting down';

export function shuttingDown(): Problem {
  return new Problem('shutting_down', SHUTTING_DOWN);
}

/** A query was dropped from the queue. */
export function overloaded(reason: DropReason): Problem {
  const message = reason === 'deadline' ? 'busy: the query waited too long' : 'busy: too many queries wait';
  return new Problem('overloaded', message);
}

/** Bodies that arrive hold too much memory. */
export function tooManyBodies(): Problem {
  return new Problem('overloaded', 'busy: too many bodies are arriving');
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

/**
 * @param live the live snapshot, if there is one
 * @returns it
 * @throws Problem `no_products` where no snapshot is live, or it has no products
 */
export function requireProducts<Live extends { readonly hasProducts: boolean }>(live: Live | undefined): Live {
  if (live === undefined) {
    const message =
      'there are no products yet: import a catalog first; where one is being built again, /readyz tells how far it is';
    throw new Problem('no_products', message);
  }
  if (!live.hasProducts) {
    throw new Problem('no_products', 'there are no products in the cluster yet: import a catalog first');
  }
  return live;
}
