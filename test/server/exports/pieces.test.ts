import fc from 'fast-check';
import t from 'tap';
import { collectPieces, encodePieces, PIECE_BYTES } from '../../../src/server/exports/pieces.js';

const seed = 20260901;

async function* each(chunks: Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield chunk;
}

t.test('the pieces put together are the text, and all but the last are of a fair size', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.nat(5 * PIECE_BYTES).map(length => 'ä'.repeat(length)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), async texts => {
      const encoded = [...encodePieces(texts)];
      const collected: Uint8Array[] = [];
      for await (const piece of collectPieces(each(encoded))) collected.push(piece);
      for (const pieces of [encoded, collected]) {
        if (Buffer.concat(pieces).toString('utf8') !== texts.join('')) return false;
        if (!pieces.slice(0, -1).every(piece => piece.length >= PIECE_BYTES)) return false;
        if (pieces.some(piece => piece.length === 0)) return false;
      }
      return collected.every(piece => piece.buffer.byteLength === piece.length);
    }),
    { seed, numRuns: 20 },
  );
});

t.test('small chunks are collected', async t => {
  const chunks = Array.from({ length: 300 }, () => Buffer.alloc(1000, 7));
  const sizes: number[] = [];
  for await (const piece of collectPieces(each(chunks))) sizes.push(piece.length);
  t.same(sizes, [132_000, 132_000, 36_000]);
});
