/** The texts of those spans of a product's card that depend on its variants' prices and stock. */
import type { ResolvedVariant } from '../../catalog/resolve.js';
import { discountPercent, priceBadge } from '../../index/badges.js';
import { SPAN } from '../../index/card-block.js';
import type { IndexSettings } from '../../index/index-settings.js';

/**
 * @param code kind of the span
 * @param variant index among the product's variants
 * @returns undefined for spans that do not depend on offers
 */
export type OfferText = (code: number, variant: number) => string | undefined;

export function offerTexts(
  variants: readonly ResolvedVariant[],
  language: string,
  { discountThreshold }: IndexSettings,
): OfferText {
  return (code, variant) => {
    switch (code) {
      case SPAN.PRICE_BADGES: {
        const discount = Math.max(0, ...variants.map(v => discountPercent(v.data.listPrice, v.data.sellingPrice)));
        const reduced = variants.some(v => v.data.sellingPrice < v.data.listPrice);
        return priceBadge(discount, reduced, discountThreshold, language);
      }
      case SPAN.PRODUCT_IN_STOCK:
        return String(variants.some(v => v.data.stock > 0));
      case SPAN.PRODUCT_LIST_PRICE:
        return range(variants.map(v => v.data.listPrice));
      case SPAN.PRODUCT_SELLING_PRICE:
        return range(variants.map(v => v.data.sellingPrice));
      case SPAN.VARIANT_LIST_PRICE:
        return String(variants[variant].data.listPrice);
      case SPAN.VARIANT_SELLING_PRICE:
        return String(variants[variant].data.sellingPrice);
      case SPAN.VARIANT_IN_STOCK:
        return String(variants[variant].data.stock > 0);
      case SPAN.VARIANT_STOCK:
        return String(variants[variant].data.stock);
      case SPAN.VARIANT_AVAILABILITY:
        return `{"channel":"ONLINE","stockNumber":${variants[variant].data.stock}}`;
      default:
        return undefined;
    }
  };
}

function range(values: number[]): string {
  return `{"min":${Math.min(...values)},"max":${Math.max(...values)}}`;
}
