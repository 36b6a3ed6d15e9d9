/**
 * Between which bounds number columns lie over a hit set. Columns that products have are kept side by side for each
 * kind of offers, so that all of them take one pass over the hits, which reads one line of memory a product.
 */
import type { Structure } from '../index/structure.js';
import { hasBit } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';
import type { HitSet } from './listing.js';
import type { OfferContext } from './offer-context.js';

export interface Bounds {
  min: number;
  max: number;
}

/** Number columns of products, side by side. */
interface Table {
  columns: ReadonlyMap<string, number>;
  rows: Float64Array;
}

/** Scratch of one thread. */
export class ProductBounds {
  private readonly tables = new WeakMap<OfferContext, Table>();
  private min = new Float64Array(16);
  private max = new Float64Array(16);
  private scanned: { hits: HitSet; offers: OfferContext; nowMs: number } | undefined;

  /**
   * Bounds of a column: `minSell`, `maxSell`, `minDiscount`, `maxDiscount`, or the id of one of the view's that products
   * have. Release dates after `nowMs` are left out. Undefined when no product has a value.
   */
  of(column: string, hits: HitSet, view: View, offers: OfferContext, nowMs: number): Bounds | undefined {
    const { columns, rows } = this.table(view, offers);
    const { scanned } = this;
    if (scanned?.hits !== hits || scanned.offers !== offers || scanned.nowMs !== nowMs) {
      const released = columns.get('release_date') ?? -1;
      this.scan(rows, columns.size, hits, released, nowMs);
      this.scanned = { hits, offers, nowMs };
    }
    const at = columns.get(column)!;
    return this.min[at] <= this.max[at] ? { min: this.min[at], max: this.max[at] } : undefined;
  }

  private scan(rows: Float64Array, width: number, hits: HitSet, released: number, nowMs: number): void {
    if (this.min.length < width) {
      this.min = new Float64Array(width);
      this.max = new Float64Array(width);
    }
    const { min, max } = this;
    min.fill(Number.POSITIVE_INFINITY);
    max.fill(Number.NEGATIVE_INFINITY);
    const docs = hits.found?.docs ?? hits.docs;
    const count = hits.found?.docs.length ?? hits.count;
    for (let i = 0; i < count; i++) {
      const from = docs[i] * width;
      for (let column = 0; column < width; column++) {
        const value = rows[from + column];
        if (column === released && value > nowMs) continue;
        if (value < min[column]) min[column] = value;
        if (value > max[column]) max[column] = value;
      }
    }
  }

  private table(view: View, offers: OfferContext): Table {
    let table = this.tables.get(offers);
    if (!table) this.tables.set(offers, (table = makeTable(view, offers)));
    return table;
  }
}

function makeTable({ numbers, structure }: View, offers: OfferContext): Table {
  const { minSell, maxSell, minDiscount, maxDiscount } = offers;
  const sources: [string, Float64Array][] = Object.entries({ minSell, maxSell, minDiscount, maxDiscount });
  for (const id of numbers.ids()) {
    const { level, values } = numbers.get(id)!;
    if (level === 'product') sources.push([id, values]);
  }
  const width = sources.length;
  const rows = new Float64Array(structure.productCount * width);
  sources.forEach(([, values], column) => {
    for (let product = 0; product < structure.productCount; product++) rows[product * width + column] = values[product];
  });
  return { columns: new Map(sources.map(([id], column) => [id, column])), rows };
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
