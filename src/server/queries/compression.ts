/**
 * Compresses answers. CPU and bytes of a search page of 201 kB and of an autocomplete of 22 kB, in means over a hundred
 * texts each (invented catalog of 100,000 products, Node 24, median of seven turns):
 *
 *     gzip 1    695 µs  19.7 kB    108 µs  2.7 kB
 *     Brotli 0  282 µs  19.9 kB     59 µs  3.0 kB
 *     Brotli 1  380 µs  17.6 kB     69 µs  2.9 kB
 *     zstd -5   276 µs  26.4 kB     44 µs  4.1 kB
 *     zstd 1    306 µs  15.8 kB     51 µs  2.5 kB
 *     zstd 3    366 µs  15.3 kB     68 µs  2.4 kB
 *     zstd 5   1062 µs  14.4 kB    134 µs  2.3 kB
 *
 * So clients that take all get zstd, which is smallest for the least CPU, and Brotli where Node has no zstd: smaller
 * than gzip at three fifths of its CPU. Blocks of cards that are compressed once, each by itself, have no window in
 * common: a search page would take 34.3 kB.
 */
import zlib, { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type AnswerEncoding, MIN_COMPRESSED_BYTES } from '../http/encoding.js';

/** An answer takes few chunks of this size, but dozens of the default one. */
const CHUNK_BYTES = 1 << 16;
const GZIP = { level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: CHUNK_BYTES };

/** Of zstd.h: types of the oldest supported Node do not name it. */
const ZSTD_C_COMPRESSION_LEVEL = 100;
const ZSTD = { params: { [ZSTD_C_COMPRESSION_LEVEL]: 1 }, chunkSize: CHUNK_BYTES };
/** Node has it from 22.15 on; without it zstd is not on offer. */
const { zstdCompressSync = gzipSync } = zlib as { zstdCompressSync?: (body: Uint8Array, options: object) => Buffer };

/** @returns `body` itself where it is too short */
export function compress(body: Uint8Array, encoding: AnswerEncoding): Uint8Array {
  if (encoding === 'identity' || body.length < MIN_COMPRESSED_BYTES) return body;
  switch (encoding) {
    case 'zstd':
      return zstdCompressSync(body, ZSTD);
    case 'br':
      return brotliCompressSync(body, BROTLI);
    case 'gzip':
      return gzipSync(body, GZIP);
  }
}
