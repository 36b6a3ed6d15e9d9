/**
 * Runs `assembly/matching.ts`: combines bitmaps, and finds the best products of a dense layer. What it reads lies in an
 * arena, but for the numbers of a search, which are copied there.
 */
import type { Arena, ArenaArray } from '../../kernel/arena.js';
import type { Bitmap } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { BLOCKS_PER_REGION, WORDS_PER_BLOCK } from '../ranking/blocks.js';
import type { PriorPoints } from '../ranking/priors.js';
import { MOST_QUERY_TERMS } from '../understanding/query-term.js';
import type { BlockSearch } from './best-products.js';
import type { BestSearch, BlockBounds, Boost } from './block-bounds.js';
import { NOT_FOUND } from './champion-floor.js';
import type { Conjunction, DenseLayer, OtherPoints } from './layer.js';
import type { Champions, TermMatches } from './term-matches.js';
import type { WeightedValue } from './value-products.js';

/**
 * A search, as `assembly/matching.ts` reads it, in words; OFFSET and MARGIN in double precision. Lists follow: of terms
 * the addresses of bits, ranks, points and maxima; of values and of boosts the address of the bitmap, and the points in
 * double precision behind another word.
 */
const BITS = 0;
const AMONG = 1;
const EXCEPT = 2;
const TERMS = 3;
const TERM_COUNT = 4;
const VALUES = 5;
const VALUE_COUNT = 6;
const BOUNDED_VALUES = 7;
const BOOSTS = 8;
const BOOST_COUNT = 9;
const PRIORS = 10;
const MOST_PRIORS = 11;
const TIES = 12;
const LEAST_TIES = 13;
const TOGETHER_BLOCKS = 14;
const REGIONS = 15;
const LIMIT = 16;
const SIZE = 17;
const KEYS = 18;
const DOCS = 19;
const SUMS = 20;
const OFFSET = 22;
const MARGIN = 24;
const TERM_LIST = 28;
const TERM_WORDS = 4;
/** Bitmaps that are combined at once. */
const MOST_LISTS = MOST_QUERY_TERMS * TERM_WORDS;
const SET_WORDS = 4;
/** From a multiple of two on, as points are in double precision. */
const VALUE_LIST = TERM_LIST + MOST_QUERY_TERMS * TERM_WORDS;
const MOST_SETS = 64;
const BOOST_LIST = VALUE_LIST + MOST_SETS * SET_WORDS;
const SEARCH_WORDS = BOOST_LIST + MOST_SETS * SET_WORDS;

/** Of the products that a search can keep. */
const MOST_KEPT = 16_384;
const KEY_WORDS = 2;
/** A sum and a position for each product of a block. */
const SUM_WORDS = 64 + 16;
/** Of the products that a list can have: those of a search and of a list are not needed at once. */
const MOST_LISTED = MOST_KEPT;
const LISTED = SEARCH_WORDS;
const ALL_WORDS = SEARCH_WORDS + MOST_KEPT * (KEY_WORDS + 1) + SUM_WORDS;

const WORD_BYTES = 4;
const WORDS_PER_DOUBLE = 2;
/** Between two looks at the deadline. */
const BLOCKS_AT_ONCE = (DEADLINE_STEPS + 1) / 4;

/** Copies arrays to where functions of WebAssembly read them. */
export interface ArenaCopies {
  /**
   * A bitmap with the same bits, for the query at hand: itself if it lies in the arena; undefined: there is no room.
   */
  inArena(bits: Bitmap): Bitmap | undefined;
  /** A copy of an array that does not change; undefined: there is no room. */
  copyOf<Of extends ArenaArray>(array: Of): Of | undefined;
}

export class AssemblySearch implements BlockSearch {
  /** More than it takes of an arena. */
  static readonly BYTES = (ALL_WORDS + 64) * WORD_BYTES;

  private readonly words: Uint32Array;
  private readonly doubles: Float64Array;
  /** Of the search, in the arena. */
  private readonly address: number;
  /** The products of a list, and their scores. */
  private readonly listed: Uint32Array;
  private readonly listedScores: Float32Array;
  /** The products that a search has kept. */
  private readonly docs: Uint32Array;

  /** Bounds of regions; undefined: there is no room for them. */
  private readonly regions: Float64Array | undefined;

