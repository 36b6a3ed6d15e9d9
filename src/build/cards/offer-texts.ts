/** The texts of those spans of a product's card that depend on its variants' prices and stock. */
import type { ResolvedOffer } from '../../catalog/resolve.js';
import { discountPercent, priceBadge } from '../../index/badges.js';
import { SPAN } from '../../index/card-block.js';
import type { IndexSettings } from '../../index/index-settings.js';

/**
 * @param code kind of the span
 * @param variant index among the product's variants
 * @returns undefined for spans that do not depend on offers
 */
export type OfferText = (code: number, variant: number) => string | undefined;

/** @param offers offers of the product's variants, at least one */
export function offerTexts(
  offers: readonly ResolvedOffer[],
  language: string,
  { discountThreshold }: IndexSettings,
): OfferText {
  const [first] = offers;
  let listMin = first.listPrice;
  let listMax = listMin;
  let sellMin = first.sellingPrice;
  let sellMax = sellMin;
  let discount = 0;
  let reduced = false;
  let inStock = false;
  for (const { listPrice, sellingPrice, stock } of offers) {
    listMin = Math.min(listMin, listPrice);
    listMax = Math.max(listMax, listPrice);
    sellMin = Math.min(sellMin, sellingPrice);
    sellMax = Math.max(sellMax, sellingPrice);
    discount = Math.max(discount, discountPercent(listPrice, sellingPrice));
    reduced ||= sellingPrice < listPrice;
    inStock ||= stock > 0;
  }
  // Variants of a product nearly always have the same prices: texts of numbers with a fraction are made once.
  const list = String(first.listPrice);
  const sell = first.sellingPrice === first.listPrice ? list : String(first.sellingPrice);
  const listText = (price: number) => (price === first.listPrice ? list : String(price));
  const sellText = (price: number) => (price === first.sellingPrice ? sell : String(price));
  return (code, variant) => {
    switch (code) {
      case SPAN.PRICE_BADGES:
        return priceBadge(discount, reduced, discountThreshold, language);
      case SPAN.PRODUCT_IN_STOCK:
        return String(inStock);
      case SPAN.PRODUCT_LIST_PRICE:
        return `{"min":${listText(listMin)},"max":${listText(listMax)}}`;
      case SPAN.PRODUCT_SELLING_PRICE:
        return `{"min":${sellText(sellMin)},"max":${sellText(sellMax)}}`;
      case SPAN.VARIANT_LIST_PRICE:
        return listText(offers[variant].listPrice);
      case SPAN.VARIANT_SELLING_PRICE:
        return sellText(offers[variant].sellingPrice);
      case SPAN.VARIANT_IN_STOCK:
        return String(offers[variant].stock > 0);
      case SPAN.VARIANT_STOCK:
        return String(offers[variant].stock);
      case SPAN.VARIANT_AVAILABILITY:
        return availability(offers[variant].stock);
      default:
        return undefined;
    }
  };
}

/** Texts of availability by stock, as far as stocks recur. */
const ONLINE: string[] = [];
const MOST_KEPT = 1 << 10;

function availability(stock: number): string {
  if (stock >= MOST_KEPT) return `{"channel":"ONLINE","stockNumber":${stock}}`;
  while (ONLINE.length <= stock) ONLINE.push(`{"channel":"ONLINE","stockNumber":${ONLINE.length}}`);
  return ONLINE[stock];
}
