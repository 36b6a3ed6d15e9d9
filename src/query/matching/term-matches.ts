/**
 * The products that one query term matches, and the points that it brings to each: postings of all that stands for the
 * term, merged. A term of few products lists them; one of many has a bitmap with ranks, in which a product is found in
 * constant time, and the most points of each block.
 */
import type { Arena, ArenaArray } from '../../kernel/arena.js';
import { type Bitmap, bitsOf, hasBit } from '../../kernel/bitmap.js';
import { positionIn } from '../../kernel/sorted-search.js';
import { TopK } from '../../kernel/top-k.js';
import type { KeptCounts } from '../facets/faceted-hits.js';
import { BLOCKS_PER_REGION, regionMaxima, WORDS_PER_BLOCK } from '../ranking/blocks.js';
import type { PriorPoints } from '../ranking/priors.js';
import type { Allocator, Kept } from './kept.js';
import type { WeightedValue } from './value-products.js';

const NO_WORDS = new Uint32Array(0);
const NO_POINTS = new Float32Array(0);
/** A term is dense when at least one product in so many has it. */
const DENSE_SHARE = 64;

const { fround } = Math;

/** The most that some sources bring to one product together. */
export interface MostTogether {
  /** By block; empty in the listed form, as is the next. */
  readonly blocks: Float32Array;
  readonly regions: Float32Array;
  /** The products with the most, best first; all of them where there are few. */
  readonly champions: Champions;
}

/**
 * The best products of a term, known before it is asked for (champion lists: Manning, Raghavan and Schütze,
 * "Introduction to Information Retrieval", 7.1.3).
 */
export interface Champions {
  readonly docs: Uint32Array;
  /** In the order of `docs`. */
  readonly scores: Float32Array;
}

/** Another way to find what a term brings together with values and priors, with the same result. */
export interface TogetherSearch {
  /**
   * @param blocks where the most of each block is written
   * @param out where the champions are written, best first: as many as it has room for
   * @returns how many champions there are; undefined: it cannot do this search
   */
  together(
    term: TermMatches,
    values: readonly WeightedValue[],
    priors: PriorPoints,
    ties: Uint32Array,
    blocks: Float32Array,
    out: Champions,
  ): number | undefined;
}

/** Several pages of a list. */
const MOST_CHAMPIONS = 256;
/** Of a term that lists its products, more than a page: there are many such terms, and to score them all takes little. */
const MOST_OF_LISTED = 64;

/** Of the thread. */
const best = new TopK(MOST_CHAMPIONS);

/** Champions have room for as many as there can be. */
type Room = Pick<MostTogether, 'blocks' | 'regions'> & Champions;

/** The best that were kept. */
function drainedTo({ docs, scores }: Room): Champions {
  const kept = best.drain(docs, scores);
  return { docs: docs.subarray(0, kept), scores: scores.subarray(0, kept) };
}

/** Without products: terms are kept while snapshots come and go, which the products of values would keep in memory. */
type NamedValue = Pick<WeightedValue, 'attribute' | 'value' | 'points'>;

/** Counts by set over all products of the term. */
interface ColumnCounts {
  readonly table: object;
  /** Longer than there are sets. */
  readonly counts: Uint32Array;
  readonly sets: number;
}

interface Met {
  readonly values: readonly NamedValue[];
  /** The mark of the priors. */
  readonly priors: object;
  most: MostTogether | undefined;
}

/** What priors are known by where they must not be kept: of a large view they take megabytes. */
const marks = new WeakMap<PriorPoints, object>();

function markOf(priors: PriorPoints): object {
  let mark = marks.get(priors);
  if (!mark) marks.set(priors, (mark = {}));
  return mark;
}

function areSame(a: readonly NamedValue[], b: readonly NamedValue[]): boolean {
  return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
}

function isSame(a: NamedValue, b: NamedValue): boolean {
  return a.attribute === b.attribute && a.value === b.value && a.points === b.points;
}

let made = 0;

export class TermMatches implements Kept, KeptCounts {
  /** Another one for each of the thread. */
  readonly number = ++made;
  /** What the term was met with last: without values and with some. */
  private readonly met: [Met | undefined, Met | undefined] = [undefined, undefined];
  /** What was last found of each of these lies here. */
  private readonly rooms: [Room | undefined, Room | undefined] = [undefined, undefined];
  /** By column, what was counted last. */
  private readonly counts: (ColumnCounts | undefined)[] = [];
  /** Arrays of counts that were too short for those of a later snapshot. */
  private readonly outgrown: Uint32Array[] = [];

