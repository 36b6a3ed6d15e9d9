/**
 * The record of a group's cards. The hot part comes first: the bytes that most requests copy, about half of the record;
 * they read no more than that. All integers are little endian; records begin at multiples of 8 in a card file.
 *
 *   0  u32 number of products n              hot part
 *   4  u32 length of the head
 *   8  n × {u32 length of the JSON, u32 number of splices}
 *   …  splices of all products, as in their blocks (see card-block.ts)
 *   …  head: JSON before the products, `{"key":"…","products":[`
 *   …  JSON of all products
 *   …  n × u32 length of the rest            the other part
 *   …  rests: of each block the header, spans, extras and their bytes
 *
 * Products are in the order of their ordinals.
 */
import { Bytes } from '../kernel/bytes.js';
import { CardBlock, HEADER_BYTES, SPLICE_BYTES } from './card-block.js';
import type { BlockParts } from './card-block-builder.js';

/** Offsets in the hot part, in words of 4 bytes. */
export const RECORD = { PRODUCTS: 0, HEAD_LENGTH: 1, TABLE: 2 } as const;
/** Offsets in a product's entry of the table, in words. */
export const ENTRY = { JSON_LENGTH: 0, SPLICES: 1 } as const;
export const ENTRY_WORDS = 2;

const TABLE_BYTES = RECORD.TABLE * 4;
const ENTRY_BYTES = ENTRY_WORDS * 4;

/** A record in pieces, and how long its hot part is. */
export interface EncodedRecord {
  pieces: Uint8Array[];
  hot: number;
}

/** @param blocks card blocks of the products, in the order of ordinals */
export function encodeRecord(head: Uint8Array, blocks: readonly Uint8Array[]): EncodedRecord {
  const table = Buffer.alloc(TABLE_BYTES + blocks.length * ENTRY_BYTES);
  table.writeUInt32LE(blocks.length, RECORD.PRODUCTS * 4);
  table.writeUInt32LE(head.length, RECORD.HEAD_LENGTH * 4);
  const restLengths = Buffer.alloc(blocks.length * 4);
  const splices: Uint8Array[] = [];
  const texts: Uint8Array[] = [];
  const rests: Uint8Array[] = [];
  const card = new CardBlock();
  blocks.forEach((block, i) => {
    card.open(Buffer.from(block.buffer, block.byteOffset, block.length), 0);
    const entry = TABLE_BYTES + i * ENTRY_BYTES;
    table.writeUInt32LE(card.jsonEnd - card.jsonStart, entry + ENTRY.JSON_LENGTH * 4);
    table.writeUInt32LE(card.spliceCount, entry + ENTRY.SPLICES * 4);
    splices.push(block.subarray(card.splices, card.spans));
    texts.push(block.subarray(card.jsonStart, card.jsonEnd));
    const rest = [
      block.subarray(0, HEADER_BYTES),
      block.subarray(card.spans, card.jsonStart),
      block.subarray(card.jsonEnd),
    ];
    restLengths.writeUInt32LE(lengthOf(rest), i * 4);
    rests.push(...rest);
  });
  const hot = [table, ...splices, head, ...texts];
  return { pieces: [...hot, restLengths, ...rests], hot: lengthOf(hot) };
}

/** Collects the card blocks of a group, in the parts that its record keeps apart, and assembles the record. */
export class RecordBuilder {
  /** To append blocks to, each followed by `endBlock`. */
  readonly parts: BlockParts = { splices: new Bytes(1 << 12), json: new Bytes(1 << 16), rests: new Bytes(1 << 14) };
  private readonly front = new Bytes(1 << 12);
  private readonly restLengths = new Bytes(1 << 8);
  private head = '';
  /** Of each block, where its parts end. */
  private readonly ends: { splices: number; json: number; rests: number }[] = [];
  private blocks = 0;

  /** @param head JSON before the products */
  begin(head: string): void {
    const { splices, json, rests } = this.parts;
    splices.start();
    json.start();
    rests.start();
    this.head = head;
    this.blocks = 0;
  }

  endBlock(): void {
    const { splices, json, rests } = this.parts;
    if (this.blocks === this.ends.length) this.ends.push({ splices: 0, json: 0, rests: 0 });
    const end = this.ends[this.blocks++];
    end.splices = splices.at;
    end.json = json.at;
    end.rests = rests.at;
  }

