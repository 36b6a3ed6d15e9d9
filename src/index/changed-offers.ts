/**
 * Part `offers` of the products whose prices and stock an import has changed: a thread that has the offers before it in
 * memory needs no more to have those behind it. Beside the sections of offers.ts, which are by variant of these
 * products:
 *
 *   variantStart u32[P+1]   first variant of each product
 *   products (strings)      keys, in byte order
 */
import { inBlocks } from '../kernel/array-blocks.js';
import { sortedByBytes } from '../kernel/byte-order.js';
import { Offers, OffersBuilder, type VariantOffer } from './offers.js';
import { Part, type PartWriter } from './part.js';
import { patchOfferColumns } from './patched-offers.js';
import { repricedOffers } from './repriced-offers.js';
import { Strings, writeStrings } from './strings.js';
import type { Structure } from './structure.js';

/** The offers of the variants of products, in the order of variants, by key of the product. */
export type OffersByProduct = ReadonlyMap<string, readonly VariantOffer[]>;

export function writeChangedOffers(changed: OffersByProduct): PartWriter {
  const keys = sortedByBytes(changed.keys());
  const builder = new OffersBuilder();
  const start = new Uint32Array(keys.length + 1);
  keys.forEach((key, product) => {
    const offers = changed.get(key)!;
    for (const offer of offers) builder.add(offer);
    start[product + 1] = start[product] + offers.length;
  });
  const part = builder.finish().add('variantStart', start);
  writeStrings(part, 'products', keys);
  return part;
}

/**
 * The offers of a view behind an import, from those before it, in shared memory and without a seal.
 * @param before the part `offers` of the view
 * @param part the offers that have changed, of products of the structure with all variants that they have there
 */
export function withChangedOffers(structure: Structure, before: SharedArrayBuffer, part: Part): SharedArrayBuffer {
  const offers = new Offers(part);
  const variants = changedVariants(structure, part, offers.list.length);
  const repriced = repricedOffers(before, { offers, variants });
  if (repriced) return repriced;
  const changes = variantOffers(offers).map((offer, i) => [variants[i], offer] as const);
  return inBlocks(() => patchOfferColumns(new Offers(new Part(before)), new Map(changes)).share());
}

/** Of each variant of the changed products, its ordinal in the view. */
function changedVariants(structure: Structure, part: Part, count: number): Uint32Array {
  const start = part.u32('variantStart');
  const products = new Strings(part, 'products');
  const variants = new Uint32Array(count);
  for (let i = 0; i < products.size; i++) {
    const product = structure.products.find(products.at(i));
    const [from, to] = product < 0 ? [0, -1] : structure.variantStart.subarray(product, product + 2);
    if (to - from !== start[i + 1] - start[i]) throw new Error(`${products.at(i)}: the view has other variants of it`);
    for (let variant = from; variant < to; variant++) variants[start[i] + variant - from] = variant;
  }
  return variants;
}

/** The offer of each variant. */
function variantOffers(columns: Offers): VariantOffer[] {
  const offers = Array.from(columns.list, (listPrice, variant): VariantOffer => {
    return { listPrice, sellingPrice: columns.sell[variant], stock: columns.stock[variant] };
  });
  columns.stores.forEach((key, store) => {
    const { variants, stock } = columns.storeColumn(store);
    variants.forEach((variant, i) => {
      (offers[variant].stores ??= {})[key] = stock[i];
    });
  });
  columns.priceIds.forEach((id, price) => {
    const { variants, list, sell } = columns.priceColumn(price);
    variants.forEach((variant, i) => {
      (offers[variant].customPrices ??= {})[id] = { listPrice: list[i], sellingPrice: sell[i] };
    });
  });
  return offers;
}
