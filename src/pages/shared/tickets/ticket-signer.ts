/** Makes what the tickets of a list begin with: the context of the list, encoded and signed. */
import type { ProductContext, Visit } from '../requests.js';
import { encodeContext } from './ticket.js';

const MINUTE_MS = 60_000;

/** A page as tickets name it. */
export interface PagePlace {
  type: string;
  /** Its id, path or key; empty where its type says all. */
  reference: string;
}

/** A list on a page. */
export interface ListPlace {
  page: PagePlace;
  list: string;
  /** The text that the list was searched for; empty without one. */
  q: string;
}

export class TicketSigner {
  /** @param generation of the snapshot's catalog */
  constructor(
    private readonly secret: string,
    private readonly generation: number,
  ) {}

  /** The signed context of a list's tickets. */
  sign({ market, locale, touchpoint }: ProductContext & Visit, { page, list, q }: ListPlace, nowMs: number): string {
    const { secret, generation } = this;
    const minute = Math.floor(nowMs / MINUTE_MS);
    const { type: pageType, reference: pageReference } = page;
    return encodeContext({ market, locale, touchpoint, pageType, pageReference, list, q, generation, minute }, secret);
  }
}
