import type { SignedContext } from '../../../../src/pages/shared/tickets/signed-context.js';
import { encodeHead, signContext, type TicketContext } from '../../../../src/pages/shared/tickets/ticket.js';

export function encodeContext(context: TicketContext, secret: string): SignedContext {
  return signContext(encodeHead(context, secret), context.list, context.pageReference, context.q);
}
