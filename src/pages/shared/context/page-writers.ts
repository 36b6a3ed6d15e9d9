/** The writers of one thread. All write to the same `out`. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { CardsWriter } from '../cards/cards-writer.js';
import type { ContentWriter } from '../content/content-writer.js';
import type { FacetsWriter } from '../facets/facets-writer.js';
import type { TicketSigner } from '../tickets/ticket-signer.js';

export interface PageWriters {
  readonly out: Bytes;
  readonly cards: CardsWriter;
  readonly content: ContentWriter;
  readonly facets: FacetsWriter;
  readonly tickets: TicketSigner;
}
