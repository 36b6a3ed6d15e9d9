/** Combines bitmaps and finds the best products of a layer: the twins of `intersectBits` and `offerBest`. */
import { word } from './memory';

const WORD: usize = 4;
const DOUBLE: usize = 8;
const BLOCK_BYTES: usize = 8;
/** Blocks of a region. */
const REGION_BLOCKS: usize = 64;
/** Of a bitmap, at a time. */
const LANE: usize = 16;

/**
 * Combines bitmaps: a product is in all of them.
 * @param lists addresses of the bitmaps, u32 each, at least two
 * @param count how many bitmaps
 * @param bytes of each, a multiple of 8
 * @param out address of the result
 * @returns how many bits are set in it
 */
export function intersect(lists: usize, count: usize, bytes: usize, out: usize): u32 {
  const first = word(lists);
  const second = word(lists + WORD);
  const others = lists + 2 * WORD;
  const end = lists + count * WORD;
  const whole = bytes & ~(LANE - 1);
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < whole; at += LANE) {
    let left = v128.and(v128.load(first + at), v128.load(second + at));
    for (let list = others; list < end; list += WORD) left = v128.and(left, v128.load(word(list) + at));
    v128.store(out + at, left);
    const pairs = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(left));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(pairs));
  }
  let total = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
  total += i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
  if (whole === bytes) return total;
  let left = load<u64>(first + whole) & load<u64>(second + whole);
  for (let list = others; list < end; list += WORD) left &= load<u64>(word(list) + whole);
  store<u64>(out + whole, left);
  return total + <u32>popcnt(left);
}

/** As `intersect`: a product is in any of them. @param count at least one */
export function unite(lists: usize, count: usize, bytes: usize, out: usize): u32 {
  const first = word(lists);
  const end = lists + count * WORD;
  let total: u64 = 0;
  for (let at: usize = 0; at < bytes; at += BLOCK_BYTES) {
    let any = load<u64>(first + at);
    for (let list = lists + WORD; list < end; list += WORD) any |= load<u64>(word(list) + at);
    store<u64>(out + at, any);
    total += popcnt(any);
  }
  return <u32>total;
}

/**
 * Counts the products of some blocks by the set of bitmaps that they are in: the twin of `countWords`.
 * @param lists addresses of the bitmaps, u32 each
 * @param essential products in none of the first so many are not counted
 * @param within address of a bitmap of products to consider; 0: all
 * @param first the first block, even; `end` the one behind the last
 * @param counts address of the counts by set, u32
 */
export function countBySet(
  lists: usize,
  count: usize,
  essential: usize,
  within: usize,
  first: usize,
  end: usize,
  counts: usize,
): void {
  const essentials = lists + essential * WORD;
  const behind = end * BLOCK_BYTES;
  for (let at = first * BLOCK_BYTES; at < behind; at += LANE) {
    let left = i64x2.splat(0);
    for (let list = lists; list < essentials; list += WORD) left = v128.or(left, v128.load(word(list) + at));
    if (within !== 0) left = v128.and(left, v128.load(within + at));
    // Behind the last block lies something else.
    if (at + BLOCK_BYTES === behind) left = i64x2.replace_lane(left, 1, 0);
    if (v128.any_true(left)) countLeft(lists, count, 0, left, 0, at, counts);
  }
}

/** Counts the products that are left, by the bitmaps from `unit` on. @param set of those before that they are in */
function countLeft(lists: usize, count: usize, unit: usize, left: v128, set: usize, at: usize, counts: usize): void {
  let having = left;
  let own = set;
  for (let u = unit; u < count; u++) {
    const list = v128.load(word(lists + u * WORD) + at);
    const both = v128.and(having, list);
    if (!v128.any_true(both)) continue;
    const lacking = v128.andnot(having, list);
    if (v128.any_true(lacking)) countLeft(lists, count, u + 1, lacking, own, at, counts);
    having = both;
    own |= (<usize>1) << u;
  }
  const total = popcnt(i64x2.extract_lane(having, 0)) + popcnt(i64x2.extract_lane(having, 1));
  store<u32>(counts + own * WORD, load<u32>(counts + own * WORD) + <u32>total);
}

