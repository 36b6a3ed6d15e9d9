/** Holds the answers from snapshots with overlays against those from one that was built anew. */
import assert from 'node:assert/strict';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import type { SharedSnapshot } from '../../src/snapshot/index.js';
import { Shop, share } from '../pages/shop.js';
import type { Importer } from './importer.js';

/** Tickets name the snapshot they come from, and their tags prove that: only what they say about the product stays. */
export function withoutContexts(answer: string): string {
  return answer.replace(/"ticket":"[^".]+\.([^".]+)\.[^".]+\./g, '"ticket":"$1.');
}

/** Gives a snapshot the mined phrases of another, which an overlay leaves as they were in its base. */
function withPhrasesOf(shared: SharedSnapshot, other: SharedSnapshot): SharedSnapshot {
  const views = shared.manifest.views.map((view, i) => {
    const { phrases } = other.manifest.views[i]!.parts;
    shared.parts.set(phrases, other.parts.get(phrases)!);
    return { ...view, parts: { ...view.parts, phrases } };
  });
  return { ...shared, manifest: { ...shared.manifest, views } };
}

/**
 * Asks all the same: the snapshot with overlays as its files are joined, as `loaded` one after the other, and the
 * whole.
 * @returns the number of answers that have products
 */
export function assertSameAnswers(
  overlaid: Importer,
  whole: Importer,
  asked: readonly StorefrontRequest[],
  loaded?: SharedSnapshot,
): number {
  const wholeShared = share(whole.dataDir, whole.manifest.id);
  const shared = [share(overlaid.dataDir, overlaid.manifest.id), ...(loaded ? [loaded] : [])];
  assert.deepEqual(overlaid.manifest.counts, whole.manifest.counts);
  const shops = [new Shop(wholeShared), ...shared.map(one => new Shop(withPhrasesOf(one, wholeShared)))] as const;
  try {
    let found = 0;
    for (const request of asked) {
      const [expected, ...others] = shops.map(shop => {
        try {
          return withoutContexts(shop.text(request));
        } catch (error) {
          return `${error}`;
        }
      });
      for (const own of others) assert.equal(own, expected, JSON.stringify(request));
      if (expected!.includes('"variants":[{')) found++;
    }
    return found;
  } finally {
    for (const shop of shops) shop.close();
  }
}
