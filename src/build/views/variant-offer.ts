/** Extracts the offer of a resolved variant. */
import type { ResolvedVariant } from '../../catalog/resolve.js';
import type { VariantOffer } from '../../index/offers.js';

export function variantOffer({ data }: ResolvedVariant): VariantOffer {
  const { listPrice, sellingPrice, stock, stores, customPrices } = data;
  return { listPrice, sellingPrice, stock, stores, customPrices };
}
