/**
 * Between which bounds number columns lie over a hit set. Columns that products have are kept side by side for each
 * kind of offers, so that few hits take one pass, which reads one line of memory a product. Of many hits the bound is
 * most likely among the products with the least or largest values of all: those are asked first whether they are hits.
 */
import type { Structure } from '../../index/structure.js';
import { type Bitmap, emptyBitmap, hasBit } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import type { View } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { QueryContext } from '../query-context.js';
import type { HitSet } from './listing.js';

export interface Bounds {
  min: number;
  max: number;
}

/** Products with the least and the largest values of a column that are asked whether they are hits. */
const OUTERMOST = 256;
/** One product in so many must be a hit for that to be worth it: one column in sixty then has to be looked through. */
const DENSE = 64;
/** Below, a pass over the hits is as quick. */
const FEW = 512;

/** Number columns of products, side by side. */
interface Table {
  columns: ReadonlyMap<string, number>;
  /** By column, by product. */
  values: readonly Float64Array[];
  rows: Float64Array;
  width: number;
  products: number;
  /** By column, made when first asked for: products by value, from the outside in. */
  least: Uint32Array[];
  largest: Uint32Array[];
}

/** Scratch of one thread. */
export class ProductBounds {
  private readonly tables = new WeakMap<OfferContext, Table>();
  private min = new Float64Array(16);
  private max = new Float64Array(16);
  private members: Bitmap = emptyBitmap(0);
  private scanned: { hits: HitSet; offers: OfferContext; nowMs: number } | undefined;

  /**
   * Bounds of a column: `minSell`, `maxSell`, `minDiscount`, `maxDiscount`, or the id of one of the view's that products
   * have. Release dates after `nowMs` are left out. Undefined when no product has a value.
   */
  of(column: string, hits: HitSet, { view, offers, nowMs }: QueryContext): Bounds | undefined {
    const table = this.table(view, offers);
    const { scanned } = this;
    if (scanned?.hits !== hits || scanned.offers !== offers || scanned.nowMs !== nowMs) {
      this.scan(table, hits, nowMs);
      this.scanned = { hits, offers, nowMs };
    }
    const at = table.columns.get(column)!;
    return this.min[at] <= this.max[at] ? { min: this.min[at], max: this.max[at] } : undefined;
  }

  private scan(table: Table, hits: HitSet, nowMs: number): void {
    const { width, products } = table;
    if (this.min.length < width) {
      this.min = new Float64Array(width);
      this.max = new Float64Array(width);
    }
    this.min.fill(Number.POSITIVE_INFINITY);
    this.max.fill(Number.NEGATIVE_INFINITY);
    const docs = hits.found?.docs ?? hits.docs;
    const count = hits.found?.docs.length ?? hits.count;
    const released = table.columns.get('release_date') ?? -1;
    if (count < FEW || count * DENSE < products) {
      this.pass(table, { docs, count }, 0, width, nowMs);
      return;
    }
    this.gather(docs, count, products);
    for (let column = 0; column < width; column++) {
      const latest = column === released ? nowMs : Number.POSITIVE_INFINITY;
      if (!this.askOutermost(table, column, latest)) {
        this.pass(table, { docs, count }, column, column + 1, nowMs);
      }
    }
  }

  /** Reads the columns `[from, to)` of every hit. */
  private pass(
    { rows, width, columns }: Table,
    { docs, count }: Pick<HitSet, 'docs' | 'count'>,
    from: number,
    to: number,
    nowMs: number,
  ): void {
    const { min, max } = this;
    const released = columns.get('release_date') ?? -1;
    for (let i = 0; i < count; i++) {
      const row = docs[i] * width;
      for (let column = from; column < to; column++) {
        const value = rows[row + column];
        if (column === released && value > nowMs) continue;
        if (value < min[column]) min[column] = value;
        if (value > max[column]) max[column] = value;
      }
    }
  }

  private gather(docs: Uint32Array, count: number, products: number): void {
    if (this.members.length * 32 < products) this.members = emptyBitmap(products);
    else this.members.fill(0);
    const { members } = this;
    for (let i = 0; i < count; i++) members[docs[i] >>> 5] |= 1 << (docs[i] & 31);
  }

  /** Whether both bounds were found among the outermost products; a column that holds few is known from them as well. */
  private askOutermost(table: Table, column: number, latest: number): boolean {
    const { rows, width } = table;
    table.least[column] ??= outermost(table.values[column], -1);
    table.largest[column] ??= outermost(table.values[column], 1);
    const least = table.least[column];
    const low = this.firstMember(least, rows, width, column, latest);
    const high = this.firstMember(table.largest[column], rows, width, column, latest);
    if (low >= 0) this.min[column] = rows[low * width + column];
    if (high >= 0) this.max[column] = rows[high * width + column];
    return (low >= 0 && high >= 0) || least.length < OUTERMOST;
  }

  /** The first of some products that is a hit, with a value of at most `latest`; -1 when none is. */
  private firstMember(
    products: Uint32Array,
    rows: Float64Array,
    width: number,
    column: number,
    latest: number,
  ): number {
    for (let i = 0; i < products.length; i++) {
      const product = products[i];
      if (hasBit(this.members, product) && rows[product * width + column] <= latest) return product;
    }
    return -1;
  }

  private table(view: View, offers: OfferContext): Table {
    let table = this.tables.get(offers);
    if (!table) this.tables.set(offers, (table = makeTable(view, offers)));
    return table;
  }
}

const topK = new TopK(OUTERMOST);
/** 2^32 divided by the golden ratio: multiples of it lie far apart (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e37_79b1;

/** Products with the largest of some values times `sign`, the largest first; those without a value are left out. */
function outermost(values: Float64Array, sign: number): Uint32Array {
  topK.reset(OUTERMOST);
  let { floor, floorTie } = topK;
  for (let product = 0; product < values.length; product++) {
    const value = sign * values[product];
    // Nearly all are passed over here. No comparison holds of what has no value.
    if (!(value >= floor)) continue;
    // Of many with the same value, ones from all over the catalog: neighbours are alike, and so no hits all together.
    const tie = Math.imul(product, SPREAD) >>> 0;
    if (value === floor && tie >= floorTie) continue;
    topK.offer(product, value, tie);
    ({ floor, floorTie } = topK);
  }
  const found = new Uint32Array(OUTERMOST);
  return found.slice(0, topK.drain(found));
}

function makeTable({ numbers, structure }: View, offers: OfferContext): Table {
  const { minSell, maxSell, minDiscount, maxDiscount } = offers;
  const sources: [string, Float64Array][] = Object.entries({ minSell, maxSell, minDiscount, maxDiscount });
  for (const id of numbers.ids()) {
    const { level, values } = numbers.get(id)!;
    if (level === 'product') sources.push([id, values]);
  }
  const width = sources.length;
  const products = structure.productCount;
  const rows = new Float64Array(products * width);
  sources.forEach(([, values], column) => {
    for (let product = 0; product < products; product++) rows[product * width + column] = values[product];
  });
  const columns = new Map(sources.map(([id], column) => [id, column]));
  return { columns, values: sources.map(([, values]) => values), rows, width, products, least: [], largest: [] };
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
