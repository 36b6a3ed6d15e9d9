/**
 * Replaces the offers of some variants in an offers part. Columns are copied in runs between the changed variants, so
 * that the cost is that of copying memory; the result equals a part that is built from all offers.
 */
import { placed } from '../kernel/array-blocks.js';
import { type Offers, type VariantOffer, writeOffers } from './offers.js';
import type { PartWriter } from './part.js';

type Column = Uint32Array | Int32Array | Float64Array;

/** @param changes new offers by variant ordinal */
export function patchOfferColumns(old: Offers, changes: ReadonlyMap<number, VariantOffer>): PartWriter {
  const ordered = [...changes].sort(([a], [b]) => a - b);
  const list = placed(Float64Array, old.list.length);
  const sell = placed(Float64Array, old.sell.length);
  const stock = placed(Int32Array, old.stock.length);
  list.set(old.list);
  sell.set(old.sell);
  stock.set(old.stock);
  const stores = new Set(old.stores);
  const priceIds = new Set(old.priceIds);
  for (const [variant, offer] of ordered) {
    list[variant] = offer.listPrice;
    sell[variant] = offer.sellingPrice;
    stock[variant] = offer.stock;
    for (const key in offer.stores) stores.add(key);
    for (const id in offer.customPrices) priceIds.add(id);
  }
  return writeOffers({
    list,
    sell,
    stock,
    stores: new Map(
      [...stores].map(key => {
        const index = old.storeIndex(key);
        const column = index < 0 ? NO_STOCK : old.storeColumn(index);
        const runs = new PatchedColumn(column.variants, ordered, ({ stores = {} }) => Object.hasOwn(stores, key));
        return [key, { variants: runs.variants(), stock: runs.values(column.stock, ({ stores }) => stores![key]) }];
      }),
    ),
    prices: new Map(
      [...priceIds].map(id => {
        const index = old.priceIndex(id);
        const column = index < 0 ? NO_PRICES : old.priceColumn(index);
        const runs = new PatchedColumn(column.variants, ordered, ({ customPrices = {} }) =>
          Object.hasOwn(customPrices, id),
        );
        const list = runs.values(column.list, ({ customPrices }) => customPrices![id].listPrice);
        const sell = runs.values(column.sell, ({ customPrices }) => customPrices![id].sellingPrice);
        return [id, { variants: runs.variants(), list, sell }];
      }),
    ),
  });
}

const NO_STOCK = { variants: new Uint32Array(0), stock: new Int32Array(0) };
const NO_PRICES = { variants: new Uint32Array(0), list: new Float64Array(0), sell: new Float64Array(0) };

/** The entries of a new sparse column: runs of the old column, and changed variants between them. */
class PatchedColumn {
  /** Old entries from `from` to `to`, then the changed variant, where it has an entry. */
  private readonly runs: { from: number; to: number; change: [number, VariantOffer] | undefined }[] = [];
  private length = 0;

  constructor(
    private readonly old: Uint32Array,
    ordered: readonly [number, VariantOffer][],
    has: (offer: VariantOffer) => boolean,
  ) {
    let from = 0;
    for (const change of ordered) {
      const [variant, offer] = change;
      const to = lowerBound(old, variant, from);
      const holds = has(offer);
      const held = old[to] === variant;
      if (!holds && !held) continue;
      this.add(from, to, holds ? change : undefined);
      from = held ? to + 1 : to;
    }
    this.add(from, old.length, undefined);
  }

  private add(from: number, to: number, change: [number, VariantOffer] | undefined): void {
    this.runs.push({ from, to, change });
    this.length += to - from + (change ? 1 : 0);
  }

  variants(): Uint32Array {
    return this.fill(new Uint32Array(this.length), this.old, ([variant]) => variant);
  }

  values<C extends Column>(column: C, value: (offer: VariantOffer) => number): C {
    const out = new (column.constructor as new (length: number) => C)(this.length);
    return this.fill(out, column, ([, offer]) => value(offer));
  }

  private fill<C extends Column>(out: C, old: Column, value: (change: [number, VariantOffer]) => number): C {
    let at = 0;
    for (const { from, to, change } of this.runs) {
      out.set(old.subarray(from, to), at);
      at += to - from;
      if (change) out[at++] = value(change);
    }
    return out;
  }
}

/** First index from `low` on with a value of at least `wanted`. */
function lowerBound(values: Uint32Array, wanted: number, low: number): number {
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
