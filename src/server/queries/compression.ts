/**
 * Compresses answers. Clients that take all encodings get zstd, which is smaller than the others here for less CPU, and
 * Brotli where Node has no zstd: smaller than gzip at three fifths of its CPU. What was measured stands in
 * bench/README.md.
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
