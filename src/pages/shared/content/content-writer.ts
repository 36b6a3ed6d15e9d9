/** Writes content items as JSON: each was encoded when the snapshot was built, and tickets are inserted. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { ContentIndex } from '../../../snapshot/index.js';
import type { ProductContext, Visit } from '../requests.js';
import { HIT, type SignedContext } from '../tickets/signed-context.js';
import type { PagePlace, TicketSigner } from '../tickets/ticket-signer.js';

/** One content list: the items on the page, and the number of all its items. */
export interface ContentList {
  id: string;
  /** Item ordinals in order. */
  items: Uint32Array;
  totalHits: number;
}

/** The content lists of a page. */
export interface ContentLists {
  page: PagePlace;
  /** The text that was searched; empty without one. */
  q: string;
  lists: readonly ContentList[];
}

/** The part of a list to be written. */
export interface ContentPart {
  /** Item ordinals in order. */
  items: Uint32Array;
  /** Position of the first of them in the whole list, from 0. */
  first: number;
  /** Signed context of the list's tickets. */
  ticket: SignedContext;
  /** Whether images show their captions. */
  captions?: boolean;
}

export class ContentWriter {
  constructor(
    private readonly out: Bytes,
    private readonly tickets: TicketSigner,
  ) {}

  /** Writes `[{…}]`. */
  lists({ page, q, lists }: ContentLists, request: ProductContext & Visit, { view, nowMs }: QueryContext): void {
    const { out } = this;
    out.ascii('[');
    lists.forEach(({ id, items, totalHits }, i) => {
      out.text(`${i > 0 ? ',' : ''}{"id":${JSON.stringify(id)},"items":`);
      // Signing takes longer than writing an empty list.
      if (items.length === 0 || !view.content) out.ascii('[]');
      else {
        const ticket = this.tickets.sign(request, { page, list: id, q }, nowMs);
        this.items({ items, first: 0, ticket }, view.content);
      }
      out.ascii(`,"totalHits":${totalHits}}`);
    });
    out.ascii(']');
  }

  /** Writes `[item, …]`; without content there are none. */
  items({ items, first, ticket, captions }: ContentPart, content: ContentIndex | undefined): void {
    const { out } = this;
    out.ascii('[');
    for (let i = 0; content && i < items.length; i++) {
      const { head, body, caption, tail } = content.items.pieces(items[i]);
      if (i > 0) out.ascii(',');
      out.bytes(head);
      out.ascii(ticket.startOf(first + i, HIT.CONTENT, content.structure.products.at(items[i])));
      out.bytes(body);
      if (captions) out.bytes(caption);
      out.bytes(tail);
    }
    out.ascii(']');
  }
}
