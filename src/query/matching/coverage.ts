/**
 * Counts products by which units of a text they have: words, or the words of one value together. That tells which sets
 * of units there are products with, so that no other set is ever matched. Where the units that count are rare, their
 * products are gone through one by one; or else one pass goes over bitmaps, in WebAssembly by 128 products, in
 * TypeScript by words of 32, whose products with the same units are counted at once: a third of the time that counting
 * them one by one took.
 */
import { type Bitmap, bitmapWords, bitsOf, hasBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { combine } from './conjunction.js';
import type { MatchMemory } from './match-memory.js';
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

/** The products of a unit. */
interface UnitProducts {
  readonly bits: Bitmap;
  /** The same; undefined where there are many. */
  readonly docs: Uint32Array | undefined;
}

/** Of one word: the products of each unit. */
const having = new Uint32Array(MOST_UNITS);

/**
 * How many products have which units, by set: bit u is unit u.
 * @param deadline past which products are left out
 */
export function countBySet(input: CoverageInput, memory: MatchMemory, deadline: Deadline): Uint32Array {
  const { units, essential, within, products } = input;
  const all = units.map(terms => productsOf(terms, products, memory));
  const counts = new Uint32Array(1 << all.length);
  const lists: Uint32Array[] = [];
  for (let u = 0; u < essential; u++) if (all[u].docs) lists.push(all[u].docs!);
  const listed = lists.reduce((sum, { length }) => sum + length, 0);
  const bitmaps = all.map(({ bits }) => bits);
  if (lists.length === essential && listed <= bitmapWords(products)) countLists(lists, bitmaps, within, counts);
  else if (!memory.assembly?.countBySet(bitmaps, essential, within, counts, deadline)) {
    countWords(bitmaps, essential, within, counts, deadline);
  }
  return counts;
}

/** Counts the products of the lists of the first units. */
function countLists(
  lists: readonly Uint32Array[],
  all: readonly Bitmap[],
  within: Bitmap | undefined,
  counts: Uint32Array,
): void {
  for (let list = 0; list < lists.length; list++) {
    const docs = lists[list];
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      if (within !== undefined && !hasBit(within, doc)) continue;
      let set = 0;
      for (let u = 0; u < all.length; u++) set |= ((all[u][doc >>> 5] >>> (doc & 31)) & 1) << u;
      // Products of several lists are counted with the first.
      if ((set & ((1 << list) - 1)) === 0) counts[set]++;
    }
  }
}

function countWords(
  all: readonly Bitmap[],
  essential: number,
  within: Bitmap | undefined,
  counts: Uint32Array,
  deadline: Deadline,
): void {
  const words = all[0].length;
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
}

/** The products that have all terms of a unit. */
function productsOf(terms: readonly TermMatches[], products: number, memory: MatchMemory): UnitProducts {
  const [first] = terms;
  if (terms.length === 1 && first.isDense) return { bits: first.bits, docs: undefined };
  const listing = terms.find(term => !term.isDense);
  if (!listing) {
    const all = terms.map(({ bits }) => bits);
    return { bits: combine(all, products, memory.scratch, memory).bits, docs: undefined };
  }
  const { docs } = listing;
  const own = terms.length === 1 ? docs : docs.filter(doc => terms.every(term => term === listing || term.has(doc)));
  return { bits: memory.sparse.of(own), docs: own };
}
