/**
 * Finds candidates by attribute values: reads the postings of the values with the most weight for their number of
 * products.
 */
import type { Candidates } from './candidates.js';
import type { Trait } from './traits.js';

export interface WeightedValue {
  trait: Trait;
  value: number;
  /** What a product gains by having the value. */
  weight: number;
}

/** Damps the length of short lists: well below it, only the weight decides which lists are read. */
const SHORT = 100;

/** @param budget most postings to read; a list longer than what is left of it is skipped */
export function addByValues(candidates: Candidates, values: readonly WeightedValue[], budget: number): void {
  const lists = values
    // Owners of values on variants are variants; the other attributes find enough.
    .filter(({ trait }) => trait.attribute.level === 'product')
    .map(({ trait: { attribute }, value, weight }) => ({
      attribute,
      value,
      weight,
      length: attribute.ownersStart[value + 1] - attribute.ownersStart[value],
    }))
    .sort((a, b) => b.weight / (b.length + SHORT) - a.weight / (a.length + SHORT));
  let left = budget;
  for (const { attribute, value, weight, length } of lists) {
    if (length > left) continue;
    left -= length;
    candidates.addAll(attribute.owners, attribute.ownersStart[value], attribute.ownersStart[value + 1], weight);
  }
}
