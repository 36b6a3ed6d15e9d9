/**
 * Lines of a catalog import for a feed: all of it, or what differs from what was sent before. The hashes of what the feed
 * has now are gathered on the way.
 */
import type { FeedGroup } from './convert-feed.js';
import { clearLines, removeLine, replaceLine } from './instructions.js';
import { hashOf } from './watch/sent-state.js';

export interface LineOptions {
  markets: readonly string[];
  locale: string;
  /** Whether groups that the feed does not have stay in the catalog. */
  partial: boolean;
  /** What was sent before; without it, everything is sent. */
  sent: ReadonlyMap<string, string> | undefined;
}

export interface LineCounts {
  changed: number;
  removed: number;
}

/** @param hashes gets the hash of each group of the feed */
export async function* feedLines(
  groups: AsyncIterable<FeedGroup>,
  { markets, locale, partial, sent }: LineOptions,
  hashes: Map<string, string>,
  counts: LineCounts,
): AsyncGenerator<string> {
  if (!partial && !sent) yield clearLines(markets, locale);
  for await (const group of groups) {
    const line = replaceLine(group);
    const hash = hashOf(line);
    hashes.set(group.key, hash);
    if (sent?.get(group.key) === hash) continue;
    counts.changed++;
    yield line;
  }
  if (partial || !sent) return;
  for (const key of sent.keys()) {
    if (hashes.has(key)) continue;
    counts.removed++;
    for (const market of markets) yield removeLine(key, market);
  }
}
