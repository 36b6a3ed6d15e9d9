/** What stands in a data layer: events of Google Tag Manager, and the calls of `gtag`. */
import type { Item } from './items.js';

export interface Ecommerce {
  items: Item[];
  transaction_id?: string;
  currency?: string;
  value?: number;
}

export type Entry =
  | { event: string; ecommerce: Ecommerce; isOurs: boolean }
  | { consent: Record<string, unknown> }
  | undefined;

/** Marks what the bridge itself has pushed. */
export const OURS = 'vitrine';

/** @param pushed `{ event, ecommerce: { items } }`, or the arguments of `gtag('event' | 'consent', …)` */
export function entryOf(pushed: unknown): Entry {
  if (typeof pushed !== 'object' || pushed === null) return undefined;
  const { 0: command, 1: name, 2: parameters } = pushed as { 0?: unknown; 1?: unknown; 2?: unknown };
  if (command === 'consent') return { consent: (parameters ?? {}) as Record<string, unknown> };
  if (command === 'event') return { event: String(name), ecommerce: ecommerceOf(parameters), isOurs: false };
  const { event, ecommerce, [OURS]: isOurs } = pushed as { event?: unknown; ecommerce?: unknown; [OURS]?: unknown };
  return typeof event === 'string' ? { event, ecommerce: ecommerceOf(ecommerce), isOurs: isOurs === true } : undefined;
}

function ecommerceOf(given: unknown): Ecommerce {
  const ecommerce = (given ?? {}) as Partial<Ecommerce>;
  return { ...ecommerce, items: Array.isArray(ecommerce.items) ? ecommerce.items : [] };
}
