/** Reads the body of a query in its thread. */
import { parseStorefrontQuery } from '../../api/parse-query.js';
import type { SearchPageRequest, StorefrontRequest } from '../../pages/shared/requests.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import type { UnreadBody } from './query-task.js';

/**
 * @param request what the query string says, with the vector of its text, if any; without a customer where the answer
 *   must not depend on one
 * @returns it with what the body says
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE
 */
export function readBody(request: StorefrontRequest, body: UnreadBody, ticketSecret: TicketSecret): StorefrontRequest {
  const { query, rawQuery, contentType, bytes, referer } = body;
  const message = { method: 'POST', rawQuery, contentType, body: bytes } as const;
  const { customerKey: _, ...read } = parseStorefrontQuery(query, message, { referer, ticketSecret });
  const { customerKey } = request;
  const vector = vectorOf(request, read as StorefrontRequest);
  return { ...read, ...(customerKey !== undefined && { customerKey }), ...vector } as StorefrontRequest;
}

/** What an encoder has made of the text, or why it has not; nothing where the body brings a vector. */
function vectorOf(
  request: StorefrontRequest,
  read: StorefrontRequest,
): Pick<SearchPageRequest, 'vector' | 'unencoded'> {
  if (request.query !== 'search-page' || ('vector' in read && read.vector)) return {};
  const { vector, unencoded } = request;
  return { ...(vector && { vector }), ...(unencoded && { unencoded }) };
}
