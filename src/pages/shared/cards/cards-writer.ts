/**
 * Writes the cards of product groups: finds the filled record of a group in memory, or makes it from the record on disk
 * at the beginning of the response buffer, and writes it from there in pieces, with tickets between. For requests
 * with other prices, stock or attributes than the ordinary, reads the whole record and writes it span by span (see
 * general-card.ts).
 */

import { readHot, readRecord } from '../../../index/card-file.js';
import { HEAD_KEY } from '../../../index/card-record.js';
import { ASSEMBLY_SLACK, type AssemblyFunctions } from '../../../kernel/assembly.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { isNew, type Newness, newnessOf } from '../../../query/filters/newness.js';
import { HIT, type SignedContext, TAG_KEY_BYTES, TAG_LENGTH } from '../tickets/signed-context.js';
import { type CardList, type SponsoredCard, UNSPONSORED } from './card-list.js';
import { CARD_STAGE_BYTES, PREFIX_BYTES } from './card-stage.js';
import {
  FILLED,
  FILLED_ENTRY,
  FILLED_ENTRY_WORDS,
  KIND_MASK,
  LENGTH_SHIFT,
  RecordFiller,
  SPLICE_TICKET,
  SPLICE_WORDS,
} from './filled-record.js';
import { GeneralCardWriter, isOrdinary } from './general-card.js';
import type { RecordMemory, RecordPlace } from './record-memory.js';
import { RecordPlaces, type ViewPlaces } from './record-places.js';

const COMMA = 0x2c;
const DOT = 0x2e;
const BUILT = Buffer.from(UNSPONSORED);
const GROUP_END = '],"remaining":0}';

const WORD_BYTES = 4;
/** Before the record: a byte for each of its products, whether it is shown as new. */
const NEW_BYTES = 1024;
const NEW_FLAGS = PREFIX_BYTES - NEW_BYTES;
/** Before these, the key of the tags of the list at hand. */
const TAG_KEY = NEW_FLAGS - TAG_KEY_BYTES;

/** For how many cards of a list records and places are read ahead. */
const LEAST_TOUCHED = 4;
const MOST_TOUCHED = 256;

/** A list whose cards are written as they were built. */
interface OrdinaryList {
  list: CardList;
  places: ViewPlaces;
  newness: Newness;
}

export class CardsWriter {
  private readonly general = new GeneralCardWriter();
  /** Bytes of the signed context with the dot behind it, and of all that the tickets of the hit at hand begin with. */
  private contextLength = 0;
  private prefixLength = 0;
  /** Offset of the filled record at hand: in the memory of records where that lies here, or else in the stage. */
  private record = PREFIX_BYTES;
  /** Of the record at hand. */
  private readonly place: RecordPlace = { file: 0, fileToo: 0, offset: 0, offers: 0, offersToo: 0 };
  private readonly places = new RecordPlaces();
  /** Groups of a list, while their records and places are read ahead. */
  private readonly touched = new Uint32Array(MOST_TOUCHED);
  private readonly filler = new RecordFiller();
  /** Where products of the sponsored card at hand are to be marked. */
  private readonly marked: number[] = [];

  /**
   * @param out of which the first CARD_STAGE_BYTES are left to this writer
   * @param memory of filled records; undefined: all are read from disk
   * @param longest hot part that is read there; longer ones go the general way
   */
  constructor(
    private readonly out: Bytes,
    private readonly memory?: RecordMemory,
    private readonly longest = CARD_STAGE_BYTES - PREFIX_BYTES,
  ) {}

  /** Writes `[group, …]` for products; `first` is the position of the first of them in its list. */
  list(list: CardList, products: Uint32Array, first: number): void {
    const { out } = this;
    const ordinary = this.begin(list);
    out.byte(0x5b);
    if (ordinary) this.touch(ordinary, products);
    for (let i = 0; i < products.length; i++) {
      if (i > 0) out.byte(COMMA);
      const paid = list.sponsored?.[i];
      if (paid) this.sponsored(list, ordinary, products[i], first + i, paid);
      else this.group(list, list.ticket, ordinary, products[i], first + i);
    }
    out.byte(0x5d);
  }

  private sponsored(
    list: CardList,
    ordinary: OrdinaryList | undefined,
    product: number,
    position: number,
    { ticket, mark }: SponsoredCard,
  ): void {
    const { out } = this;
    const from = out.at;
    this.stageContext(ticket);
    const asBuilt = this.group(list, ticket, ordinary, product, position, mark);
    this.stageContext(list.ticket);
    if (!asBuilt) return;
    this.markProducts(from, mark);
  }