  private constructor(
    readonly count: number,
    /** Ascending; empty in the dense form. */
    readonly docs: Uint32Array,
    /** By position among the products, ascending. */
    readonly points: Float32Array,
    /** Empty in the listed form, as are the next three. */
    readonly bits: Bitmap,
    /** By block: bits set before it. */
    readonly ranks: Uint32Array,
    /** By block. */
    readonly most: Float32Array,
    readonly mostOfRegions: Float32Array,
    /** Makes its arrays. */
    private readonly allocator: Allocator,
  ) {}

  static isDense(count: number, products: number): boolean {
    return count > 0 && count * DENSE_SHARE >= products;
  }

  /** @param docs ascending; made by the allocator, as are the points */
  static listed(docs: Uint32Array, points: Float32Array, allocator: Allocator): TermMatches {
    return new TermMatches(docs.length, docs, points, NO_WORDS, NO_WORDS, NO_POINTS, NO_POINTS, allocator);
  }

  /**
   * @param found the products, which are copied
   * @param count how many they are
   * @param byProduct their points
   */
  static dense(found: Bitmap, count: number, byProduct: Float32Array, allocator: Allocator): TermMatches {
    const blocks = found.length / WORDS_PER_BLOCK;
    const bits = allocator.words(found.length);
    const ranks = allocator.words(blocks);
    const points = allocator.floats(count);
    const most = allocator.floats(blocks);
    const mostOfRegions = allocator.floats(Math.ceil(blocks / BLOCKS_PER_REGION));
    bits.set(found);
    let at = 0;
    for (let block = 0; block < blocks; block++) {
      ranks[block] = at;
      let mostOfBlock = 0;
      for (let word = block * WORDS_PER_BLOCK; word < (block + 1) * WORDS_PER_BLOCK; word++) {
        for (let left = found[word]; left !== 0; left &= left - 1) {
          const own = byProduct[(word << 5) + 31 - Math.clz32(left & -left)];
          points[at++] = own;
          if (own > mostOfBlock) mostOfBlock = own;
        }
      }
      most[block] = mostOfBlock;
    }
    regionMaxima(most, mostOfRegions);
    return new TermMatches(count, NO_WORDS, points, bits, ranks, most, mostOfRegions, allocator);
  }

  /**
   * Of products whose points were packed by block.
   * @param bits made by the allocator
   * @param points by position among the products; copied, as are the ranks and the most of each block
   */
  static packed(
    bits: Bitmap,
    points: Float32Array,
    byBlock: { ranks: Uint32Array; most: Float32Array },
    allocator: Allocator,
  ): TermMatches {
    const blocks = byBlock.ranks.length;
    const ranks = allocator.words(blocks);
    const own = allocator.floats(points.length);
    const most = allocator.floats(blocks);
    const mostOfRegions = allocator.floats(Math.ceil(blocks / BLOCKS_PER_REGION));
    ranks.set(byBlock.ranks);
    own.set(points);
    most.set(byBlock.most);
    regionMaxima(most, mostOfRegions);
    return new TermMatches(points.length, NO_WORDS, own, bits, ranks, most, mostOfRegions, allocator);
  }

  /**
   * What the term, values and priors bring to one product together at most, in the order of scores. Computed when the
   * same values and priors are met again (at once, lists of few hits take longer); undefined until then.
   * @param ties by product: orders products with the same score, lowest first; the same for all calls
   * @param assembly absent: in TypeScript
   */
  mostWith(
    values: readonly WeightedValue[],
    priors: PriorPoints,
    ties: Uint32Array,
    assembly?: TogetherSearch,
  ): MostTogether | undefined {
    const slot = values.length === 0 ? 0 : 1;
    let met = this.met[slot];
    const mark = markOf(priors);
    const again = met?.priors === mark && areSame(met.values, values);
    if (!met || !again) {
      const named = values.map(({ attribute, value, points }) => ({ attribute, value, points }));
      this.met[slot] = met = { values: named, priors: mark, most: undefined };
    }
    if (again) {
      const room = (this.rooms[slot] ??= this.newRoom());
      met.most ??= this.isDense
        ? (this.togetherBy(assembly, values, priors, ties, room) ?? this.together(values, priors.points, ties, room))
        : this.bestListed(values, priors.points, ties, room);
    }
    return met.most;
  }

  countsOf(table: object, column: number): Uint32Array | undefined {
    const known = this.counts[column];
    return known?.table === table ? known.counts.subarray(0, known.sets) : undefined;
  }

