/**
 * Products that rules hold for one kind of offers, kept for as long as they are asked for often enough: those of pages,
 * of product sets and of rules for phrases.
 */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Filter } from '../../../query/filters/filter.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';

/** Memory for the products of a view, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Of an entry itself, about; what holds everything has nothing else. */
const ENTRY_BYTES = 256;
const MINUTE_MS = 60_000;

export interface PageProducts {
  filter: Filter;
  /** Products that pass the filter; undefined when all do. */
  within: Bitmap | undefined;
}

export class KeptProducts {
  private readonly kept = new Map<string, PageProducts>();
  private keptBytes = 0;

  /**
   * @param name tells what it is from all else that is kept of the view
   * @param dated whether it is another thing each minute
   */
  get(name: string, dated: boolean, offers: OfferContext, nowMs: number, make: () => PageProducts): PageProducts {
    const key = `${name}|${offers.key}|${dated ? Math.floor(nowMs / MINUTE_MS) : ''}`;
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = make();
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

function bytesOf({ filter: { products, variants }, within }: PageProducts): number {
  const shared = within === products ? 0 : (within?.byteLength ?? 0);
  return ENTRY_BYTES + shared + (products?.byteLength ?? 0) + (variants?.byteLength ?? 0);
}
