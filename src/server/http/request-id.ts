/**
 * The name that a client or a proxy has given a request, so that its lines in their logs and in the daemon's can be
 * told to belong together: that of X-Request-Id, else the trace of `traceparent` (W3C Trace Context, 3.2).
 */
import type { Incoming } from './transport.js';

/** What may be repeated in a header and a log line; anything else counts as absent. */
const ID = /^[\w.:/+=@-]{1,128}$/;
const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const NO_TRACE = '0'.repeat(32);

/** @returns undefined where the request has no name, or none that is allowed */
export function givenRequestId(incoming: Incoming): string | undefined {
  const id = incoming.header('x-request-id');
  if (id !== '' && ID.test(id)) return id;
  const parent = incoming.header('traceparent');
  const trace = parent === '' ? undefined : TRACE.exec(parent)?.[1];
  return trace === NO_TRACE ? undefined : trace;
}