// A search: see src/query/matching/assembly-search.ts. Addresses are u32; 0 where there is none.
const BITS: usize = 0;
const AMONG: usize = 4;
const EXCEPT: usize = 8;
const TERMS: usize = 12;
const TERM_COUNT: usize = 16;
const VALUES: usize = 20;
const VALUE_COUNT: usize = 24;
const BOUNDED_VALUES: usize = 28;
const BOOSTS: usize = 32;
const BOOST_COUNT: usize = 36;
const PRIORS: usize = 40;
const MOST_PRIORS: usize = 44;
const TIES: usize = 48;
const LEAST_TIES: usize = 52;
const TOGETHER_BLOCKS: usize = 56;
/** Bounds of regions, f64 each. */
const REGIONS: usize = 60;
const LIMIT: usize = 64;
const SIZE: usize = 68;
const KEYS: usize = 72;
const DOCS: usize = 76;
const SUMS: usize = 80;
/** In double precision, as the next. */
const OFFSET: usize = 88;
const MARGIN: usize = 96;

// A term.
const TERM_BYTES: usize = 16;
const TERM_BITS: usize = 0;
const TERM_RANKS: usize = 4;
const TERM_POINTS: usize = 8;
const TERM_MOST: usize = 12;

// A term of a list is like the one above. One that lists its products has their address in place of that of its bits.
const TERM_DOCS: usize = 0;
/** How many products it lists; 0: it has bits. */
const DOC_COUNT: usize = 12;

// Points of a set of products.
const SET_BYTES: usize = 16;
const SET_BITS: usize = 0;
/** In double precision. */
const SET_POINTS: usize = 8;

/** Of sums: the position of each product in its block, u8, behind its points, f32. */
const POSITIONS: usize = 64 * 4;
const KEY_BYTES: usize = 8;

/** Scores in the order of these are in the order of their points. */
function sortable(score: f32): u32 {
  // Adding 0 makes one of both zeros.
  const bits = reinterpret<i32>(score + <f32>0);
  return bits ^ ((bits >> 31) | 0x80000000);
}

/** The score that a key begins with. */
function scoreOf(key: u64): f32 {
  const bits = <u32>(key >> 32);
  return reinterpret<f32>(bits & 0x80000000 ? bits ^ 0x80000000 : ~bits);
}

/**
 * Looks for the best products in some blocks, and keeps them in a heap whose root is the worst.
 * @param search address of the search
 * @param first the first block, `end` the one behind the last
 */
export function offerBlocks(search: usize, first: usize, end: usize): void {
  const bits = word(search + BITS);
  const chosen = word(search + AMONG);
  const except = word(search + EXCEPT);
  const limit = word(search + LIMIT);
  const leastTies = word(search + LEAST_TIES);
  const regions = word(search + REGIONS);
  const keys = word(search + KEYS);
  for (let block = first; block < end; block++) {
    if (regions !== 0 && block % REGION_BLOCKS === 0) {
      const bound = load<f64>(regions + (block / REGION_BLOCKS) * DOUBLE);
      const isFull = word(search + SIZE) === limit;
      if (bound === -Infinity || (isFull && bound < <f64>scoreOf(load<u64>(keys)))) {
        block += REGION_BLOCKS - 1;
        continue;
      }
    }
    const at = block * BLOCK_BYTES;
    let among = load<u64>(bits + at);
    if (chosen !== 0) among &= load<u64>(chosen + at);
    if (except !== 0) among &= ~load<u64>(except + at);
    if (among === 0) continue;
    if (word(search + SIZE) === limit) {
      const worst = load<u64>(keys);
      const floor = <f64>scoreOf(worst);
      const bound = boundOf(search, block, among);
      if (bound < floor) continue;
      if (bound === floor && load<u32>(leastTies + block * WORD) > ~(<u32>worst)) continue;
    }
    offer(search, block, among);
  }
}