  /**
   * @param arena with room for what it takes
   * @param bitmapWords of the view's products
   */
  constructor(
    private readonly arena: Arena,
    private readonly copies: ArenaCopies,
    bitmapWords: number,
  ) {
    const words = arena.words(ALL_WORDS);
    if (!words) throw new Error('assembly search: no room');
    this.words = words;
    this.address = words.byteOffset;
    this.doubles = new Float64Array(words.buffer, words.byteOffset, SEARCH_WORDS / WORDS_PER_DOUBLE);
    this.listed = words.subarray(LISTED, LISTED + MOST_LISTED);
    this.listedScores = new Float32Array(words.buffer, this.addressOf(LISTED + MOST_LISTED), MOST_LISTED);
    const docs = SEARCH_WORDS + MOST_KEPT * KEY_WORDS;
    this.docs = words.subarray(docs, docs + MOST_KEPT);
    const regions = Math.ceil(bitmapWords / WORDS_PER_BLOCK / BLOCKS_PER_REGION);
    const room = arena.words(regions * WORDS_PER_DOUBLE);
    this.regions = room && new Float64Array(room.buffer, room.byteOffset, regions);
    words[TERMS] = this.addressOf(TERM_LIST);
    words[VALUES] = this.addressOf(VALUE_LIST);
    words[BOOSTS] = this.addressOf(BOOST_LIST);
    words[KEYS] = this.addressOf(SEARCH_WORDS);
    words[DOCS] = this.addressOf(docs);
    words[SUMS] = this.addressOf(docs + MOST_KEPT);
  }

  /**
   * Writes the products that are in all of some bitmaps to `out`.
   * @param all at least two
   * @returns how many products there are; undefined: some of the bitmaps have no room in the arena
   */
  intersect(all: readonly Bitmap[], out: Bitmap): number | undefined {
    if (!this.writeLists(all, out)) return undefined;
    return this.arena.functions.intersect(this.words[TERMS], all.length, out.byteLength, out.byteOffset);
  }

  /** As `intersect`, for the products that are in any of them. @param all at least one */
  unite(all: readonly Bitmap[], out: Bitmap): number | undefined {
    if (!this.writeLists(all, out)) return undefined;
    return this.arena.functions.unite(this.words[TERMS], all.length, out.byteLength, out.byteOffset);
  }

  /**
   * Counts the products of the first `essential` of some bitmaps by the set of those that they are in.
   * @param counts by set, bit u being bitmap u; past the deadline, of the products looked at
   * @returns false: some of the bitmaps have no room in the arena
   */
  countBySet(
    all: readonly Bitmap[],
    essential: number,
    within: Bitmap | undefined,
    counts: Uint32Array,
    deadline: Deadline,
  ): boolean {
    const { words, listed, arena } = this;
    const chosen = within && this.copies.inArena(within);
    if (counts.length > MOST_LISTED || (within && !chosen) || !this.writeLists(all, all[0])) return false;
    listed.fill(0, 0, counts.length);
    const from = this.addressOf(LISTED);
    const only = chosen ? chosen.byteOffset : 0;
    const blocks = all[0].length / WORDS_PER_BLOCK;
    for (let block = 0; block < blocks && !deadline.passed; block += BLOCKS_AT_ONCE) {
      const end = Math.min(block + BLOCKS_AT_ONCE, blocks);
      arena.functions.countBySet(words[TERMS], all.length, essential, only, block, end, from);
    }
    counts.set(listed.subarray(0, counts.length));
    return true;
  }

