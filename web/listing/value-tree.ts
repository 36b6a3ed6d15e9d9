/**
 * Values of a facet as a tree: ids such as `Women > Shoes` name their place in it. Not every value above another one
 * need be listed itself.
 */
import type { TextFacetValue } from '../api/responses.js';

export const levels = (path: string): string[] => path.split(' > ');

const joined = (path: string[]) => path.join(' > ');

/** How many of the levels above a value are listed themselves. */
export function depthIn(ids: ReadonlySet<string>, id: string): number {
  const path = levels(id);
  return path.filter((_, i) => i > 0 && ids.has(joined(path.slice(0, i)))).length;
}

/** The nearest value above that is listed, or an empty text. */
function parentIn(ids: ReadonlySet<string>, id: string): string {
  for (let path = levels(id).slice(0, -1); path.length > 0; path = path.slice(0, -1)) {
    const parent = joined(path);
    if (ids.has(parent)) return parent;
  }
  return '';
}

/** Children after their parents, otherwise in the order given. */
export function inTreeOrder(values: TextFacetValue[], ids: ReadonlySet<string>): TextFacetValue[] {
  const children = new Map<string, TextFacetValue[]>();
  for (const value of values) {
    const parent = parentIn(ids, value.id);
    children.set(parent, [...(children.get(parent) ?? []), value]);
  }
  const below = (parent: string): TextFacetValue[] =>
    (children.get(parent) ?? []).flatMap(value => [value, ...below(value.id)]);
  return below('');
}

/** The roots, and the way to what is selected with what lies next to it. */
export function nearSelected(values: TextFacetValue[], ids: ReadonlySet<string>): TextFacetValue[] {
  const selected = values.filter(value => value.selected).map(value => `${value.id} > `);
  const folderOf = (id: string) => `${joined(levels(id).slice(0, -1))} > `;
  return values.filter(({ id }) => depthIn(ids, id) === 0 || selected.some(path => path.startsWith(folderOf(id))));
}
