/**
 * What differs from products in a search of content: its filter and its order. Everything else is shared, because
 * content is indexed as products are.
 */
import { andInto, type Bitmap, emptyBitmap, setBit } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import type { ContentIndex } from '../../snapshot/index.js';
import type { ScoredProducts } from '../facets/faceted-hits.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import { understand, understandTyping } from '../understanding/understand.js';

/** Names (`type`, `content_key`, `custom.x`) with the values that an item may have: one of each name. */
export type ContentFilter = Readonly<Record<string, readonly string[]>>;

/**
 * The items that pass a filter; undefined: all. Values are compared with ids and labels regardless of case, keys
 * exactly.
 */
export function passingContent(filter: ContentFilter, content: ContentIndex): Bitmap | undefined {
  let passing: Bitmap | undefined;
  for (const name in filter) {
    const items = itemsWith(name, filter[name], content);
    if (passing) andInto(passing, items);
    else passing = items;
  }
  return passing;
}

function itemsWith(name: string, values: readonly string[], { structure, attributes, labels }: ContentIndex): Bitmap {
  const items = emptyBitmap(structure.productCount);
  const attribute = attributes.get(name);
  for (const value of values) {
    if (name === 'content_key') {
      const item = structure.products.find(value.trim());
      if (item >= 0) setBit(items, item);
    } else if (attribute) {
      const { owners, ownersStart } = attribute;
      for (const ordinal of labels.get(name)?.resolve(value) ?? []) {
        for (let i = ownersStart[ordinal]; i < ownersStart[ordinal + 1]; i++) setBit(items, owners[i]);
      }
    }
  }
  return items;
}

/**
 * The allowed items that have every word of a text; for an empty text, all of them.
 * @param typing whether the last word is also matched as a prefix
 */
export function matchContent(
  q: string,
  typing: boolean,
  content: ContentIndex,
  within: Bitmap | undefined,
  matcher: Matcher,
): Matches {
  const understanding = typing ? understandTyping(q, content) : understand(q, content);
  if (q !== '' && understanding.queryTerms.length === 0) return matcher.nothing(content);
  return matcher.match(understanding, content, within);
}

const topK = new TopK(64);

/**
 * The first `limit` of the found items: by relevance (without a text, by popularity), ties with the newest first, or
 * the newest first.
 */
export function firstContent(
  { docs, count, scores }: ScoredProducts,
  by: 'relevance' | 'newest',
  limit: number,
): Uint32Array {
  topK.reset(Math.min(limit, count));
  for (let i = 0; i < count; i++) topK.offer(docs[i], by === 'newest' ? 0 : scores[docs[i]], docs[i]);
  const first = new Uint32Array(Math.min(limit, count));
  topK.drain(first);
  return first;
}
