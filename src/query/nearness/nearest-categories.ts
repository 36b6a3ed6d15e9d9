/**
 * Which products of a large view are compared with a text: those of the categories that are nearest to it. Ordinals
 * follow categories, so that these are ranges. What a category is about is told by some of its products: its name may be
 * a code, or in another language.
 */
import { writeDirection } from '../../index/word-vectors.js';
import type { Meaning, PartsKey, Searchable } from '../../snapshot/index.js';
import { dotAt, type VectorRange, type VectorRows } from './vector-scan.js';

/** Products that are compared with a text at most. */
const MOST_COMPARED = 1 << 15;
/** Products that tell of all categories at most, but for one of each. */
const MOST_SAMPLED = 1 << 16;

const known = new WeakMap<PartsKey, VectorRows>();

/** @param most products in the ranges */
export function comparedRanges(
  text: Int8Array,
  view: Searchable,
  meaning: Meaning,
  most = MOST_COMPARED,
): VectorRange[] {
  const { structure } = view;
  const all = structure.productCount;
  if (all <= most) return [{ from: 0, to: all }];
  const { categories } = structure;
  let directions = known.get(view.key);
  if (!directions) known.set(view.key, (directions = directionsOf(view, meaning)));
  const rows = directions;
  const dots = Float64Array.from({ length: categories.size }, (_, category) => dotAt(rows, category, text));
  const order = [...dots.keys()].sort((a, b) => dots[b] - dots[a] || a - b);
  const ranges: VectorRange[] = [];
  let left = most;
  for (const category of order) {
    if (left <= 0) break;
    const { from, to } = productsOf(category, view);
    const behind = Math.min(to, from + left);
    ranges.push({ from, to: behind });
    left -= behind - from;
  }
  return ranges;
}

/** Of each category the sum of the vectors of its products, of many those at equal distances. */
function directionsOf(view: Searchable, { products: { dimensions, vectors } }: Meaning): VectorRows {
  const { size } = view.structure.categories;
  const sampled = Math.max(1, Math.floor(MOST_SAMPLED / size));
  const directions = new Int8Array(size * dimensions);
  const sum = new Float32Array(dimensions);
  for (let category = 0; category < size; category++) {
    const { from, to } = productsOf(category, view);
    const step = Math.ceil((to - from) / sampled);
    sum.fill(0);
    for (let product = from; product < to; product += step) {
      for (let d = 0; d < dimensions; d++) sum[d] += vectors[product * dimensions + d];
    }
    writeDirection(sum, 0, directions, category * dimensions, dimensions);
  }
  return { dimensions, vectors: directions };
}

function productsOf(category: number, { structure }: Searchable): VectorRange {
  const { categoryStart, groupStart } = structure;
  return { from: groupStart[categoryStart[category]], to: groupStart[categoryStart[category + 1]] };
}