/**
 * As `offerBlocks` for all products of the blocks, whose best scores it writes as well: the twin of
 * `TermMatches.together`.
 * @param most address of the best score of each block, f32; -Infinity without products
 */
export function offerAll(search: usize, first: usize, end: usize, most: usize): void {
  const bits = word(search + BITS);
  const sums = word(search + SUMS);
  for (let block = first; block < end; block++) {
    const among = load<u64>(bits + block * BLOCK_BYTES);
    let best: f32 = -Infinity;
    if (among !== 0) {
      offer(search, block, among);
      const count = <usize>popcnt(among);
      for (let i: usize = 0; i < count; i++) best = max(best, load<f32>(sums + i * WORD));
    }
    store<f32>(most + block * WORD, best);
  }
}

/** No product of a block has a higher score: see `BlockBounds`. */
function boundOf(search: usize, block: usize, among: u64): f64 {
  const together = word(search + TOGETHER_BLOCKS);
  const at = block * WORD;
  let term = word(search + TERMS);
  const lastTerm = term + word(search + TERM_COUNT) * TERM_BYTES;
  let bound: f32 = 0;
  if (together !== 0) {
    bound = load<f32>(together + at);
    term += TERM_BYTES;
  }
  for (; term < lastTerm; term += TERM_BYTES) bound += load<f32>(word(term + TERM_MOST) + at);
  let set = word(search + VALUES);
  const lastValue = set + word(search + BOUNDED_VALUES) * SET_BYTES;
  for (; set < lastValue; set += SET_BYTES) {
    if ((load<u64>(word(set + SET_BITS) + block * BLOCK_BYTES) & among) === 0) continue;
    bound = plus(bound, load<f64>(set + SET_POINTS));
  }
  if (together === 0) bound += load<f32>(word(search + MOST_PRIORS) + at);
  bound = plus(bound, load<f64>(search + OFFSET));
  set = word(search + BOOSTS);
  const lastBoost = set + word(search + BOOST_COUNT) * SET_BYTES;
  for (; set < lastBoost; set += SET_BYTES) {
    const points = load<f64>(set + SET_POINTS);
    if (points <= 0 || (load<u64>(word(set + SET_BITS) + block * BLOCK_BYTES) & among) === 0) continue;
    bound = plus(bound, points);
  }
  return <f64>bound + load<f64>(search + MARGIN);
}

/** Scores the products of a block, source by source, and offers them. */
function offer(search: usize, block: usize, among: u64): void {
  const at = block * BLOCK_BYTES;
  const sums = word(search + SUMS);
  const positions = sums + POSITIONS;
  let count: usize = 0;
  for (let left = among; left !== 0; left &= left - 1) {
    store<u8>(positions + count, <u8>ctz(left));
    store<f32>(sums + count * WORD, 0);
    count++;
  }
  let term = word(search + TERMS);
  const lastTerm = term + word(search + TERM_COUNT) * TERM_BYTES;
  for (; term < lastTerm; term += TERM_BYTES) {
    const having = load<u64>(word(term + TERM_BITS) + at);
    const points = word(term + TERM_POINTS) + word(word(term + TERM_RANKS) + block * WORD) * WORD;
    for (let i: usize = 0; i < count; i++) {
      const before = having & (((<u64>1) << load<u8>(positions + i)) - 1);
      const own = load<f32>(points + <usize>popcnt(before) * WORD);
      store<f32>(sums + i * WORD, load<f32>(sums + i * WORD) + own);
    }
  }
  let set = word(search + VALUES);
  const lastValue = set + word(search + VALUE_COUNT) * SET_BYTES;
  for (; set < lastValue; set += SET_BYTES) addSet(set, at, sums, count);
  const priors = word(search + PRIORS) + (block << 6) * WORD;
  const offset = load<f64>(search + OFFSET);
  for (let i: usize = 0; i < count; i++) {
    const sum = load<f32>(sums + i * WORD) + load<f32>(priors + <usize>load<u8>(positions + i) * WORD);
    store<f32>(sums + i * WORD, plus(sum, offset));
  }
  set = word(search + BOOSTS);
  const lastBoost = set + word(search + BOOST_COUNT) * SET_BYTES;
  for (; set < lastBoost; set += SET_BYTES) addSet(set, at, sums, count);
  const ties = word(search + TIES) + (block << 6) * WORD;
  for (let i: usize = 0; i < count; i++) {
    const position = <usize>load<u8>(positions + i);
    const tie = load<u32>(ties + position * WORD);
    const key = ((<u64>sortable(load<f32>(sums + i * WORD))) << 32) | <u64>~tie;
    insert(search, key, <u32>((block << 6) + position));
  }
}

