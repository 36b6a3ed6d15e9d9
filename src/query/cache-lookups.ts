/** Counts the look-ups of a thread in caches of what views hold, for the metrics. */

export const VIEW_CACHES = [
  'query_terms',
  'texts',
  'words',
  'joined',
  'names',
  'prefixes',
  'accents',
  'spellings',
  'shelves',
  'values',
  'phrases',
  'suggestions',
  'replacements',
  'rules',
  'cards',
] as const;
export type ViewCacheName = (typeof VIEW_CACHES)[number];

/** By cache, in the order of their names: hits, misses. */
let lookups = new Float64Array(2 * VIEW_CACHES.length);

export class LookupCounter {
  private readonly at: number;

  constructor(name: ViewCacheName) {
    this.at = 2 * VIEW_CACHES.indexOf(name);
  }

  hit(): void {
    lookups[this.at]++;
  }

  miss(): void {
    lookups[this.at + 1]++;
  }
}

/** The look-ups since this was called last: by cache hits and misses. */
export function takeLookups(): Float64Array {
  const taken = lookups;
  lookups = new Float64Array(taken.length);
  return taken;
}