  /**
   * Lists the products of one term that have all terms, with their scores.
   * @param others undefined: points of the terms alone
   * @returns how many there are; undefined: it is no list for these functions, or has no room in the arena
   */
  list(
    { docs: from, count }: TermMatches,
    { terms, within }: Conjunction,
    others: OtherPoints | undefined,
    docs: Uint32Array,
    scores: Float32Array,
  ): number | undefined {
    const { words, address, arena, copies } = this;
    const values = others?.values ?? [];
    if (count > MOST_LISTED || values.length > MOST_SETS) return undefined;
    const chosen = within && copies.inArena(within);
    const points = others && copies.copyOf(others.priors.points);
    if ((within && !chosen) || (others && !points) || !this.writeSets(VALUE_LIST, values)) return undefined;
    for (let t = 0; t < terms.length; t++) {
      if (!this.writeListTerm(TERM_LIST + t * TERM_WORDS, terms[t])) return undefined;
    }
    words[TERM_COUNT] = terms.length;
    words[VALUE_COUNT] = values.length;
    words[PRIORS] = points ? points.byteOffset : 0;
    const [found, sums] = [this.addressOf(LISTED), this.addressOf(LISTED + MOST_LISTED)];
    const all = chosen ? chosen.byteOffset : 0;
    const n = arena.functions.listProducts(address, from.byteOffset, count, all, found, sums);
    for (let i = 0; i < n; i++) {
      docs[i] = this.listed[i];
      scores[i] = this.listedScores[i];
    }
    return n;
  }

  /**
   * Writes the best products to `out`, best first.
   * @param leastTies by block
   * @param floor that the products wanted reach for certain; -Infinity: not known
   * @param scores gets the score of each
   * @returns how many there are; past the deadline, of the blocks looked at; undefined: it is no search for these
   * functions, or has no room in the arena
   */
  best(
    layer: DenseLayer,
    bounds: BlockBounds,
    search: BestSearch,
    leastTies: Uint32Array,
    floor: number,
    deadline: Deadline,
    out: Uint32Array,
    scores?: Float32Array,
  ): number | undefined {
    if (!this.write(layer, search) || !this.writeBounds(layer, bounds, leastTies)) return undefined;
    if (floor > Number.NEGATIVE_INFINITY) this.writeFloor(floor, search.limit);
    const { address, arena, docs } = this;
    const blocks = layer.bits.length / WORDS_PER_BLOCK;
    // Not before some blocks were looked at: a list has something in it however late it is.
    for (let from = 0; from < blocks && (from === 0 || !deadline.passed); from += BLOCKS_AT_ONCE) {
      arena.functions.offerBlocks(address, from, Math.min(from + BLOCKS_AT_ONCE, blocks));
    }
    const found = arena.functions.sortBest(address);
    for (let i = 0; i < found; i++) out[i] = docs[i];
    if (scores) for (let i = 0; i < found; i++) scores[i] = this.keptScore(i);
    return found;
  }

  /** See `TogetherSearch`. */
  together(
    term: TermMatches,
    values: readonly WeightedValue[],
    priors: PriorPoints,
    ties: Uint32Array,
    blocks: Float32Array,
    { docs, scores }: Champions,
  ): number | undefined {
    const { bits, count } = term;
    const { address, arena } = this;
    const layer: DenseLayer = { kind: 'dense', count, bits, isWhole: true, terms: [term], values, priors, offset: 0 };
    const search = { among: undefined, except: undefined, limit: docs.length, boosts: [], ties };
    if (!arena.holds(blocks) || !this.write(layer, search)) return undefined;
    arena.functions.offerAll(address, 0, blocks.length, blocks.byteOffset);
    const kept = arena.functions.sortBest(address);
    for (let i = 0; i < kept; i++) {
      docs[i] = this.docs[i];
      scores[i] = this.keptScore(i);
    }
    return kept;
  }

  /** Of those sorted. */
  private keptScore(i: number): number {
    return scoreOf(this.words[SEARCH_WORDS + i * KEY_WORDS + 1]);
  }

  /** Writes where bitmaps are that are combined. */
  private writeLists(all: readonly Bitmap[], out: Bitmap): boolean {
    const { words, arena } = this;
    if (all.length > MOST_LISTS || !arena.holds(out)) return false;
    for (let i = 0; i < all.length; i++) {
      const bits = this.copies.inArena(all[i]);
      if (!bits) return false;
      words[TERM_LIST + i] = bits.byteOffset;
    }
    return true;
  }

  /** Fills the heap with entries in front of which all products go that reach a score. */
  private writeFloor(floor: number, limit: number): void {
    const { words, docs } = this;
    for (let i = 0; i < limit; i++) {
      words[SEARCH_WORDS + i * KEY_WORDS] = 0;
      words[SEARCH_WORDS + i * KEY_WORDS + 1] = sortable(floor);
    }
    docs.fill(NOT_FOUND, 0, limit);
    words[SIZE] = limit;
  }

