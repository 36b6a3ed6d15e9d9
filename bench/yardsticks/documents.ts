/** The documents of the comparison as engines in JavaScript get them, read from the file that Lucene reads too. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { FACETS, type FacetName, FIELDS, type WordField, wordFields } from '../lucene/fields.js';

const END = 0xff;
const HEAD_BYTES = 5;
const CHUNK_BYTES = 1 << 22;

export interface Document {
  /** Values of a field, with spaces between. */
  words: Record<WordField, string>;
  /** Colour ids that filters name. */
  colors: string[];
  /** All values that a product has of a facet, a line each; '' without any. */
  facets: Record<FacetName, string>;
  /** What an answer has for it, JSON. */
  card: Buffer;
}

/** Documents of `documents.bin` in a folder, in their order. @throws Error where the file ends within a document */
export async function* readDocuments(folder: string): AsyncGenerator<Document> {
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(join(folder, 'documents.bin'), { highWaterMark: CHUNK_BYTES })) {
    left = Buffer.concat([left, chunk]);
    let at = 0;
    for (let end = endOfDocument(left, at); end > 0; end = endOfDocument(left, at)) {
      yield decoded(left.subarray(at, end));
      at = end;
    }
    left = left.subarray(at);
  }
  if (left.length > 0) throw new Error(`documents.bin in ${folder} ends within a document`);
}

/** @returns where the document that begins at a place ends, 0 where its end is not there yet */
function endOfDocument(bytes: Buffer, begin: number): number {
  let at = begin;
  while (at < bytes.length) {
    if (bytes[at] === END) return at + 1;
    if (at + HEAD_BYTES > bytes.length) return 0;
    at += HEAD_BYTES + bytes.readUInt32BE(at + 1);
  }
  return 0;
}

function decoded(bytes: Buffer): Document {
  const values = FIELDS.map((): string[] => []);
  let card: Buffer = Buffer.alloc(0);
  for (let at = 0; bytes[at] !== END; ) {
    const [field, length] = [bytes[at], bytes.readUInt32BE(at + 1)];
    const value = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    at += HEAD_BYTES + length;
    if (FIELDS[field].kind === 'card') card = Buffer.from(value);
    else values[field].push(value.toString());
  }
  const of = (name: string) => values[FIELDS.findIndex(field => field.name === name)];
  return {
    words: Object.fromEntries(wordFields().map(({ name }) => [name, of(name).join(' ')])) as Document['words'],
    colors: of('colorId'),
    facets: Object.fromEntries(FACETS.map(id => [id, of(`facet.${id}`).join('\n')])) as Document['facets'],
    card,
  };
}
