/**
 * Which products of a large view are compared with a text: those of the categories that are nearest to it. Ordinals
 * follow categories, so that these are ranges. What a category is about is told by some of its products: its name may be
 * a code, or in another language.
 */
import { writeDirection } from '../../index/word-vectors.js';
import { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { Meaning, PartsKey, Searchable } from '../../snapshot/index.js';
import { eachNear, type VectorRange, type VectorRows } from './vector-scan.js';

/** A view with more products is large: not all of them are compared with a text. */
const MOST_OF_ALL = 1 << 15;
/** Products of a large view that are compared at most: those of 128 categories, in a twentieth of a millisecond. */
const MOST_COMPARED = 1 << 13;
/** Each is a piece by itself, however few products it has. */
const MOST_CATEGORIES = 128;
/** Products that tell of all categories at most, but for one of each. */
const MOST_SAMPLED = 1 << 14;

const known = new WeakMap<PartsKey, VectorRows>();
const nearest = new TopK(MOST_CATEGORIES);
const categories = new Uint32Array(MOST_CATEGORIES);

/** Whether only some products of a view are compared with a text. */
function isLarge({ structure }: Searchable): boolean {
  return structure.productCount > MOST_OF_ALL;
}

/** What the words of a text have found. */
export interface FoundByWords {
  /** Products with all words. */
  full: number;
  /** These and those that lack some. */
  listed: number;
  /** How many words the text has. */
  words: number;
}

/**
 * Whether a view's products are compared with a text at all. To compare costs as much as to search, and in a large
 * view words mostly fill a page, or a single one says itself what is meant.
 * @param enough products of a page
 */
export function isCompared(view: Searchable, { full, listed, words }: FoundByWords, enough: number): boolean {
  return !isLarge(view) || (listed < enough && (full === 0 || words > 1));
}

/**
 * @param assembly whether WebAssembly may be used
 * @param most products in the ranges of a large view
 */
export function comparedRanges(
  text: Int8Array,
  view: Searchable,
  meaning: Meaning,
  assembly: boolean,
  most = isLarge(view) ? MOST_COMPARED : MOST_OF_ALL,
): VectorRange[] {
  const { structure } = view;
  const all = structure.productCount;
  if (all <= most) return [{ from: 0, to: all }];
  let directions = known.get(view.key);
  if (!directions) known.set(view.key, (directions = directionsOf(view, meaning)));
  nearest.reset(MOST_CATEGORIES);
  const every = [{ from: 0, to: structure.categories.size }];
  const least = () => nearest.floor;
  eachNear(directions, every, text, least, new Deadline(), assembly, (category, dot) =>
    nearest.offer(category, dot, category),
  );
  const count = nearest.drain(categories);
  const ranges: VectorRange[] = [];
  let left = most;
  for (let i = 0; i < count && left > 0; i++) {
    const { from, to } = productsOf(categories[i], view);
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