/** A sum in single precision of numbers, one of them in double precision. */
function plus(sum: f32, points: f64): f32 {
  return <f32>(<f64>sum + points);
}

/** Adds the points of a set to those of its products. */
function addSet(set: usize, at: usize, sums: usize, count: usize): void {
  const products = load<u64>(word(set + SET_BITS) + at);
  const points = load<f64>(set + SET_POINTS);
  const positions = sums + POSITIONS;
  for (let i: usize = 0; i < count; i++) {
    if (((products >> load<u8>(positions + i)) & 1) === 0) continue;
    store<f32>(sums + i * WORD, plus(load<f32>(sums + i * WORD), points));
  }
}

function insert(search: usize, key: u64, doc: u32): void {
  const size = word(search + SIZE);
  const keys = word(search + KEYS);
  const docs = word(search + DOCS);
  if (size < word(search + LIMIT)) {
    store<u32>(search + SIZE, <u32>size + 1);
    siftUp(keys, docs, size, key, doc);
  } else if (key > load<u64>(keys)) siftDown(keys, docs, size, key, doc);
}

function siftUp(keys: usize, docs: usize, from: usize, key: u64, doc: u32): void {
  let slot = from;
  while (slot > 0) {
    const parent = (slot - 1) >> 1;
    const other = load<u64>(keys + parent * KEY_BYTES);
    if (other < key) break;
    put(keys, docs, slot, other, load<u32>(docs + parent * WORD));
    slot = parent;
  }
  put(keys, docs, slot, key, doc);
}

function siftDown(keys: usize, docs: usize, size: usize, key: u64, doc: u32): void {
  let slot: usize = 0;
  for (;;) {
    let child: usize = 2 * slot + 1;
    if (child >= size) break;
    let least = load<u64>(keys + child * KEY_BYTES);
    if (child + 1 < size) {
      const right = load<u64>(keys + (child + 1) * KEY_BYTES);
      if (right < least) {
        least = right;
        child++;
      }
    }
    if (least > key) break;
    put(keys, docs, slot, least, load<u32>(docs + child * WORD));
    slot = child;
  }
  put(keys, docs, slot, key, doc);
}

function put(keys: usize, docs: usize, slot: usize, key: u64, doc: u32): void {
  store<u64>(keys + slot * KEY_BYTES, key);
  store<u32>(docs + slot * WORD, doc);
}

/** Sorts what a search has kept, with its keys, best first. @returns how many products there are */
export function sortBest(search: usize): usize {
  const keys = word(search + KEYS);
  const docs = word(search + DOCS);
  const size = word(search + SIZE);
  for (let last = size; last > 1; last--) {
    const worst = load<u64>(keys);
    const doc = load<u32>(docs);
    const key = load<u64>(keys + (last - 1) * KEY_BYTES);
    siftDown(keys, docs, last - 1, key, load<u32>(docs + (last - 1) * WORD));
    put(keys, docs, last - 1, worst, doc);
  }
  return size;
}

/**
 * Lists the products of one term that have all terms of a search, with their scores: the twin of `list`. It goes through
 * the products term by term, so that reads of one do not wait for those of another, and keeps or drops each without a
 * branch, which could not be foretold.
 * @param from address of the products of the term, u32, `count` of them
 * @param within address of a bitmap of products to consider; 0: all
 * @param docs address of the products found, u32
 * @param scores address of their scores, f32
 * @returns how many were found
 */
