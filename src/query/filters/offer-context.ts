/**
 * Prices and stock as one request sees them: under its price id, channels and stores. Columns for sorting, facets and
 * rules are computed on first use, or before it in steps, and kept with the context, which all requests of a thread
 * with the same selection share.
 */
import { discountPercent } from '../../index/badges.js';
import type { Offers } from '../../index/offers.js';
import type { Structure } from '../../index/structure.js';
import { finish, inSteps, type Steps } from '../../kernel/steps.js';
import type { View } from '../../snapshot/index.js';
import { type Stocked, stockedOf } from '../columns/stocked.js';

/** The members of a request that prices and stock depend on. */
export interface OfferSelection {
  priceId?: string;
  channels: { online: boolean; store: boolean };
  stores: readonly string[];
}

/** Contexts kept for a view: shops have a handful of price ids, and stores come in few combinations at a time. */
const KEPT_CONTEXTS = 24;

/** By product, over its variants. */
export interface Ranges {
  minSell: Float64Array;
  maxSell: Float64Array;
  minDiscount: Uint8Array;
  maxDiscount: Uint8Array;
}

/** Columns that are derived from prices and stock. */
interface Derived {
  discount?: Uint8Array;
  ranges?: Ranges;
  inStock?: Stocked;
}

/** Derived columns of ordinary offers, which the locales of a market share. */
const ordinary = new WeakMap<Structure, WeakMap<Offers, Derived>>();

function ordinaryOf({ structure, offers }: View): Derived {
  let ofStructure = ordinary.get(structure);
  if (!ofStructure) ordinary.set(structure, (ofStructure = new WeakMap()));
  let derived = ofStructure.get(offers);
  if (!derived) ofStructure.set(offers, (derived = {}));
  return derived;
}

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
  /** Whether prices and stock are those of the market, without customer prices or stores. */
  readonly ordinary: boolean;
  private readonly derived: Derived;

  constructor(
    private readonly view: View,
    selection: OfferSelection,
    /** Identifies the context in keys of caches. */
    readonly key: string,
    /** Whether columns are computed in WebAssembly, where there is any. */
    private readonly assembly = true,
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
    this.derived = this.ordinary ? ordinaryOf(view) : {};
  }

  /** Lowest selling price of each product. */
  get minSell(): Float64Array {
    return this.ranges.minSell;
  }

  /** Highest selling price of each product. */
  get maxSell(): Float64Array {
    return this.ranges.maxSell;
  }

  /** Smallest discount of each product, in whole percent. */
  get minDiscount(): Uint8Array {
    return this.ranges.minDiscount;
  }

  /** Largest discount of each product, in whole percent. */
  get maxDiscount(): Uint8Array {
    return this.ranges.maxDiscount;
  }

  /** Discount of each variant, in whole percent. */
  get discount(): Uint8Array {
    this.derived.discount ??= finish(discountsOf(this));
    return this.derived.discount;
  }

  private get ranges(): Ranges {
    this.derived.ranges ??= finish(rangesOf(this, this.view.structure));
    return this.derived.ranges;
  }

  get inStock(): Stocked {
    this.derived.inStock ??= finish(stockedOf(this.stock, this.view.structure, this.assembly));
    return this.derived.inStock;
  }

  /** The ranges of some products, `docs[0 … count)`, in their order: without those of all, unless they are there. */
  rangesOfSome(docs: Uint32Array, count: number): Ranges {
    const ranges = noRanges(count);
    for (let i = 0; i < count; i++) enterRanges(this, this.view.structure, ranges, docs[i], i);
    return ranges;
  }

  /** Computes all columns that are not there yet. */
  *prepare(): Steps<void> {
    const { derived, stock, assembly } = this;
    const { structure } = this.view;
    derived.inStock ??= yield* stockedOf(stock, structure, assembly);
    derived.ranges ??= yield* rangesOf(this, structure);
    derived.discount ??= yield* discountsOf(this);
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
}

type Prices = Pick<OfferContext, 'list' | 'sell'>;

function* discountsOf({ list, sell }: Prices): Steps<Uint8Array> {
  const discount = new Uint8Array(sell.length);
  yield* inSteps(sell.length, (from, end) => {
    for (let v = from; v < end; v++) discount[v] = discountPercent(list[v], sell[v]);
  });
  return discount;
}

/**
 * All ranges in one pass, because prices are more bytes than what comes of them, and without a column of discounts,
 * which few requests need; a product has at least one variant.
 */
function* rangesOf(prices: Prices, structure: Structure): Steps<Ranges> {
  const ranges = noRanges(structure.productCount);
  yield* inSteps(structure.productCount, (from, end) => {
    for (let product = from; product < end; product++) enterRanges(prices, structure, ranges, product, product);
  });
  return ranges;
}

function noRanges(length: number): Ranges {
  const prices = () => new Float64Array(length);
  const percents = () => new Uint8Array(length);
  return { minSell: prices(), maxSell: prices(), minDiscount: percents(), maxDiscount: percents() };
}

/** Enters those of a product at a place. */
function enterRanges(
  { list, sell }: Prices,
  { variantStart }: Structure,
  { minSell, maxSell, minDiscount, maxDiscount }: Ranges,
  product: number,
  at: number,
): void {
  const first = variantStart[product];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let v = first, last = variantStart[product + 1]; v < last; v++) {
    // Most variants of a product cost the same.
    if (v > first && sell[v] === sell[v - 1] && list[v] === list[v - 1]) continue;
    const price = sell[v];
    if (price < low) low = price;
    if (price > high) high = price;
    const discount = discountPercent(list[v], price);
    if (discount < least) least = discount;
    if (discount > most) most = discount;
  }
  minSell[at] = low;
  maxSell[at] = high;
  minDiscount[at] = least;
  maxDiscount[at] = most;
}

/** The contexts of one view on one thread, least recently used first. */
export class OfferContexts {
  private readonly kept = new Map<string, OfferContext>();

  /** @param assembly whether columns are computed in WebAssembly, where there is any */
  constructor(
    private readonly view: View,
    private readonly assembly = true,
  ) {}

  of(selection: OfferSelection): OfferContext {
    const stores = selection.channels.store ? [...new Set(selection.stores)].sort() : [];
    const key = JSON.stringify([selection.priceId ?? null, selection.channels.online, stores]);
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = new OfferContext(this.view, { ...selection, stores }, key, this.assembly);
    this.kept.set(key, made);
    if (this.kept.size > KEPT_CONTEXTS) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }
}
