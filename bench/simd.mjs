/**
 * Counting with bitmaps in WebAssembly with SIMD, for the bench of facets: one function, put together here byte by byte
 * so that the project needs no assembler.
 *
 *   count(hits, bitmaps, bytes, values, out): for each of `values` bitmaps of `bytes` (a multiple of 16) that lie one
 *   behind the other, how many bits it has in common with the one at `hits`, as u32 from `out` on.
 */
const I32 = 0x7f;
const V128 = 0x7b;
const [GET, SET] = [0x20, 0x21];
const [HITS, BITMAPS, BYTES, VALUES, OUT, AT, SUM] = [0, 1, 2, 3, 4, 5, 6];
const ADD = 0x6a;
const constant = (/** @type {number} */ n) => [0x41, n];
const load = [0xfd, 0x00, 0x04, 0x00];
const and = [0xfd, 0x4e];
const popcnt = [0xfd, 0x62];
const pairs8 = [0xfd, 0x7d];
const pairs16 = [0xfd, 0x7f];
const add32x4 = [0xfd, 0xae, 0x01];
const lane = (/** @type {number} */ n) => [GET, SUM, 0xfd, 0x1b, n];

const BODY = [
  ...[0x02, 0x01, I32, 0x01, V128],
  // for each value
  ...[0x03, 0x40],
  ...[...constant(0), SET, AT],
  ...[0xfd, 0x0c, ...Array(16).fill(0), SET, SUM],
  // for each 16 bytes
  ...[0x03, 0x40],
  ...[GET, SUM],
  ...[GET, HITS, GET, AT, ADD, ...load],
  ...[GET, BITMAPS, GET, AT, ADD, ...load],
  ...[...and, ...popcnt, ...pairs8, ...pairs16, ...add32x4, SET, SUM],
  ...[GET, AT, ...constant(16), ADD, 0x22, AT, GET, BYTES, 0x49, 0x0d, 0x00],
  0x0b,
  ...[GET, OUT, ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, 0x36, 0x02, 0x00],
  ...[GET, OUT, ...constant(4), ADD, SET, OUT],
  ...[GET, BITMAPS, GET, BYTES, ADD, SET, BITMAPS],
  ...[GET, VALUES, ...constant(1), 0x6b, 0x22, VALUES, 0x0d, 0x00],
  0x0b,
  0x0b,
];

/** @param {number} kind @param {number[]} content */
function section(kind, content) {
  return [kind, ...leb(content.length), ...content];
}

/** @param {number} n unsigned, below 2^14 */
function leb(n) {
  return n < 0x80 ? [n] : [(n & 0x7f) | 0x80, n >> 7];
}

const name = (/** @type {string} */ text) => [text.length, ...Buffer.from(text)];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [0x01, 0x60, 0x05, I32, I32, I32, I32, I32, 0x00]),
  ...section(2, [0x01, ...name('env'), ...name('memory'), 0x02, 0x00, 0x01]),
  ...section(3, [0x01, 0x00]),
  ...section(7, [0x01, ...name('count'), 0x00, 0x00]),
  ...section(10, [0x01, ...leb(BODY.length), ...BODY]),
]);

/**
 * @param {WebAssembly.Memory} memory
 * @returns {(hits: number, bitmaps: number, bytes: number, values: number, out: number) => void}
 */
export function simdCounter(memory) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { env: { memory } });
  return /** @type {ReturnType<typeof simdCounter>} */ (exports.count);
}
