/** Reads the body of a query in its thread. */
import { parseStorefrontQuery } from '../../api/parse-query.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { UnreadBody } from './query-task.js';

/**
 * @param request what the query string says; without a customer where the answer must not depend on one
 * @returns it with what the body says
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE
 */
export function readBody(request: StorefrontRequest, body: UnreadBody, ticketSecret: string): StorefrontRequest {
  const { query, rawQuery, contentType, bytes, referer } = body;
  const message = { method: 'POST', rawQuery, contentType, body: bytes } as const;
  const { customerKey: _, ...read } = parseStorefrontQuery(query, message, { referer, ticketSecret });
  const { customerKey } = request;
  return { ...read, ...(customerKey !== undefined && { customerKey }) } as StorefrontRequest;
}
