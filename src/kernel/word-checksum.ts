/**
 * A checksum of words of 32 bits, for small pieces that are read often: it finds damage, and proves nothing against an
 * attacker. A change within one word always changes it: each step maps words one to one. (Measured over 2 KB: 0.25 µs,
 * where CRC-32 of zlib takes 0.5 and is only in later versions of Node, and one by a table 4.6.)
 */

const FACTOR = 0x9e3779b1;
const ROTATION = 13;

/** @param from the first word. @param to behind the last one */
export function wordChecksum(words: Uint32Array, from: number, to: number): number {
  let [a, b, c, d] = [1, 2, 3, 4];
  let at = from;
  // Four lanes that do not wait for each other's multiplications.
  for (const last = to - 3; at < last; at += 4) {
    a = step(a, words[at]);
    b = step(b, words[at + 1]);
    c = step(c, words[at + 2]);
    d = step(d, words[at + 3]);
  }
  for (; at < to; at++) a = step(a, words[at]);
  return step(step(step(step(to - from, a), b), c), d) >>> 0;
}

function step(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, FACTOR);
  return (product << ROTATION) | (product >>> (32 - ROTATION));
}
