/** Refuses requests for lack of capacity before they are read, and counts the others among those of their clients. */
import { errorBody } from '../../api/error-body.js';
import type { Client } from '../admission/client-shares.js';
import type { RefusalPace } from '../admission/refusal-pace.js';
import { type DropReason, overloaded } from '../admission/refusals.js';
import type { Exchange } from '../http/exchange.js';
import type { QueryService } from '../queries/query-service.js';

/** Replies to queries that are refused for lack of capacity, most of them before they are read. */
export const REFUSED: Record<DropReason, Buffer> = {
  queue_full: Buffer.from(errorBody(overloaded('queue_full')).body),
  deadline: Buffer.from(errorBody(overloaded('deadline')).body),
};

export interface RefusalContext {
  service: Pick<QueryService, 'refuses'>;
  pace: RefusalPace;
}

/** @returns whether it refuses the request, because too many wait already */
export function refuses(
  { service, pace }: RefusalContext,
  exchange: Exchange,
  client: Client | undefined,
  bodyBytes = 0,
): boolean {
  if (service.refuses(client)) {
    exchange.onGone = pace.pass(() => exchange.refuse(REFUSED.queue_full), bodyBytes);
    return true;
  }
  if (client) {
    client.open++;
    exchange.onEnd = () => client.open--;
  }
  return false;
}
