/** Which members of a variant are its offer: what a market sells it for, and how much of it there is. */
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
