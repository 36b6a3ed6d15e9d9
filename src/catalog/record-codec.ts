/**
 * Encodes records of the catalog store as MessagePack and decodes them. Every value is self-contained: it carries the
 * names of its members instead of referring to structures shared between values, so that neither an aborted transaction
 * nor a copy in another place makes a value unreadable. Equal records with the same order of members give equal bytes.
 *
 *   0  1  0xC1, which begins no value in MessagePack
 *   1  4  CRC-32 of what follows (u32, little endian)
 *   5  …  MessagePack
 * Up to format 3 of the store, values were MessagePack alone.
 */
import { Packr } from 'msgpackr';
import { Problem } from '../errors/problem.js';
import { crc32 } from '../kernel/crc32.js';

const CHECKED = 0xc1;
const HEAD_BYTES = 5;

// Records inside one value still share member names, which halves the size of a product group with six variants.
// toJSON is switched off because a catalog may well hold a map with a member of that name.
const packr = new Packr({ useRecords: true, useToJSON: false });

export function encodeRecord(record: unknown): Buffer {
  const packed = packr.pack(record);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + packed.length);
  bytes[0] = CHECKED;
  bytes.writeUInt32LE(crc32(packed), 1);
  bytes.set(packed, HEAD_BYTES);
  return bytes;
}

/**
 * @param bytes made by `encodeRecord`
 * @returns the record as the type that the caller states; the bytes are not checked against it
 * @throws Problem `internal` where the bytes are damaged
 */
export function decodeRecord<T>(bytes: Uint8Array): T {
  if (bytes[0] !== CHECKED) return packr.unpack(bytes) as T;
  if (!isSoundRecord(bytes)) throw new Problem('internal', 'catalog store: a record is damaged');
  return packr.unpack(bytes.subarray(HEAD_BYTES)) as T;
}

/** Whether the checksum is right, if there is one. */
export function isSoundRecord(bytes: Uint8Array): boolean {
  if (bytes[0] !== CHECKED) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes.length > HEAD_BYTES && view.getUint32(1, true) === crc32(bytes, HEAD_BYTES);
}