export function listProducts(
  search: usize,
  from: usize,
  count: usize,
  within: usize,
  docs: usize,
  scores: usize,
): usize {
  const terms = word(search + TERMS);
  const lastTerm = terms + word(search + TERM_COUNT) * TERM_BYTES;
  memory.copy(docs, from, count * WORD);
  let found = count;
  if (within !== 0) found = keepSet(within, docs, found);
  for (let term = terms; term < lastTerm; term += TERM_BYTES) {
    const listed = word(term + DOC_COUNT);
    if (listed === 0) found = keepSet(word(term + TERM_BITS), docs, found);
    else if (word(term + TERM_DOCS) !== from) found = keepListed(word(term + TERM_DOCS), listed, docs, found);
  }
  memory.fill(scores, 0, found * WORD);
  for (let term = terms; term < lastTerm; term += TERM_BYTES) {
    if (word(term + DOC_COUNT) === 0) addDense(term, docs, scores, found);
    else addListed(term, docs, scores, found);
  }
  let set = word(search + VALUES);
  const lastValue = set + word(search + VALUE_COUNT) * SET_BYTES;
  for (; set < lastValue; set += SET_BYTES) addValue(set, docs, scores, found);
  const priors = word(search + PRIORS);
  if (priors === 0) return found;
  for (let i: usize = 0; i < found; i++) {
    const points = load<f32>(priors + word(docs + i * WORD) * WORD);
    store<f32>(scores + i * WORD, load<f32>(scores + i * WORD) + points);
  }
  return found;
}

/** Keeps the products that are in a bitmap. @returns how many */
function keepSet(bits: usize, docs: usize, count: usize): usize {
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const doc = word(docs + i * WORD);
    store<u32>(docs + kept * WORD, <u32>doc);
    kept += (word(bits + (doc >> 5) * WORD) >> (doc & 31)) & 1;
  }
  return kept;
}

/** Keeps the products that a list has. @returns how many */
function keepListed(list: usize, listed: usize, docs: usize, count: usize): usize {
  let kept: usize = 0;
  let at: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const doc = word(docs + i * WORD);
    while (at < listed && word(list + at * WORD) < doc) at++;
    if (at === listed) break;
    store<u32>(docs + kept * WORD, <u32>doc);
    kept += word(list + at * WORD) === doc ? 1 : 0;
  }
  return kept;
}

/** Adds the points of a dense term that all products have. */
function addDense(term: usize, docs: usize, scores: usize, count: usize): void {
  const bits = word(term + TERM_BITS);
  const ranks = word(term + TERM_RANKS);
  const points = word(term + TERM_POINTS);
  for (let i: usize = 0; i < count; i++) {
    const doc = word(docs + i * WORD);
    const block = doc >> 6;
    const before = load<u64>(bits + block * BLOCK_BYTES) & (((<u64>1) << (doc & 63)) - 1);
    const rank = word(ranks + block * WORD) + <usize>popcnt(before);
    store<f32>(scores + i * WORD, load<f32>(scores + i * WORD) + load<f32>(points + rank * WORD));
  }
}

/** Adds the points of a term that lists its products, all of `docs` among them. */
function addListed(term: usize, docs: usize, scores: usize, count: usize): void {
  const list = word(term + TERM_DOCS);
  const points = word(term + TERM_POINTS);
  let at: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const doc = word(docs + i * WORD);
    while (word(list + at * WORD) !== doc) at++;
    store<f32>(scores + i * WORD, load<f32>(scores + i * WORD) + load<f32>(points + at * WORD));
  }
}

/** Adds the points of a set to the products in it. */
function addValue(set: usize, docs: usize, scores: usize, count: usize): void {
  const bits = word(set + SET_BITS);
  const points = load<f64>(set + SET_POINTS);
  for (let i: usize = 0; i < count; i++) {
    const doc = word(docs + i * WORD);
    if (((word(bits + (doc >> 5) * WORD) >> (doc & 31)) & 1) === 0) continue;
    store<f32>(scores + i * WORD, plus(load<f32>(scores + i * WORD), points));
  }
}
