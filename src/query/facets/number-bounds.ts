/**
 * Minimum and maximum of number columns over a hit set. Of each block of 64 products the least and the largest value of
 * a column are known (block maxima, as of postings: Ding and Suel, Faster Top-k Document Retrieval Using Block-Max
 * Indexes, 2011): only blocks with a hit whose range exceeds the bounds found so far are read. They are few, because
 * neighbours are of one category, and cost about the same. The first query of a view looks at its hits alone: to know
 * the columns takes longer the larger the catalog is.
 */
import type { Structure } from '../../index/structure.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import { finish, inSteps, type Steps } from '../../kernel/steps.js';
import type { View } from '../../snapshot/index.js';
import type { OfferContext, Ranges } from '../filters/offer-context.js';
import type { QueryContext } from '../query-context.js';
import type { HitSet } from './faceted-hits.js';
import type { Members } from './members.js';

export interface Bounds {
  min: number;
  max: number;
}

/** Products of a block are two words of a bitmap. */
const BLOCK = 64;
const BLOCK_WORDS = BLOCK / 32;
/** Blocks of a region, of which the least and the largest value are known as well. */
const REGION = 64;
/** With fewer hits than one in so many blocks, a look at every hit is as quick. */
const BLOCKS_PER_HIT = 8;
/** With more hits than one in so many products, the columns take as little time as a look at every hit. */
const PRODUCTS_PER_HIT = 4;

/** By product; without a value they have NaN. */
type Values = Float64Array | Uint8Array;

/** A number column of products. */
interface Column {
  values: Values;
  /** Infinite where no product has a value. */
  blocks: Extremes;
  regions: Extremes;
}

/** The least and the largest values, by block or region. */
interface Extremes {
  least: Float64Array;
  largest: Float64Array;
}

/** The blocks that have a hit, ascending; those of region `r` are `blocks[starts[r] … starts[r + 1])`. */
interface HitBlocks {
  blocks: Uint32Array;
  starts: Uint32Array;
}

/** By their values, which snapshots share until one changes. */
const known = new WeakMap<Values, Column>();

/** Scratch of one thread. */
export class ProductBounds {
  private readonly tables = new WeakMap<OfferContext, ReadonlyMap<string, Column>>();
  private blocks = new Uint32Array(0);
  private starts = new Uint32Array(0);
  private listed: (HitBlocks & { hits: HitSet }) | undefined;
  /** The first hits of each context, which are looked at one by one. */
  private readonly first = new WeakMap<OfferContext, { hits: HitSet; ranges?: Ranges }>();

  constructor(private readonly members: Members) {}

  /**
   * Bounds of a column: `minSell`, `maxSell`, `minDiscount`, `maxDiscount`, or the id of one of the view's that
   * products have. Release dates after `nowMs` are left out. Undefined when no product has a value.
   */
  of(id: string, hits: HitSet, { view, offers, nowMs }: QueryContext): Bounds | undefined {
    const latest = id === 'release_date' ? nowMs : Number.POSITIVE_INFINITY;
    const count = hits.found?.docs.length ?? hits.count;
    if (count * PRODUCTS_PER_HIT < view.structure.productCount && this.isFirst(hits, offers)) {
      return this.boundsOfFirst(id, hits, view, offers, latest);
    }
    const column = this.columns(view, offers).get(id)!;
    if (count * BLOCKS_PER_HIT < column.blocks.least.length) {
      return boundsOfFew(column.values, hits.found?.docs ?? hits.docs, count, latest);
    }
    const members = this.members.of(hits, view.structure.productCount);
    const blocks = this.blocksOf(hits, members);
    return boundsByBlock(column, members, blocks, latest);
  }

  /** Whether the columns are not known yet, and no other hits were asked for. */
  private isFirst(hits: HitSet, offers: OfferContext): boolean {
    if (this.tables.has(offers)) return false;
    const first = this.first.get(offers);
    if (!first) this.first.set(offers, { hits });
    return !first || first.hits === hits;
  }

  /** Of the first hits of a context. */
  private boundsOfFirst(
    id: string,
    hits: HitSet,
    { numbers }: View,
    offers: OfferContext,
    latest: number,
  ): Bounds | undefined {
    const docs = hits.found?.docs ?? hits.docs;
    const count = hits.found?.docs.length ?? hits.count;
    const column = numbers.get(id);
    if (column) return boundsOfFew(column.values, docs, count, latest);
    const first = this.first.get(offers)!;
    first.ranges ??= offers.rangesOfSome(docs, count);
    return boundsOf(first.ranges[id as keyof Ranges]);
  }

