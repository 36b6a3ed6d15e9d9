/** Warns of products of campaigns that the catalog does not have: catalogs change, so they are no fault. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { Campaign } from '../../catalog/site/campaign-document.js';

/** @param campaigns by id; null for removed ones */
export function unknownProducts(store: CatalogStore, campaigns: ReadonlyMap<string, Campaign | null>): string[] {
  const known = new Map<string, boolean>();
  const unknown = new Set<string>();
  let where: string | undefined;
  const look = (id: string, kind: 'product' | 'productGroup', keys: readonly string[] = []) => {
    for (const key of keys) {
      const asked = `${kind}|${key}`;
      if (!known.has(asked)) known.set(asked, store.owner(key)?.kind === kind);
      if (known.get(asked)) continue;
      unknown.add(asked);
      where ??= id;
    }
  };
  for (const [id, campaign] of campaigns) {
    look(id, 'product', campaign?.products?.keys);
    look(id, 'productGroup', campaign?.products?.groups);
  }
  if (where === undefined) return [];
  const [first] = unknown;
  return [
    `${unknown.size} keys of products or groups are not in the catalog, the first is ${keyOf(first!)} of campaign ${where}`,
  ];
}

const keyOf = (asked: string): string => asked.slice(asked.indexOf('|') + 1);
