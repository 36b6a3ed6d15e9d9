/**
 * Remembers by text what is computed from the parts of a view that have the same key, or from one part: shoppers type
 * the same words, and the beginnings of the same words, again and again. A snapshot that has these parts too finds it
 * there. Bounded by the number of texts and their length; gone with the parts.
 */
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';
import { LookupCounter, type ViewCacheName } from './cache-lookups.js';

/** Texts of up to so many characters take the place of one, longer ones that of several. */
const ONE_TEXT = 32;
const weighText = (text: string) => Math.ceil((text.length + 1) / ONE_TEXT);

export class ViewCache<V extends object> {
  private readonly texts = new WeakMap<object, TwoGenerationCache<V>>();

  private readonly lookups: LookupCounter;

  /** @param capacity texts of a key in each of two generations, fewer where they are long */
  constructor(
    name: ViewCacheName,
    private readonly capacity: number,
  ) {
    this.lookups = new LookupCounter(name);
  }

  /** @param compute from what the key stands for and the text alone; its result is shared and must not be changed */
  get(key: object, text: string, compute: () => V): V {
    const known = this.find(key, text);
    if (known) return known;
    const value = compute();
    this.keep(key, text, value);
    return value;
  }

  /** What is remembered of a text, if anything is. */
  find(key: object, text: string): V | undefined {
    const known = this.texts.get(key)?.get(text);
    if (known) this.lookups.hit();
    else this.lookups.miss();
    return known;
  }

  keep(key: object, text: string, value: V): void {
    let cache = this.texts.get(key);
    if (!cache) this.texts.set(key, (cache = new TwoGenerationCache(this.capacity, weighText)));
    cache.set(text, value);
  }
}
