/**
 * Caches the products that rules of the shop select under an offer context: those of pages, product sets and phrases.
 * Evicts the least recently used.
 */
import type { QueryContext } from '../../../query/query-context.js';
import type { Selection } from './selection.js';

/** Memory for the products of a view, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Estimated memory of an entry beside its bitmap; an entry for all products has no bitmap. */
const ENTRY_BYTES = 256;
const MINUTE_MS = 60_000;

export class RuleProductsCache {
  private readonly kept = new Map<string, Selection>();
  private keptBytes = 0;

  /**
   * @param name unique among the rules that are kept of the view
   * @param dated whether the products change with time; they are kept for a minute then
   */
  get(name: string, dated: boolean, { offers, nowMs, deadline }: QueryContext, make: () => Selection): Selection {
    const key = `${name}|${offers.key}|${dated ? Math.floor(nowMs / MINUTE_MS) : ''}`;
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = make();
    // Rules that were cut short by the deadline select too little.
    if (deadline.cut) return made;
    this.kept.set(key, made);
    this.keptBytes += bytesOf(made);
    for (const [oldest, old] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES || oldest === key) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytesOf(old);
    }
    return made;
  }
}

function bytesOf({ filter: { products, variants }, within }: Selection): number {
  const shared = within === products ? 0 : (within?.byteLength ?? 0);
  return ENTRY_BYTES + shared + (products?.byteLength ?? 0) + (variants?.byteLength ?? 0);
}
