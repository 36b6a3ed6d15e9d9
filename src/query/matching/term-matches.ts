/**
 * The products that one query term matches, and the points that it brings to each: postings of all that stands for the
 * term, merged. A term of few products lists them; one of many has a bitmap with ranks, in which a product is found in
 * constant time, and the most points of each block.
 */
import { type Bitmap, bitsOf } from '../../kernel/bitmap.js';
import { WORDS_PER_BLOCK } from '../ranking/blocks.js';
import type { PriorPoints } from '../ranking/priors.js';

const NO_WORDS = new Uint32Array(0);
const NO_POINTS = new Float32Array(0);
/** A term is dense when at least one product in so many has it. */
const DENSE_SHARE = 64;
/** Of an object and its typed arrays, roughly. */
const OBJECT_BYTES = 600;

export class TermMatches {
  private priors: PriorPoints | undefined;
  private mostTogether: Float32Array | undefined;

  private constructor(
    readonly count: number,
    /** Ascending; empty in the dense form. */
    readonly docs: Uint32Array,
    /** By position among the products, ascending. */
    readonly points: Float32Array,
    /** Empty in the listed form, as are the next two. */
    readonly bits: Bitmap,
    /** By word: bits set before it. */
    readonly ranks: Uint32Array,
    /** By block. */
    readonly most: Float32Array,
  ) {}

  static isDense(count: number, products: number): boolean {
    return count > 0 && count * DENSE_SHARE >= products;
  }

  /** @param docs ascending */
  static listed(docs: Uint32Array, points: Float32Array): TermMatches {
    return new TermMatches(docs.length, docs, points, NO_WORDS, NO_WORDS, NO_POINTS);
  }

  /**
   * @param byProduct points of the products in `bits`
   */
  static dense(bits: Bitmap, byProduct: Float32Array): TermMatches {
    const ranks = new Uint32Array(bits.length);
    let count = 0;
    for (let word = 0; word < bits.length; word++) {
      ranks[word] = count;
      count += bitsOf(bits[word]);
    }
    const points = new Float32Array(count);
    const most = new Float32Array(bits.length / WORDS_PER_BLOCK);
    let at = 0;
    for (let word = 0; word < bits.length; word++) {
      const block = word >>> 1;
      for (let left = bits[word]; left !== 0; left &= left - 1) {
        const own = byProduct[(word << 5) + 31 - Math.clz32(left & -left)];
        points[at++] = own;
        if (own > most[block]) most[block] = own;
      }
    }
    return new TermMatches(count, NO_WORDS, points, bits, ranks, most);
  }

  /**
   * By block: the most that the term and the priors bring to one product, which bounds far more tightly than the most of
   * each. Computed when the same priors are asked for again; undefined until then. Dense form only.
   */
  mostWith(priors: PriorPoints): Float32Array | undefined {
    if (this.priors === priors) return (this.mostTogether ??= this.together(priors.points));
    this.priors = priors;
    this.mostTogether = undefined;
    return undefined;
  }

  private together(priors: Float32Array): Float32Array {
    const { bits, points } = this;
    const most = new Float32Array(bits.length / WORDS_PER_BLOCK).fill(Number.NEGATIVE_INFINITY);
    let at = 0;
    for (let word = 0; word < bits.length; word++) {
      const block = word >>> 1;
      for (let left = bits[word]; left !== 0; left &= left - 1) {
        const own = Math.fround(points[at++] + priors[(word << 5) + 31 - Math.clz32(left & -left)]);
        if (own > most[block]) most[block] = own;
      }
    }
    return most;
  }

  get isDense(): boolean {
    return this.bits.length > 0;
  }

  get bytes(): number {
    const { docs, points, bits, ranks, most } = this;
    return (
      OBJECT_BYTES + docs.byteLength + points.byteLength + bits.byteLength + ranks.byteLength + 2 * most.byteLength
    );
  }
}
