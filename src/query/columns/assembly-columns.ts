/**
 * Computes columns that every view and price list has for itself, of stock and of priors, piece by piece in a memory of
 * WebAssembly: a new snapshot has other prices, and at the start of a daemon V8 has not compiled their loops yet.
 *
 *   0           a piece of a column of priors (see `PIECE`)
 *   from a multiple of 16 on: the columns of a piece, f32 or f64 a product; points by day, f64, and the dates they are of
 */
import { Assembly } from '../../kernel/assembly.js';
import type { Bitmap } from '../../kernel/bitmap.js';
import { ELEMENTS } from '../../kernel/steps.js';

/** Products of a block of `ranking/blocks.ts`. */
const BLOCK = 64;
/** Days whose points are kept. */
const KEPT_DATES = 1 << 12;
const WORD_BYTES = 4;
const DOUBLE_BYTES = 8;
const WORD_BITS = 32;
const ALIGNMENT = 16;

/** Offsets of the words of a piece, then of its doubles. */
const PIECE = { POPULARITY: 0, RATINGS: 1, DATES: 2, STOCKED: 3, COUNT: 4, KNOWN_DATES: 5, KNOWN_POINTS: 6, POINTS: 7 };
const WEIGHTS = 4;
const PIECE_BYTES = 80;

/** Of the priors of products; absent columns count for nothing. */
export interface PriorColumns {
  popularity: Float32Array;
  ratings: Float64Array | undefined;
  released: Float64Array | undefined;
  stocked: Bitmap | undefined;
}

/** What the columns are multiplied with. */
export interface PriorWeights {
  popularity: number;
  maxRating: number;
  rating: number;
  dayMs: number;
  outOfStock: number;
}

let ofThread: AssemblyColumns | undefined;

export class AssemblyColumns {
  private readonly layout = new Layout();
  private readonly popularity = this.layout.floats(ELEMENTS);
  private readonly ratings = this.layout.doubles(ELEMENTS);
  private readonly dates = this.layout.doubles(ELEMENTS);
  private readonly stocked = this.layout.words(ELEMENTS / WORD_BITS);
  private readonly points = this.layout.floats(ELEMENTS);
  private readonly most = this.layout.floats(ELEMENTS / BLOCK);
  private readonly knownDates = this.layout.doubles(KEPT_DATES);
  private readonly knownPoints = this.layout.doubles(KEPT_DATES);
  /** Of stock, or what is read of a bitmap of variants, whose length is that of its owners. */
  private readonly end = this.layout.end;
  /** What the known points are of. */
  private known: object | undefined;

  private constructor(private readonly assembly: Assembly) {}

  /** That of this thread. @returns undefined where it has no WebAssembly */
  static ofThread(): AssemblyColumns | undefined {
    if (ofThread) return ofThread;
    const assembly = Assembly.make(1 << 18);
    if (assembly) ofThread = new AssemblyColumns(assembly);
    return ofThread;
  }

  /** Enters the values from `from`, a multiple of 32, to before `end` that are above 0 in a bitmap. */
  positive(values: Int32Array, from: number, end: number, bits: Bitmap): void {
    const words = Math.ceil((end - from) / WORD_BITS);
    const out = this.end + words * WORD_BITS * WORD_BYTES;
    this.assembly.reserve(out + words * WORD_BYTES);
    const { buffer } = this.assembly;
    const copied = new Int32Array(buffer, this.end, words * WORD_BITS);
    copied.set(values.subarray(from, end));
    copied.fill(0, end - from);
    this.assembly.functions.positiveBits(this.end, words, out);
    bits.set(new Uint32Array(buffer, out, words), from / WORD_BITS);
  }

  /**
   * Enters the products from `from`, a multiple of 32, to before `end` in a bitmap that have a variant in another one.
   * @param starts the first variant of each product
   */
  owners(variants: Bitmap, starts: Uint32Array, from: number, end: number, products: Bitmap): void {
    const first = starts[from] & -WORD_BITS;
    const read = variants.subarray(first / WORD_BITS, Math.ceil(starts[end] / WORD_BITS));
    const startsAt = this.end + (read.length + 1) * WORD_BYTES;
    const out = startsAt + (end - from + 1) * WORD_BYTES;
    const words = Math.ceil((end - from) / WORD_BITS);
    this.assembly.reserve(out + words * WORD_BYTES);
    const { buffer } = this.assembly;
    new Uint32Array(buffer, this.end, read.length).set(read);
    new Uint32Array(buffer, startsAt, end - from + 1).set(starts.subarray(from, end + 1));
    this.assembly.functions.ownerBits(this.end, first, startsAt, end - from, out);
    products.set(new Uint32Array(buffer, out, words), from / WORD_BITS);
  }

