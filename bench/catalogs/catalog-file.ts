/** Catalogs as files: JSON lines, gzipped, written as they are made. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const BLOCK_CHARACTERS = 1 << 18;

/**
 * Writes lines to a gzipped file as they are made; only a few are ever in memory.
 * @param lines each with its line end
 * @returns bytes before compression
 */
export async function writeCatalog(file: string, lines: Iterable<string>): Promise<number> {
  let bytes = 0;
  const blocks = (function* () {
    let block = '';
    for (const line of lines) {
      block += line;
      if (block.length < BLOCK_CHARACTERS) continue;
      bytes += Buffer.byteLength(block);
      yield block;
      block = '';
    }
    bytes += Buffer.byteLength(block);
    yield block;
  })();
  await pipeline(Readable.from(blocks), createGzip({ level: 1 }), createWriteStream(file));
  return bytes;
}

/** Bytes of a gzipped file before compression. */
export async function inflatedBytes(file: string): Promise<number> {
  let bytes = 0;
  const inflated: AsyncIterable<Buffer> = createReadStream(file).pipe(createGunzip());
  for await (const piece of inflated) bytes += piece.length;
  return bytes;
}
