/** Computes columns from others, piece by piece: the twins of `stocked.ts` and `priors.ts` in `src/query`. */
import { word } from './memory';

const WORD: usize = 4;
const WORD_BITS: usize = 32;
const LANES: usize = 4;
const STEP: usize = 16;
const DOUBLE: usize = 8;
/** Products of a block. */
const BLOCK: usize = 64;

// The piece of a column of priors, in bytes: see src/query/columns/assembly-columns.ts.
const POPULARITY: usize = 0;
const RATINGS: usize = 4;
const DATES: usize = 8;
const STOCKED: usize = 12;
const COUNT: usize = 16;
const KNOWN_DATES: usize = 20;
const KNOWN_POINTS: usize = 24;
const POINTS: usize = 28;
const POPULARITY_WEIGHT: usize = 32;
const MAX_RATING: usize = 40;
const RATING_WEIGHT: usize = 48;
const DAY_MS: usize = 56;
const OUT_OF_STOCK: usize = 64;

/** Days that have a place of their own are below it; beyond, a number of days is no i32. */
const MOST_DAYS: f64 = 2147483647;
const KEPT_DATES: u32 = 1 << 12;

/**
 * Writes a bitmap of the numbers that are above 0.
 * @param values address of i32, in number a multiple of 32
 * @param words how many words of bits these make
 * @param out address of the bitmap
 */
export function positiveBits(values: usize, words: usize, out: usize): void {
  const zero = i32x4.splat(0);
  for (let i: usize = 0; i < words; i++) {
    const from = values + i * WORD_BITS * WORD;
    let bits: u32 = 0;
    for (let lane: usize = 0; lane < WORD_BITS; lane += LANES) {
      bits |= (<u32>i32x4.bitmask(i32x4.gt_s(v128.load(from + lane * WORD), zero))) << (<u32>lane);
    }
    store<u32>(out + i * WORD, bits);
  }
}

/**
 * Writes a bitmap of the products that have a variant in another one.
 * @param bits address of the bitmap of variants
 * @param base the variant that its first bit stands for
 * @param starts address of the first variant of each product, u32, with the end behind the last
 * @param count how many products
 * @param out address of the bitmap
 */
export function ownerBits(bits: usize, base: usize, starts: usize, count: usize, out: usize): void {
  let variant = word(starts) - base;
  for (let first: usize = 0; first < count; first += WORD_BITS) {
    const behind = min(first + WORD_BITS, count);
    let owners: u32 = 0;
    for (let product = first; product < behind; product++) {
      const last = word(starts + (product + 1) * WORD) - base;
      let any: u32 = 0;
      for (; variant < last; variant++) any |= load<u32>(bits + (variant >>> 5) * WORD) >>> <u32>(variant & 31);
      owners |= (any & 1) << (<u32>(product - first));
    }
    store<u32>(out + (first >>> 5) * WORD, owners);
  }
}

/** The greatest of some doubles and `most`; those that are no number do not count. */
export function greatest(values: usize, count: usize, most: f64): f64 {
  let found = most;
  for (let i: usize = 0; i < count; i++) {
    const value = load<f64>(values + i * DOUBLE);
    if (value > found) found = value;
  }
  return found;
}

/**
 * Writes the priors of products, up to one whose points for newness are not known.
 * @param piece its address
 * @param first the first product
 * @returns that product, or the number of products
 */
export function writePriors(piece: usize, first: usize): usize {
  const popularity = word(piece + POPULARITY);
  const ratings = word(piece + RATINGS);
  const dates = word(piece + DATES);
  const stocked = word(piece + STOCKED);
  const count = word(piece + COUNT);
  const knownDates = word(piece + KNOWN_DATES);
  const knownPoints = word(piece + KNOWN_POINTS);
  const points = word(piece + POINTS);
  const popularityWeight = load<f64>(piece + POPULARITY_WEIGHT);
  const maxRating = load<f64>(piece + MAX_RATING);
  const ratingWeight = load<f64>(piece + RATING_WEIGHT);
  const dayMs = load<f64>(piece + DAY_MS);
  const outOfStock = load<f64>(piece + OUT_OF_STOCK);
  for (let doc = first; doc < count; doc++) {
    let newness: f64 = 0;
    if (dates) {
      const date = load<f64>(dates + doc * DOUBLE);
      const day = abs(date / dayMs);
      if (day < MOST_DAYS) {
        const place = <usize>(<u32>(<i32>(date / dayMs)) & (KEPT_DATES - 1)) * DOUBLE;
        if (load<f64>(knownDates + place) !== date) return doc;
        newness = load<f64>(knownPoints + place);
      } else if (day >= MOST_DAYS) return doc;
      // Without a date it is no number, and neither more nor less than any.
    }
    const rating: f64 = ratings ? load<f64>(ratings + doc * DOUBLE) : 0;
    const rated: f64 = rating > 0 ? (rating / maxRating) * ratingWeight : 0;
    const inStock: u32 = stocked ? (load<u32>(stocked + (doc >>> 5) * WORD) >>> <u32>(doc & 31)) & 1 : 1;
    const popular = <f64>load<f32>(popularity + doc * WORD) * popularityWeight;
    store<f32>(points + doc * WORD, <f32>(popular + rated + newness + (inStock ? 0 : outOfStock)));
  }
  return count;
}

/**
 * Writes the most points of each block of products.
 * @param points address of f32; up to the end of the last block they are readable, and count
 * @param blocks how many
 * @param out address of f32
 */
export function blockMost(points: usize, blocks: usize, out: usize): void {
  for (let block: usize = 0; block < blocks; block++) {
    const from = points + block * BLOCK * WORD;
    let most = v128.load(from);
    for (let at: usize = STEP; at < BLOCK * WORD; at += STEP) most = f32x4.pmax(most, v128.load(from + at));
    const first = greater(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
    const second = greater(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3));
    store<f32>(out + block * WORD, greater(first, second));
  }
}

function greater(a: f32, b: f32): f32 {
  return b > a ? b : a;
}
