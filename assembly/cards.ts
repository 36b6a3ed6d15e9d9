/** Writes the cards of a group from its filled record: the twin of `ordinary` in `cards-writer.ts`. */
import { copy, word } from './memory';

// The filled record: see src/pages/shared/cards/filled-record.ts.
const PRODUCTS: usize = 0;
const HEAD_LENGTH: usize = 4;
const TABLE: usize = 8;
const ENTRY_BYTES: usize = 8;
const JSON_LENGTH: usize = 0;
const SPLICES: usize = 4;
const SPLICE_BYTES: usize = 8;
const POSITION: usize = 0;
const KIND: usize = 4;
const LENGTH: usize = 6;
const SPLICE_TICKET: u16 = 0;

const COMMA: u8 = 0x2c;

/**
 * Writes the head and products of a record, one product before the others.
 * @param record its address
 * @param main place of the product that is written first
 * @param isNew address of a byte for each product: whether it is shown as new
 * @param prefix address of what tickets begin with
 * @param out address with room for the record, its tickets, and sixteen bytes more
 * @returns the address behind what was written
 */
export function spliceGroup(
  record: usize,
  main: usize,
  isNew: usize,
  prefix: usize,
  prefixLength: usize,
  out: usize,
): usize {
  const table = record + TABLE;
  const tableEnd = table + word(record + PRODUCTS) * ENTRY_BYTES;
  let head = tableEnd;
  for (let entry = table; entry < tableEnd; entry += ENTRY_BYTES) head += word(entry + SPLICES) * SPLICE_BYTES;
  const texts = head + word(record + HEAD_LENGTH);
  copy(out, head, texts - head);
  const first = table + main * ENTRY_BYTES;
  let splices = tableEnd;
  let json = texts;
  for (let entry = table; entry < first; entry += ENTRY_BYTES) {
    splices += word(entry + SPLICES) * SPLICE_BYTES;
    json += word(entry + JSON_LENGTH);
  }
  let at = product(first, splices, json, isNew + main, prefix, prefixLength, out + (texts - head));
  splices = tableEnd;
  json = texts;
  for (let entry = table; entry < tableEnd; entry += ENTRY_BYTES) {
    if (entry !== first) {
      store<u8>(at, COMMA);
      at = product(entry, splices, json, isNew + (entry - table) / ENTRY_BYTES, prefix, prefixLength, at + 1);
    }
    splices += word(entry + SPLICES) * SPLICE_BYTES;
    json += word(entry + JSON_LENGTH);
  }
  return at;
}

/** @returns the address behind the product's JSON */
function product(
  entry: usize,
  splices: usize,
  json: usize,
  isNew: usize,
  prefix: usize,
  prefixLength: usize,
  out: usize,
): usize {
  const end = splices + word(entry + SPLICES) * SPLICE_BYTES;
  let to = out;
  let from = json;
  for (let splice = splices; splice < end; splice += SPLICE_BYTES) {
    const at = json + word(splice + POSITION);
    copy(to, from, at - from);
    to += at - from;
    from = at;
    if (load<u16>(splice + KIND) === SPLICE_TICKET) {
      copy(to, prefix, prefixLength);
      to += prefixLength;
    } else if (load<u8>(isNew) === 0) {
      from += <usize>load<u16>(splice + LENGTH);
    }
  }
  const behind = json + word(entry + JSON_LENGTH);
  copy(to, from, behind - from);
  return to + (behind - from);
}
