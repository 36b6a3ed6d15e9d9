/** Signs the tickets of a list: makes the encoded and signed context that all of them begin with. */
import type { Sponsorship } from '../../../behaviour/activities/notification.js';
import type { ProductContext, Visit } from '../requests.js';
import type { SignedContext } from './signed-context.js';
import { encodeContext } from './ticket.js';
import { signingSecret, type TicketSecret } from './ticket-secret.js';

const MINUTE_MS = 60_000;

/** A page as named in tickets. */
export interface PagePlace {
  type: string;
  /** Its id, path or key; empty where the type suffices. */
  reference: string;
}

/** A list on a page. */
export interface ListPlace {
  page: PagePlace;
  list: string;
  /** The text that was searched; empty without one. */
  q: string;
  /** Of one place of the list; absent: it was not paid for. */
  sponsored?: Sponsorship;
}

export class TicketSigner {
  /** @param generation of the snapshot's catalog */
  constructor(
    private readonly secret: TicketSecret,
    private readonly generation: number,
  ) {}

  /** What tickets are signed with now: it is replaced while threads run. */
  get signature(): string {
    return signingSecret(this.secret);
  }

  /** The signed context of a list's tickets. */
  sign(
    { market, locale, touchpoint }: ProductContext & Visit,
    { page, list, q, sponsored }: ListPlace,
    nowMs: number,
  ): SignedContext {
    const { secret, generation } = this;
    const minute = Math.floor(nowMs / MINUTE_MS);
    const { type: pageType, reference: pageReference } = page;
    const paid = sponsored && { sponsored };
    const context = { market, locale, touchpoint, pageType, pageReference, list, q, generation, minute, ...paid };
    return encodeContext(context, secret);
  }
}
