/**
 * Prices and stock of a market's variants: what changes most often, in a part of its own.
 *
 *   list, sell   f64[V]  prices;  stock i32[V]  online stock
 *   store.I.variants u32, store.I.stock i32     stock of the I-th store, variants that name it, ascending
 *   price.I.variants u32, price.I.list|sell f64 prices under the I-th price id, variants ascending
 */
import { type Growable, growableF64, growableU32 } from '../kernel/growable.js';
import { type Part, PartWriter } from './part.js';

export interface VariantOffer {
  listPrice: number;
  sellingPrice: number;
  stock: number;
  stores?: Record<string, number>;
  customPrices?: Record<string, { listPrice: number; sellingPrice: number }>;
}

interface SparsePrices {
  variants: Growable<Uint32Array>;
  list: Growable<Float64Array>;
  sell: Growable<Float64Array>;
}

interface SparseStock {
  variants: Growable<Uint32Array>;
  stock: Growable<Uint32Array>;
}

export class OffersBuilder {
  private readonly list = growableF64();
  private readonly sell = growableF64();
  private readonly stock = growableU32();
  private readonly stores = new Map<string, SparseStock>();
  private readonly prices = new Map<string, SparsePrices>();

  /** The offers of `old` with those of some variants replaced; equals a build from the beginning. */
  static patched(old: Offers, changes: ReadonlyMap<number, VariantOffer>): PartWriter {
    const builder = new OffersBuilder();
    const stores = old.stores.map((key, i) => ({ key, column: old.storeColumn(i), at: 0 }));
    const prices = old.priceIds.map((id, i) => ({ id, column: old.priceColumn(i), at: 0 }));
    for (let variant = 0; variant < old.list.length; variant++) {
      const change = changes.get(variant);
      const offer: VariantOffer = change ?? {
        listPrice: old.list[variant],
        sellingPrice: old.sell[variant],
        stock: old.stock[variant],
      };
      // The sparse columns are walked along: one step where they have an entry for this variant.
      for (const store of stores) {
        if (store.column.variants[store.at] !== variant) continue;
        if (!change) (offer.stores ??= {})[store.key] = store.column.stock[store.at];
        store.at++;
      }
      for (const { id, column, at } of prices) {
        if (column.variants[at] !== variant || change) continue;
        (offer.customPrices ??= {})[id] = { listPrice: column.list[at], sellingPrice: column.sell[at] };
      }
      for (const price of prices) if (price.column.variants[price.at] === variant) price.at++;
      builder.add(offer);
    }
    return builder.finish();
  }

  /** Offers are added in the order of variant ordinals. */
  add(offer: VariantOffer): void {
    const variant = this.list.length;
    this.list.push(offer.listPrice);
    this.sell.push(offer.sellingPrice);
    this.stock.push(offer.stock);
    for (const key in offer.stores) {
      let store = this.stores.get(key);
      if (!store) this.stores.set(key, (store = { variants: growableU32(), stock: growableU32() }));
      store.variants.push(variant);
      store.stock.push(offer.stores[key]);
    }
    for (const id in offer.customPrices) {
      let prices = this.prices.get(id);
      if (!prices)
        this.prices.set(id, (prices = { variants: growableU32(), list: growableF64(), sell: growableF64() }));
      prices.variants.push(variant);
      prices.list.push(offer.customPrices[id].listPrice);
      prices.sell.push(offer.customPrices[id].sellingPrice);
    }
  }

  finish(): PartWriter {
    const stores = [...this.stores.keys()].sort();
    const priceIds = [...this.prices.keys()].sort();
    const part = new PartWriter('offers', { stores, priceIds })
      .add('list', this.list.view())
      .add('sell', this.sell.view())
      .add('stock', this.stock.view());
    stores.forEach((key, i) => {
      const store = this.stores.get(key)!;
      part.add(`store.${i}.variants`, store.variants.view()).add(`store.${i}.stock`, store.stock.view());
    });
    priceIds.forEach((id, i) => {
      const prices = this.prices.get(id)!;
      part.add(`price.${i}.variants`, prices.variants.view());
      part.add(`price.${i}.list`, prices.list.view()).add(`price.${i}.sell`, prices.sell.view());
    });
    return part;
  }
}

export interface PriceColumns {
  list: Float64Array;
  sell: Float64Array;
}

export class Offers {
  readonly list: Float64Array;
  readonly sell: Float64Array;
  readonly stock: Int32Array;
  readonly stores: readonly string[];
  readonly priceIds: readonly string[];

  constructor(private readonly part: Part) {
    const meta = part.meta as { stores: string[]; priceIds: string[] };
    this.stores = meta.stores;
    this.priceIds = meta.priceIds;
    this.list = part.f64('list');
    this.sell = part.f64('sell');
    this.stock = part.i32('stock');
  }

  /** Index of a store key or price id in `stores` or `priceIds`, or -1. */
  storeIndex(key: string): number {
    return this.stores.indexOf(key);
  }

  priceIndex(id: string): number {
    return this.priceIds.indexOf(id);
  }

  /** Stock of one variant in one store; 0 where the variant does not name the store. */
  storeStock(store: number, variant: number): number {
    const at = findSorted(this.part.u32(`store.${store}.variants`), variant);
    return at < 0 ? 0 : this.part.i32(`store.${store}.stock`)[at];
  }

  /** The sparse stock of one store. */
  storeColumn(store: number): { variants: Uint32Array; stock: Int32Array } {
    return { variants: this.part.u32(`store.${store}.variants`), stock: this.part.i32(`store.${store}.stock`) };
  }

  /** The sparse prices under one price id. */
  priceColumn(price: number): PriceColumns & { variants: Uint32Array } {
    const section = (name: string) => `price.${price}.${name}`;
    return {
      variants: this.part.u32(section('variants')),
      list: this.part.f64(section('list')),
      sell: this.part.f64(section('sell')),
    };
  }

  /** A variant's prices under one price id; undefined where it has none of its own. */
  customPrice(price: number, variant: number): { listPrice: number; sellingPrice: number } | undefined {
    const { variants, list, sell } = this.priceColumn(price);
    const at = findSorted(variants, variant);
    return at < 0 ? undefined : { listPrice: list[at], sellingPrice: sell[at] };
  }

  /** Full price columns with one price id substituted where a variant has it. Allocates: callers keep the result. */
  pricesUnder(price: number): PriceColumns {
    const list = Float64Array.from(this.list);
    const sell = Float64Array.from(this.sell);
    const custom = this.priceColumn(price);
    for (let i = 0; i < custom.variants.length; i++) {
      list[custom.variants[i]] = custom.list[i];
      sell[custom.variants[i]] = custom.sell[i];
    }
    return { list, sell };
  }
}

function findSorted(values: Uint32Array, wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low <= high) {
    const mid = (low + high) >>> 1;
    if (values[mid] === wanted) return mid;
    if (values[mid] < wanted) low = mid + 1;
    else high = mid - 1;
  }
  return -1;
}