  /** Puts the mark in place of what products are built with, in all that is written since `from`; moves bytes in place. */
  private markProducts(from: number, mark: Uint8Array): void {
    const { out, marked } = this;
    const end = out.at;
    const card = out.buffer.subarray(from, end);
    let count = 0;
    // No text of a card has UNSPONSORED in it: quotes in texts are escaped.
    for (let at = card.indexOf(BUILT); at >= 0; at = card.indexOf(BUILT, at + BUILT.length)) marked[count++] = at;
    // So far back, what is still to be read is never overwritten.
    const shift = count * Math.max(0, mark.length - BUILT.length);
    out.reserve(shift);
    const { buffer } = out;
    if (shift > 0) buffer.copyWithin(from + shift, from, end);
    let read = from + shift;
    let to = from;
    for (let i = 0; i < count; i++) {
      const next = from + shift + marked[i]!;
      buffer.copyWithin(to, read, next);
      to += next - read;
      buffer.set(mark, to);
      to += mark.length;
      read = next + BUILT.length;
    }
    buffer.copyWithin(to, read, end + shift);
    out.at = to + end + shift - read;
  }

  /** Writes the group of a product, that product first, as the one at `position` of its list. */
  one(list: CardList, product: number, position: number): void {
    this.group(list, list.ticket, this.begin(list), product, position);
  }

  /** Stages the context of the list's tickets. @returns undefined where cards cannot be written as they were built */
  private begin(list: CardList): OrdinaryList | undefined {
    const { view, ticket, changes, offers, nowMs } = list;
    this.stageContext(ticket);
    if (!isOrdinary(changes, offers)) return undefined;
    return { list, places: this.places.of(view), newness: newnessOf(view, nowMs, changes.newDays) };
  }

  private stageContext(ticket: SignedContext): void {
    const { buffer } = this.out;
    buffer.latin1Write(ticket.text, 0);
    buffer[ticket.text.length] = DOT;
    this.contextLength = ticket.text.length + 1;
    ticket.stageKey(buffer, TAG_KEY);
  }

  /**
   * Reads the first of what the cards are made of, kind by kind. Each lies elsewhere in memory, and most of it in no
   * cache: reads of one kind do not wait for each other, as those of one card do.
   */
  private touch({ list: { view }, places, newness: { released } }: OrdinaryList, products: Uint32Array): void {
    const { memory, place, touched } = this;
    const { groupOf, groupStart } = view.structure;
    const count = Math.min(products.length, MOST_TOUCHED);
    if (!memory || count < LEAST_TOUCHED) return;
    let sum = 0;
    for (let i = 0; i < count; i++) touched[i] = groupOf[products[i]];
    for (let i = 0; i < count; i++) sum += places.touch(touched[i]) + groupStart[touched[i]];
    for (let i = 0; i < count; i++) {
      places.find(touched[i], place);
      sum += memory.touchSlot(place) + (released ? released[products[i]] : 0);
    }
    for (let i = 0; i < count; i++) {
      places.find(touched[i], place);
      sum += memory.touchEntry(place);
    }
    // Without a use of what was read, the reads would be left out.
    touched[0] = sum;
  }

  /**
   * @param ticket of the card
   * @param mark of a sponsored card
   * @returns whether the card was written as it was built, without the mark
   */
  private group(
    list: CardList,
    ticket: SignedContext,
    ordinary: OrdinaryList | undefined,
    product: number,
    position: number,
    mark?: Uint8Array,
  ): boolean {
    const { out } = this;
    const { structure, cards, cardFiles } = list.view;
    const group = structure.groupOf[product];
    const first = structure.groupStart[group];
    const filled = ordinary ? this.stageRecord(ordinary, group) : 0;
    const asBuilt = ordinary !== undefined && filled > 0;
    if (asBuilt) {
      this.stagePosition(position);
      const json = this.reserve(filled + ASSEMBLY_SLACK);
      this.stageTag(ticket, position, json);
      const { functions } = out;
      if (functions && out.words[this.record / WORD_BYTES + FILLED.PRODUCTS] <= NEW_BYTES) {
        this.spliced(functions, ordinary.newness, first, product - first);
      } else this.ordinary(ordinary.newness, first, product - first, json);
    } else {
      const record = readRecord(cardFiles[cards.file[group]], cards.place(group));
      const prefix = ticket.startOf(position, HIT.GROUP, structure.groups.at(group));
      this.general.group({ out, list, prefix, mark }, { record, first, main: product - first });
    }
    out.ascii(GROUP_END);
    return asBuilt;
  }

  /**
   * Finds the filled record of a group, or puts it behind what tickets begin with.
   * @returns its bytes; 0: it is too long
   */
  private stageRecord({ list: { view, changes }, places }: OrdinaryList, group: number): number {
    const { memory, place, out } = this;
    const { structure, cards, cardFiles } = view;
    this.record = PREFIX_BYTES;
    if (memory) {
      places.find(group, place);
      if (memory.out === out) {
        const record = memory.find(place);
        if (record > 0) {
          this.record = record;
          return memory.bytesOf(record);
        }
      } else {
        const bytes = memory.take(place, out.buffer, PREFIX_BYTES);
        if (bytes > 0) return bytes;
      }
    }
    // It is read to the end of the stage.
    const from = readHot(cardFiles[cards.file[group]], cards.place(group), out, CARD_STAGE_BYTES, this.longest);
    if (from === undefined) return 0;
    const first = structure.groupStart[group];
    const filling = { view, first, threshold: changes.discountThreshold };
    const bytes = this.filler.fill(out, { from, to: PREFIX_BYTES }, filling);
    if (bytes > 0) memory?.keep(place, bytes, out.buffer, PREFIX_BYTES);
    return bytes;
  }

