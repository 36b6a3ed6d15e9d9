/**
 * What a word means that no product, or hardly any, is named by, and that therefore has no vector of its own: what those
 * products are whose descriptions have it. "Molybdenum" leads to drill bits, "newlyweds" to glasses. A word that
 * descriptions of all kinds of products have, as they say much by the way, means nothing.
 */
import { VECTOR_LENGTH } from '../../index/word-vectors.js';
import type { Meaning, Searchable } from '../../snapshot/index.js';

/** Where a word without a vector points to. */
export interface DescribedDirection {
  /** The mean of the vectors of products, times the rarity of the word. */
  vector: Float32Array;
  /** The mean similarity of two of the products: how certain the meaning is. */
  alike: number;
}

/** Fewer groups may have a word by chance. */
const LEAST_GROUPS = 3;
/** A word of more groups than this, and than one in so many, says little; its list takes long to read. */
const MOST_GROUPS = 1 << 10;
const COMMON_SHARE = 16;
/** Groups that are looked at, at equal distances: their order is by category. */
const MOST_SAMPLED = 128;
/** What has a word by chance is less alike. */
const LEAST_ALIKE = 0.15;

/** @returns undefined where descriptions say nothing certain of it */
export function describedDirection(
  stem: string,
  { descriptions, structure }: Searchable,
  { dimensions, vectors }: Meaning['products'],
): DescribedDirection | undefined {
  const place = descriptions ? descriptions.stems.find(stem) : -1;
  if (!descriptions || place < 0) return undefined;
  const { groupCount } = descriptions;
  const frequency = descriptions.frequency(place);
  if (frequency < LEAST_GROUPS || frequency > Math.max(MOST_GROUPS, groupCount / COMMON_SHARE)) return undefined;
  const groups = descriptions.groupsOf(place);
  const step = Math.ceil(groups.length / MOST_SAMPLED);
  const sum = new Float32Array(dimensions);
  let count = 0;
  for (let i = 0; i < groups.length; i += step, count++) {
    const first = structure.groupStart[groups[i]];
    for (let d = 0; d < dimensions; d++) sum[d] += vectors[first * dimensions + d];
  }
  const alike = meanSimilarity(sum, count);
  if (alike < LEAST_ALIKE) return undefined;
  const weight = Math.log(1 + groupCount / frequency) / count;
  return { vector: sum.map(x => x * weight), alike };
}

/** Of all pairs of some vectors, by their sum. */
function meanSimilarity(sum: Float32Array, count: number): number {
  const square = sum.reduce((all, x) => all + x * x, 0) / VECTOR_LENGTH ** 2;
  return (square - count) / (count * (count - 1));
}
