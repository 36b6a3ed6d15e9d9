/** The members of a variant that make up its offer: prices and stock in a market. */
import type { VariantData } from './records.js';

/** All other members of records affect texts or structure. */
export const OFFER_MEMBERS: ReadonlySet<string> = new Set<keyof VariantData>([
  'stock',
  'listPrice',
  'sellingPrice',
  'cost',
  'stores',
  'customPrices',
]);
