/** Signs the tickets of a list: makes the encoded and signed context that all of them begin with. */
import { TwoGenerationCache } from '../../../kernel/two-generation-cache.js';
import type { ProductContext, Visit } from '../requests.js';
import type { SignedContext } from './signed-context.js';
import { type ContextHead, encodeHead, type HeadContext, signContext } from './ticket.js';

const MINUTE_MS = 60_000;
/** Heads of 2 KB that are kept: of markets, locales, touchpoints and kinds of pages. */
const KEPT_HEADS = 128;

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
}

interface KeptHead {
  of: HeadContext;
  head: ContextHead;
}

export class TicketSigner {
  /** By what they say, but for the minute. */
  private readonly heads = new TwoGenerationCache<KeptHead>(KEPT_HEADS);
  /** The head that was asked for last, which most requests ask for again. */
  private last: KeptHead | undefined;

  /** @param generation of the snapshot's catalog */
  constructor(
    private readonly secret: string,
    private readonly generation: number,
  ) {}

  /** The signed context of a list's tickets. */
  sign(visit: ProductContext & Visit, { page, list, q }: ListPlace, nowMs: number): SignedContext {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (!this.last || !isOf(this.last.of, visit, page.type, minute)) this.last = this.find(visit, page.type, minute);
    return signContext(this.last.head, list, page.reference, q);
  }

  private find({ market, locale, touchpoint }: ProductContext & Visit, pageType: string, minute: number): KeptHead {
    const { heads, generation } = this;
    const key = `${market}|${locale}|${touchpoint}|${pageType}`;
    const kept = heads.get(key);
    if (kept?.of.minute === minute) return kept;
    const of = { market, locale, touchpoint, pageType, generation, minute };
    const made = { of, head: encodeHead(of, this.secret) };
    heads.set(key, made);
    return made;
  }
}

function isOf(
  head: HeadContext,
  { market, locale, touchpoint }: ProductContext & Visit,
  pageType: string,
  minute: number,
): boolean {
  if (head.minute !== minute || head.pageType !== pageType || head.touchpoint !== touchpoint) return false;
  return head.market === market && head.locale === locale;
}
