/**
 * Encodes records of the catalog store as MessagePack and decodes them. Every value is self-contained: it carries the
 * names of its members instead of referring to structures shared between values, so that neither an aborted transaction
 * nor a copy in another place makes a value unreadable. Equal records with the same order of members give equal bytes.
 */
import { Packr } from 'msgpackr';

// Records inside one value still share member names, which halves the size of a product group with six variants.
// toJSON is switched off because a catalog may well hold a map with a member of that name.
const packr = new Packr({ useRecords: true, useToJSON: false });

export function encodeRecord(record: unknown): Buffer {
  return packr.pack(record);
}

/**
 * @param bytes made by `encodeRecord`
 * @returns the record as the type that the caller states; the bytes are not checked against it
 */
export function decodeRecord<T>(bytes: Uint8Array): T {
  return packr.unpack(bytes) as T;
}
