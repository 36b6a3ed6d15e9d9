/** Puts choices of the journal and the lists of their searches together. */
import type { Choice, Points } from './choice-model.js';
import type { SearchChoice } from './journal-choices.js';

/** A product of a list with what its score consists of. */
export interface ListedPoints {
  key: string;
  points: Points;
}

/**
 * Where the product stands at another position now, by more than this factor, the list was another one: it had another
 * order, or the catalog was another.
 */
const LARGEST_SHIFT = 2;

/**
 * @param list as it is shown now
 * @returns the choice from that list, with the product at the position where it was chosen; undefined: it was another list
 */
export function choiceFrom(
  list: readonly ListedPoints[],
  { productKey, position, visitor, weight, isPaid }: SearchChoice,
): Choice | undefined {
  const now = list.findIndex(({ key }) => key === productKey);
  if (now < 0 || position >= list.length || list.length < 2) return undefined;
  const shift = (1 + now) / (1 + position);
  if (shift > LARGEST_SHIFT || shift < 1 / LARGEST_SHIFT) return undefined;
  const points = list.map(one => one.points);
  const [own] = points.splice(now, 1);
  points.splice(position, 0, own);
  return { visitor, points, chosen: position, weight, isPaid };
}
