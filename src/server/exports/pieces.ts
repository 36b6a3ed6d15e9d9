/**
 * Cuts and joins bytes to pieces of about the same size: large enough that the cost of a message does not matter, small
 * enough that a few of them take little memory.
 */
export const PIECE_BYTES = 128 << 10;

/** Encodes texts to pieces of at least PIECE_BYTES, but for the last; a longer text is cut. */
export function* encodePieces(texts: Iterable<string>): Generator<Buffer> {
  let collected: string[] = [];
  let length = 0;
  for (const text of texts) {
    collected.push(text);
    length += text.length;
    if (length < PIECE_BYTES) continue;
    yield* cut(Buffer.from(collected.join('')));
    collected = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(collected.join(''));
}

/** The last piece of a cut is at least PIECE_BYTES long as well. */
function* cut(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (; bytes.length - start >= 2 * PIECE_BYTES; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
  yield bytes.subarray(start);
}

/** Joins chunks of any size to pieces of at least PIECE_BYTES, but for the last. Each has memory of its own. */
export async function* collectPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let collected: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    collected.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield join(collected, length);
    collected = [];
    length = 0;
  }
  if (length > 0) yield join(collected, length);
}

function join(chunks: readonly Buffer[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
