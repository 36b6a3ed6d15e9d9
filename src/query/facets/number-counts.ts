/** Counts facets of number columns: how many hits have each value. Counts are exact. */
import type { NumberColumn } from '../../index/numbers.js';
import type { Structure } from '../../index/structure.js';
import { hasBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { HitSet } from './faceted-hits.js';

interface Counted {
  hits: number;
  /** The hit counted last: several of its variants, or of its products, are one hit. */
  last: number;
}

/**
 * Number of hits with each value, in order of first occurrence. Past the deadline counts are too low and must not be
 * used.
 */
export function countNumbers(
  { level, values }: NumberColumn,
  hits: HitSet,
  { groupOf, productCount, variantStart }: Structure,
  deadline: Deadline,
): Map<number, number> {
  const counts = new Map<number, Counted>();
  const { variants } = hits;
  const { docs, single } = hits.found ?? { docs: hits.docs, single: hits };
  const count = hits.found ? docs.length : hits.count;
  for (let i = 0; i < count; i++) {
    if ((i & DEADLINE_STEPS) === 0 && deadline.passed) break;
    const doc = docs[i];
    const hit = i < single.count ? doc : productCount + groupOf[doc];
    const from = level === 'product' ? doc : variantStart[doc];
    const to = level === 'product' ? doc + 1 : variantStart[doc + 1];
    for (let owner = from; owner < to; owner++) {
      if (Number.isNaN(values[owner]) || (level === 'variant' && variants && !hasBit(variants, owner))) continue;
      const counted = counts.get(values[owner]);
      if (!counted) counts.set(values[owner], { hits: 1, last: hit });
      else if (counted.last !== hit) {
        counted.hits++;
        counted.last = hit;
      }
    }
  }
  return new Map(Array.from(counts, ([value, counted]) => [value, counted.hits]));
}
