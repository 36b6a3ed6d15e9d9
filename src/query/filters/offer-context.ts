/**
 * Prices and stock as one request sees them: under its price id, channels and stores. Columns for sorting, facets and
 * rules are computed on first use, or before it in steps, and kept with the context, which all requests of a thread
 * with the same selection share.
 */
import { discountPercent } from '../../index/badges.js';
import type { Offers } from '../../index/offers.js';
import type { Structure } from '../../index/structure.js';
import type { Bitmap } from '../../kernel/bitmap.js';
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
  /** Those of the snapshot before, until all are there: most products cost the same in both. */
  before?: Before | undefined;
}

interface Before {
  prices: Prices;
  derived: Derived;
}

/** What is derived of ordinary offers in the same structure. */
interface Ordinary {
  /** The locales of a market share it. */
  ofOffers: WeakMap<Offers, Derived>;
  /** By market, of the offers opened last. */
  last: Map<string, Before>;
}

const ordinary = new WeakMap<Structure, Ordinary>();

function ordinaryOf({ market, structure, offers }: View): Derived {
  let ofStructure = ordinary.get(structure);
  if (!ofStructure) ordinary.set(structure, (ofStructure = { ofOffers: new WeakMap(), last: new Map() }));
  const { ofOffers, last } = ofStructure;
  let derived = ofOffers.get(offers);
  if (!derived) {
    const before = last.get(market);
    ofOffers.set(offers, (derived = { before }));
    // Of the snapshot before that one nothing is needed.
    if (before) before.derived.before = undefined;
    last.set(market, { prices: offers, derived });
  }
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
    this.derived.discount ??= finish(discountsOf(this, this.derived));
    return this.derived.discount;
  }

  private get ranges(): Ranges {
    this.derived.ranges ??= finish(rangesOf(this, this.view.structure, this.derived.before));
    return this.derived.ranges;
  }

  get inStock(): Stocked {
    this.derived.inStock ??= finish(this.stocked());
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
    const { derived } = this;
    derived.inStock ??= yield* this.stocked();
    derived.ranges ??= yield* rangesOf(this, this.view.structure, derived.before);
    derived.discount ??= yield* discountsOf(this, derived);
    derived.before = undefined;
  }

  private *stocked(): Steps<Stocked> {
    const made = yield* stockedOf(this.stock, this.view.structure, this.assembly);
    const before = this.derived.before?.derived.inStock;
    return before
      ? { products: kept(made.products, before.products), variants: kept(made.variants, before.variants) }
      : made;
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

type Prices = Pick<Offers, 'list' | 'sell'>;

/** The bitmap that is there already where it is equal: what is known by it is found again. */
function kept(made: Bitmap, before: Bitmap): Bitmap {
  return made.length === before.length && made.every((word, i) => word === before[i]) ? before : made;
}

/** Whether the variants from `first` to before `end` cost the same in both. */
function costTheSame(prices: Prices, before: Prices, first: number, end: number): boolean {
  for (let v = first; v < end; v++) {
    if (prices.list[v] !== before.list[v] || prices.sell[v] !== before.sell[v]) return false;
  }
  return true;
}

/** The column of the snapshot before itself where no price has changed. */
function* discountsOf(prices: Prices, { ranges, before }: Derived): Steps<Uint8Array> {
  const { list, sell } = prices;
  const known = before?.derived.discount;
  if (known && ranges && ranges === before.derived.ranges) return known;
  const discount = new Uint8Array(sell.length);
  yield* inSteps(sell.length, (from, end) => {
    for (let v = from; v < end; v++) discount[v] = discountPercent(list[v], sell[v]);
  });
  return discount;
}

/**
 * All ranges in one pass, because prices are more bytes than what comes of them, and without a column of discounts,
 * which few requests need; a product has at least one variant. Those of products that cost what they did are copied,
 * which takes a fifth of the time; where all do, they are the columns of the snapshot before.
 */
function* rangesOf(prices: Prices, structure: Structure, before: Before | undefined): Steps<Ranges> {
  const { variantStart, productCount } = structure;
  const known = before?.derived.ranges;
  let ranges = known ? undefined : noRanges(productCount);
  yield* inSteps(productCount, (from, end) => {
    for (let product = from; product < end; product++) {
      if (known && costTheSame(prices, before.prices, variantStart[product], variantStart[product + 1])) continue;
      ranges ??= copyOf(known!);
      enterRanges(prices, structure, ranges, product, product);
    }
  });
  return ranges ?? known!;
}

function copyOf({ minSell, maxSell, minDiscount, maxDiscount }: Ranges): Ranges {
  return {
    minSell: minSell.slice(),
    maxSell: maxSell.slice(),
    minDiscount: minDiscount.slice(),
    maxDiscount: maxDiscount.slice(),
  };
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

/** The key of the context of a market without customer prices and stores. */
const ORDINARY_KEY = JSON.stringify([null, true, []]);

/** The contexts of one view on one thread, least recently used first. */
export class OfferContexts {
  private readonly kept = new Map<string, OfferContext>();
  /** The one used last: most queries have that of the market. */
  private last: OfferContext | undefined;

  /** @param assembly whether columns are computed in WebAssembly, where there is any */
  constructor(
    private readonly view: View,
    private readonly assembly = true,
  ) {}

  of(selection: OfferSelection): OfferContext {
    const { priceId, channels } = selection;
    const stores = channels.store ? [...new Set(selection.stores)].sort() : [];
    const isOrdinary = priceId === undefined && channels.online && stores.length === 0;
    const key = isOrdinary ? ORDINARY_KEY : JSON.stringify([priceId ?? null, channels.online, stores]);
    if (this.last?.key === key) return this.last;
    this.last = this.used(key, { ...selection, stores });
    return this.last;
  }

  private used(key: string, selection: OfferSelection): OfferContext {
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = new OfferContext(this.view, selection, key, this.assembly);
    this.kept.set(key, made);
    if (this.kept.size > KEPT_CONTEXTS) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }
}
