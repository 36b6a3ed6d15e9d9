/**
 * Compresses answers. CPU and bytes of a search page of 258 kB and of an autocomplete of 51 kB, in means over six texts
 * each:
 *
 *     gzip 1     1222 µs  21.3 kB    178 µs  4.6 kB
 *     gzip 6     2776 µs  15.7 kB    677 µs  3.9 kB
 *     Brotli 0    621 µs  22.6 kB     67 µs  5.1 kB
 *     Brotli 1    709 µs  18.6 kB    111 µs  4.3 kB
 *     Brotli 2   2098 µs  15.3 kB    292 µs  4.0 kB
 *     Brotli 4   1977 µs  13.1 kB    578 µs  3.6 kB
 *
 * So clients that take both get Brotli, which is smaller at three fifths of the CPU.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type AnswerEncoding, MIN_COMPRESSED_BYTES } from '../http/encoding.js';

/** An answer takes few chunks of this size, but dozens of the default one. */
const CHUNK_BYTES = 1 << 16;
const GZIP = { level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: CHUNK_BYTES };

/** @returns `body` itself where it is too short */
export function compress(body: Uint8Array, encoding: AnswerEncoding): Uint8Array {
  if (encoding === 'identity' || body.length < MIN_COMPRESSED_BYTES) return body;
  return encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP);
}