  /** The record: views, valid until the next `begin`. */
  finish(): EncodedRecord {
    const { front, restLengths, parts, blocks, ends } = this;
    const tableBytes = TABLE_BYTES + blocks * ENTRY_BYTES;
    front.start();
    front.reserve(tableBytes);
    front.at = tableBytes;
    front.bytes(parts.splices.written());
    const headStart = front.at;
    front.text(this.head);
    front.words[RECORD.PRODUCTS] = blocks;
    front.words[RECORD.HEAD_LENGTH] = front.at - headStart;
    restLengths.start();
    restLengths.reserve(blocks * 4);
    restLengths.at = blocks * 4;
    for (let i = 0; i < blocks; i++) {
      const before = i > 0 ? ends[i - 1] : NOTHING;
      const entry = RECORD.TABLE + i * ENTRY_WORDS;
      front.words[entry + ENTRY.JSON_LENGTH] = ends[i].json - before.json;
      front.words[entry + ENTRY.SPLICES] = (ends[i].splices - before.splices) / SPLICE_BYTES;
      restLengths.words[i] = ends[i].rests - before.rests;
    }
    const pieces = [front.written(), parts.json.written(), restLengths.written(), parts.rests.written()];
    return { pieces, hot: front.at + parts.json.at };
  }
}

const NOTHING = { splices: 0, json: 0, rests: 0 };

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Where the parts of a product's block lie in a record. */
interface BlockPlaces {
  splices: number;
  json: number;
  header: number;
  spans: number;
  end: number;
}

function partsOf(record: Buffer, member: number): BlockPlaces {
  const count = productsIn(record);
  const word = (i: number, entry: number) => record.readUInt32LE(TABLE_BYTES + i * ENTRY_BYTES + entry * 4);
  let splices = TABLE_BYTES + count * ENTRY_BYTES;
  let json = splices + record.readUInt32LE(RECORD.HEAD_LENGTH * 4);
  let hot = json;
  for (let i = 0; i < count; i++) {
    const [text, spliced] = [word(i, ENTRY.JSON_LENGTH), word(i, ENTRY.SPLICES) * SPLICE_BYTES];
    hot += text + spliced;
    json += i < member ? text + spliced : spliced;
    splices += i < member ? spliced : 0;
  }
  let header = hot + count * 4;
  for (let i = 0; i < member; i++) header += record.readUInt32LE(hot + i * 4);
  return { splices, json, header, spans: header + HEADER_BYTES, end: header + record.readUInt32LE(hot + member * 4) };
}

/** Opens the block of a record's `member`-th product. */
export function openBlock(block: CardBlock, record: Buffer, member: number): void {
  const { header, ...parts } = partsOf(record, member);
  block.openParts(record, header, parts);
}

/** The block of a record's `member`-th product, as it was given to `encodeRecord`. */
export function blockOf(record: Buffer, member: number): Buffer {
  const { splices, json, header, spans, end } = partsOf(record, member);
  const block = new CardBlock();
  openBlock(block, record, member);
  return Buffer.concat([
    record.subarray(header, spans),
    record.subarray(splices, splices + block.spliceCount * SPLICE_BYTES),
    record.subarray(spans, block.extraBytesStart),
    record.subarray(json, block.jsonEnd),
    record.subarray(block.extraBytesStart, end),
  ]);
}

export function productsIn(record: Buffer): number {
  return record.readUInt32LE(RECORD.PRODUCTS * 4);
}

/** The JSON before the products. */
export function headOf(record: Buffer): Buffer {
  const { json } = partsOf(record, 0);
  return record.subarray(json - record.readUInt32LE(RECORD.HEAD_LENGTH * 4), json);
}

/**
 * A record with some blocks replaced.
 * @param blocks by index of the product in its group
 * @returns undefined where all blocks equal those of the record
 */
export function replaceBlocks(record: Buffer, blocks: ReadonlyMap<number, Uint8Array>): EncodedRecord | undefined {
  const old = Array.from({ length: productsIn(record) }, (_, member) => blockOf(record, member));
  if (old.every((block, member) => block.equals(blocks.get(member) ?? block))) return undefined;
  const replaced = old.map((block, member) => blocks.get(member) ?? block);
  return encodeRecord(headOf(record), replaced);
}
