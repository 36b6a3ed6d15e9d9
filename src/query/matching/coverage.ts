/**
 * Counts products by which units of a text they have: words, or the words of one value together. One pass over bitmaps
 * tells which sets of units there are products with, so that no other set is ever matched. Products of a word of 32 that have
 * the same units are counted at once: a third of the time that counting them one by one took.
 */
import { type Bitmap, bitmapWords, bitsOf, setBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { TermMatches } from './term-matches.js';

/** Most units of which sets are counted. */
export const MOST_UNITS = 10;

export interface CoverageInput {
  /** The terms of each unit, at least one; a product has the unit when it has them all. */
  units: readonly (readonly TermMatches[])[];
  /** Products that have none of the first so many units are not counted. */
  essential: number;
  /** Products to consider; undefined: all. */
  within: Bitmap | undefined;
  /** How many products there are. */
  products: number;
}

/** Scratch of this thread: the products of a unit whose terms list them, or that has several. */
const scratch: Bitmap[] = [];
/** Of one word: the products of each unit. */
const having = new Uint32Array(MOST_UNITS);

/**
 * How many products have which units, by set: bit u is unit u.
 * @param deadline past which products are left out
 */
export function countBySet({ units, essential, within, products }: CoverageInput, deadline: Deadline): Uint32Array {
  const all = units.map((terms, u) => productsOf(terms, u, products));
  const counts = new Uint32Array(1 << all.length);
  const words = bitmapWords(products);
  for (let word = 0; word < words; word++) {
    if ((word & DEADLINE_STEPS) === DEADLINE_STEPS && deadline.passed) break;
    let left = 0;
    for (let u = 0; u < essential; u++) left |= having[u] = all[u][word];
    if (within !== undefined) left &= within[word];
    if (left === 0) continue;
    for (let u = essential; u < all.length; u++) having[u] = all[u][word];
    while (left !== 0) {
      const first = left & -left;
      let same = left;
      let set = 0;
      for (let u = 0; u < all.length; u++) {
        if ((having[u] & first) === 0) same &= ~having[u];
        else {
          same &= having[u];
          set |= 1 << u;
        }
      }
      counts[set] += same === first ? 1 : bitsOf(same);
      left &= ~same;
    }
  }
  return counts;
}

/** The products that have all terms of a unit. */
function productsOf(terms: readonly TermMatches[], unit: number, products: number): Bitmap {
  const [first, ...others] = terms;
  if (others.length === 0 && first.isDense) return first.bits;
  const words = bitmapWords(products);
  if (!(scratch[unit]?.length >= words)) scratch[unit] = new Uint32Array(words);
  const bits = scratch[unit];
  const listing = terms.find(term => !term.isDense);
  if (listing) {
    bits.fill(0);
    for (const doc of listing.docs) if (terms.every(term => term === listing || term.has(doc))) setBit(bits, doc);
    return bits;
  }
  for (let word = 0; word < words; word++) {
    bits[word] = first.bits[word];
    for (let t = 0; t < others.length; t++) bits[word] &= others[t].bits[word];
  }
  return bits;
}