  /** The greatest of `values[from … end)` and `most`, those that are no number left out. */
  greatest(values: Float64Array, from: number, end: number, most: number): number {
    this.doubles(this.dates, end - from).set(values.subarray(from, end));
    return this.assembly.functions.greatest(this.dates, end - from, most);
  }

  /**
   * Writes the priors of the products from `from`, where a block begins, to before `end`.
   * @param newness by whom points for newness are kept from piece to piece; `of` those of a date
   * @param prior of a product
   * @param points those of all products
   * @param most the most of each block
   */
  priors(
    { popularity, ratings, released, stocked }: PriorColumns,
    weights: PriorWeights,
    [from, end]: readonly [from: number, end: number],
    newness: { of(date: number): number },
    prior: (doc: number) => number,
    { points, most }: { points: Float32Array; most: Float32Array },
  ): void {
    const count = end - from;
    this.keepPoints(newness);
    this.floats(this.popularity, count).set(popularity.subarray(from, end));
    if (ratings) this.doubles(this.ratings, count).set(ratings.subarray(from, end));
    if (released) this.doubles(this.dates, count).set(released.subarray(from, end));
    if (stocked) {
      const words = stocked.subarray(from / WORD_BITS, Math.ceil(end / WORD_BITS));
      new Uint32Array(this.assembly.buffer, this.stocked, words.length).set(words);
    }
    const piece = new Uint32Array(this.assembly.buffer, 0, PIECE_BYTES / WORD_BYTES);
    piece[PIECE.POPULARITY] = this.popularity;
    piece[PIECE.RATINGS] = ratings ? this.ratings : 0;
    piece[PIECE.DATES] = released ? this.dates : 0;
    piece[PIECE.STOCKED] = stocked ? this.stocked : 0;
    piece[PIECE.COUNT] = count;
    piece[PIECE.KNOWN_DATES] = this.knownDates;
    piece[PIECE.KNOWN_POINTS] = this.knownPoints;
    piece[PIECE.POINTS] = this.points;
    const { popularity: popular, maxRating, rating, dayMs, outOfStock } = weights;
    this.doubles(WEIGHTS * DOUBLE_BYTES, 5).set([popular, maxRating, rating, dayMs, outOfStock]);
    const written = this.floats(this.points, ELEMENTS);
    for (let at = 0; ; at++) {
      at = this.assembly.functions.writePriors(0, at);
      if (at === count) break;
      written[at] = prior(from + at);
      const date = released![from + at];
      const place = (date / dayMs) & (KEPT_DATES - 1);
      this.doubles(this.knownDates, KEPT_DATES)[place] = date;
      this.doubles(this.knownPoints, KEPT_DATES)[place] = newness.of(date);
    }
    points.set(written.subarray(0, count), from);
    written.fill(Number.NEGATIVE_INFINITY, count);
    const blocks = Math.ceil(count / BLOCK);
    this.assembly.functions.blockMost(this.points, blocks, this.most);
    most.set(this.floats(this.most, blocks), from / BLOCK);
  }

  /** Forgets the points of another snapshot. */
  private keepPoints(of: object): void {
    if (this.known === of) return;
    this.known = of;
    this.doubles(this.knownDates, KEPT_DATES).fill(Number.NaN);
  }

  private doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.assembly.buffer, at, length);
  }

  private floats(at: number, length: number): Float32Array {
    return new Float32Array(this.assembly.buffer, at, length);
  }
}

/** Gives out offsets. */
class Layout {
  end = PIECE_BYTES;

  words(count: number): number {
    return this.take(count * WORD_BYTES);
  }

  floats(count: number): number {
    return this.take(count * WORD_BYTES);
  }

  doubles(count: number): number {
    return this.take(count * DOUBLE_BYTES);
  }

  private take(bytes: number): number {
    const at = Math.ceil(this.end / ALIGNMENT) * ALIGNMENT;
    this.end = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    return at;
  }
}
