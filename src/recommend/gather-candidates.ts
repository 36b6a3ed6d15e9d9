/** Finds products by values they should have: walks the postings of those that promise most for their length. */
import type { Candidates } from './candidates.js';
import type { Trait } from './traits.js';

export interface Lead {
  trait: Trait;
  value: number;
  /** What a product with the value is worth more than one without. */
  worth: number;
}

/** A list this long is as good as half as long with half the worth; of shorter ones worth alone decides. */
const SHORT = 100;

/** @param budget postings walked at most; a list that is longer than what is left of it is passed over */
export function gather(candidates: Candidates, leads: readonly Lead[], budget: number): void {
  const lists = leads
    // Owners of values on variants are variants; the other attributes find enough.
    .filter(({ trait }) => trait.attribute.level === 'product')
    .map(({ trait: { attribute }, value, worth }) => ({
      attribute,
      value,
      worth,
      length: attribute.ownersStart[value + 1] - attribute.ownersStart[value],
    }))
    .sort((a, b) => b.worth / (b.length + SHORT) - a.worth / (a.length + SHORT));
  let left = budget;
  for (const { attribute, value, worth, length } of lists) {
    if (length > left) continue;
    left -= length;
    candidates.addAll(attribute.owners, attribute.ownersStart[value], attribute.ownersStart[value + 1], worth);
  }
}