  /** Puts the position of a hit behind the context, and makes room for its tag. */
  private stagePosition(position: number): void {
    const { buffer } = this.out;
    const digits = position.toString(36);
    let at = this.contextLength;
    for (let i = 0; i < digits.length; i++) buffer[at++] = digits.charCodeAt(i);
    buffer[at] = DOT;
    this.prefixLength = at + 1 + TAG_LENGTH;
  }

  /** Puts the tag of the filled record behind the position. @param head where the record's JSON begins */
  private stageTag(ticket: SignedContext, position: number, head: number): void {
    const { buffer, functions, words } = this.out;
    const from = head + HEAD_KEY.BEFORE;
    const to = head + words[this.record / WORD_BYTES + FILLED.HEAD_LENGTH] - HEAD_KEY.BEHIND;
    const at = this.prefixLength - TAG_LENGTH;
    if (functions) functions.writeTag(TAG_KEY, position, HIT.GROUP, from, to, at);
    else ticket.writeTag(position, HIT.GROUP, buffer.subarray(from, to), buffer, at);
  }

  /**
   * Writes the head and products of the filled record.
   * @param first ordinal of the group's first product
   * @param main place in the group of the product that is written first
   * @param head where its JSON begins
   */
  private ordinary(newness: Newness, first: number, main: number, head: number): void {
    const { out } = this;
    const record = this.record / WORD_BYTES;
    const table = record + FILLED.TABLE;
    const count = out.words[record + FILLED.PRODUCTS];
    const splices = table + count * FILLED_ENTRY_WORDS;
    const { words } = out;
    const json = head + words[record + FILLED.HEAD_LENGTH];
    out.copy(head, json);
    let splice = splices;
    let text = json;
    for (let i = 0; i < main; i++) {
      splice += words[table + i * FILLED_ENTRY_WORDS + FILLED_ENTRY.SPLICES] * SPLICE_WORDS;
      text += words[table + i * FILLED_ENTRY_WORDS + FILLED_ENTRY.JSON_LENGTH];
    }
    this.product(isNew(newness, first + main), table + main * FILLED_ENTRY_WORDS, splice, text);
    splice = splices;
    text = json;
    for (let i = 0; i < count; i++) {
      const entry = table + i * FILLED_ENTRY_WORDS;
      if (i !== main) {
        out.byte(COMMA);
        this.product(isNew(newness, first + i), entry, splice, text);
      }
      splice += words[entry + FILLED_ENTRY.SPLICES] * SPLICE_WORDS;
      text += words[entry + FILLED_ENTRY.JSON_LENGTH];
    }
  }

  /** As `ordinary`. */
  private spliced(functions: AssemblyFunctions, newness: Newness, first: number, main: number): void {
    const { out, prefixLength, record } = this;
    const count = out.words[record / WORD_BYTES + FILLED.PRODUCTS];
    for (let i = 0; i < count; i++) {
      out.buffer[NEW_FLAGS + i] = isNew(newness, first + i) ? 1 : 0;
    }
    out.at = functions.spliceGroup(record, main, NEW_FLAGS, 0, prefixLength, out.at);
  }

  /**
   * Makes room for all that can be written of the filled record, so that single pieces need not ask for it.
   * @param length of the record
   * @returns where its JSON begins, with that before the products
   */
  private reserve(length: number): number {
    const { words } = this.out;
    const record = this.record / WORD_BYTES;
    const count = words[record + FILLED.PRODUCTS];
    const table = record + FILLED.TABLE;
    let splices = 0;
    for (let i = 0; i < count; i++) splices += words[table + i * FILLED_ENTRY_WORDS + FILLED_ENTRY.SPLICES];
    this.out.reserve(length + count + splices * this.prefixLength);
    return (table + count * FILLED_ENTRY_WORDS + splices * SPLICE_WORDS) * WORD_BYTES;
  }

  /**
   * Writes a product of the filled record.
   * @param shownNew whether it is shown as new
   * @param entry its place in the table, in words
   * @param splices its first splice, in words
   * @param json offset of its JSON
   */
  private product(shownNew: boolean, entry: number, splices: number, json: number): void {
    const { out, prefixLength } = this;
    const { buffer, words } = out;
    const end = splices + words[entry + FILLED_ENTRY.SPLICES] * SPLICE_WORDS;
    let to = out.at;
    let from = json;
    for (let splice = splices; splice < end; splice += SPLICE_WORDS) {
      const at = json + words[splice];
      const kindAndLength = words[splice + 1];
      buffer.copyWithin(to, from, at);
      to += at - from;
      from = at;
      if ((kindAndLength & KIND_MASK) === SPLICE_TICKET) {
        buffer.copyWithin(to, 0, prefixLength);
        to += prefixLength;
      } else if (!shownNew) {
        from += kindAndLength >>> LENGTH_SHIFT;
      }
    }
    const behind = json + words[entry + FILLED_ENTRY.JSON_LENGTH];
    buffer.copyWithin(to, from, behind);
    out.at = to + behind - from;
  }
}
