/**
 * Remembers by text what is computed from a view alone: shoppers type the same words, and the beginnings of the same
 * words, again and again. Bounded by the number of texts; gone with the view.
 */
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';

export class ViewCache<V extends object> {
  private readonly views = new WeakMap<object, TwoGenerationCache<V>>();

  /** @param capacity texts of a view in each of two generations */
  constructor(private readonly capacity: number) {}

  /** @param compute from the view and the text alone; its result is shared and must not be changed */
  get(view: object, text: string, compute: () => V): V {
    let cache = this.views.get(view);
    if (!cache) this.views.set(view, (cache = new TwoGenerationCache(this.capacity)));
    let value = cache.get(text);
    if (!value) cache.set(text, (value = compute()));
    return value;
  }
}