  keepCounts(table: object, column: number, counts: Uint32Array): void {
    const sets = counts.length;
    const before = this.counts[column];
    // Of another snapshot there may be some more.
    const room = before && before.counts.length >= sets ? before.counts : this.allocator.words(sets + (sets >>> 2));
    if (before && room !== before.counts) this.outgrown.push(before.counts);
    room.set(counts);
    this.counts[column] = { table, counts: room, sets };
  }

  private newRoom(): Room {
    const { most, mostOfRegions, count, allocator } = this;
    const champions = Math.min(count, this.isDense ? MOST_CHAMPIONS : MOST_OF_LISTED);
    return {
      blocks: this.isDense ? allocator.floats(most.length) : NO_POINTS,
      regions: this.isDense ? allocator.floats(mostOfRegions.length) : NO_POINTS,
      docs: allocator.words(champions),
      scores: allocator.floats(champions),
    };
  }

  private togetherBy(
    assembly: TogetherSearch | undefined,
    values: readonly WeightedValue[],
    priors: PriorPoints,
    ties: Uint32Array,
    { blocks, regions, docs, scores }: Room,
  ): MostTogether | undefined {
    const kept = assembly?.together(this, values, priors, ties, blocks, { docs, scores });
    if (kept === undefined) return undefined;
    regionMaxima(blocks, regions);
    return { blocks, regions, champions: { docs: docs.subarray(0, kept), scores: scores.subarray(0, kept) } };
  }

  private bestListed(
    values: readonly WeightedValue[],
    priors: Float32Array,
    ties: Uint32Array,
    room: Room,
  ): MostTogether {
    const { docs, points } = this;
    best.reset(room.docs.length);
    let { floor } = best;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      let score = points[i];
      for (let v = 0; v < values.length; v++) {
        if (hasBit(values[v].products, doc)) score = fround(score + values[v].points);
      }
      score = fround(score + priors[doc]);
      if (score < floor) continue;
      best.offer(doc, score, ties[doc]);
      floor = best.floor;
    }
    return { blocks: room.blocks, regions: room.regions, champions: drainedTo(room) };
  }

  private together(
    values: readonly WeightedValue[],
    priors: Float32Array,
    ties: Uint32Array,
    room: Room,
  ): MostTogether {
    const { bits, points } = this;
    const { blocks, regions } = room;
    best.reset(room.docs.length);
    let { floor } = best;
    let at = 0;
    for (let block = 0; block < blocks.length; block++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let word = block * WORDS_PER_BLOCK; word < (block + 1) * WORDS_PER_BLOCK; word++) {
        for (let left = bits[word]; left !== 0; left &= left - 1) {
          const bit = left & -left;
          const doc = (word << 5) + 31 - Math.clz32(bit);
          let score = points[at++];
          for (let v = 0; v < values.length; v++) {
            if ((values[v].products[word] & bit) !== 0) score = fround(score + values[v].points);
          }
          score = fround(score + priors[doc]);
          if (score > most) most = score;
          if (score < floor) continue;
          best.offer(doc, score, ties[doc]);
          floor = best.floor;
        }
      }
      blocks[block] = most;
    }
    regionMaxima(blocks, regions);
    return { blocks, regions, champions: drainedTo(room) };
  }

  /** Dense form only: how many of the products come before a word. */
  rankOf(word: number): number {
    const { bits, ranks } = this;
    const rank = ranks[word >>> 1];
    return (word & 1) === 0 ? rank : rank + bitsOf(bits[word - 1]);
  }

  has(doc: number): boolean {
    return this.isDense ? hasBit(this.bits, doc) : positionIn(this.docs, doc) >= 0;
  }

  get isDense(): boolean {
    return this.bits.length > 0;
  }

  *arrays(): Generator<ArenaArray> {
    if (this.isDense) yield* [this.bits, this.ranks, this.points, this.most, this.mostOfRegions];
    else yield* [this.docs, this.points];
    for (const room of this.rooms) {
      if (room && this.isDense) yield* [room.blocks, room.regions];
      if (room) yield* [room.docs, room.scores];
    }
    for (const column of this.counts) if (column) yield column.counts;
    yield* this.outgrown;
  }

  /** Whether it lies in an arena. */
  isIn(arena: Arena): boolean {
    const { docs, bits, ranks, points, most } = this;
    if (!this.isDense) return arena.holds(docs) && arena.holds(points);
    return arena.holds(bits) && arena.holds(ranks) && arena.holds(points) && arena.holds(most);
  }
}
