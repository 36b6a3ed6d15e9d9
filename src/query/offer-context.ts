/**
 * Prices and stock as one request sees them: with its price id substituted, and stock over its channels and stores.
 * Columns that sorting, facets and rules need are made when first asked for and kept with the context, which is shared
 * by all requests of the same kind on a thread.
 */
import { discountPercent } from '../index/badges.js';
import { type Bitmap, emptyBitmap, setBit } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';

/** What of a request decides on prices and stock. */
export interface OfferSelection {
  priceId?: string;
  channels: { online: boolean; store: boolean };
  stores: readonly string[];
}

/** Contexts kept for a view: shops have a handful of price ids, and stores come in few combinations at a time. */
const KEPT_CONTEXTS = 24;

export class OfferContext {
  /** By variant. */
  readonly list: Float64Array;
  readonly sell: Float64Array;
  readonly stock: Int32Array;
  /** Index of the price id in the view's offers, or -1. */
  readonly price: number;
  /** Indexes of the selected stores that the view knows, with their keys. */
  readonly stores: readonly { key: string; index: number }[];
  readonly online: boolean;
  /** Whether prices and stock are those the cards were built with. */
  readonly ordinary: boolean;
  private readonly made = new Map<string, Float64Array>();
  private stocked: { products: Bitmap; variants: Bitmap } | undefined;

  constructor(
    private readonly view: View,
    selection: OfferSelection,
    /** Tells contexts apart: part of the key of whatever depends on one. */
    readonly key: string,
  ) {
    const { offers } = view;
    this.price = selection.priceId === undefined ? -1 : offers.priceIndex(selection.priceId);
    const prices = this.price < 0 ? offers : offers.pricesUnder(this.price);
    this.list = prices.list;
    this.sell = prices.sell;
    this.online = selection.channels.online;
    this.stores = selection.channels.store ? selection.stores.map(key => ({ key, index: offers.storeIndex(key) })) : [];
    this.ordinary = this.price < 0 && this.online && this.stores.length === 0;
    this.stock = this.effectiveStock();
  }

  /** Lowest selling price of each product. */
  get minSell(): Float64Array {
    return this.perProduct('minSell', Number.POSITIVE_INFINITY, (best, variant) => Math.min(best, this.sell[variant]));
  }

  /** Highest selling price of each product. */
  get maxSell(): Float64Array {
    return this.perProduct('maxSell', Number.NEGATIVE_INFINITY, (best, variant) => Math.max(best, this.sell[variant]));
  }

  /** Smallest discount of each product, in whole percent. */
  get minDiscount(): Float64Array {
    const { discount } = this;
    return this.perProduct('minDiscount', Number.POSITIVE_INFINITY, (best, v) => Math.min(best, discount[v]));
  }

  /** Largest discount of each product, in whole percent. */
  get maxDiscount(): Float64Array {
    const { discount } = this;
    return this.perProduct('maxDiscount', 0, (best, variant) => Math.max(best, discount[variant]));
  }

  /** Discount of each variant, in whole percent. */
  get discount(): Float64Array {
    return this.column('discount', () => {
      const out = new Float64Array(this.sell.length);
      for (let v = 0; v < out.length; v++) out[v] = discountPercent(this.list[v], this.sell[v]);
      return out;
    });
  }

  get inStock(): { products: Bitmap; variants: Bitmap } {
    if (!this.stocked) {
      const { structure } = this.view;
      const products = emptyBitmap(structure.productCount);
      const variants = emptyBitmap(structure.variantCount);
      for (let v = 0; v < this.stock.length; v++) {
        if (this.stock[v] <= 0) continue;
        setBit(variants, v);
        setBit(products, structure.productOf[v]);
      }
      this.stocked = { products, variants };
    }
    return this.stocked;
  }

  private effectiveStock(): Int32Array {
    const { offers } = this.view;
    if (this.online && this.stores.length === 0) return offers.stock;
    const stock = this.online ? Int32Array.from(offers.stock) : new Int32Array(offers.stock.length);
    for (const { index } of this.stores) {
      if (index < 0) continue;
      const column = offers.storeColumn(index);
      for (let i = 0; i < column.variants.length; i++) stock[column.variants[i]] += column.stock[i];
    }
    return stock;
  }

  private perProduct(name: string, start: number, fold: (best: number, variant: number) => number): Float64Array {
    return this.column(name, () => {
      const { variantStart, productCount } = this.view.structure;
      const out = new Float64Array(productCount);
      for (let p = 0; p < productCount; p++) {
        let best = start;
        for (let v = variantStart[p]; v < variantStart[p + 1]; v++) best = fold(best, v);
        out[p] = best;
      }
      return out;
    });
  }

  private column(name: string, make: () => Float64Array): Float64Array {
    let column = this.made.get(name);
    if (!column) this.made.set(name, (column = make()));
    return column;
  }
}

/** The contexts of one view on one thread, least recently used first. */
export class OfferContexts {
  private readonly kept = new Map<string, OfferContext>();

  constructor(private readonly view: View) {}

  of(selection: OfferSelection): OfferContext {
    const stores = selection.channels.store ? [...new Set(selection.stores)].sort() : [];
    const key = JSON.stringify([selection.priceId ?? null, selection.channels.online, stores]);
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = new OfferContext(this.view, { ...selection, stores }, key);
    this.kept.set(key, made);
    if (this.kept.size > KEPT_CONTEXTS) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }
}