  /** The blocks that have a hit. */
  private blocksOf(hits: HitSet, members: Bitmap): HitBlocks {
    if (this.listed?.hits === hits) return this.listed;
    const whole = Math.floor(members.length / BLOCK_WORDS);
    const regions = Math.floor(whole / REGION) + 1;
    if (this.blocks.length <= whole) this.blocks = new Uint32Array(whole + 1);
    if (this.starts.length <= regions) this.starts = new Uint32Array(regions + 1);
    const { blocks, starts } = this;
    let count = 0;
    for (let block = 0; block < whole; block++) {
      if (block % REGION === 0) starts[block / REGION] = count;
      if ((members[block * BLOCK_WORDS] | members[block * BLOCK_WORDS + 1]) !== 0) blocks[count++] = block;
    }
    if (whole % REGION === 0) starts[whole / REGION] = count;
    // The last block may be a single word.
    if (whole * BLOCK_WORDS < members.length && members[members.length - 1] !== 0) blocks[count++] = whole;
    starts[regions] = count;
    this.listed = { hits, blocks, starts: starts.subarray(0, regions + 1) };
    return this.listed;
  }

  /** Computes the bounds of all columns, unless they are known. */
  *prepare(view: View, offers: OfferContext): Steps<ReadonlyMap<string, Column>> {
    const known = this.tables.get(offers);
    if (known) return known;
    const columns = yield* columnsOf(view, offers);
    this.tables.set(offers, columns);
    return columns;
  }

  private columns(view: View, offers: OfferContext): ReadonlyMap<string, Column> {
    this.first.delete(offers);
    return this.tables.get(offers) ?? finish(this.prepare(view, offers));
  }
}

function boundsOfFew(values: Values, docs: Uint32Array, count: number, latest: number): Bounds | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const value = values[docs[i]];
    if (value < min) min = value;
    if (value > max && value <= latest) max = value;
  }
  return min <= max ? { min, max } : undefined;
}

/** Over a column that has a value of every hit. */
function boundsOf(values: Values): Bounds | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}

function boundsByBlock(
  { values, blocks: { least, largest }, regions }: Column,
  members: Bitmap,
  { blocks, starts }: HitBlocks,
  latest: number,
): Bounds | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let region = 0; region + 1 < starts.length; region++) {
    if (!(regions.least[region] < min || regions.largest[region] > max)) continue;
    for (let i = starts[region]; i < starts[region + 1]; i++) {
      const block = blocks[i];
      if (!(least[block] < min || largest[block] > max)) continue;
      const end = Math.min((block + 1) * BLOCK_WORDS, members.length);
      for (let word = block * BLOCK_WORDS; word < end; word++) {
        for (let bits = members[word]; bits !== 0; bits &= bits - 1) {
          const value = values[(word << 5) + 31 - Math.clz32(bits & -bits)];
          // A least value after `latest` stays without a largest one, which is none then.
          if (value < min) min = value;
          if (value > max && value <= latest) max = value;
        }
      }
    }
  }
  return min <= max ? { min, max } : undefined;
}

function* columnsOf({ numbers }: View, offers: OfferContext): Steps<ReadonlyMap<string, Column>> {
  const { minSell, maxSell, minDiscount, maxDiscount } = offers;
  const columns = new Map<string, Column>();
  for (const [id, values] of Object.entries({ minSell, maxSell, minDiscount, maxDiscount })) {
    columns.set(id, yield* columnOf(values));
  }
  for (const id of numbers.ids()) {
    const { level, values } = numbers.get(id)!;
    if (level === 'product') columns.set(id, yield* columnOf(values));
  }
  return columns;
}

function* columnOf(values: Values): Steps<Column> {
  const found = known.get(values);
  if (found) return found;
  const blocks = noExtremes(Math.ceil(values.length / BLOCK));
  const { least, largest } = blocks;
  yield* inSteps(least.length, (from, end) => enterExtremes(blocks, values, values, BLOCK, from, end), BLOCK);
  const regions = noExtremes(Math.ceil(least.length / REGION));
  enterExtremes(regions, least, largest, REGION, 0, regions.least.length);
  const column = { values, blocks, regions };
  known.set(values, column);
  return column;
}

function noExtremes(length: number): Extremes {
  return { least: new Float64Array(length), largest: new Float64Array(length) };
}

/** Enters the extremes of runs of values, for the runs from `from` to before `end`. */
function enterExtremes(
  { least, largest }: Extremes,
  low: Values,
  high: Values,
  run: number,
  from: number,
  end: number,
): void {
  for (let i = from; i < end; i++) {
    const last = Math.min((i + 1) * run, low.length);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let at = i * run; at < last; at++) {
      if (low[at] < min) min = low[at];
      if (high[at] > max) max = high[at];
    }
    least[i] = min;
    largest[i] = max;
  }
}

/** Bounds of a column of variants over those that count. */
export function variantBounds(
  values: ArrayLike<number>,
  hits: HitSet,
  { variantStart }: Structure,
): Bounds | undefined {
  const { variants } = hits;
  const docs = hits.found?.docs ?? hits.docs;
  const count = hits.found?.docs.length ?? hits.count;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    for (let v = variantStart[docs[i]], end = variantStart[docs[i] + 1]; v < end; v++) {
      if (variants !== undefined && !hasBit(variants, v)) continue;
      const value = values[v];
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : undefined;
}
