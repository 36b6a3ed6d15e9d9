/**
 * Part `offers`: prices and stock of a market's variants, which change most often.
 *
 *   list, sell   f64[V]  prices;  stock i32[V]  online stock
 *   store.I.variants u32, store.I.stock i32     the I-th store: variants that name it, ascending, and their stock
 *   price.I.variants u32, price.I.list|sell f64 the I-th price id: variants ascending, and their prices
 */

import { type Growable, growableF64, growableU32 } from '../kernel/growable.js';
import { positionIn } from '../kernel/sorted-search.js';
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

  /** Adds the offer of the next variant, in the order of ordinals. */
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
    const stores = new Map(
      [...this.stores].map(([key, { variants, stock }]) => [key, { variants: variants.view(), stock: stock.view() }]),
    );
    const prices = new Map(
      [...this.prices].map(([id, { variants, list, sell }]) => [
        id,
        { variants: variants.view(), list: list.view(), sell: sell.view() },
      ]),
    );
    return writeOffers({ list: this.list.view(), sell: this.sell.view(), stock: this.stock.view(), stores, prices });
  }
}

export interface OfferColumns {
  list: Float64Array;
  sell: Float64Array;
  stock: Uint32Array | Int32Array;
  stores: ReadonlyMap<string, StoreColumn>;
  prices: ReadonlyMap<string, SparsePriceColumns>;
}

/** Sparse columns without entries are left out. */
export function writeOffers(columns: OfferColumns): PartWriter {
  const { list, sell, stock } = columns;
  const stores = [...columns.stores].filter(([, { variants }]) => variants.length > 0).sort(byName);
  const prices = [...columns.prices].filter(([, { variants }]) => variants.length > 0).sort(byName);
  const meta = { stores: stores.map(([key]) => key), priceIds: prices.map(([id]) => id) };
  const part = new PartWriter('offers', meta).add('list', list).add('sell', sell).add('stock', stock);
  stores.forEach(([, column], i) => {
    part.add(`store.${i}.variants`, column.variants).add(`store.${i}.stock`, column.stock);
  });
  prices.forEach(([, column], i) => {
    part.add(`price.${i}.variants`, column.variants);
    part.add(`price.${i}.list`, column.list).add(`price.${i}.sell`, column.sell);
  });
  return part;
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

export interface PriceColumns {
  list: Float64Array;
  sell: Float64Array;
}

export interface SparsePriceColumns extends PriceColumns {
  variants: Uint32Array;
}

export interface StoreColumn {
  variants: Uint32Array;
  stock: Uint32Array | Int32Array;
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

  /** Stock of a variant in a store (index in `stores`); 0 where the variant does not name the store. */
  storeStock(store: number, variant: number): number {
    const at = positionIn(this.part.u32(`store.${store}.variants`), variant);
    return at < 0 ? 0 : this.part.i32(`store.${store}.stock`)[at];
  }

  /** The sparse stock of one store. */
  storeColumn(store: number): { variants: Uint32Array; stock: Int32Array } {
    return { variants: this.part.u32(`store.${store}.variants`), stock: this.part.i32(`store.${store}.stock`) };
  }

  /** The sparse prices under one price id. */
  priceColumn(price: number): SparsePriceColumns {
    const section = (name: string) => `price.${price}.${name}`;
    return {
      variants: this.part.u32(section('variants')),
      list: this.part.f64(section('list')),
      sell: this.part.f64(section('sell')),
    };
  }

  /** Prices of a variant under a price id (index in `priceIds`); undefined where it has none. */
  customPrice(price: number, variant: number): { listPrice: number; sellingPrice: number } | undefined {
    const { variants, list, sell } = this.priceColumn(price);
    const at = positionIn(variants, variant);
    return at < 0 ? undefined : { listPrice: list[at], sellingPrice: sell[at] };
  }

  /** Copies of the price columns, with the prices under one price id where a variant has them. Allocates. */
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