  /** Writes what scores add up from, and which products are looked at. */
  private write({ bits, terms, values, priors, offset }: DenseLayer, search: BestSearch): boolean {
    const { among, except, ties, limit, boosts } = search;
    if (limit > MOST_KEPT || values.length > MOST_SETS || boosts.length > MOST_SETS) return false;
    const { words, copies } = this;
    const all = copies.inArena(bits);
    const chosen = among && among !== bits ? copies.inArena(among) : all;
    const without = except && copies.inArena(except);
    const points = copies.copyOf(priors.points);
    const order = copies.copyOf(ties);
    if (!all || !chosen || (except && !without) || !points || !order) return false;
    words[BITS] = all.byteOffset;
    words[AMONG] = chosen === all ? 0 : chosen.byteOffset;
    words[EXCEPT] = without ? without.byteOffset : 0;
    words[PRIORS] = points.byteOffset;
    words[TIES] = order.byteOffset;
    words[LIMIT] = limit;
    words[SIZE] = 0;
    this.doubles[OFFSET / WORDS_PER_DOUBLE] = offset;
    words[TERM_COUNT] = terms.length;
    words[VALUE_COUNT] = values.length;
    words[BOOST_COUNT] = boosts.length;
    for (let t = 0; t < terms.length; t++) if (!this.writeTerm(TERM_LIST + t * TERM_WORDS, terms[t])) return false;
    return this.writeSets(VALUE_LIST, values) && this.writeSets(BOOST_LIST, boosts);
  }

  private writeBounds({ priors }: DenseLayer, bounds: BlockBounds, leastTies: Uint32Array): boolean {
    const { words, copies, arena } = this;
    const { together, values, margin } = bounds;
    const most = copies.copyOf(priors.most);
    const least = copies.copyOf(leastTies);
    if (!most || !least || (together && !arena.holds(together.blocks))) return false;
    words[BOUNDED_VALUES] = values.length;
    words[MOST_PRIORS] = most.byteOffset;
    words[LEAST_TIES] = least.byteOffset;
    words[TOGETHER_BLOCKS] = together ? together.blocks.byteOffset : 0;
    words[REGIONS] = this.regions && bounds.ofRegions(this.regions) ? this.regions.byteOffset : 0;
    this.doubles[MARGIN / WORDS_PER_DOUBLE] = margin;
    return true;
  }

  private writeTerm(at: number, term: TermMatches): boolean {
    if (!term.isIn(this.arena)) return false;
    const { words } = this;
    words[at] = term.bits.byteOffset;
    words[at + 1] = term.ranks.byteOffset;
    words[at + 2] = term.points.byteOffset;
    words[at + 3] = term.most.byteOffset;
    return true;
  }

  /** As `writeTerm`, with the number of products that it lists instead of maxima; 0: it is dense. */
  private writeListTerm(at: number, term: TermMatches): boolean {
    if (!term.isIn(this.arena)) return false;
    const { words } = this;
    words[at] = (term.isDense ? term.bits : term.docs).byteOffset;
    words[at + 1] = term.ranks.byteOffset;
    words[at + 2] = term.points.byteOffset;
    words[at + 3] = term.docs.length;
    return true;
  }

  private writeSets(list: number, sets: readonly Boost[]): boolean {
    const { words, doubles } = this;
    for (let s = 0; s < sets.length; s++) {
      const at = list + s * SET_WORDS;
      const products = this.copies.inArena(sets[s].products);
      if (!products) return false;
      words[at] = products.byteOffset;
      doubles[at / WORDS_PER_DOUBLE + 1] = sets[s].points;
    }
    return true;
  }

  private addressOf(word: number): number {
    return this.address + word * WORD_BYTES;
  }
}

const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** A score as keys begin with it: see `assembly/matching.ts`. */
function sortable(score: number): number {
  // Adding 0 makes one of both zeros.
  single[0] = score + 0;
  const [bits] = singleBits;
  return (bits ^ ((bits >> 31) | 0x80000000)) >>> 0;
}

/** The score that a key begins with. */
function scoreOf(key: number): number {
  singleBits[0] = key & 0x80000000 ? key ^ 0x80000000 : ~key;
  return single[0];
}
