/**
 * The text of a feed: unpacked where it is gzip, and decoded by its byte order mark, by what the caller says, by its XML
 * declaration, or else as UTF-8. Bytes that are no text in that encoding are an error, not question marks in titles.
 */
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { FeedError } from '../feed-error.js';

/** Bytes that are looked at for marks and declarations. */
const HEAD_BYTES = 512;

export interface DecodeOptions {
  /** A label of the Encoding Standard, such as windows-1252. */
  encoding?: string | undefined;
  /** Of the unpacked text. */
  maxBytes: number;
  name: string;
}

/** @throws FeedError where the bytes are no such text, or too many */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, options: DecodeOptions): AsyncGenerator<string> {
  const [packed, packedRest] = await headOf(bytes);
  if (isZip(packed)) throw new FeedError(`${options.name}: found a ZIP archive, expected the feed itself or gzip`);
  const plain = isGzip(packed) ? unpacked(packed, packedRest, options) : joined(packed, packedRest);
  const [head, rest] = await headOf(plain);
  const encoding = encodingOf(head, options);
  const decoder = decoderOf(encoding, options.name);
  let read = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new FeedError(
        `${options.name}: found bytes that are not ${encoding} after byte ${read}; ` +
          'give the encoding, such as --encoding windows-1252',
      );
    }
  };
  for await (const chunk of joined(head, rest)) {
    const text = decode(chunk);
    read += chunk.length;
    if (text !== '') yield text;
  }
  const last = decode();
  if (last !== '') yield last;
}

async function* unpacked(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  { maxBytes, name }: DecodeOptions,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let fault: Error | undefined;
  pipeline(Readable.from(joined(head, rest)), gunzip, error => {
    if (error) fault = error;
  });
  let size = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new FeedError(`${name}: unpacked it has more than ${maxBytes} bytes, the limit of --max-size`);
      yield chunk;
    }
  } catch (error) {
    const cause = fault ?? error;
    throw cause instanceof FeedError ? cause : new FeedError(`${name}: the gzip data is damaged or cut short`);
  }
}

/** The first bytes, and the iterator that has the others. */
async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<[Uint8Array, AsyncIterator<Uint8Array>]> {
  const rest = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { value, done } = await rest.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return [Buffer.concat(chunks), rest];
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { value, done } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

function encodingOf(head: Uint8Array, { encoding }: DecodeOptions): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (encoding !== undefined) return encoding;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString('latin1');
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
}

function decoderOf(encoding: string, name: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new FeedError(`${name}: found the encoding "${encoding}", expected one such as utf-8 or windows-1252`);
  }
}
