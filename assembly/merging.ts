/** Merges the postings of what a query term stands for: the twin of `TermMerger` in `src/query/matching/term-merger.ts`. */
import { word } from './memory';

const WORD: usize = 4;
const HALF: usize = 2;
/** A bitmap is walked by blocks of 64 products. */
const BLOCK_BYTES: usize = 8;
const BLOCK_SHIFT: usize = 6;

// A merge, in bytes: see src/query/matching/assembly-merger.ts.
/** Address of the bitmap of the products found so far. */
const FOUND: usize = 0;
/** Of their points by product, f32, which are never negative; 0 of all others. */
const POINTS: usize = 4;
// Columns of postings: products u32, fields u16, places u8.
const DOCS: usize = 8;
const FIELDS: usize = 12;
const PLACES: usize = 16;
/** Of what sets of fields are worth, f32; no number where that is not known yet. */
const KNOWN_FIELDS: usize = 20;
/** Of what places are worth, f32. */
const PLACE_POINTS: usize = 24;
/** The fields that count. */
const COUNTING: usize = 28;
/** In double precision. */
const FACTOR: usize = 32;

/**
 * Adds postings to a merge: what is found again keeps the most points.
 * @param first the first posting, `count` what is behind the last
 * @returns the first posting with a set of fields that is not known; `count`: all are added
 */
export function mergePostings(merge: usize, first: usize, count: usize): usize {
  const found = word(merge + FOUND);
  const points = word(merge + POINTS);
  const docs = word(merge + DOCS);
  const fields = word(merge + FIELDS);
  const places = word(merge + PLACES);
  const knownFields = word(merge + KNOWN_FIELDS);
  const placePoints = word(merge + PLACE_POINTS);
  const counting = load<u32>(merge + COUNTING);
  const factor = load<f64>(merge + FACTOR);
  for (let i = first; i < count; i++) {
    const mask = <u32>load<u16>(fields + i * HALF);
    if ((mask & counting) === 0) continue;
    const known = load<f32>(knownFields + <usize>mask * WORD);
    if (F32.isNaN(known)) return i;
    const place = load<f32>(placePoints + <usize>load<u8>(places + i) * WORD);
    const own = <f32>(factor * (<f64>known + <f64>place));
    const doc = word(docs + i * WORD);
    store<f32>(points + doc * WORD, max(load<f32>(points + doc * WORD), own));
    const at = found + (doc >>> 5) * WORD;
    store<u32>(at, load<u32>(at) | ((<u32>1) << (<u32>doc & 31)));
  }
  return count;
}

/** How many products of the first so many blocks a merge has found. */
export function countFound(merge: usize, blocks: usize): u32 {
  const found = word(merge + FOUND);
  let count: u64 = 0;
  for (let block: usize = 0; block < blocks; block++) count += popcnt(load<u64>(found + block * BLOCK_BYTES));
  return <u32>count;
}

/**
 * Moves the points of the products found to the beginning of the points, and clears the rest of the merge.
 * @param ranks address of how many products come before each block, u32
 * @param most address of the most points of each block, f32
 */
export function packBlocks(merge: usize, blocks: usize, ranks: usize, most: usize): void {
  const found = word(merge + FOUND);
  const points = word(merge + POINTS);
  let at = points;
  for (let block: usize = 0; block < blocks; block++) {
    store<u32>(ranks + block * WORD, <u32>((at - points) / WORD));
    const base = points + (block << BLOCK_SHIFT) * WORD;
    let best: f32 = 0;
    for (let left = load<u64>(found + block * BLOCK_BYTES); left !== 0; left &= left - 1) {
      const from = base + <usize>ctz(left) * WORD;
      const own = load<f32>(from);
      store<f32>(from, 0);
      store<f32>(at, own);
      at += WORD;
      best = max(best, own);
    }
    store<f32>(most + block * WORD, best);
    store<u64>(found + block * BLOCK_BYTES, 0);
  }
}

/** As `packBlocks`, with the products. @param docs address of the products found, u32 */
export function packList(merge: usize, blocks: usize, docs: usize): void {
  const found = word(merge + FOUND);
  const points = word(merge + POINTS);
  let at: usize = 0;
  for (let block: usize = 0; block < blocks; block++) {
    const having = load<u64>(found + block * BLOCK_BYTES);
    if (having === 0) continue;
    for (let left = having; left !== 0; left &= left - 1) {
      const doc = (block << BLOCK_SHIFT) + <usize>ctz(left);
      const own = load<f32>(points + doc * WORD);
      store<f32>(points + doc * WORD, 0);
      store<f32>(points + at, own);
      store<u32>(docs + at, <u32>doc);
      at += WORD;
    }
    store<u64>(found + block * BLOCK_BYTES, 0);
  }
}
