/**
 * The order of groups in the index: by category, then key, so that groups of one category have adjacent ordinals.
 */
import type { GroupOutline } from '../../catalog/group-outline.js';

/**
 * Group keys in index order.
 * @param groups read once
 * @param visit called with each outline
 */
export function orderGroups(
  groups: Iterable<{ key: string; outline: GroupOutline }>,
  visit: (outline: GroupOutline) => void,
): string[] {
  const entries: { key: string; category: string }[] = [];
  for (const { key, outline } of groups) {
    visit(outline);
    entries.push({ key, category: outline.category });
  }
  entries.sort((a, b) => order(a.category, b.category) || order(a.key, b.key));
  return entries.map(({ key }) => key);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
