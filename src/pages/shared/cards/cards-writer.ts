/**
 * Writes the cards of product groups: reads a group's record from disk into the response buffer, behind the position
 * where it is needed, and moves it there in pieces, with tickets between. Requests with other prices, stock or
 * attributes than the cards were built with are written span by span (see general-card.ts).
 */
import fs from 'node:fs';
import { Problem } from '../../../errors/problem.js';
import { CardBlock, SPLICE_BYTES, SPLICE_TICKET } from '../../../index/card-block.js';
import { blockStart } from '../../../index/cards.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { newBadgeHolds } from '../../../query/filters/newness.js';
import type { CardList } from './card-list.js';
import { GeneralCardWriter, isOrdinary } from './general-card.js';

/** JSON around one ticket is longer than this, which bounds how many tickets a record can have. */
const BYTES_PER_TICKET = 64;
const COMMA = 0x2c;
const GROUP_END = '],"remaining":0}';

export class CardsWriter {
  private readonly block = new CardBlock();
  private readonly general = new GeneralCardWriter();
  /** Where the current hit's ticket prefix was first written. */
  private prefixAt = 0;
  private prefixLength = 0;

  constructor(private readonly out: Bytes) {}

  /** Writes `[group, …]` for products; `first` is the position of the first of them in its list. */
  list(list: CardList, products: Uint32Array, first: number): void {
    const { out } = this;
    out.byte(0x5b);
    for (let i = 0; i < products.length; i++) {
      if (i > 0) out.byte(COMMA);
      this.one(list, products[i], first + i);
    }
    out.byte(0x5d);
  }

  /** Writes the group of a product, that product first, as the one at `position` of its list. */
  one(list: CardList, product: number, position: number): void {
    const { out } = this;
    const { structure, cards, cardFiles } = list.view;
    const group = structure.groupOf[product];
    const length = cards.length[group];
    const prefix = `${list.ticket}.${position.toString(36)}`;
    // The record lies as far ahead as the text made of it can reach.
    const ahead = length + Math.ceil(length / BYTES_PER_TICKET) * prefix.length + GROUP_END.length;
    out.reserve(ahead + length);
    const record = out.at + ahead;
    const read = fs.readSync(cardFiles[cards.file[group]], out.buffer, record, length, cards.offset[group]);
    if (read !== length) throw new Problem('snapshot_damaged', 'a card file ends too early');
    const first = structure.groupStart[group];
    const main = product - first;
    this.prefixLength = 0;
    if (isOrdinary(list.changes, list.offers)) this.ordinary(list, record, first, main, prefix);
    else this.general.group({ out, list, prefix }, { at: record, length, first, main });
    out.ascii(GROUP_END);
  }

  private ordinary(list: CardList, record: number, first: number, main: number, prefix: string): void {
    const { out } = this;
    const members = out.buffer.readUInt32LE(record);
    const head = record + 8 + members * 4;
    const headEnd = head + out.buffer.readUInt32LE(record + 4);
    out.copy(head, headEnd);
    this.product(list, blockStart(out.buffer, record, main), first + main, prefix);
    let at = headEnd;
    for (let i = 0; i < members; i++) {
      if (i !== main) {
        out.byte(COMMA);
        this.product(list, at, first + i, prefix);
      }
      at += out.buffer.readUInt32LE(record + 8 + i * 4);
    }
  }

  private product(list: CardList, at: number, product: number, prefix: string): void {
    const { out, block } = this;
    block.open(out.buffer, at);
    let done = block.jsonStart;
    for (let i = 0; i < block.spliceCount; i++) {
      const splice = block.splices + i * SPLICE_BYTES;
      const position = block.jsonStart + out.buffer.readUInt32LE(splice);
      out.copy(done, position);
      done = position;
      if (out.buffer.readUInt32LE(splice + 8) === SPLICE_TICKET) this.ticket(prefix);
      else if (!newBadgeHolds(list.view, product, list.nowMs, list.changes.newDays)) {
        done += out.buffer.readUInt32LE(splice + 4);
      }
    }
    out.copy(done, block.jsonEnd);
  }

  private ticket(prefix: string): void {
    const { out } = this;
    if (this.prefixLength > 0) {
      out.copy(this.prefixAt, this.prefixAt + this.prefixLength);
      return;
    }
    this.prefixAt = out.at;
    this.prefixLength = prefix.length;
    out.ascii(prefix);
  }
}
