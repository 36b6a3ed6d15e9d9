/**
 * Remembers by text what is computed from a view alone: shoppers type the same words, and the beginnings of the same
 * words, again and again. Bounded by the number of texts; gone with the view.
 */
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';
import { LookupCounter, type ViewCacheName } from './cache-lookups.js';

export class ViewCache<V extends object> {
  private readonly views = new WeakMap<object, TwoGenerationCache<V>>();

  private readonly lookups: LookupCounter;

  /** @param capacity texts of a view in each of two generations */
  constructor(
    name: ViewCacheName,
    private readonly capacity: number,
  ) {
    this.lookups = new LookupCounter(name);
  }

  /** @param compute from the view and the text alone; its result is shared and must not be changed */
  get(view: object, text: string, compute: () => V): V {
    const known = this.find(view, text);
    if (known) return known;
    const value = compute();
    this.keep(view, text, value);
    return value;
  }

  /** What is remembered of a text, if anything is. */
  find(view: object, text: string): V | undefined {
    const known = this.views.get(view)?.get(text);
    if (known) this.lookups.hit();
    else this.lookups.miss();
    return known;
  }

  keep(view: object, text: string, value: V): void {
    let cache = this.views.get(view);
    if (!cache) this.views.set(view, (cache = new TwoGenerationCache(this.capacity)));
    cache.set(text, value);
  }
}
