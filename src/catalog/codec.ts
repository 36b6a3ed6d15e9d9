/**
 * Records to bytes and back, for the catalog store. Every value is self-contained: it brings the names of its members
 * along instead of pointing to structures that other values share, so that an aborted transaction, or a value copied
 * elsewhere, can never be left unreadable. Equal records with the same order of members give equal bytes.
 */
import { Packr } from 'msgpackr';

// Records inside one value still share member names, which halves the size of a product group with six variants.
// toJSON is switched off because a catalog may well hold a map with a member of that name.
const packr = new Packr({ useRecords: true, useToJSON: false });

export function encodeRecord(record: unknown): Buffer {
  return packr.pack(record);
}

/** The caller names the type: bytes come from `encodeRecord` alone. */
export function decodeRecord<T>(bytes: Uint8Array): T {
  return packr.unpack(bytes) as T;
}
