/** The categories of a page: those that are named, or those in which its best products are. */
import { LEVEL_SEPARATOR } from '../../index/attributes.js';
import type { View } from '../../snapshot/index.js';

/** Products that tell of a page's categories: its best ones. */
const LOOKED_AT = 64;

type Categorised = Pick<View, 'attributes'>;

/**
 * The ordinals of the categories in which at least half of the best products are, those of the most products first; where
 * there are none, the one of the most products with those above it. A product is in the categories above its own too.
 */
export function leadingCategories(products: Uint32Array, count: number, view: Categorised): number[] {
  const attribute = view.attributes.get('category');
  if (attribute?.level !== 'product') return [];
  const looked = Math.min(count, LOOKED_AT);
  const counts = new Map<number, number>();
  for (let i = 0; i < looked; i++) {
    for (const value of attribute.valuesOf(products[i]!)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const leading = byCount.filter(([, of]) => 2 * of >= looked).map(([value]) => value);
  return leading.length > 0 || byCount.length === 0 ? leading : withAbove(byCount[0]![0], view);
}

/** The ordinals of the categories that a name stands for, and of those above them, the lowest first. */
export function categoriesNamed(name: string, view: View): number[] {
  return [...new Set(categoryOrdinals(name, view).flatMap(value => withAbove(value, view)))];
}

/** The ordinals of the categories that a name stands for, its levels separated by `>`. */
export function categoryOrdinals(name: string, view: Pick<View, 'labels'>): readonly number[] {
  const levels = name.split('>').map(level => level.trim());
  return view.labels.get('category')?.resolve(levels.join(LEVEL_SEPARATOR)) ?? [];
}

function withAbove(value: number, { attributes }: Categorised): number[] {
  const { values } = attributes.get('category')!;
  const all = [value];
  const path = values.at(value);
  for (let at = path.lastIndexOf(LEVEL_SEPARATOR); at > 0; at = path.lastIndexOf(LEVEL_SEPARATOR, at - 1)) {
    const above = values.find(path.slice(0, at));
    if (above >= 0) all.push(above);
  }
  return all;
}
