/**
 * Merged query terms of a view, those last used: shoppers share most words, and the postings of a frequent one take
 * longer to merge than all else that a query does. Bounded by bytes; gone with the view.
 */
import type { Searchable } from '../../snapshot/index.js';
import { LookupCounter } from '../cache-lookups.js';
import type { Expansion, QueryTerm } from '../understanding/query-term.js';
import type { TermMatches } from './term-matches.js';

const BYTES_PER_PRODUCT = 256;
const LEAST_BYTES = 1 << 20;
const MOST_BYTES = 128 << 20;

const lookups = new LookupCounter('query_terms');

export class TermCache {
  /** The least recently used first. */
  private readonly entries = new Map<string, TermMatches>();
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get(key: string): TermMatches | undefined {
    const matches = this.entries.get(key);
    if (!matches) {
      lookups.miss();
      return undefined;
    }
    lookups.hit();
    this.entries.delete(key);
    this.entries.set(key, matches);
    return matches;
  }

  /** Keeps what takes no more than half of the room there is. */
  set(key: string, matches: TermMatches): void {
    const { bytes } = matches;
    if (bytes > this.limit / 2) return;
    this.entries.set(key, matches);
    this.bytes += bytes;
    for (const [oldest, { bytes }] of this.entries) {
      if (this.bytes <= this.limit) return;
      this.entries.delete(oldest);
      this.bytes -= bytes;
    }
  }
}

const caches = new WeakMap<Searchable, TermCache>();

/** The cache of a view, one for all matchers of a thread. */
export function termCacheOf(view: Searchable): TermCache {
  let cache = caches.get(view);
  if (!cache) {
    const bytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, view.structure.productCount * BYTES_PER_PRODUCT));
    caches.set(view, (cache = new TermCache(bytes)));
  }
  return cache;
}

/** Names all that the products and points of a query term depend on, within its view. */
export function keyOfTerm({ expansions, termGroups, fields, head }: QueryTerm): string {
  let key = `${fields}${head ? '!' : ''}:${keyOfWord(expansions)}`;
  for (const { words, weight } of termGroups) key += `(${words.map(keyOfWord).join('&')})${weight}`;
  return key;
}

function keyOfWord(expansions: readonly Expansion[]): string {
  let key = '';
  for (const { term, weight } of expansions) key += `${term}*${weight},`;
  return key;
}
