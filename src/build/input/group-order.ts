/**
 * The order of groups in the index: by category, then key, so that groups of one category have adjacent ordinals.
 */
import type { ProductGroup } from '../../catalog/records.js';

/**
 * Group keys in index order. Reads every group once.
 * @param visit called with each group
 */
export function orderGroups(
  groups: Iterable<{ key: string; group: ProductGroup }>,
  visit: (group: ProductGroup) => void,
): string[] {
  const entries: { key: string; category: string }[] = [];
  for (const { key, group } of groups) {
    visit(group);
    const [first] = Object.values(group.products);
    entries.push({ key, category: first?.defaults.category?.[0] ?? first?.defaults.ontology ?? '' });
  }
  entries.sort((a, b) => order(a.category, b.category) || order(a.key, b.key));
  return entries.map(({ key }) => key);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
