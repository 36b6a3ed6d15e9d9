/**
 * The record of a group's cards. The hot part comes first: the bytes that most requests need; they read no more than
 * that. All integers are little endian; records begin at multiples of 8 in a card file.
 *
 *   0  u32 number of products n              hot part
 *   4  u32 length of the head
 *   8  n × {u32 length of the JSON, u32 bytes of spans, u32 number of splices}
 *   …  spans of all products (see card-block.ts)
 *   …  head: JSON before the products, `{"key":"…","products":[`
 *   …  JSON of all products
 *   …  u32 checksum of all before            at a multiple of 4, behind zeros
 *   …  n × u32 length of the extras          the other part
 *   …  extras of all products
 *   …  u32 checksum of all before            as above
 *
 * Products are in the order of their ordinals. Splices are the spans of tickets and of badges of new products.
 */
import { Problem } from '../errors/problem.js';
import { Bytes } from '../kernel/bytes.js';
import { wordChecksum } from '../kernel/word-checksum.js';
import type { CardBlock } from './card-block.js';
import type { BlockParts, CardBlockBuilder } from './card-block-builder.js';

/** Offsets in the hot part, in words of 4 bytes. */
export const RECORD = { PRODUCTS: 0, HEAD_LENGTH: 1, TABLE: 2 } as const;
/** Offsets in a product's entry of the table, in words. */
export const ENTRY = { JSON_LENGTH: 0, SPAN_BYTES: 1, SPLICES: 2 } as const;
export const ENTRY_WORDS = 3;

const TABLE_BYTES = RECORD.TABLE * 4;
const ENTRY_BYTES = ENTRY_WORDS * 4;

const WORD_BYTES = 4;

/** The head of a group's record: JSON before the products. */
export function groupHead(key: string): string {
  return `{"key":${JSON.stringify(key)},"products":[`;
}
/** Bytes of a head before and behind the text of the key. */
export const HEAD_KEY = { BEFORE: 8, BEHIND: 14 } as const;

/** A record, and how long its hot part is. */
export interface EncodedRecord {
  bytes: Uint8Array;
  hot: number;
}

/** Collects the cards of a group, and assembles the record. */
export class RecordBuilder {
  private readonly parts: BlockParts = {
    spans: new Bytes(1 << 12),
    json: new Bytes(1 << 16),
    extras: new Bytes(1 << 14),
  };
  private readonly record = new Bytes(1 << 16);
  private head = '';
  /** The entries of the table, and of each card the length of its extras. */
  private readonly entries: number[] = [];
  private readonly extras: number[] = [];

  /** @param head JSON before the products */
  begin(head: string): void {
    const { spans, json, extras } = this.parts;
    spans.start();
    json.start();
    extras.start();
    this.head = head;
    this.entries.length = 0;
    this.extras.length = 0;
  }

  /** Adds the card of the next product. */
  add(block: CardBlockBuilder): void {
    const { spans, json, extras } = this.parts;
    const before = [json.at, spans.at, extras.at];
    const splices = block.append(this.parts);
    this.entries.push(json.at - before[0], spans.at - before[1], splices);
    this.extras.push(extras.at - before[2]);
  }

  /** The record: a view, valid until the next `begin`. */
  finish(): EncodedRecord {
    const { record, parts, entries, extras } = this;
    record.start();
    reserveWords(record, RECORD.TABLE + entries.length);
    record.words.set(entries, RECORD.TABLE);
    record.bytes(parts.spans.written());
    const headStart = record.at;
    record.text(this.head);
    record.words[RECORD.PRODUCTS] = extras.length;
    record.words[RECORD.HEAD_LENGTH] = record.at - headStart;
    record.bytes(parts.json.written());
    appendChecksum(record);
    const hot = record.at;
    reserveWords(record, extras.length);
    record.words.set(extras, hot / WORD_BYTES);
    record.bytes(parts.extras.written());
    appendChecksum(record);
    return { bytes: record.written(), hot };
  }
}

/** Leaves room for words at the end. */
function reserveWords(record: Bytes, count: number): void {
  record.reserve(count * WORD_BYTES);
  record.at += count * WORD_BYTES;
}

/** Fills the last word with zeros, and appends the checksum of all words. */
function appendChecksum(record: Bytes): void {
  while (record.at % WORD_BYTES !== 0) record.byte(0);
  record.reserve(WORD_BYTES);
  const end = record.at / WORD_BYTES;
  record.words[end] = wordChecksum(record.words, 0, end);
  record.at += WORD_BYTES;
}

/**
 * Whether the hot part of a record, or a whole record, is as it was written.
 * @param words that it lies in, from the word `start`
 * @param bytes of it, a multiple of 4
 */
export function isSoundRecord(words: Uint32Array, start: number, bytes: number): boolean {
  const end = start + bytes / WORD_BYTES - 1;
  return words[end] === wordChecksum(words, start, end);
}

/** Opens the card of a record's `member`-th product. */
export function openBlock(block: CardBlock, record: Buffer, member: number): void {
  const count = productsIn(record);
  if (member >= count) throw new Problem('snapshot_damaged', 'a record has fewer cards than its group products');
  const word = (i: number, entry: number) => record.readUInt32LE(TABLE_BYTES + i * ENTRY_BYTES + entry * 4);
  let spans = TABLE_BYTES + count * ENTRY_BYTES;
  let json = headStart(record) + record.readUInt32LE(RECORD.HEAD_LENGTH * 4);
  let hot = json;
  for (let i = 0; i < count; i++) {
    const bytes = word(i, ENTRY.JSON_LENGTH);
    hot += bytes;
    if (i >= member) continue;
    json += bytes;
    spans += word(i, ENTRY.SPAN_BYTES);
  }
  hot = endOfHot(hot);
  let extras = hot + count * 4;
  for (let i = 0; i < member; i++) extras += record.readUInt32LE(hot + i * 4);
  block.open(record, {
    spans,
    spansEnd: spans + word(member, ENTRY.SPAN_BYTES),
    json,
    jsonEnd: json + word(member, ENTRY.JSON_LENGTH),
    extras,
    extrasEnd: extras + record.readUInt32LE(hot + member * 4),
  });
}

/** Bytes of the hot part of a record. */
export function hotBytes(record: Buffer): number {
  let end = headStart(record) + record.readUInt32LE(RECORD.HEAD_LENGTH * 4);
  for (let i = 0; i < productsIn(record); i++) {
    end += record.readUInt32LE(TABLE_BYTES + i * ENTRY_BYTES + ENTRY.JSON_LENGTH * 4);
  }
  return endOfHot(end);
}

/** @param json where the JSON ends */
function endOfHot(json: number): number {
  return Math.ceil(json / WORD_BYTES) * WORD_BYTES + WORD_BYTES;
}

export function productsIn(record: Buffer): number {
  return record.readUInt32LE(RECORD.PRODUCTS * 4);
}

/** The JSON before the products. */
export function headOf(record: Buffer): Buffer {
  const start = headStart(record);
  return record.subarray(start, start + record.readUInt32LE(RECORD.HEAD_LENGTH * 4));
}

function headStart(record: Buffer): number {
  const count = productsIn(record);
  let at = TABLE_BYTES + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) at += record.readUInt32LE(TABLE_BYTES + i * ENTRY_BYTES + ENTRY.SPAN_BYTES * 4);
  return at;
}
