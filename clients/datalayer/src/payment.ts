/** What was paid for, of a `purchase` of GA4, for the shop's server (`admin.payment`). */
import type { components } from '@vitrine/client';
import { entryOf } from './entries.js';
import type { Item } from './items.js';

export type PaymentLine = components['schemas']['PaymentLine'];

/**
 * @param purchase `{ event: 'purchase', ecommerce }` as in a data layer, or the body of the Measurement Protocol
 * @param variantKeyOf an item; `item_variant`, or `item_id` where there is none, unless stated
 * @returns nothing of what is no purchase
 */
export function paymentLines(
  purchase: unknown,
  variantKeyOf: (item: Item) => string | undefined = ({ item_variant, item_id }) => item_variant ?? item_id,
): PaymentLine[] {
  const { events } = (purchase ?? {}) as { events?: { name?: string; params?: unknown }[] };
  const entries = events?.map(({ name, params }) => ({ event: name, ecommerce: params })) ?? [purchase];
  return entries.flatMap(one => {
    const entry = entryOf(one);
    if (entry === undefined || 'consent' in entry || entry.event !== 'purchase') return [];
    return entry.ecommerce.items.flatMap(item => {
      const variantKey = variantKeyOf(item);
      if (variantKey === undefined) return [];
      return [
        { variantKey, quantity: item.quantity ?? 1, ...(item.price !== undefined && { sellingPrice: item.price }) },
      ];
    });
  });
}
